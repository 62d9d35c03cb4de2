import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { type Episode, eventOf, leafOf, turnOf } from '../episode/episode.ts'
import { setView } from '../session/view-store.ts'
import { openComparison } from '../session/open.ts'
import { restore, replayRest } from '../session/play.ts'
import type { Divergence } from '../session/runtime-store.ts'
import { DifferenceNote } from '../parts/difference-note.tsx'
import styles from '../parts/episode-view.module.css'

interface DivergenceMessageProps {
  readonly tabId: string
  readonly episode: Episode
  readonly divergence: Divergence
  readonly busy: boolean
}

/** Where a replay left the record: branch before it, go on, compare both lines, or report it. */
export function DivergenceMessage({ tabId, episode, divergence, busy }: DivergenceMessageProps) {
  const t = useText()
  const { turn, field } = divergence
  const expected = eventOf(episode, divergence.expected)
  const actual = eventOf(episode, divergence.actual)
  const before = expected.parent
  const recorded = leafOf(episode, expected.id)
  const compare = (): void =>
    openComparison(
      { episode: episode.id, event: recorded },
      { episode: episode.id, event: leafOf(episode, actual.id) },
    )
  return (
    <Stack
      row
      gap={2}
      wrap
      pad={[1.5, 3]}
      line="bottom"
      className={styles['message']}
      role="alert"
      data-tone="warning"
    >
      <DifferenceNote turn={turn} field={field} expected={expected} actual={actual} />
      <Stack row align="stretch" gap={1.5} wrap>
        {before === null ? null : (
          <Button tone="primary" disabled={busy} onClick={() => void restore(tabId, before)}>
            {t('gem.parting.before', { turn: turn - 1 })}
          </Button>
        )}
        <Button disabled={busy} onClick={() => void replayRest(tabId)}>
          {t('gem.parting.rest', { count: turnOf(episode, recorded) - turn })}
        </Button>
        <Button onClick={compare}>{t('gem.parting.compare')}</Button>
        <Button onClick={() => setView({ dialog: 'report' })}>{t('gem.command.report')}</Button>
      </Stack>
    </Stack>
  )
}
