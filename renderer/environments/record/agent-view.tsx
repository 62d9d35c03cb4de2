import { useState } from 'react'
import { asText, type Episode, infoText, pathTo } from '#shared/environments/episode.ts'
import { useText } from '../../i18n/text.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from '../parts/panes.module.css'

/** One stretch of what the agent reads. */
export interface Passage {
  readonly text: string
  readonly spoken: boolean
}

/**
 * The history as the `concat` wrapper builds it: every event with a newline, actions between them if wanted, prefix in
 * front and the current suffix at the end, once (docs/gem.md#what-an-agent-sees).
 */
export function passagesOf(episode: Episode, withActions: boolean): Passage[] {
  const path = pathTo(episode)
  const last = path.at(-1)
  const passages = path.flatMap((event): Passage[] => [
    ...(withActions && event.action !== null
      ? [{ text: `${spoken(event.action, event.info)}\n`, spoken: true }]
      : []),
    { text: `${asText(event.observation)}\n`, spoken: false },
  ])
  return [
    { text: infoText(last, 'prefix'), spoken: false },
    ...passages,
    { text: infoText(last, 'suffix'), spoken: false },
  ].filter(({ text }) => text !== '')
}

/** A parsed action stands for the raw one where the environment reports it. */
const spoken = (action: string, info: Readonly<Record<string, unknown>>): string =>
  typeof info['parsed_action'] === 'string' ? info['parsed_action'] : action

/** What a model would be shown now. */
export function AgentView({ episode }: { readonly episode: Episode }) {
  const t = useText()
  const [withActions, setWithActions] = useState(true)
  const passages = passagesOf(episode, withActions)
  return (
    <>
      <Stack row wrap fixed pad={[1.5, 3]} line="bottom" tone="quiet" className={styles['bar']}>
        <label>
          <input
            type="checkbox"
            checked={withActions}
            onChange={(event) => setWithActions(event.target.checked)}
          />
          {t('environments.agent.withActions')}
        </label>
        <span>
          {t('environments.agent.length', {
            count: passages.reduce((sum, { text }) => sum + text.length, 0),
          })}
        </span>
        <CopyButton text={passages.map(({ text }) => text).join('')} />
      </Stack>
      {/* It scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles['agent']} tabIndex={0} aria-label={t('environments.record.agent')}>
        {passages.map(({ text, spoken }, i) => (
          <span key={i} className={spoken ? styles['spoken'] : ''}>
            {text}
          </span>
        ))}
      </pre>
    </>
  )
}
