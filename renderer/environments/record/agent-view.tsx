import { useState } from 'react'
import { asText, type Episode, infoText, pathTo } from '#shared/environments/episode.ts'
import { useText } from '../../i18n/text.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from '../parts/panes.module.css'

/** One passage of the agent's input. */
export interface Passage {
  readonly text: string
  readonly spoken: boolean
}

/**
 * The history as built by the `concat` wrapper: every event with a newline, optionally actions in between,
 * the prefix in front and the current suffix once at the end (docs/gem.md#what-an-agent-sees).
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

/** Uses the parsed action instead of the raw one if the environment reports it. */
const spoken = (action: string, info: Readonly<Record<string, unknown>>): string =>
  typeof info['parsed_action'] === 'string' ? info['parsed_action'] : action

/** Shows what a model would currently be given. */
export function AgentView({ episode }: { readonly episode: Episode }) {
  const t = useText()
  const [withActions, setWithActions] = useState(true)
  const passages = passagesOf(episode, withActions)
  return (
    <>
      <Stack row wrap fixed pad={[1.5, 3]} line="bottom" tone="quiet" className={styles['bar']}>
        <Stack as="label" row gap={2}>
          <input
            type="checkbox"
            checked={withActions}
            onChange={(event) => setWithActions(event.target.checked)}
          />
          {t('environments.agent.withActions')}
        </Stack>
        <span>
          {t('environments.agent.length', {
            count: passages.reduce((sum, { text }) => sum + text.length, 0),
          })}
        </span>
        <CopyButton text={passages.map(({ text }) => text).join('')} />
      </Stack>
      {/* Scrollable content must be reachable by keyboard. */}
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
