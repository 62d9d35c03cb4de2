import { X } from 'lucide-react'
import { Stack } from '../../ui/stack.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { labelled, useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { showSize } from '../sandboxes/show-size.ts'
import { dismissTransfer, useTransfers } from './transfers.ts'
import { shownName } from '../../ui/shown-name.ts'
import styles from './files.module.css'

/** Running transfers with progress and cancel. */
export function TransferList() {
  const t = useText()
  const transfers = useTransfers((state) => state.transfers)
  if (transfers.length === 0) return null
  return (
    <Stack
      as="ul"
      fixed
      scroll
      pad={[1, 2.5]}
      line="top"
      className={styles['transfers']}
      aria-label={t('sandboxes.files.transfers')}
    >
      {transfers.map(({ id, name, done, total, files, problem, abort }) => (
        <Stack as="li" key={id} row fixed gap={2.5} role={problem ? 'alert' : undefined}>
          <Truncate grow tone={problem ? 'bad' : undefined}>
            {problem
              ? labelled(shownName(name), problem)
              : t('sandboxes.files.progress', {
                  name: shownName(name),
                  done: showSize(done),
                  total: showSize(total),
                })}
            {files && !problem ? ` · ${t('sandboxes.files.progress.many', files)}` : ''}
          </Truncate>
          {problem ? null : (
            <progress
              value={total ? done : (files?.done ?? 0)}
              max={total || files?.total || 1}
              aria-label={shownName(name)}
            />
          )}
          <IconButton
            label={t(problem ? 'sandboxes.dismiss' : 'sandboxes.cancel')}
            icon={X}
            onClick={() => (problem ? dismissTransfer(id) : abort.abort())}
          />
        </Stack>
      ))}
    </Stack>
  )
}
