import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'

/** What an import is at: files are opened, read, checked, imported or compared. */
export interface Work {
  readonly label: 'files' | 'reading' | 'checking' | 'importing' | 'comparing'
  /** Files so far, and in total, if known. */
  readonly done?: number
  readonly of?: number
}

/** The progress of an import, and the way to stop it. */
export function ImportWork({ work, onCancel }: { readonly work: Work | undefined; onCancel(): void }) {
  const t = useText()
  if (!work) return null
  const { label, done = 0, of } = work
  const said = t('explorer.import.work', { label, done, all: of ?? 0 })
  return (
    <Stack row gap={2}>
      <Stack as="span" grow role="status">
        {said}
      </Stack>
      <progress aria-label={said} value={of === undefined ? undefined : done} max={of} />
      <Button onClick={onCancel}>{t('ui.cancel')}</Button>
    </Stack>
  )
}
