import type { ReactNode } from 'react'
import { Facts } from '../../../ui/facts.tsx'
import { kindName } from '../../../graph/scene/kind-name.ts'
import { type MessageKey, translateServerSentence, useText } from '../../../i18n/text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { cellText } from '../../../spl/result.ts'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import type { Plan } from '../../../spl/plan.ts'
import styles from './plan.module.css'

const ROLES: Readonly<Record<string, MessageKey>> = {
  data_set: 'query.plan.dataSet',
  data_link: 'query.plan.dataLink',
  storage: 'query.plan.storage',
  storage_link: 'query.plan.storageLink',
}

const LANGUAGES: Readonly<Record<string, string>> = {
  promql: 'PromQL',
  elasticsearch: 'Elasticsearch DSL',
  sql: 'SQL',
  json: 'JSON',
}

/** A query plan for another system: what it queries, where, and the text to copy. */
export function PlanView({ plan, runs }: { readonly plan: Plan; readonly runs: ReactNode }) {
  const t = useText()
  return (
    // Scrollable text must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <Stack
      gap={3}
      grow
      scroll
      pad={[3, 4]}
      className={styles['plan']}
      tabIndex={0}
      role="region"
      aria-label={t('query.view.plan')}
    >
      <Stack as="header" row align="baseline" gap={2.5}>
        <h2>{plan.operation}</h2>
        <Badge>{plan.version}</Badge>
        <Text as="p" tone="quiet">
          {translateServerSentence(plan.description) ?? plan.description}
        </Text>
      </Stack>
      {runs}
      <ol className={styles['sources']} aria-label={t('query.plan.sources')}>
        {plan.sources.map(({ role, name, kind, value }) => (
          <Stack as="li" key={role} align="start" gap={1} pad={[2, 2.5]} ground="ground">
            <Text tone="quiet" small>
              {t(ROLES[role] ?? 'query.plan.dataSet')}
            </Text>
            <Text as="strong" strong mono breaks>
              {name}
            </Text>
            {kind === '' ? null : (
              <Badge tone="accent" title={kind}>
                {kindName(kind)}
              </Badge>
            )}
            {value === null ? null : (
              <details>
                <summary>{t('query.plan.settings')}</summary>
                <pre>{JSON.stringify(value, null, 2)}</pre>
              </details>
            )}
          </Stack>
        ))}
      </ol>
      {plan.texts.map(({ title, language, text }) => (
        <section key={`${title}-${language}`} className={styles['text']}>
          <Stack as="header" row gap={2} line="bottom" ground="ground">
            <h3>{title}</h3>
            <Badge>{LANGUAGES[language]}</Badge>
            <CopyButton text={text} label={t('query.plan.copy', { language: LANGUAGES[language] })} />
          </Stack>
          <pre>{text}</pre>
        </section>
      ))}
      {Object.keys(plan.parameters).length > 0 ? (
        <Facts
          across
          mono
          label={t('query.plan.parameters')}
          facts={Object.entries(plan.parameters).map(([name, value]) => [name, cellText(value)])}
        />
      ) : null}
    </Stack>
  )
}
