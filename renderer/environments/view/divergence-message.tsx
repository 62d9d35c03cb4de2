import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { type Episode, eventOf, leafOf, turnOf } from '#shared/environments/episode.ts'
import { setView } from '../session/view-store.ts'
import { dismiss, preview, replayRest } from '../session/play.ts'
import { openComparison } from '../session/tabs.ts'
import type { Divergence } from '#shared/environments/play.ts'
import { DifferenceNote } from '../parts/difference-note.tsx'

interface DivergenceMessageProps {
  readonly tabId: string
  readonly episode: Episode
  readonly divergence: Divergence
  readonly busy: boolean
}

/** Where a replay left the record: branch before it, go on, compare both lines, or report it. */
export function DivergenceMessage({ tabId, episode, divergence, busy }: DivergenceMessageProps) {
  const t = useText()
  const { turn, fields } = divergence
  const expected = eventOf(episode, divergence.expected)
  const actual = eventOf(episode, divergence.actual)
  const before = expected.parent
  const waits = busy ? t('ui.wait') : undefined
  const recorded = leafOf(episode, expected.id)
  const compare = (): void =>
    openComparison(
      { episode: episode.id, event: recorded },
      { episode: episode.id, event: leafOf(episode, actual.id) },
    )
  return (
    <Notice tone="warning" role="alert">
      <DifferenceNote turn={turn} fields={fields} expected={expected} actual={actual} />
      <Stack row align="stretch" gap={1.5} wrap>
        {before === null ? null : (
          <Button tone="primary" reason={waits} onClick={() => preview(tabId, before)}>
            {t('environments.divergence.before', { turn: turn - 1 })}
          </Button>
        )}
        <Button reason={waits} onClick={() => void replayRest(tabId)}>
          {t('environments.divergence.rest', { count: turnOf(episode, recorded) - turn })}
        </Button>
        <Button onClick={compare}>{t('environments.divergence.compare')}</Button>
        <Button onClick={() => setView({ dialog: 'report' })}>{t('environments.command.report')}</Button>
        <Button tone="quiet" onClick={() => void dismiss(tabId, 'divergence')}>
          {t('ui.close')}
        </Button>
      </Stack>
    </Notice>
  )
}
