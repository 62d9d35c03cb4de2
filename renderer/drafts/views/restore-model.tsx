import { useCallback, useEffect, useState } from 'react'
import type { ModelCopy, Named } from '#shared/workbench/areas/models.ts'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { workbench } from '../../app/workbench.ts'
import { showTime } from '../../i18n/moment.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

/** The copy from before the last import, as it is now; null without one. */
function useCopy(connection: string, fail: (failure: Failure) => void) {
  const [copy, setCopy] = useState<ModelCopy | null>()
  const look = useCallback(() => {
    workbench.call('models.copy', { connection }).then(setCopy, (error: unknown) => fail(toFailure(error)))
  }, [connection, fail])
  useEffect(() => {
    look()
    return workbench.on('models.written', look)
  }, [look])
  return { copy, look }
}

/** Keys of a list, folded. */
function Names({ label, of: { names, total } }: { readonly label: string; readonly of: Named }) {
  const t = useText()
  if (total === 0) return null
  return (
    <details>
      <summary>{label}</summary>
      <Stack as="ul" scroll style={{ maxBlockSize: '10em' }} tabIndex={0} aria-label={label}>
        {names.map((name, place) => (
          <Text as="li" key={place} small breaks>
            {name}
          </Text>
        ))}
      </Stack>
      {total > names.length ? (
        <Text as="p" small tone="quiet">
          {t('ui.shown', { shown: names.length, total })}
        </Text>
      ) : null}
    </details>
  )
}

interface RestoreModelProps {
  readonly connection: string
  /** Shown where there is nothing to restore. */
  readonly none?: string
  onRestored(): void
}

/** Offers to restore the embedded model as it was before the last import, and says what goes. */
export function RestoreModel({ connection, none, onRestored }: RestoreModelProps) {
  const t = useText()
  const [failure, setFailure] = useState<Failure>()
  const [busy, setBusy] = useState(false)
  const [restored, setRestored] = useState<{ readonly id: number; readonly path: string }>()
  const { copy, look } = useCopy(connection, setFailure)
  const restore = async ({ id, after }: ModelCopy): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { kept } = await workbench.call('models.restoreCopy', { id, after: after.total })
      setRestored({ id, path: kept })
      onRestored()
    } catch (error) {
      setFailure(toFailure(error))
      look()
    }
    setBusy(false)
  }
  // Until more is sent; copies from before are offered when this is opened again.
  if (restored && !(copy && copy.id > restored.id))
    return (
      <Notice tone="good" role="status">
        {t('authoring.restore.done', { path: restored.path })}
      </Notice>
    )
  return (
    <>
      {copy ? (
        <Notice
          role="note"
          aria-label={t('authoring.restore.title')}
          action={
            <Button reason={busy ? t('ui.wait') : undefined} onClick={() => void restore(copy)}>
              {t('authoring.restore')}
            </Button>
          }
        >
          {t(copy.sure ? 'authoring.restore.what' : 'authoring.restore.unsure', {
            time: showTime(copy.at),
            count: copy.wrote.total,
          })}
          {copy.after.total > 0 ? (
            <p>
              <strong>{t('authoring.restore.after', { count: copy.after.total })}</strong>
            </p>
          ) : null}
          <Names label={t('authoring.restore.wrote')} of={copy.wrote} />
          <Names label={t('authoring.restore.since')} of={copy.after} />
        </Notice>
      ) : null}
      {copy === null && none !== undefined ? <p>{none}</p> : null}
      <FailureNotice failure={failure} />
    </>
  )
}
