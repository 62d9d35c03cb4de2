import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeEach, expect, it, vi } from 'vitest'
import { rowKey } from '#shared/environments/batch.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { latePair } from './documents/windows.ts'
import { FakePlatform } from './environments/platform.ts'
import { openEnvironments } from './environments/core.ts'
import { StandInPlatform } from './sandboxes/terminals/stand-in.ts'
import { openWhole, WholeWindow } from './whole-core.ts'

let root: string
let folder: string
let rounds = 0
beforeEach(async () => {
  root = await temporaryFolder()
})
// A killed core may still be reading.

/** A step of one of three windows, over everything that the core stores. */
const step = fc.record({
  window: fc.nat(2),
  act: fc.oneof(
    { weight: 3, arbitrary: fc.constant('write snippet' as const) },
    { weight: 4, arbitrary: fc.constant('send line' as const) },
    { weight: 8, arbitrary: fc.constant('act' as const) },
    { weight: 3, arbitrary: fc.constant('act from an earlier turn' as const) },
    { weight: 2, arbitrary: fc.constant('remark' as const) },
    { weight: 1, arbitrary: fc.constant('start batch' as const) },
    { weight: 3, arbitrary: fc.constant('wait' as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'lose link' as const,
        'kill window' as const,
        'kill core' as const,
        'restart platform' as const,
      ),
    },
  ),
  place: fc.nat(30),
})

const plan = (count: number) => ({
  platform: 'p',
  envId: 'game:Count',
  agents: [{ agent: 'script' as const, script: ['a', 'win'] }],
  firstSeed: 0,
  count,
  stepLimit: 3,
  parallel: 2,
})

async function play(
  steps: readonly { window: number; act: string; place: number }[],
  lags: readonly number[],
) {
  folder = join(root, String(++rounds))
  const platform = new FakePlatform()
  const shells = new StandInPlatform()
  // An environment and a terminal that all windows act on.
  const before = await openEnvironments(folder, platform)
  const tab = await before.environments.open({ platform: 'p', envId: 'game:Count', seed: 7, autoBox: false })
  await vi.waitFor(() => expect(before.tab(tab).episode).toBeDefined())
  const episode = before.tab(tab).episode ?? ''
  await before.stop()
  let core = await openWhole(folder, platform, shells)
  let turn = 0
  const lag = (): number => lags[turn++ % lags.length] ?? 0
  platform.lag = () => lag()
  const connect = (window: WholeWindow): void => {
    const [page, end] = latePair(lag)
    core.attach(end)
    window.connect(page)
  }
  const windows = [new WholeWindow(episode), new WholeWindow(episode), new WholeWindow(episode)]
  windows.forEach(connect)
  const opened = await windows[0]!.client.call('terminals.open', { platform: 'p', sandboxId: 's' })
  const shell = opened.id

  const kept = {
    snippets: new Set<string>(),
    lines: new Set<string>(),
    /** Event and action of every answered step. */
    acts: new Map<number, string>(),
    batches: new Set<string>(),
  }
  let names = 0
  const asked: Promise<unknown>[] = []
  const nothing = (): undefined => undefined
  for (const { window: index, act, place } of steps) {
    const window = windows[index] as WholeWindow
    const { client } = window
    const now = window.episode
    if (act === 'write snippet') {
      const name = `s${++names}`
      asked.push(
        window.change((all) => [...all, { name, text: '' }]).then(() => kept.snippets.add(name), nothing),
      )
    } else if (act === 'send line') {
      const id = `line-${++names}`
      asked.push(
        client
          .call('terminals.submit', { id: shell, line: { id, command: id } })
          .then(() => kept.lines.add(id), nothing),
      )
    } else if (act.startsWith('act') && now) {
      const seen = now.current
      const from = act === 'act' ? seen : place % now.events.length
      if (now.events[from]?.failure) continue
      const action = `a${++names}`
      asked.push(
        client
          .call('environments.act', { tab, from, seen, action })
          .then(({ event }) => event !== null && kept.acts.set(event, action), nothing),
      )
    } else if (act === 'remark' && now) {
      const note = `n${++names}`
      const remark = { event: place % now.events.length, tags: [note] }
      asked.push(client.call('episodes.remark', { id: episode, remark }).catch(nothing))
    } else if (act === 'start batch') {
      asked.push(
        client
          .call('batches.start', { plan: plan(1 + (place % 4)) })
          .then(({ id }) => kept.batches.add(id), nothing),
      )
    } else if (act === 'lose link') connect(window)
    else if (act === 'kill window') {
      window.kill()
      windows[index] = new WholeWindow(episode)
      connect(windows[index])
    } else if (act === 'kill core') {
      for (const each of windows) each.kill()
      await core.kill()
      core = await openWhole(folder, platform, shells)
      windows.forEach(connect)
    } else if (act === 'restart platform') platform.restart()
    else for (let turns = place; turns > 0; turns--) await setImmediate()
  }
  await Promise.all(asked)
  await vi.waitFor(
    () => {
      for (const window of windows) {
        const lines = window.blocks[shell]?.map(({ line }) => line)
        for (const line of kept.lines) expect(lines).toContain(line)
        expect([window.isReady, window.waiting]).toEqual([true, 0])
        expect(window.queue[shell] ?? []).toEqual([])
        expect((window.blocks[shell] ?? []).every(({ state }) => state !== 'running')).toBe(true)
        expect(
          Object.values(window.batches).every(({ plan: { count }, rows }) => rows.length === count),
        ).toBe(true)
        for (const of of ['snippets', 'episode'] as const) expect(window[of]).toEqual(windows[0]?.[of])
        for (const id of kept.batches) expect(window.batches).toHaveProperty(id)
      }
    },
    { timeout: 20_000, interval: 5 },
  )
  await core.stop()
  return { windows, kept, episode, shell }
}

it('show the same in the end as the disk has, and nothing that was acknowledged is missing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.array(fc.nat(6), { minLength: 1, maxLength: 20 }),
      async (steps, lags) => {
        const { windows, kept, episode, shell } = await play(steps, lags)
        const disk = await openEnvironments(folder, new FakePlatform())
        const known = await disk.episodes.get(episode)
        const rows = new Map(disk.batches.all.map(({ id, rows: all }) => [id, all.map(rowKey).toSorted()]))
        for (const window of windows) {
          expect(window.episode).toEqual(known)
          for (const [id, batch] of Object.entries(window.batches))
            expect(batch.rows.map(rowKey).toSorted()).toEqual(rows.get(id))
        }
        for (const [event, action] of kept.acts) expect(known.events[event]?.action).toBe(action)
        expect(known.events.map(({ id }) => id)).toEqual(known.events.map((_, i) => i))
        for (const id of kept.batches) expect(rows.has(id)).toBe(true)
        const snippets = windows[0]?.snippets.map(({ name }) => name) ?? []
        for (const name of kept.snippets) expect(snippets).toContain(name)
        const lines = windows[0]?.blocks[shell]?.map(({ line }) => line) ?? []
        for (const line of kept.lines) expect(lines).toContain(line)
        await disk.stop()
      },
    ),
    {
      numRuns: Number(process.env['WINDOW_RUNS'] ?? 30),
      interruptAfterTimeLimit: 60_000,
      // The core ends between the first two entries of a batch.
      examples: [
        [
          [
            { window: 0, act: 'start batch', place: 30 },
            { window: 2, act: 'wait', place: 10 },
            { window: 2, act: 'kill core', place: 9 },
          ],
          [0, 3, 3, 0, 2, 6, 4, 1],
        ],
      ],
    },
  )
}, 120_000)
