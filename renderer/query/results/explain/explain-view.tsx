import { useMemo } from 'react'
import { useText } from '../../../i18n/text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cellText, type Explain } from '../../run/result.ts'
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
    <div className={styles['explain']} tabIndex={0} role="region" aria-label={t('query.view.explain')}>
      <ol className={styles['stages']} aria-label={t('query.explain.stages')}>
        {stages.map(({ name, place, notes }, index) => (
          <li key={`${index}-${name}`} data-place={place}>
            <code>{index === 0 ? name : `| ${name}`}</code>
            {place === 'unsaid' ? null : <Badge tone={TONES[place]}>{t(`query.explain.${place}`)}</Badge>}
            {notes.map((note) => (
              <span key={note} className={styles['note']}>
                {note}
              </span>
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
      </ol>
      {stages.some(({ place }) => place === 'unsaid') ? (
        <p className={styles['legend']}>{t('query.explain.unsaid')}</p>
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
    </div>
  )
}
