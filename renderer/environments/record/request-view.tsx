import { applyEdits, format } from 'jsonc-parser'
import { exchangeSchema } from '#shared/environments/exchange.ts'
import { type Episode, eventOf } from '#shared/environments/episode.ts'
import type { Play } from '#shared/environments/play.ts'
import { Text } from '../../ui/text.tsx'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { curlOf, pythonOf } from '../report/curl.ts'
import { formatLatency } from '../parts/format.ts'
import styles from '../parts/panes.module.css'

interface RequestViewProps {
  readonly episode: Episode
  readonly play: Play
}

/** The raw request and response of the shown event or failure. */
export function RequestView({ episode, play }: RequestViewProps) {
  const t = useText()
  const failed = exchangeSchema.safeParse(play.failure?.details)
  const exchange = failed.success ? failed.data : eventOf(episode).exchange
  if (!exchange) {
    return (
      <Text as="p" tone="faint" pad={3}>
        {t('environments.request.none')}
      </Text>
    )
  }
  const {
    method,
    url,
    status,
    milliseconds,
    request,
    response,
    responseText,
    requestHeaders,
    responseHeaders,
  } = exchange
  return (
    <>
      <Stack row wrap fixed pad={[1.5, 3]} line="bottom" tone="quiet" className={styles['bar']}>
        <Badge tone={status >= 200 && status < 300 && !failed.success ? 'good' : 'bad'}>
          {status === 0 ? t('environments.request.noAnswer') : t('environments.request.status', { status })}
        </Badge>
        <code>
          {method} {url}
        </code>
        <span>{formatLatency(milliseconds)}</span>
        <Stack as="span" row>
          {t('environments.request.curlName')}{' '}
          <CopyButton label={t('environments.request.curl')} text={curlOf(exchange)} />
          {t('environments.request.pythonName')}{' '}
          <CopyButton label={t('environments.request.python')} text={pythonOf(exchange)} />
        </Stack>
      </Stack>
      <div className={styles['raw']}>
        <Side title={t('environments.request.request')} headers={requestHeaders} body={request} />
        <Side
          title={t('environments.request.response')}
          headers={responseHeaders}
          body={response}
          text={responseText}
        />
      </div>
    </>
  )
}

/** Indents JSON, preserving the spelling of numbers. */
const indented = (json: string): string =>
  applyEdits(json, format(json, undefined, { insertSpaces: true, tabSize: 2 }))

interface SideProps {
  readonly title: string
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly body: unknown
  /** The raw body, if it has more information. */
  readonly text?: string | undefined
}

function Side({ title, headers, body, text }: SideProps) {
  const shown = typeof body === 'string' ? body : text ? indented(text) : JSON.stringify(body, null, 2)
  const head = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}\n`)
  return (
    <Stack as="section" aria-label={title}>
      <h2>{title}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={title}>
        {head.length > 0 ? <Text tone="faint">{`${head.join('')}\n`}</Text> : null}
        {shown}
      </pre>
    </Stack>
  )
}
