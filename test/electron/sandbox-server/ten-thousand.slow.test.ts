import { statfs } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SharedUsage } from '../../../electron/node/access/shared-usage.ts'
import type { Images } from '../../../electron/sandbox-server/lifecycle/images.ts'
import type { SandboxRecord } from '../../../electron/sandbox-server/lifecycle/record.ts'
import type { RecordStore } from '../../../electron/sandbox-server/lifecycle/record-store.ts'
import type { Platform, WholePlatform } from '../../../electron/sandbox-server/api/platform.ts'
import type { Isolate, Runtime } from '../../../electron/sandbox-server/runtime/runtime.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { HeapClock, turn } from './support/heap-clock.ts'
import { WorkDone } from './support/work-done.ts'

/**
 * Ten thousand sandboxes without processes, from their start until nobody remembers them, on a clock of our own. What is compared is
 * how often our own code ran, beside a thousand.
 */
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const FEW = 1_000
const MANY = 10_000

/** What the same parts take of ten times as many. One walk over all for each would take a hundred times as much. */
const LINEAR = 15
const CONSTANT = 1.5

const work = new WorkDone(['/electron/sandbox-server/', '/electron/node/'])
beforeAll(() => work.begin())
afterAll(() => work.end())

/** How many disks were. */
let measured = 0

const usage = { cpuSeconds: 0, memory: 0, disk: 0, network: 0, processes: 1, outOfMemory: 0 }
const isolate = {
  usage: () => Promise.resolve(usage),
  outOfMemory: () => Promise.resolve(0),
  diskUsed: () => {
    measured += 1
    return Promise.resolve(0)
  },
  stop: () => Promise.resolve(),
  closed: new Promise(() => undefined),
} as unknown as Isolate
const source = { kind: 'local', layers: [], reference: 'local', env: {} }
const runtime = {
  info: { name: 'none' },
  infoOf: () => ({ name: 'none', networks: ['own'], isolated: true, abilities: [] }),
  open: () => Promise.resolve({ ...isolate }),
  remove: () => Promise.resolve(),
} as unknown as Runtime
const images = {
  expected: () => source,
  resolve: () => Promise.resolve({ source, message: 'it is here' }),
} as unknown as Images

/** There is no other server. */
const alone = {
  publish: () => undefined,
  others: () => ({}),
  claim: () => undefined,
  close: () => undefined,
} as unknown as SharedUsage

/** Keeps nothing, since a disk is not what is looked at. */
const storeIn = (folder: string): RecordStore =>
  ({
    folder,
    problems: [],
    folderOf: (id: string) => `${folder}/${id}`,
    load: () => Promise.resolve([]),
    save: () => undefined,
    abandon: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  }) as unknown as RecordStore

/** The work of each part of so many lives. */
async function lives(count: number): Promise<Record<string, number>> {
  const { Sandboxes } = await import('../../../electron/sandbox-server/lifecycle/sandboxes.ts')
  const { UsageHistory } = await import('../../../electron/sandbox-server/lifecycle/usage-history.ts')
  const { queryOperations } = await import('../../../electron/sandbox-server/api/query-operations.ts')
  const { addPlatformMetrics } = await import('../../../electron/sandbox-server/api/operating.ts')
  const { Limits } = await import('../../../electron/sandbox-server/access/limits.ts')
  const { KeyRing } = await import('../../../electron/node/access/key-ring.ts')
  const { addKey } = await import('../../../electron/node/access/key-file.ts')
  const { Metrics } = await import('../../../electron/node/operation/metrics.ts')
  const { Drain } = await import('../../../electron/node/operation/drain.ts')
  const folder = await temporaryFolder()
  const caps = { sandboxes: MANY, environments: MANY, cpus: MANY }
  const wish = { name: 'ann', role: 'user', namespace: 'team', expires: undefined, caps } as const
  const { key } = await addKey(folder, { ...wish, hasSecret: true })
  const keys = new KeyRing(folder, () => undefined)
  const clock = new HeapClock(Date.UTC(2026, 10, 23))
  const looks: (() => unknown)[] = []
  vi.spyOn(Date, 'now').mockImplementation(clock.now)
  vi.stubGlobal('setTimeout', clock.setTimeout)
  vi.stubGlobal('clearTimeout', clock.clearTimeout)
  vi.stubGlobal('setInterval', (look: () => unknown) => ({ unref: () => looks.push(look) }))
  const store = storeIn(folder)
  measured = 0
  const limits = new Limits(keys, () => alone)
  const sandboxes = new Sandboxes({
    runtime,
    images,
    store,
    network: { mode: 'own', hosts: [] },
    idleMinutes: 30,
    jobHours: 0,
    maxSandboxes: MANY,
    maxEnvironments: MANY,
    admit: limits.admit,
    log: (line) => expect(line).toBe(''),
  })
  limits.follow(sandboxes.census, false)
  await sandboxes.load()
  const history = new UsageHistory(() => sandboxes.running())
  const platform = { sandboxes, runtime, imageFolder: { problems: [] } } as unknown as WholePlatform
  const metrics = new Metrics()
  const operating = { metrics, drain: new Drain() } as Parameters<typeof addPlatformMetrics>[0]
  addPlatformMetrics(operating, platform, { size: 0 } as Parameters<typeof addPlatformMetrics>[2])
  const list = (path: string, query: object) =>
    queryOperations(platform as Platform)
      .find((one) => one.path === path)
      ?.serve({
        query,
        body: undefined,
        params: {},
        headers: new Headers(),
        signal: new AbortController().signal,
      })
  const identity = { user: 'u', experiment: 'e', namespace: 'team', key: key.id }
  const all = (does: (record: SandboxRecord) => unknown): void => sandboxes.all().forEach(does)
  const inState = (state: string): number => sandboxes.all().filter((one) => one.state === state).length
  const text = (): string => metrics.text()
  const done: Record<string, number> = {}
  try {
    done['start'] = await work.of(async () => {
      for (let at = 0; at < count; at++) sandboxes.start({ image: 'local', cpus: 1 }, identity)
      while (sandboxes.census.count('sandbox', 'pending') > 0) await turn()
    })
    expect(inState('running')).toBe(count)
    done['metrics'] = await work.of(text)
    expect(text()).toContain(`orrery_sandboxes{state="running"} ${count}\n`)
    done['a page'] = await work.of(() => list('/sandboxes', { page: 1, page_size: 50 }))
    done['the list'] = await work.of(() => list('/all_sandboxes', {}))
    done['use'] = await work.of(() => all(({ id }) => sandboxes.touch(id)))
    done['sweeps'] = await work.of(async () => {
      const [lookAtDisks, lookAtUse] = looks
      lookAtUse?.()
      // Disks are measured every fortieth time, each as long as the system takes to say how full its disk is.
      while (measured < count) {
        lookAtDisks?.()
        await statfs(folder)
        await turn()
      }
    })
    done['idle'] = await work.of(() => clock.pass(31 * MINUTE))
    expect(inState('stopped')).toBe(count)
    done['deleted'] = await work.of(() => clock.pass(DAY))
    expect(inState('deleted')).toBe(500)
    expect(sandboxes.census.heldBy(`key ${key.id}`)).toEqual({})
    await clock.pass(61 * MINUTE)
    expect(sandboxes.all()).toEqual([])
    done['environments'] = await work.of(async () => {
      const ids = Array.from({ length: count }, () => sandboxes.openLight('game', identity).id)
      expect(text()).toContain(`orrery_environments ${count}\n`)
      for (const id of ids) await sandboxes.stop(id)
    })
    return done
  } finally {
    history.close()
    keys.close()
    limits.close()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
}

describe('ten thousand sandboxes', () => {
  it('take ten times the work of a thousand, and metrics no more than of one', async () => {
    const [few, many] = [await lives(FEW), await lives(MANY)]
    const ratios = Object.entries(many).map(([part, done]) => [part, done / (few[part] ?? 0)] as const)
    const { metrics, ...others } = Object.fromEntries(ratios)
    expect(metrics).toBeLessThan(CONSTANT)
    for (const [part, ratio] of Object.entries(others)) expect(ratio, part).toBeLessThan(LINEAR)
    // Each of them was really measured.
    for (const part of ['start', 'the list', 'use', 'sweeps', 'idle', 'deleted', 'environments'])
      expect(many[part], part).toBeGreaterThan(MANY)
  }, 300_000)
})
