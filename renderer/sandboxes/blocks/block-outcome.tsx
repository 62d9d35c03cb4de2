import { type Block, hasFailed } from '#shared/terminals/block.ts'
import { localizeFailure, useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { useNow } from '../../ui/use-now.ts'
import { showDuration } from '../sessions/show.ts'

/** The outcome of a command that has ended. */
export const outcomeWords = (t: ReturnType<typeof useText>, { state, exitCode }: Block): string =>
  state === 'lost'
    ? t('sandboxes.block.lost')
    : exitCode === null
      ? t('sandboxes.block.unknown')
      : t('sandboxes.block.exit', { code: exitCode })

/** A command's outcome and duration. */
export function BlockOutcome({ block }: { readonly block: Block }) {
  const t = useText()
  const { state, milliseconds, problem } = block
  if (block.background) return <Badge>{t('sandboxes.block.job')}</Badge>
  if (state === 'running') return <Running startedAt={block.startedAt} />
  // A block without an outcome was running when the workbench ended.
  const reason = problem
    ? localizeFailure(problem).message
    : state === 'lost'
      ? t('sandboxes.block.wasRunning')
      : undefined
  return (
    <span title={reason} style={{ display: 'inline-flex', gap: 6, alignItems: 'center' }}>
      <Badge tone={hasFailed(block) ? 'bad' : 'good'}>{outcomeWords(t, block)}</Badge>
      {milliseconds === undefined ? null : <small>{showDuration(milliseconds)}</small>}
    </span>
  )
}

function Running({ startedAt }: { readonly startedAt: number }) {
  const t = useText()
  const now = useNow(500)
  return (
    <span style={{ display: 'inline-flex', gap: 6, alignItems: 'center' }}>
      <Badge tone="accent">{t('sandboxes.block.running')}</Badge>
      <small>{showDuration(Math.max(0, now - startedAt))}</small>
    </span>
  )
}
