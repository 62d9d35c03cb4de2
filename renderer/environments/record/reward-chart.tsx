import { useMemo } from 'react'
import { useText } from '../../i18n/text.ts'
import { type Episode, leafOf, returnOf } from '#shared/environments/episode.ts'
import { formatReward } from '../parts/format.ts'
import styles from '../parts/panes.module.css'
import { HEIGHT, LEFT, rewardPlot, WIDTH } from './reward-plot.ts'

/** Reward of each step as bars and their sum as a line, over the line that is looked at. */
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
      <figcaption aria-hidden>
        <span>{formatReward(Math.round(top * 100) / 100)}</span>
        <span>{formatReward(Math.round(bottom * 100) / 100)}</span>
      </figcaption>
    </figure>
  )
}
