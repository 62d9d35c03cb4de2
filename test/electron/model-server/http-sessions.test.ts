import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HttpSessions } from '../../../electron/model-server/mcp/transports/http-sessions.ts'

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

const create = (count: number): string[] =>
  Array.from({ length: count }, () => sessions.create()?.id).filter((id) => id !== undefined)

it('a live session is not ended for new ones, however many are opened', () => {
  const [live = ''] = create(1)
  sessions.find(live)
  expect(create(2 * MAX_SESSIONS)).toHaveLength(MAX_SESSIONS - 1)
  expect(sessions.find(live)).toBeDefined()
})

it('those that were opened for nothing make room, the oldest first, but not at once', () => {
  const ids = create(MAX_SESSIONS)
  const [oldest = '', second = ''] = ids
  expect(sessions.create()).toBeUndefined()
  sessions.find(second)
  vi.advanceTimersByTime(11_000)
  expect(create(1)).toHaveLength(1)
  expect(sessions.find(oldest)).toBeUndefined()
  expect(create(MAX_SESSIONS)).toHaveLength(MAX_SESSIONS - 2)
  expect(sessions.find(second)).toBeDefined()
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
  for (const id of create(MAX_SESSIONS)) sessions.find(id)
  vi.advanceTimersByTime(IDLE_MS / 2)
  expect(sessions.create()).toBeUndefined()
  vi.advanceTimersByTime(IDLE_MS / 2 + 1)
  expect(create(MAX_SESSIONS + 1)).toHaveLength(MAX_SESSIONS)
})
