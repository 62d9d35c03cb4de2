import { useState } from 'react'
import type { Exchange } from '#shared/telemetry/answer.ts'
import { useText } from '../../../i18n/text.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { List } from '../../../ui/list.tsx'
import { Row } from '../../../ui/row.tsx'
import { Split } from '../../../ui/split.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { formatBytes, formatDuration } from '../format.ts'
import { VirtualLines } from '../virtual-lines.tsx'

/** Indents valid JSON; other text is unchanged. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 1)
  } catch {
    return text
  }
}

function OneExchange({ exchange }: { readonly exchange: Exchange }) {
  const t = useText()
  const { method, url, headers, body, status, milliseconds, bytes, text, cut } = exchange
  const answered = [status ?? t('query.request.none'), formatDuration(milliseconds), formatBytes(bytes)]
  return (
    <Stack grow>
      <Stack fixed gap={2} pad={[2, 3]} line="bottom">
        <Stack row gap={2} justify="space-between">
          <Text mono breaks>
            {method} {url}
          </Text>
          <CopyButton text={url} label={t('query.request.copy')} />
        </Stack>
        <Facts
          mono
          facts={[
            ...headers.map(({ name, value }) => [name, value] as const),
            ...(body === undefined ? [] : [[t('query.request.body'), body] as const]),
          ]}
        />
        <Text tone="quiet" small>
          {answered.join(' · ')}
          {cut ? ` · ${t('query.request.cut', { count: text.length })}` : ''}
        </Text>
      </Stack>
      <VirtualLines text={readable(text)} label={t('query.request.answer')} />
    </Stack>
  )
}

/** The requests sent to the endpoint, with their responses. */
export function ExchangesView({ exchanges }: { readonly exchanges: readonly Exchange[] }) {
  const t = useText()
  const [chosen, setChosen] = useState(0)
  const place = Math.min(chosen, exchanges.length - 1)
  const exchange = exchanges[place]
  return (
    <Split id="query-exchanges" direction="horizontal" first={24}>
      {[
        exchanges.length < 2 ? null : (
          <Stack key="all" grow scroll>
            <List
              label={t('query.view.request')}
              items={exchanges}
              keyOf={(one) => exchanges.indexOf(one)}
              current={place}
            >
              {(one, index) => (
                <Row
                  label={`${index + 1}. ${one.method} ${one.status ?? '–'}`}
                  note={`${formatDuration(one.milliseconds)} · ${formatBytes(one.bytes)}`}
                  selected={index === place}
                  onClick={() => setChosen(index)}
                />
              )}
            </List>
          </Stack>
        ),
        exchange ? <OneExchange key="one" exchange={exchange} /> : null,
      ]}
    </Split>
  )
}
