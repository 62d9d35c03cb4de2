import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Images } from '../../../electron/sandbox-server/lifecycle/images.ts'
import { advance, type SandboxRecord } from '../../../electron/sandbox-server/lifecycle/record.ts'
import { RecordStore } from '../../../electron/sandbox-server/lifecycle/record-store.ts'
import { Sandboxes } from '../../../electron/sandbox-server/lifecycle/sandboxes.ts'
import { planStart } from '../../../electron/sandbox-server/lifecycle/start-plan.ts'
import type { Runtime } from '../../../electron/sandbox-server/runtime/runtime.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const YEAR = 365 * DAY
const NOW = Date.UTC(2026, 10, 23)

/** A backend without processes. */
const runtime = {
  infoOf: () => ({ name: 'none', networks: ['own'] }),
  remove: () => Promise.resolve(),
} as unknown as Runtime

const identity = { user: 'u', experiment: 'e', namespace: 'n' }
const network = { mode: 'own', hosts: [] } as const
const defaults = { idleMinutes: 30, network, networks: ['own'] } as const

let data: string
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] })
  data = await mkdtemp(join(tmpdir(), 'orrery-clock-'))
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(data, { recursive: true, force: true })
})

/** A server that loads a sandbox which was stopped at `stopped` and may be deleted a day later. */
async function loaded(stopped: number): Promise<Sandboxes> {
  const store = new RecordStore(data)
  const planned = planStart({ image: 'local', sandbox_id: 'kept' }, identity, defaults, stopped)
  const alive = advance(planned, 'alive', stopped)
  const record = alive && advance(alive, 'stop', stopped)
  store.save({ ...(record as SandboxRecord), stopped, deletes: stopped + DAY })
  await store.settled()
  return load(store)
}

async function load(store: RecordStore): Promise<Sandboxes> {
  const limits = { maxSandboxes: 8, maxEnvironments: 8 }
  const sandboxes = new Sandboxes({
    jobHours: 0,
    ...limits,
    runtime,
    store,
    network,
    images: { expected: () => ({ kind: 'local' }) } as unknown as Images,
    idleMinutes: 30,
    log: () => undefined,
  })
  await sandboxes.load()
  return sandboxes
}

/** Advances both timers and clock. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

describe('a stopped sandbox that may be deleted a day later', () => {
  it('is not deleted by a clock that is wrong when the machine starts, and set some minutes later', async () => {
    vi.setSystemTime(NOW + YEAR)
    const sandboxes = await loaded(NOW)
    await pass(5 * MINUTE)
    vi.setSystemTime(NOW + 5 * MINUTE)
    await pass(DAY - 10 * MINUTE)
    expect(sandboxes.find('kept')?.state).toBe('stopped')
    expect(await readdir(data, { recursive: true })).toContain(join('sandboxes', 'kept', 'record.json'))
  })

  it('is deleted when its day ends while no server runs, but not immediately', async () => {
    const sandboxes = await loaded(NOW - 2 * DAY)
    await pass(5 * MINUTE)
    expect(sandboxes.find('kept')?.state).toBe('stopped')
    await pass(6 * MINUTE)
    expect(sandboxes.find('kept')?.state).toBe('deleted')
  })

  it('is also deleted a day later when the clock was a year ahead at its stop', async () => {
    const sandboxes = await loaded(NOW + YEAR)
    await pass(DAY - MINUTE)
    expect(sandboxes.find('kept')?.state).toBe('stopped')
    await pass(2 * MINUTE)
    expect(sandboxes.find('kept')?.state).toBe('deleted')
  })
})

describe('a sandbox that runs', () => {
  it.each([
    ['forward', YEAR],
    ['back', -YEAR],
  ])('lives its idle minutes, and no year, when the clock is set %s', async (_, jump) => {
    const sandboxes = await load(new RecordStore(data))
    const { id } = sandboxes.openLight('x')
    await pass(MINUTE)
    vi.setSystemTime(Date.now() + jump)
    await pass(28 * MINUTE)
    expect(sandboxes.find(id)?.state).toBe('running')
    await pass(40 * MINUTE)
    expect(sandboxes.find(id)?.state ?? 'deleted').toBe('deleted')
  })

  it('lives no longer than it was given, when the clock is set back', async () => {
    const sandboxes = await load(new RecordStore(data))
    const { id } = sandboxes.openLight('x')
    sandboxes.setDeadline(id, { at: Date.now() + 30 * MINUTE, lastsMs: 30 * MINUTE, action: 'stop' })
    vi.setSystemTime(Date.now() - YEAR)
    await pass(28 * MINUTE)
    expect(sandboxes.find(id)?.state).toBe('running')
    await pass(40 * MINUTE)
    expect(sandboxes.find(id)?.state ?? 'deleted').toBe('deleted')
  })
})
