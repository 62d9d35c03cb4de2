import { useMemo } from 'react'
import type { Batch, BatchRow } from '#shared/environments/batch.ts'
import { useText } from '../../i18n/text.ts'
import { Stack } from '../../ui/stack.tsx'
import { formatReward } from '../parts/format.ts'
import styles from './batch-view.module.css'
import { useAgentName } from './agent-name.ts'
import { Histogram, type RowFilter } from './histogram.tsx'
import {
  endCounts,
  type Estimate,
  histogram,
  pairedDifference,
  playedRows,
  summarizeRows,
} from './statistics.ts'

const FIGURES = ['deviation', 'least', 'median', 'most', 'steps'] as const
const rounded = (value: number): string => formatReward(Math.round(value * 1000) / 1000)

interface BatchFiguresProps {
  readonly batch: Batch
  readonly filter: RowFilter | undefined
  onFilter(filter: RowFilter | undefined): void
}

/** Mean and spread of each agent, what they differ by, and how returns, lengths and ends are distributed. */
export function BatchFigures({ batch, filter, onFilter }: BatchFiguresProps) {
  const t = useText()
  const { rows } = batch
  const played = useMemo(() => playedRows(rows), [rows])
  if (rows.length === 0) return null
  const chosen = filter?.label
  const bars = (name: string, of: (row: BatchRow) => number) =>
    histogram(played.map(of)).map(({ label, count, holds }) => ({
      label,
      count,
      filter: {
        label: `${name} ${label}`,
        passes: (row: BatchRow) => row.end !== 'failed' && holds(of(row)),
      },
    }))
  const ends = endCounts(rows).map(({ end, count }) => ({
    label: t(`environments.batchEnd.${end}`),
    count,
    filter: { label: t(`environments.batchEnd.${end}`), passes: (row: BatchRow) => row.end === end },
  }))
  const shared = { chosen, onFilter }
  return (
    <>
      {batch.plan.agents.map((_, agent) => (
        <AgentFigures key={agent} batch={batch} agent={agent} />
      ))}
      <div className={styles['charts']}>
        <Histogram
          title={t('environments.batch.returns')}
          bars={bars(t('environments.batch.returns'), (row) => row.return)}
          {...shared}
        />
        <Histogram
          title={t('environments.batch.lengths')}
          bars={bars(t('environments.batch.lengths'), ({ steps }) => steps)}
          {...shared}
        />
        <Histogram title={t('environments.batch.ends')} bars={ends} {...shared} />
      </div>
    </>
  )
}

/** One agent's figures; of every further one, what it differs by from the first on the same seeds. */
function AgentFigures({ batch: { plan, rows }, agent }: { readonly batch: Batch; readonly agent: number }) {
  const t = useText()
  const nameOf = useAgentName(plan)
  const own = useMemo(() => rows.filter((row) => row.agent === agent), [rows, agent])
  const summary = useMemo(() => summarizeRows(own), [own])
  const paired = useMemo(() => (agent === 0 ? undefined : pairedDifference(rows, 0, agent)), [rows, agent])
  const between = ({ low, high }: Estimate): string =>
    Number.isFinite(low) ? t('environments.batch.interval', { low: rounded(low), high: rounded(high) }) : ''
  if (!summary) return null
  const { failed, tokens, cost } = summary
  return (
    <Stack as="dl" row align="stretch" wrap fixed pad={[2, 3]} line="bottom" className={styles['figures']}>
      {plan.agents.length > 1 ? <Figure name={t('environments.agent')} value={nameOf(agent)} /> : null}
      <Figure
        name={t('environments.batch.mean')}
        value={rounded(summary.mean.value)}
        more={between(summary.mean)}
      />
      {FIGURES.map((name) => (
        <Figure key={name} name={t(`environments.batch.${name}`)} value={rounded(summary[name])} />
      ))}
      <Figure
        name={t('environments.batch.solved')}
        value={t('environments.batch.percent', { share: summary.solved.value })}
        more={t('environments.batch.percents', { low: summary.solved.low, high: summary.solved.high })}
      />
      {failed > 0 ? (
        <Figure
          name={t('environments.batch.failed')}
          value={String(failed)}
          more={t('environments.batch.notCounted')}
        />
      ) : null}
      {tokens === undefined ? null : (
        <Figure
          name={t('environments.batch.tokens')}
          value={t('environments.batch.number', { value: tokens })}
        />
      )}
      {cost === undefined ? null : <Figure name={t('environments.batch.cost')} value={cost.toFixed(4)} />}
      {paired ? (
        <Figure
          name={t('environments.batch.difference', { agent: nameOf(0) })}
          value={rounded(paired.difference.value)}
          more={`${between(paired.difference)} ${t('environments.batch.pairs', { ...paired, difference: '' })}`}
        />
      ) : null}
    </Stack>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly more?: string
}

const Figure = ({ name, value, more }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value}
      {more ? <small> {more}</small> : null}
    </dd>
  </div>
)
