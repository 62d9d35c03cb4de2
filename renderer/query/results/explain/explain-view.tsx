import { useMemo } from 'react'
import { useText } from '../../../i18n/text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cellText, type Explain } from '../../run/result.ts'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from './explain.module.css'
import { stagesOf } from './stages.ts'

const TONES = { store: 'good', service: 'warning' } as const
/** Members that the stages already show. */
const SHOWN = new Set(['source', 'operators', 'pushdown', 'fallback', 'entity_call', 'steps'])

/** How the server goes about a query: the stages in order, who carries each out, and the limits in force. */
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
          <li key={`${index}-${name}`} data-place={place}>
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
          </li>
        ))}
      </Stack>
      {stages.some(({ place }) => place === 'unsaid') ? (
        <Text as="p" tone="quiet" small>
          {t('query.explain.unsaid')}
        </Text>
      ) : null}
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{cellText(value)}</dd>
          </div>
        ))}
      </dl>
      {call ? (
        <section>
          <h2>{t('query.explain.call')}</h2>
          <pre>{JSON.stringify(call, null, 2)}</pre>
        </section>
      ) : null}
    </Stack>
  )
}
