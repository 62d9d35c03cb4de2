import { useText } from '../../i18n/text.ts'
import { asText, type EpisodeEvent } from '#shared/environments/episode.ts'
import { inShort } from '../parts/action-text.ts'
import { formatReward, oneLine } from '../parts/format.ts'
import type { Pair } from './alignment.ts'
import styles from './compare-view.module.css'
import { Stack } from '../../ui/stack.tsx'

interface PairLineProps {
  readonly id: string
  readonly pair: Pair
  readonly selected: boolean
  /** The first turn that differs. */
  readonly first: boolean
  /** Pixels from the top of the list. */
  readonly start: number
  onChoose(): void
}

/** One turn of both lines, side by side. */
export function PairLine({ id, pair, selected, first, start, onChoose }: PairLineProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={selected}
      className={styles['pair']}
      data-different={pair.difference !== null}
      data-first={first}
      style={{ transform: `translateY(${start}px)` }}
      onClick={onChoose}
    >
      <span className={styles['turn']}>{pair.turn}</span>
      <Side event={pair.left} />
      <Side event={pair.right} />
    </div>
  )
}

function Side({ event }: { readonly event: EpisodeEvent | undefined }) {
  const t = useText()
  if (!event)
    return (
      <Stack as="span" row align="stretch" gap={2} pad={[0, 2]} className={styles['side']}>
        –
      </Stack>
    )
  return (
    <Stack as="span" row align="stretch" gap={2} pad={[0, 2]} className={styles['side']}>
      <code>{event.action === null ? t('environments.resetRow') : oneLine(inShort(event.action), 60)}</code>
      <span>{oneLine(asText(event.observation), 90)}</span>
      <span className={styles['reward']}>{event.action === null ? '' : formatReward(event.reward)}</span>
    </Stack>
  )
}
