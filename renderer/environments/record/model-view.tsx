import { type Episode, eventOf, pathTo } from '#shared/environments/episode.ts'
import { messagesUpTo } from '#shared/environments/model-call.ts'
import { Text } from '../../ui/text.tsx'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { formatLatency } from '../parts/format.ts'
import { ModelUsage } from '../parts/model-usage.tsx'
import styles from '../parts/panes.module.css'

/** Finish reasons of a complete reply. */
const ENDS = new Set(['stop', 'tool_calls'])

/** The prompt, reasoning, reply and usage of the model call that chose this action. */
export function ModelView({ episode }: { readonly episode: Episode }) {
  const t = useText()
  const { model } = eventOf(episode)
  if (!model) {
    return (
      <Text as="p" tone="faint" pad={3}>
        {t('environments.model.none')}
      </Text>
    )
  }
  const messages = messagesUpTo(pathTo(episode))
  const { retries, firstWord, milliseconds, finish } = model
  return (
    <>
      <Stack row wrap fixed pad={[1.5, 3]} line="bottom" tone="quiet" className={styles['bar']}>
        <strong>{model.endpoint}</strong>
        {model.endpoint === model.model ? null : <span>{model.model}</span>}
        <span>{t('environments.model.took', { time: formatLatency(milliseconds) })}</span>
        {firstWord === undefined ? null : (
          <span>{t('environments.model.first', { time: formatLatency(firstWord) })}</span>
        )}
        <ModelUsage call={model} />
        {retries ? (
          <Badge tone="warning">
            <span
              title={retries.map(({ status, wait }) => `${status || '–'}: ${formatLatency(wait)}`).join(', ')}
            >
              {t('environments.model.retries', { count: retries.length })}
            </span>
          </Badge>
        ) : null}
        {finish && !ENDS.has(finish) ? <Badge tone="warning">{finish}</Badge> : null}
        <CopyButton
          label={t('environments.model.copy')}
          text={JSON.stringify([...messages, { role: 'assistant', content: model.reply }], null, 2)}
        />
      </Stack>
      {/* Scrollable content must be reachable by keyboard. */}
      <Stack
        grow
        scroll
        pad={[1, 3]}
        className={styles['messages']}
        tabIndex={0}
        aria-label={t('environments.record.model')}
      >
        {messages.map(({ role, content, toolCalls }, i) => (
          <Message
            key={i}
            role={role}
            text={content || (toolCalls ?? []).map((call) => call.arguments).join('\n')}
          />
        ))}
        {model.reasoning ? <Message role={t('environments.model.reasoning')} text={model.reasoning} /> : null}
        {model.reply ? <Message role={t('environments.model.reply')} text={model.reply} isReply /> : null}
        {(model.toolCalls ?? []).map((call) => (
          <Message key={call.id} role={call.name} text={call.arguments} isReply />
        ))}
      </Stack>
    </>
  )
}

interface MessageProps {
  readonly role: string
  readonly text: string
  readonly isReply?: boolean
}

const Message = ({ role, text, isReply = false }: MessageProps) => (
  <section data-reply={isReply}>
    <h3>{role}</h3>
    <pre>{text}</pre>
  </section>
)
