import { useMemo } from 'react'
import { Facts } from '../../../ui/facts.tsx'
import { useText } from '../../../i18n/text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { cellText, type Explain } from '../../../spl/result.ts'
import styles from './explain.module.css'

/** Where a stage runs: in the store, in the service, or not stated by the planner. */
type Place = 'store' | 'service' | 'unsaid'

/** One step of a plan. */
interface Stage {
  readonly name: string
  readonly place: Place
  /** The planner's notes from `pushdown` and `fallback`. */
  readonly notes: readonly string[]
}

/** The stage a planner's note refers to; `source` is the first. */
function stageOfNote(note: string, operators: readonly string[]): string {
  if (note === 'entity_search' || note === 'snapshot_filter') return 'source'
  if (note.startsWith('graph_call:') || note.endsWith('graph_call') || note.endsWith('controlled_cypher')) {
    return operators.find((operator) => operator.startsWith('graph-call')) ?? 'source'
  }
  if (note === 'graph_match') return 'graph-match'
  const application = /^application_(\w+)$/.exec(note)?.[1]
  if (application === 'filter') return operators.find((operator) => operator === 'where') ?? 'source'
  if (application !== undefined && operators.includes(application)) return application
  return operators.find((operator) => note.includes(operator)) ?? 'source'
}

/** Lists the plan's stages from the source on, with the planner's notes. */
export function stagesOf(explain: Explain): Stage[] {
  const operators = explain.operators ?? []
  const notes = [
    ...(explain.pushdown ?? []).map((note) => ({ note, place: 'store' as const })),
    ...(explain.fallback ?? []).map((note) => ({ note, place: 'service' as const })),
  ].map((each) => ({ ...each, stage: stageOfNote(each.note, operators) }))
  const make = (name: string, key: string): Stage => {
    const own = notes.filter(({ stage }) => stage === key)
    const place = own.some((each) => each.place === 'service')
      ? 'service'
      : own.length > 0
        ? 'store'
        : 'unsaid'
    return { name, place, notes: own.map(({ note }) => note) }
  }
  return [make(explain.source ?? '', 'source'), ...operators.map((operator) => make(operator, operator))]
}

const TONES = { store: 'good', service: 'warning' } as const
/** Members already shown by the stages. */
const SHOWN = new Set(['source', 'operators', 'pushdown', 'fallback', 'entity_call', 'steps'])

/** How the server executes a query: its stages, where each runs, and the effective limits. */
export function ExplainView({ explain }: { readonly explain: Explain }) {
  const t = useText()
  const stages = useMemo(() => stagesOf(explain), [explain])
  const facts = Object.entries(explain).filter(([name, value]) => !SHOWN.has(name) && value !== undefined)
  const call = explain.entity_call
  return (
    // Scrollable text must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <Stack
      gap={4}
      grow
      scroll
      pad={[3, 4]}
      className={styles['explain']}
      tabIndex={0}
      role="region"
      aria-label={t('query.view.explain')}
    >
      <Stack as="ol" className={styles['stages']} aria-label={t('query.explain.stages')}>
        {stages.map(({ name, place, notes }, index) => (
          <Stack as="li" key={`${index}-${name}`} row wrap data-place={place}>
            <code>{index === 0 ? name : `| ${name}`}</code>
            {place === 'unsaid' ? null : <Badge tone={TONES[place]}>{t(`query.explain.${place}`)}</Badge>}
            {notes.map((note) => (
              <Text key={note} tone="quiet" small mono>
                {note}
              </Text>
            ))}
            {name.endsWith('cypher') && explain.steps ? (
              <ol className={styles['steps']} aria-label={t('query.explain.steps')}>
                {explain.steps.map((step, place) => (
                  <li key={place}>
                    <code>{step.operator}</code> {step.details}
                  </li>
                ))}
              </ol>
            ) : null}
          </Stack>
        ))}
      </Stack>
      {stages.some(({ place }) => place === 'unsaid') ? (
        <Text as="p" tone="quiet" small>
          {t('query.explain.unsaid')}
        </Text>
      ) : null}
      <Facts across mono facts={facts.map(([name, value]) => [name, cellText(value)])} />
      {call ? (
        <section>
          <h2>{t('query.explain.call')}</h2>
          <pre>{JSON.stringify(call, null, 2)}</pre>
        </section>
      ) : null}
    </Stack>
  )
}
