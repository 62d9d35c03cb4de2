import { Download, ListChecks, Trash2 } from 'lucide-react'
import type { Summary } from '#shared/environments/summary.ts'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { removeEpisodes } from '../episode/episodes.ts'
import { collect } from '../recordings/recordings.ts'
import { useTabs } from '../session/tabs.ts'
import { offerFile } from '../session/view-store.ts'

interface LibraryChosenProps {
  /** The episodes that are listed. */
  readonly rows: readonly Summary[]
  readonly chosen: ReadonlySet<string>
  onChoose(ids: readonly string[], isChosen: boolean): void
}

/** What can be done with the episodes that are chosen, all at once. */
export function LibraryChosen({ rows, chosen, onChoose }: LibraryChosenProps) {
  const t = useText()
  const tabs = useTabs()
  const ids = rows.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const open = new Set(tabs.flatMap((tab) => (tab.kind === 'environment' ? (tab.episode ?? []) : [])))
  const free = ids.filter((id) => !open.has(id))
  const count = ids.length
  const name = t('environments.library.collected', { count })
  return (
    <Stack row gap={1}>
      <label>
        <input
          type="checkbox"
          checked={count > 0 && count === rows.length}
          disabled={rows.length === 0}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < rows.length
          }}
          onChange={(event) =>
            onChoose(
              rows.map(({ id }) => id),
              event.target.checked,
            )
          }
        />{' '}
        {count === 0 ? t('environments.library.chooseAll') : t('environments.library.chosen', { count })}
      </label>
      {count === 0 ? null : (
        <>
          <IconButton
            icon={Download}
            label={t('environments.library.save', { count })}
            onClick={() => offerFile({ of: 'library', ids }, 'library')}
          />
          <IconButton
            icon={ListChecks}
            label={t('environments.library.review', { count })}
            onClick={() => void collect({ of: 'library', ids }, name)}
          />
          <IconButton
            icon={Trash2}
            label={t('environments.library.removeChosen', { count: free.length })}
            {...(free.length === 0 ? { reason: t('environments.library.allOpen') } : {})}
            onClick={() => {
              onChoose(free, false)
              void removeEpisodes(free)
            }}
          />
        </>
      )}
    </Stack>
  )
}
