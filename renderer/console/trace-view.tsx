import { Download, Play, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { HttpExchange, TraceEntry } from '#shared/workbench/areas/trace.ts'
import { saveFile } from '../app/save-file.ts'
import { workbench } from '../app/workbench.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/facts.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Select, SearchInput } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Split } from '../ui/split.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { Toolbar, ToolbarSpace } from '../ui/toolbar.tsx'
import { useVirtualRows } from '../ui/virtual-rows.ts'
import { useConsole } from './parts/console-store.ts'
import { JsonBox, TextContent } from './content/content-block.tsx'
import styles from './parts/console.module.css'
import { foldPings, PingsRow, runKey, type TraceLine, TraceHeads, TraceRow } from './trace-list.tsx'

/** Debounce in milliseconds before message bodies are searched. */
const PAUSE_MS = 200

/** An update of an entry (its counterpart was found) replaces the earlier version. */
function merge(before: readonly TraceEntry[], fresh: readonly TraceEntry[]): TraceEntry[] {
  const bySequence = new Map(before.map((entry) => [entry.sequence, entry]))
  for (const entry of fresh) bySequence.set(entry.sequence, entry)
  return [...bySequence.values()].sort((a, b) => a.sequence - b.sequence)
}

const NOTHING: Pick<Found, 'entries' | 'dropped'> = { entries: [], dropped: 0 }

interface Found {
  /** The connection and search text of the entries. */
  readonly connection: string
  readonly search: string
  readonly entries: readonly TraceEntry[]
  readonly dropped: number
}

/** A search is repeated instead, since only the core has the bodies. */
function grown(
  before: Found | undefined,
  connection: string,
  added: readonly TraceEntry[],
): Found | undefined {
  if (before?.connection !== connection || before.search !== '') return before
  return { ...before, entries: merge(before.entries, added) }
}

/**
 * Returns a connection's trace as it grows; with a search text, only matching messages. `searching` while the
 * entries are of an earlier text; outdated answers are discarded.
 */
function useTrace(connection: string, search: string) {
  const [state, setState] = useState<Found>()
  const lastRequest = useRef(0)
  /** Answers to this query or earlier ones are outdated. */
  const past = useRef(0)
  const load = useCallback(async () => {
    const question = ++lastRequest.current
    const found = await workbench.call('trace.list', {
      connection,
      limit: 5000,
      ...(search ? { search } : {}),
    })
    if (question <= past.current) return
    past.current = question
    setState({ connection, search, ...found })
  }, [connection, search])

  useEffect(() => {
    const timer = setTimeout(() => void load(), search ? PAUSE_MS : 0)
    const forget = workbench.on('trace.added', (added) => {
      if (added.connection !== connection) return
      if (search) void load()
      else setState((before) => grown(before, connection, added.entries))
    })
    return () => {
      past.current = lastRequest.current
      clearTimeout(timer)
      forget()
    }
  }, [connection, search, load])

  const clear = useCallback(() => {
    void workbench.call('trace.clear', { connection }).then(load)
  }, [connection, load])
  const { entries, dropped } = state?.connection === connection ? state : NOTHING
  return { entries, dropped, searching: state?.connection !== connection || state.search !== search, clear }
}

/** Height of a row in px. */
const ROW = 24

const KINDS = ['all', 'noPings', 'request', 'response', 'error', 'notification', 'http'] as const

/** An HTTP request with its headers, collapsed unless it failed. */
function Exchange({ exchange }: { readonly exchange: HttpExchange }) {
  const t = useText()
  const { method, url, request, status, response = [], body, failure, milliseconds } = exchange
  return (
    <details open={status === undefined || status >= 400}>
      <summary>
        <code>
          {method} {url}
        </code>{' '}
        <strong>{status ?? failure}</strong>{' '}
        <Text tone="quiet">{t('console.trace.milliseconds', { milliseconds })}</Text>
      </summary>
      <Stack gap={2} pad={[2, 0]}>
        <h3>{t('console.trace.requestHeaders')}</h3>
        <Facts lined small facts={request} />
        {response.length > 0 ? (
          <>
            <h3>{t('console.trace.responseHeaders')}</h3>
            <Facts lined small facts={response} />
          </>
        ) : null}
        {body === undefined ? null : <TextContent text={body} label={t('console.trace.body')} />}
      </Stack>
    </details>
  )
}

interface TraceDetailProps {
  readonly connection: string
  readonly entry: TraceEntry
  onSelect(sequence: number): void
}

function TraceDetail({ connection, entry, onSelect }: TraceDetailProps) {
  const t = useText()
  const [read, setRead] = useState<{ message?: unknown; http: readonly HttpExchange[] }>()
  useEffect(() => {
    let current = true
    workbench.call('trace.read', { connection, sequence: entry.sequence }).then(
      (whole) => current && setRead(whole),
      (error: unknown) => current && setRead({ message: { unreadable: String(error) }, http: [] }),
    )
    return () => {
      current = false
    }
  }, [connection, entry.sequence, entry.status])
  const replay = (): void => {
    if (!read) return
    const { method, params } = read.message as { method: string; params?: Record<string, unknown> }
    useConsole.setState({
      replay: { method, params: params ?? {} },
      tab: method === 'tools/call' ? 'tools' : 'trace',
    })
    if (method !== 'tools/call')
      void workbench.call('console.request', { connection, method, params: params ?? {} })
  }
  return (
    <Stack gap={3} grow scroll pad={[3, 4]} className={styles['detail']}>
      <Stack row gap={2} wrap>
        <h2>{entry.method}</h2>
        {entry.direction === 'out' && entry.kind === 'request' && entry.method !== 'initialize' ? (
          <Button onClick={replay} reason={read === undefined ? t('ui.wait') : undefined}>
            <Play size={13} aria-hidden />
            {t('console.trace.replay')}
          </Button>
        ) : null}
        {entry.pair === undefined ? null : (
          <Button tone="quiet" onClick={() => entry.pair !== undefined && onSelect(entry.pair)}>
            {t(entry.kind === 'request' ? 'console.trace.answer' : 'console.trace.request')}
          </Button>
        )}
      </Stack>
      {read === undefined ? <p>{t('ui.loading')}</p> : null}
      {read?.http.map((exchange, place) => (
        <Exchange key={place} exchange={exchange} />
      ))}
      {read?.message === undefined ? null : (
        <JsonBox value={read.message} label={t('console.trace.message')} />
      )}
    </Stack>
  )
}

async function exportTrace(connection: string, entries: readonly TraceEntry[]): Promise<void> {
  const messages = await Promise.all(
    entries.map(({ sequence }) =>
      workbench.call('trace.read', { connection, sequence }).catch(() => undefined),
    ),
  )
  const lines = messages.flatMap((read) =>
    read ? [JSON.stringify({ ...read.entry, message: read.message, http: read.http })] : [],
  )
  saveFile(
    `trace-${connection.replaceAll(/\W+/g, '-')}.jsonl`,
    `${lines.join('\n')}\n`,
    'application/x-ndjson',
  )
}

/** Why no message is shown. */
function emptyReason(searching: boolean, narrowed: boolean) {
  if (searching) return 'ui.loading'
  return narrowed ? 'console.trace.noMatch' : 'console.trace.empty'
}

/** All messages on the wire, in both directions. */
export function TraceView({ connection }: { readonly connection: string }) {
  const t = useText()
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState<(typeof KINDS)[number]>('all')
  const { entries, dropped, searching, clear } = useTrace(connection, search)
  const shown = useMemo(
    () =>
      entries.filter((entry) =>
        kind === 'noPings' ? entry.method !== 'ping' : kind === 'all' || entry.kind === kind,
      ),
    [entries, kind],
  )
  const [chosen, setChosen] = useState<number>()
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  // A search shows each message that it found.
  const lines = useMemo(
    (): readonly TraceLine[] => (search === '' ? foldPings(shown, open) : shown.map((entry) => ({ entry }))),
    [shown, open, search],
  )
  const selected =
    shown.find((entry) => entry.sequence === chosen) ??
    lines.findLast((line) => line.run === undefined)?.entry ??
    shown.at(-1)
  const toggle = (key: number): void => {
    // What is shown stays, and the list no longer follows its end.
    setChosen(selected?.sequence)
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(key)) after.add(key)
      return after
    })
  }
  const { scroller, rows, frame, scrollTo } = useVirtualRows({
    count: lines.length,
    height: ROW,
    head: ROW,
  })
  useEffect(() => {
    if (chosen === undefined && lines.length > 0) scrollTo(lines.length - 1)
  }, [lines.length, chosen, scrollTo])
  return (
    <>
      <Toolbar label={t('console.tab.trace')}>
        <SearchInput label={t('console.trace.search')} value={search} onSearch={setSearch} />
        <Select
          aria-label={t('console.trace.kind')}
          value={kind}
          onChange={(event) => setKind(KINDS.find((name) => name === event.target.value) ?? 'all')}
        >
          {KINDS.map((name) => (
            <option key={name} value={name}>
              {t(`console.kind.${name}`)}
            </option>
          ))}
        </Select>
        <Text tone="quiet">
          {[
            shown.length < entries.length && t('ui.shown', { shown: shown.length, total: entries.length }),
            dropped > 0 && t('console.trace.dropped', { count: dropped }),
          ]
            .filter(Boolean)
            .join(' — ')}
        </Text>
        <ToolbarSpace />
        <IconButton
          label={t('console.trace.export')}
          icon={Download}
          reason={searching ? t('ui.wait') : shown.length === 0 ? t('ui.none.rows') : undefined}
          onClick={() => void exportTrace(connection, shown)}
        />
        <IconButton label={t('console.trace.clear')} icon={Trash2} onClick={clear} />
      </Toolbar>
      {shown.length === 0 ? (
        <EmptyState title={t(emptyReason(searching, search !== '' || kind !== 'all'))} />
      ) : (
        <Split id="console-trace" direction="horizontal" first={52}>
          <Stack
            grow
            scroll
            ref={scroller}
            role="group"
            aria-label={t('console.trace.messages')}
            aria-busy={searching}
            className={styles['trace']}
          >
            <TraceHeads />
            <div style={frame}>
              {rows.map((row) => {
                const line = lines[row.index]
                if (!line) return null
                const key = line.run ? `run ${runKey(line.run)}` : line.entry.sequence
                return (
                  <div key={key} style={{ ...row.place, height: row.size }}>
                    {line.run ? (
                      <PingsRow {...line} onToggle={() => toggle(runKey(line.run))} />
                    ) : (
                      <TraceRow
                        entry={line.entry}
                        selected={line.entry.sequence === selected?.sequence}
                        onSelect={() => setChosen(line.entry.sequence)}
                      />
                    )}
                  </div>
                )
              })}
            </div>
          </Stack>
          {selected ? (
            <TraceDetail
              key={selected.sequence}
              connection={connection}
              entry={selected}
              onSelect={setChosen}
            />
          ) : (
            <div />
          )}
        </Split>
      )}
    </>
  )
}
