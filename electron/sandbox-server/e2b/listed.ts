import { z } from 'zod'
import { isLive } from '#shared/sandbox/states.ts'
import { check } from '../api/input.ts'
import type { SandboxRecord } from '../lifecycle/record.ts'

/** The version of E2B's envd with the features that this server implements. */
const ENVD_VERSION = '0.6.4'

const MAX_PAGE = 100

const isPaused = ({ isPaused, state }: SandboxRecord): boolean => isPaused === true || !isLive(state)

/** A sandbox in a list. A stopped sandbox is reported as paused: clients can connect to it and find its files. */
export function listed(record: SandboxRecord) {
  const ends = isPaused(record)
    ? (record.deletes ?? Date.now() + YEAR_MS)
    : (record.deadline?.at ?? record.expires)
  return {
    sandboxID: record.id,
    templateID: record.image === 'local' ? 'base' : record.image,
    clientID: 'orrery',
    ...(record.name ? { alias: record.name } : {}),
    startedAt: new Date(record.started ?? record.created).toISOString(),
    endAt: new Date(ends).toISOString(),
    cpuCount: record.cpus,
    memoryMB: Math.round(record.memory / 1024 ** 2),
    diskSizeMB: Math.round(record.disk / 1024 ** 2),
    metadata: record.metadata ?? {},
    state: isPaused(record) ? 'paused' : 'running',
    envdVersion: ENVD_VERSION,
    allowInternetAccess: record.network !== 'none',
    lifecycle: {
      onTimeout: record.deadline?.action === 'delete' || !record.deadline ? 'kill' : 'pause',
      autoResume: false,
    },
  }
}

const YEAR_MS = 365 * 86_400_000

const query = z.object({
  metadata: z.string().optional(),
  state: z.string().optional(),
  startedAfter: z.iso.datetime().optional(),
  template: z.string().optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(MAX_PAGE),
  nextToken: z.string().optional(),
})

/** One page of sandboxes, newest first by default; `next` is set when more follow. @throws InvalidInput */
export function sandboxPage(records: readonly SandboxRecord[], given: Record<string, string>) {
  const wanted = check(query, 'query', given)
  const states = wanted.state?.split(',')
  const metadata = Object.entries(metadataOf(wanted.metadata))
  const way = wanted.order === 'asc' ? 1 : -1
  const fitting = records
    .filter(({ kind, state }) => kind === 'sandbox' && state !== 'deleted' && state !== 'pending')
    .map(listed)
    .filter((one) => !states || states.includes(one.state))
    .filter((one) => !wanted.template || [one.templateID].includes(wanted.template))
    .filter((one) => !wanted.startedAfter || one.startedAt > wanted.startedAfter)
    .filter((one) => metadata.every(([name, value]) => one.metadata[name] === value))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -way : way))
  const after = wanted.nextToken && Buffer.from(wanted.nextToken, 'base64url').toString()
  const rest = after ? fitting.filter((one) => (way > 0 ? keyOf(one) > after : keyOf(one) < after)) : fitting
  const items = rest.slice(0, wanted.limit)
  const last = items.at(-1)
  return {
    items,
    next: last && rest.length > items.length ? Buffer.from(keyOf(last)).toString('base64url') : undefined,
  }
}

const keyOf = ({ startedAt, sandboxID }: ReturnType<typeof listed>): string => `${startedAt} ${sandboxID}`

/** Form-encoded pairs whose names and values are encoded twice. */
function metadataOf(text = ''): Record<string, string> {
  const once = (word: string): string => {
    try {
      return decodeURIComponent(word)
    } catch {
      return word
    }
  }
  return Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [once(name), once(value)]))
}
