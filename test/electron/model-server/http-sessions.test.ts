import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Json } from '#shared/model/json.ts'
import type { Key } from '../../../electron/node/access/keys.ts'
import {
  type EventStream,
  HttpSessions,
} from '../../../electron/model-server/mcp/transports/http-sessions.ts'

const IDLE_MS = 60_000
const MAX_SESSIONS = 1000

let sessions: HttpSessions
beforeEach(() => {
  vi.useFakeTimers()
  sessions = new HttpSessions(IDLE_MS)
})
afterEach(() => {
  sessions.close()
  vi.useRealTimers()
})

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

/** A client's request in its session. */
function use(id: string, message: Json = LIST): void {
  const one = sessions.find(id)
  if (!one) throw new Error('the session is over')
  sessions.received(one, message)
}

const create = (count: number): string[] =>
  Array.from({ length: count }, () => sessions.create()?.id).filter((id) => id !== undefined)

it('a live session is not ended for new ones, however many are opened', () => {
  const [live = ''] = create(1)
  use(live)
  expect(create(2 * MAX_SESSIONS)).toHaveLength(MAX_SESSIONS - 1)
  expect(sessions.find(live)).toBeDefined()
})

it('those that were opened for nothing make room, the oldest first, but not at once', () => {
  const ids = create(MAX_SESSIONS)
  const [oldest = '', second = ''] = ids
  expect(sessions.create()).toBeUndefined()
  use(second)
  vi.advanceTimersByTime(11_000)
  expect(create(1)).toHaveLength(1)
  expect(sessions.find(oldest)).toBeUndefined()
  expect(create(MAX_SESSIONS)).toHaveLength(MAX_SESSIONS - 2)
  expect(sessions.find(second)).toBeDefined()
})

it.each<[string, Json, number]>([
  ['nothing but the handshake', { jsonrpc: '2.0', method: 'notifications/initialized' }, MAX_SESSIONS],
  ['nothing but the handshake, in a batch', [{ method: 'notifications/initialized' }], MAX_SESSIONS],
  ['a ping', { jsonrpc: '2.0', id: 1, method: 'ping' }, 0],
  ['a request in a batch', [{ method: 'notifications/initialized' }, LIST], 0],
  ['an answer', { jsonrpc: '2.0', id: 1, result: {} }, 0],
])('of sessions that received %s newcomers get a place: %#', (_, message, places) => {
  for (const id of create(MAX_SESSIONS)) use(id, message)
  expect(create(1)).toHaveLength(0)
  vi.advanceTimersByTime(11_000)
  expect(create(2 * MAX_SESSIONS)).toHaveLength(places)
})

it('a session with an open stream is kept, whatever it received', () => {
  const [listening = ''] = create(MAX_SESSIONS)
  const one = sessions.find(listening)
  if (one) one.stream = { end: () => undefined } as EventStream
  vi.advanceTimersByTime(11_000)
  expect(create(2 * MAX_SESSIONS)).toHaveLength(MAX_SESSIONS - 1)
  expect(sessions.find(listening)).toBeDefined()
})

it('a session is not idle while a request of it runs', () => {
  const [busy = ''] = create(1)
  const session = sessions.find(busy)?.session
  session?.begin(1)
  vi.advanceTimersByTime(2 * IDLE_MS)
  expect(sessions.size).toBe(1)
  session?.finish(1)
  vi.advanceTimersByTime(IDLE_MS)
  expect(sessions.size).toBe(0)
})

it.each([
  ['forward', 365 * 24 * 3_600_000],
  ['back', -365 * 24 * 3_600_000],
])('a clock that is set %s a year ends no live session and keeps no idle one', (_, jump) => {
  const [live = '', idle = ''] = create(2)
  vi.setSystemTime(Date.now() + jump)
  for (let past = 0; past < 2 * IDLE_MS; past += IDLE_MS * 0.75) {
    vi.advanceTimersByTime(IDLE_MS * 0.75)
    expect(sessions.find(live)).toBeDefined()
  }
  expect(sessions.size).toBe(1)
  expect(sessions.find(idle)).toBeUndefined()
})

it('idle sessions make room, used or not', () => {
  for (const id of create(MAX_SESSIONS)) use(id)
  vi.advanceTimersByTime(IDLE_MS / 2)
  expect(sessions.create()).toBeUndefined()
  vi.advanceTimersByTime(IDLE_MS / 2 + 1)
  expect(create(MAX_SESSIONS + 1)).toHaveLength(MAX_SESSIONS)
})

const ann: Key = { id: 'a', name: 'ann', role: 'user', namespace: 'team', created: '', caps: {} }
const bob: Key = { ...ann, id: 'b', name: 'bob' }

it('no key takes all places: the one with the most makes room for others, until they have as many', () => {
  const all = Array.from({ length: MAX_SESSIONS }, () => sessions.create(ann))
  for (const one of all) sessions.received(one ?? expect.fail('there was room'), LIST)
  const [first, second, third] = all
  sessions.find(first?.id ?? '', ann)
  if (second) second.stream = { end: () => undefined } as EventStream
  third?.session.begin(1)
  vi.advanceTimersByTime(1)
  // Not for itself.
  expect(sessions.create(ann)).toBeUndefined()
  const gained = Array.from({ length: MAX_SESSIONS }, () => sessions.create(bob)).filter((one) => one)
  expect(gained).toHaveLength(MAX_SESSIONS / 2)
  expect(sessions.size).toBe(MAX_SESSIONS)
  // What streams or is answered is left to the key as long as it has others.
  expect([second, third].map((one) => sessions.find(one?.id ?? '', ann))).toEqual([second, third])
  expect(sessions.create({ ...ann, id: 'c' })).toBeDefined()
})

it('a key that holds all places with open streams makes room, too', () => {
  for (let count = 0; count < MAX_SESSIONS; count++) {
    const one = sessions.create(ann)
    if (one) one.stream = { end: () => undefined } as EventStream
  }
  expect(sessions.create(bob)).toBeDefined()
})

it('a key loses the session that it left alone for longest, none in use and none of another key', () => {
  sessions.close()
  sessions = new HttpSessions(30 * IDLE_MS)
  const key = ann
  const other = sessions.create(bob)
  const [first, second, streaming] = [1, 2, 3].map(() => sessions.create(key))
  if (!first || !second || !streaming || !other) throw new Error('no session was opened')
  streaming.stream = { end: () => undefined } as unknown as EventStream
  expect(sessions.endLeft(key)).toBe(false)
  vi.advanceTimersByTime(40_000)
  sessions.find(first.id, key)
  vi.advanceTimersByTime(40_000)
  expect(sessions.endLeft(key)).toBe(true)
  expect(sessions.find(second.id, key)).toBeUndefined()
  expect(sessions.endLeft(key)).toBe(false)
  vi.advanceTimersByTime(61_000)
  expect([sessions.endLeft(key), sessions.endLeft(key)]).toEqual([true, false])
  expect(sessions.find(streaming.id, key)).toBeDefined()
  expect(sessions.find(other.id, other.key)).toBeDefined()
})
