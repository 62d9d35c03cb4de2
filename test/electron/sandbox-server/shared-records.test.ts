import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lifecycleOperations } from '../../../electron/sandbox-server/api/lifecycle-operations.ts'
import type { Platform } from '../../../electron/sandbox-server/api/platform.ts'
import { queryOperations } from '../../../electron/sandbox-server/api/query-operations.ts'
import { Sandboxes } from '../../../electron/sandbox-server/lifecycle/sandboxes.ts'
import type { SandboxesOptions } from '../../../electron/sandbox-server/lifecycle/sandboxes-options.ts'
import { advance, type SandboxRecord } from '../../../electron/sandbox-server/lifecycle/record.ts'
import { RecordStore } from '../../../electron/sandbox-server/lifecycle/record-store.ts'
import { planStart } from '../../../electron/sandbox-server/lifecycle/start-plan.ts'
import type { RecordBackend } from '../../../electron/sandbox-server/runtime/runtime.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

/** Shared storage; each server's view remembers the versions it knows. */
class Shelf {
  readonly kept = new Map<string, { text: string; version: number }>()
  isAway = false
  /** Before each write. */
  before: () => Promise<void> = () => Promise.resolve()

  view(): RecordBackend {
    const known = new Map<string, number>()
    const look = (id: string): string | undefined => {
      const found = this.kept.get(id)
      if (found) known.set(id, found.version)
      else known.delete(id)
      return found?.text
    }
    return {
      isShared: true,
      list: async () => {
        if (this.isAway) throw new Error('away')
        return [...this.kept].map(([id]) => ({ id, text: look(id) ?? '' }))
      },
      read: async (id) => look(id),
      write: async (id, text) => {
        await this.before()
        if (this.isAway) throw new Error('away')
        if (known.get(id) !== this.kept.get(id)?.version) return false
        const version = (known.get(id) ?? 0) + 1
        this.kept.set(id, { text, version })
        known.set(id, version)
        return true
      },
      remove: async (id) => {
        this.kept.delete(id)
        known.delete(id)
      },
    }
  }
}

const defaults = { idleMinutes: 1, network: { mode: 'own', hosts: [] }, networks: ['own'] } as const
const identity = { user: 'u', experiment: 'e', namespace: 'n' }
const running = (id: string, now = 0): SandboxRecord =>
  advance(planStart({ image: 'i', sandbox_id: id }, identity, defaults, now), 'alive', now) as SandboxRecord
const stopped = (record: SandboxRecord): SandboxRecord => advance(record, 'stop', 1) as SandboxRecord

let shelf: Shelf
let one: RecordStore
let other: RecordStore
beforeEach(async () => {
  shelf = new Shelf()
  one = new RecordStore(await temporaryFolder(), 5, shelf.view())
  other = new RecordStore(await temporaryFolder(), 5, shelf.view())
})
// A store whose storage stays away tries again every 5 ms, also while later files of this process pass a day on a false clock.
afterEach(async () => {
  shelf.isAway = false
  await vi.waitUntil(() => one.problems.length + other.problems.length === 0)
})

const save = async (store: RecordStore, record: SandboxRecord): Promise<void> => {
  store.save(record)
  await store.saved(record.id)
}
const there = (id: string): SandboxRecord => JSON.parse(shelf.kept.get(id)?.text ?? 'null') as SandboxRecord

it('reports each change of another server once, and none of its own', async () => {
  await save(one, running('a'))
  expect(await one.refresh()).toEqual({ changed: [], gone: [] })
  expect((await other.refresh()).changed).toEqual([running('a')])
  expect(await other.refresh()).toEqual({ changed: [], gone: [] })
  await one.remove('a')
  expect(await other.refresh()).toEqual({ changed: [], gone: ['a'] })
  expect(await other.refresh()).toEqual({ changed: [], gone: [] })
})

it('finds all of another server that has nothing else', async () => {
  await save(one, running('a'))
  await save(one, stopped(running('b')))
  const found = await other.load(() => expect.unreachable())
  expect(found.map(({ id, state }) => [id, state])).toEqual([
    ['a', 'running'],
    ['b', 'stopped'],
  ])
})

it.each([
  ['an end over a renewal', stopped(running('a')), { ...running('a'), expires: 9e9 }, { state: 'stopped' }],
  ['an end that came first', { ...running('a'), expires: 9e9 }, stopped(running('a')), { state: 'stopped' }],
  [
    'the later deadline',
    { ...running('a'), expires: 5 },
    { ...running('a'), expires: 9e9 },
    { expires: 9e9 },
  ],
  [
    'the first of two ends',
    { ...stopped(running('a')), stopped: 7 },
    { ...stopped(running('a')), stopped: 3 },
    { stopped: 3 },
  ],
])('of two changes at the same moment keeps %s', async (_, mine, theirs, kept) => {
  await save(one, running('a'))
  await other.refresh()
  await save(other, theirs)
  await save(one, mine)
  expect(there('a')).toMatchObject(kept)
})

it('does not bring back what another server deleted', async () => {
  await save(one, running('a'))
  await other.refresh()
  await other.remove('a')
  await save(one, { ...running('a'), expires: 9e9 })
  expect(shelf.kept.size).toBe(0)
})

it('refuses an id that another server gave at the same moment', async () => {
  await save(one, running('a', 1))
  await expect(save(other, running('a', 2))).rejects.toThrow('Sandbox a already exists')
  expect(there('a').created).toBe(1)
})

it('shares a look between all who come while one is under way', async () => {
  let looks = 0
  const view = shelf.view()
  const counted = { ...view, list: () => (looks++, view.list()) }
  const store = new RecordStore(await temporaryFolder(), 5, counted)
  await Promise.all(Array.from({ length: 50 }, () => store.refresh()))
  expect(looks).toBeLessThanOrEqual(2)
})

it('sees what is written before it is asked, also while another look is under way', async () => {
  const first = other.refresh()
  await save(one, running('a'))
  const second = other.refresh()
  const seen = [...(await first).changed, ...(await second).changed]
  expect(seen.map(({ id }) => id)).toEqual(['a'])
})

it('reports that the shared storage is unavailable, and writes the newest when it is back', async () => {
  shelf.isAway = true
  one.save(running('a'))
  await expect(one.saved('a')).rejects.toThrow(
    'cannot be written (away). The server tries again automatically.',
  )
  await expect(one.refresh()).rejects.toThrow('away')
  shelf.isAway = false
  await expect.poll(() => one.problems).toEqual([])
  expect(there('a').state).toBe('running')
})

it.each([
  ['no record', 'nonsense', 'not JSON'],
  ['a record of another sandbox', JSON.stringify(running('b')), 'of another sandbox'],
])('leaves alone %s', async (_, text, why) => {
  shelf.kept.set('a', { text, version: 1 })
  const damaged: string[] = []
  expect(await one.load((id, _path, reason) => damaged.push(`${id}: ${reason}`))).toEqual([])
  expect(damaged).toEqual([expect.stringContaining(why)])
  expect(await other.refresh()).toEqual({ changed: [], gone: [] })
})

const query = { sandbox_id: 'a', refresh_timeout: false }
it.each([
  ['/get_status', query],
  ['/is_alive', query],
  ['/sandboxes', { page: 1, page_size: 10 }],
  ['/sandboxes/batch', { sandbox_ids: ['a'] }],
  ['/all_sandboxes', {}],
])('%s says that a sandbox runs only when another server can know it', async (path, input) => {
  const source = { kind: 'engine', reference: 'i', layers: [], env: {} }
  const runtime = {
    info: { name: 'kubernetes' },
    infoOf: () => ({ name: 'kubernetes', networks: ['own'], isolated: true, abilities: [] }),
    open: async () => ({ closed: new Promise(() => undefined), outOfMemory: async () => 0 }),
  }
  const options = { ...defaults, runtime, store: one, jobHours: 0, maxSandboxes: 9, maxEnvironments: 9 }
  const images = { expected: () => source, resolve: async () => ({ source, message: 'here' }) }
  const sandboxes = new Sandboxes({ ...options, images, log: () => undefined } as unknown as SandboxesOptions)
  const platform = { sandboxes, runtime, imageFolder: { problems: [] } } as unknown as Platform
  const operations = [...lifecycleOperations(platform), ...queryOperations(platform)]
  const asked = operations.find((operation) => operation.path === path)
  const call = { query: input, body: input } as unknown as Parameters<NonNullable<typeof asked>['serve']>[0]

  sandboxes.start({ image: 'i', sandbox_id: 'a' }, identity)
  await sandboxes.saved('a')
  let release = (): void => {}
  shelf.before = () => new Promise((resolve) => (release = resolve))
  await sandboxes.started('a')
  expect(sandboxes.find('a')?.state).toBe('running')
  const answered = Promise.resolve(asked?.serve(call)).then((said) => [
    JSON.stringify(said),
    there('a').state,
  ])
  await new Promise((resolve) => setTimeout(resolve, 20))
  shelf.before = () => Promise.resolve()
  release()
  const [said, known] = await answered
  expect(said).toMatch(/"running"|"is_alive":true/)
  expect(known).toBe('running')
})

it('an answer does not wait for a shared storage that is away', async () => {
  await save(one, running('a'))
  shelf.isAway = true
  one.save(stopped(running('a')))
  await one.written('a')
  await one.written()
  expect(one.problems).toEqual([expect.stringContaining('away')])
})
