import { useText } from '../app/i18n/text.ts'
import { EmptyState } from '../ui/empty-state.tsx'

/** Shown until the bench of this area takes the file over. */
export function SandboxBench() {
  const t = useText()
  return <EmptyState title={t('ui.loading')} />
}
