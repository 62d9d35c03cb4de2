import { useMemo } from 'react'
import {
  type Episode,
  leafOf,
  returnOf,
  pathTo,
  runningReturns,
  turnOf,
} from '#shared/environments/episode.ts'
import { useText } from '../../i18n/text.ts'
import { Stack } from '../../ui/stack.tsx'
import { formatReward } from '../parts/format.ts'
import styles from '../parts/panes.module.css'

/** viewBox size, and the margin for the scale's labels. */
export const WIDTH = 600
export const HEIGHT = 70
export const LEFT = 34
/** Margin above the highest and below the lowest value. */
const MARGIN = 3
/**
 * Minimum number of steps the width is divided into, so that a short episode does not have a few wide bars.
 */
const MIN_STEPS = 8

/** One step's reward. */
interface Bar {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly negative: boolean
  /** After the shown turn. */
  readonly ahead: boolean
}

interface RewardPlot {
  readonly bars: readonly Bar[]
  /** Cumulative reward as an SVG path. */
  readonly line: string
  /** Range of the scale; always includes 0 and 1. */
  readonly top: number
  readonly bottom: number
  /** Y coordinate of 0. */
  readonly zero: number
}

/** Computes the chart of the shown line's rewards. */
export function rewardPlot(episode: Episode): RewardPlot {
  const rewards = pathTo(episode, leafOf(episode)).slice(1)
  const sums = runningReturns(rewards)
  const values = [...sums, ...rewards.map(({ reward }) => reward)]
  const top = Math.max(1, ...values)
  const bottom = Math.min(0, ...values)
  const y = (value: number): number => MARGIN + ((HEIGHT - 2 * MARGIN) * (top - value)) / (top - bottom)
  const width = (WIDTH - LEFT) / Math.max(MIN_STEPS, rewards.length)
  const zero = y(0)
  const now = turnOf(episode)
  const bars = rewards.map(({ reward }, i) => ({
    x: LEFT + i * width + width * 0.15,
    width: width * 0.7,
    y: Math.min(zero, y(reward)),
    height: Math.abs(y(reward) - zero),
    negative: reward < 0,
    ahead: i >= now,
  }))
  const points = sums.map((sum, i) => `L${LEFT + (i + 0.5) * width} ${y(sum)}`)
  return { bars, line: [`M${LEFT} ${zero}`, ...points].join(''), top, bottom, zero }
}

/** Bars for each step's reward and a line for their sum, over the shown line. */
export function RewardChart({ episode }: { readonly episode: Episode }) {
  const t = useText()
  const { bars, line, top, bottom, zero } = useMemo(() => rewardPlot(episode), [episode])
  return (
    <figure className={styles['chart']} style={{ margin: 0 }}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('environments.chart', {
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
      <Stack
        justify="space-between"
        tone="faint"
        small
        style={{ position: 'absolute', inset: '4px auto 24px 10px' }}
        aria-hidden
      >
        <span>{formatReward(Math.round(top * 100) / 100)}</span>
        <span>{formatReward(Math.round(bottom * 100) / 100)}</span>
      </Stack>
      <figcaption>
        <Stack as="span" row wrap justify="end" gap={1.5} tone="quiet" small>
          <svg viewBox="0 0 12 12" aria-hidden>
            <path d="M1 11V4h4v7z" fill="var(--accent)" />
            {bars.some(({ negative }) => negative) ? <path d="M7 1v6h4V1z" fill="var(--bad)" /> : null}
          </svg>
          {t('environments.chart.bars')}
          <svg viewBox="0 0 12 12" style={{ marginLeft: 8 }} aria-hidden>
            <path d="M0 9L12 3" stroke="var(--good)" strokeWidth="2" />
          </svg>
          {t('environments.chart.line')}
        </Stack>
      </figcaption>
    </figure>
  )
}
