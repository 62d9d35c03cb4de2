import { useMemo } from 'react'
import { useText } from '../../app/i18n/text.ts'
import { type Episode, leafOf, pathTo, returnOf } from '../episode/episode.ts'
import { formatReward } from '../view/format.ts'
import styles from './record-pane.module.css'

const WIDTH = 600
const HEIGHT = 70
const LEFT = 34

/** Reward of each step as bars and their sum as a line, over the line that is looked at. */
export function RewardChart({ episode }: { readonly episode: Episode }) {
  const t = useText()
  const { bars, line, top, bottom, zero } = useMemo(() => chart(episode), [episode])
  return (
    <figure className={styles['chart']} style={{ margin: 0 }}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('gem.chart', {
          steps: bars.length,
          total: formatReward(returnOf(episode, leafOf(episode))),
        })}
      >
        <path d={`M${LEFT} ${zero}H${WIDTH}`} stroke="var(--line-strong)" vectorEffect="non-scaling-stroke" />
        {bars.map(({ x, y, width, height, negative, ahead }, i) => (
          <rect
            key={i}
            x={x}
            y={y}
            width={width}
            height={height}
            fill={negative ? 'var(--bad)' : 'var(--accent)'}
            opacity={ahead ? 0.3 : 0.75}
          />
        ))}
        <path d={line} fill="none" stroke="var(--good)" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption aria-hidden>
        <span>{formatReward(Math.round(top * 100) / 100)}</span>
        <span>{formatReward(Math.round(bottom * 100) / 100)}</span>
      </figcaption>
    </figure>
  )
}

function chart(episode: Episode) {
  const steps = pathTo(episode, leafOf(episode)).slice(1)
  const now = pathTo(episode).length - 1
  let sum = 0
  const sums = steps.map(({ reward }) => (sum += reward))
  const values = [...sums, ...steps.map(({ reward }) => reward)]
  const top = Math.max(1, ...values)
  const bottom = Math.min(0, ...values)
  const scale = (value: number): number => 3 + ((HEIGHT - 6) * (top - value)) / (top - bottom)
  const width = (WIDTH - LEFT) / Math.max(8, steps.length)
  const middle = (i: number): number => LEFT + (i + 0.5) * width
  const zero = scale(0)
  const points = [`M${LEFT} ${zero}`, ...sums.map((value, i) => `L${middle(i)} ${scale(value)}`)]
  const bars = steps.map(({ reward }, i) => ({
    x: LEFT + i * width + width * 0.15,
    width: width * 0.7,
    y: Math.min(zero, scale(reward)),
    height: Math.abs(scale(reward) - zero),
    negative: reward < 0,
    ahead: i >= now,
  }))
  return { bars, line: points.join(''), top, bottom, zero }
}
