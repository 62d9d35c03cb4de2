import { useMemo, type ReactNode } from 'react'
import type { Batch } from '#shared/environments/batch.ts'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { useText } from '../../i18n/text.ts'
import { Stack } from '../../ui/stack.tsx'
import { formatReward } from '../parts/format.ts'
import { useAgentName } from './agent-name.ts'
import styles from './batch-view.module.css'
import { type Estimate, MIN_FOR_INTERVAL } from './intervals.ts'
import { boundsOf, pairedDifference, playedRows, spentIn, summarizeRows } from './statistics.ts'

const rounded = (value: number): string => formatReward(Math.round(value * 1000) / 1000)
const NONE = '–'

interface BatchSummaryProps {
  readonly batch: Batch
  readonly entry: CatalogueEntry | undefined
}

/**
 * One row per agent: number of valid episodes, figures, and the paired difference from the first agent on the
 * same seeds.
 */
export function BatchSummary({ batch: { plan, rows }, entry }: BatchSummaryProps) {
  const t = useText()
  const nameOf = useAgentName(plan)
  const agents = useMemo(() => figuresOf(rows, plan.agents.length, entry), [rows, plan, entry])
  const interval = ({ low, high }: Estimate): string =>
    Number.isFinite(low)
      ? t('environments.batch.range', { low: rounded(low), high: rounded(high) })
      : t('environments.batch.tooFew', { least: MIN_FOR_INTERVAL })
  type Cell = (agent: (typeof agents)[number]) => ReactNode
  const some = (has: (agent: (typeof agents)[number]) => unknown, name: string, cell: Cell) =>
    agents.some((agent) => has(agent) !== undefined) ? [[name, cell] as const] : []
  // What is compared comes first: a narrow window shows only that, and scrolls to the rest.
  const columns: readonly (readonly [name: string, cell: Cell])[] = [
    ...some(
      ({ summary }) => summary?.solved,
      t('environments.batch.solved'),
      ({ summary }) => (summary?.solved ? <Share of={summary.solved} /> : NONE),
    ),
    ...passesIn(agents).map((k): (typeof columns)[number] => [
      t('environments.batch.pass', { k }),
      ({ summary }) => {
        const pass = summary?.passes.find((one) => one.k === k)
        return pass ? <Share of={pass.share} /> : NONE
      },
    ]),
    [
      t('environments.batch.mean'),
      ({ summary }) =>
        summary ? <Figure more={[interval(summary.mean)]}>{rounded(summary.mean.value)}</Figure> : NONE,
    ],
    ...some(
      ({ paired }) => paired,
      t('environments.batch.difference', { agent: nameOf(0) }),
      ({ paired: { difference, ...counts } = {} }) =>
        difference ? (
          <Figure more={[interval(difference), t('environments.batch.pairs', counts)]}>
            {rounded(difference.value)}
          </Figure>
        ) : (
          NONE
        ),
    ),
    [t('environments.batch.steps'), ({ summary }) => (summary ? rounded(summary.steps) : NONE)],
    [t('environments.batch.counted'), ({ counted }) => t('environments.batch.number', { value: counted })],
    ...(plan.attempts > 1
      ? ([
          [
            t('environments.batch.seeds'),
            ({ summary }) => t('environments.batch.number', { value: summary?.seeds ?? 0 }),
          ],
        ] satisfies (typeof columns)[number][])
      : []),
    [t('environments.batch.failed'), ({ failed }) => t('environments.batch.number', { value: failed })],
    ...some(
      ({ tokens }) => tokens,
      t('environments.batch.tokens'),
      ({ tokens }) => (tokens === undefined ? NONE : t('environments.batch.number', { value: tokens })),
    ),
    ...some(
      ({ cost }) => cost,
      t('environments.batch.cost'),
      ({ cost, currency = '' }) => (cost === undefined ? NONE : `${cost.toFixed(4)} ${currency}`.trim()),
    ),
    ...(['deviation', 'least', 'median', 'most'] as const).map(
      (name) =>
        [
          t(`environments.batch.${name}`),
          ({ summary }: Parameters<Cell>[0]) => (summary ? rounded(summary[name]) : NONE),
        ] as const,
    ),
  ]
  return (
    // Scrollable content must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <Stack
      fixed
      line="bottom"
      role="region"
      aria-label={t('environments.batch.summary')}
      className={styles['summary']}
      tabIndex={0}
    >
      <table aria-label={t('environments.batch.summary')}>
        <thead>
          <tr>
            <th scope="col">{t('environments.agent')}</th>
            {columns.map(([name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {agents.map((agent, i) => (
            <tr key={i}>
              <th scope="row">{nameOf(i)}</th>
              {columns.map(([name, cell]) => (
                <td key={name}>{cell(agent)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Stack>
  )
}

/** Figures per agent, including agents without a finished episode. */
function figuresOf(rows: Batch['rows'], count: number, entry: CatalogueEntry | undefined) {
  const bounds = boundsOf(entry, playedRows(rows))
  return Array.from({ length: count }, (_, agent) => {
    const own = rows.filter((row) => row.agent === agent)
    const counted = playedRows(own).length
    return {
      counted,
      failed: own.length - counted,
      summary: summarizeRows(own, entry),
      ...spentIn(own),
      paired: agent === 0 ? undefined : pairedDifference(rows, 0, agent, bounds),
    }
  })
}

/** All k for which some agent has pass@k. */
const passesIn = (agents: ReturnType<typeof figuresOf>): number[] =>
  [...new Set(agents.flatMap(({ summary }) => summary?.passes.map(({ k }) => k) ?? []))].toSorted(
    (a, b) => a - b,
  )

/** A share with its confidence interval, if there are enough seeds. */
function Share({ of }: { readonly of: Estimate }) {
  const t = useText()
  const more = Number.isFinite(of.low)
    ? t('environments.batch.percents', { ...of })
    : t('environments.batch.tooFew', { least: MIN_FOR_INTERVAL })
  return <Figure more={[more]}>{t('environments.batch.percent', { share: of.value })}</Figure>
}

/** Wraps long explanations, so that the figures beside them fit. */
const LINE = {
  display: 'block',
  minWidth: '14ch',
  maxWidth: '20ch',
  marginLeft: 'auto',
  textWrap: 'balance',
  whiteSpace: 'normal',
} as const

/** A figure with lines of explanation below it. */
const Figure = ({ more, children }: { readonly more: readonly string[]; readonly children: ReactNode }) => (
  <>
    {children}
    {more.map((line) => (
      <small key={line} style={LINE}>
        {line}
      </small>
    ))}
  </>
)
