import { useEffect, useState } from 'react'
import type { TraceEntry } from '#shared/workbench/areas/trace.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { Facts } from '../../ui/facts.tsx'
import { workbench } from '../../app/workbench.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { Instant } from '../../ui/moment.tsx'
import { formatBytes, formatDuration } from '../results/format.ts'
import { VirtualLines } from '../results/virtual-lines.tsx'
import { shownRun, useRuns } from '../run/run-store.ts'
import type { Run } from '../run/run.ts'
import { activeTab, useTabs } from '../tabs/tabs-store.ts'
import styles from './inspector.module.css'

/** A message on the wire, indented. */
interface WireMessage {
  readonly text: string
  /** Bytes of the message as sent. */
  readonly bytes: number
  /** Unix milliseconds. */
  readonly at: number
  readonly rpcId: string | number | undefined
}

interface Exchange {
  readonly request: WireMessage
  readonly response: WireMessage | undefined
  /** Time from request to answer, measured by the core. */
  readonly milliseconds: number | undefined
}

/** How many of the latest messages are searched for the run's request. */
const MAX_SEARCHED_ENTRIES = 2000
/**
 * Tolerance in milliseconds: the clocks of page and core may differ slightly, and a request waits for a
 * starting server.
 */
const CLOCK_TOLERANCE_MS = 50

/** Whether a message is the tool call of a run. */
function isCallOf(run: Run, message: unknown): boolean {
  const params = (message as { params?: { arguments?: { query?: unknown } } } | null)?.params
  return params?.arguments?.query === run.request.text
}

async function read(
  connection: string,
  sequence: number,
): Promise<{ message: unknown; entry: TraceEntry; wire: WireMessage }> {
  const { message, entry } = await workbench.call('trace.read', { connection, sequence })
  const text = JSON.stringify(message, null, 2)
  return { message, entry, wire: { text, bytes: entry.bytes, at: entry.at, rpcId: entry.rpcId } }
}

/** Sequence number of a run's unanswered request: the latest matching call. */
async function findRequest(run: Run): Promise<number | undefined> {
  const { connection } = run.request
  const { entries } = await workbench.call('trace.list', { connection, limit: MAX_SEARCHED_ENTRIES })
  const after = run.startedAt - CLOCK_TOLERANCE_MS
  const calls = entries.filter(
    ({ kind, method, at }) => kind === 'request' && method === 'tools/call' && at >= after,
  )
  for (const { sequence } of calls.toReversed()) {
    if (isCallOf(run, (await read(connection, sequence)).message)) return sequence
  }
  return undefined
}

/** The messages of a run; `undefined` if none was sent (yet). */
async function readExchange(run: Run): Promise<Exchange | undefined> {
  const { connection } = run.request
  const sequence = 'sequence' in run.state ? run.state.sequence : await findRequest(run)
  if (sequence === undefined) return undefined
  const request = await read(connection, sequence)
  const { pair } = request.entry
  const response = pair === undefined ? undefined : await read(connection, pair)
  return { request: request.wire, response: response?.wire, milliseconds: response?.entry.milliseconds }
}

/** The messages of the shown run, read when it starts and when it ends. */
function useExchange(): Exchange | WorkbenchError | undefined {
  const tab = useTabs((state) => state.active)
  const run = useRuns((state) => shownRun(state, tab))
  const [state, setState] = useState<{ run: string; value: Exchange | WorkbenchError | undefined }>()
  const over = run?.milliseconds !== undefined
  useEffect(() => {
    if (!run) return
    let current = true
    readExchange(run).then(
      (value) => {
        if (current) setState({ run: run.id, value })
      },
      (error: unknown) => {
        if (current && error instanceof WorkbenchError) setState({ run: run.id, value: error })
      },
    )
    return () => {
      current = false
    }
  }, [run?.id, over]) // oxlint-disable-line react/exhaustive-deps -- the run's messages change only when it ends
  return run && state?.run === run.id ? state.value : undefined
}

function Message({ message, title }: { readonly message: WireMessage; readonly title: string }) {
  const t = useText()
  return (
    <Stack as="section" grow line="bottom" className={styles['message']}>
      <Stack as="header" row fixed gap={2} line="bottom" ground="ground">
        <h2>{title}</h2>
        <Badge>{formatBytes(message.bytes)}</Badge>
        <Text tone="quiet" small mono>
          <Instant at={message.at} />
        </Text>
        <CopyButton text={message.text} label={t('query.inspector.copy', { title })} />
      </Stack>
      <VirtualLines text={message.text} label={title} json />
    </Stack>
  )
}

/** The raw JSON-RPC messages of a run with sizes and times. */
export function InspectorPanel() {
  const t = useText()
  const tab = useTabs(activeTab)
  const run = useRuns((state) => shownRun(state, tab.id))
  const exchange = useExchange()
  if (!run) return <EmptyState title={t('query.inspector.none')} hint={t('query.inspector.noneHint')} />
  if (exchange instanceof WorkbenchError) {
    return <EmptyState reason="failed" title={exchange.message} hint={exchange.hint ?? ''} />
  }
  if (!exchange) return <EmptyState reason="busy" title={t('query.inspector.waiting')} />
  const { request, response, milliseconds } = exchange
  return (
    <Stack grow>
      <Stack fixed pad={[2, 3]} line="bottom">
        <Facts
          across
          mono
          facts={[
            [t('query.inspector.wire'), milliseconds === undefined ? '…' : formatDuration(milliseconds)],
            [
              t('query.inspector.page'),
              run.milliseconds === undefined ? '…' : formatDuration(run.milliseconds),
            ],
            [t('query.inspector.id'), String(request.rpcId ?? '')],
          ]}
        />
      </Stack>
      <Message message={request} title={t('query.inspector.request')} />
      {response ? (
        <Message message={response} title={t('query.inspector.response')} />
      ) : (
        <Text as="p" tone="quiet" pad={3}>
          {t('query.inspector.unanswered')}
        </Text>
      )}
    </Stack>
  )
}
