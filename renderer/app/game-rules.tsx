import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { translateServerText, useText } from '../i18n/text.ts'
import { Stack } from '../ui/stack.tsx'
import styles from './game-rules.module.css'

/** What all environments of a family have in common. */
export type GameRules = Pick<CatalogueEntry, 'action' | 'ends' | 'notes'>

/** The rules of an environment: what an action is, what ends an episode, and notes. */
export function GameRulesView({ rules: { action, ends, notes } }: { readonly rules: GameRules }) {
  const t = useText()
  return (
    <Stack gap={1.5} className={styles['rules']}>
      <h3>{t('environments.entry.action')}</h3>
      <p>{translateServerText(action.words)}</p>
      <p>
        {action.examples.map((example) => (
          <code key={example}>{example} </code>
        ))}
      </p>
      <details>
        <summary>{t('environments.entry.pattern')}</summary>
        <code>{action.pattern}</code>
      </details>
      <RuleList title={t('environments.entry.ends')} lines={ends} />
      <RuleList title={t('environments.entry.notes')} lines={notes} />
    </Stack>
  )
}

function RuleList({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{translateServerText(line)}</li>
        ))}
      </ul>
    </>
  )
}
