import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Snippet } from '#shared/documents/sandboxes.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'
import { type DocumentCore, openCore } from './core.ts'
import { latePair, Window } from './windows.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})

const onDisk = async (): Promise<Snippet[]> =>
  JSON.parse(
    await readFile(join(folder, 'documents', 'terminal-layout', 'snippets.json'), 'utf8').catch(() => '[]'),
  ) as Snippet[]

/** A step of one of three windows. */
const step = fc.record({
  window: fc.nat(2),
  act: fc.oneof(
    { weight: 6, arbitrary: fc.constant('add' as const) },
    { weight: 3, arbitrary: fc.constant('write' as const) },
    { weight: 2, arbitrary: fc.constant('remove' as const) },
    { weight: 2, arbitrary: fc.constant('wait' as const) },
    { weight: 1, arbitrary: fc.constantFrom('lose link' as const, 'kill' as const, 'restart core' as const) },
  ),
  place: fc.nat(20),
})

async function play(
  steps: readonly { window: number; act: string; place: number }[],
  lags: readonly number[],
) {
  await rm(folder, { recursive: true, force: true })
  let core: DocumentCore = await openCore(folder)
  let turn = 0
  const lag = (): number => lags[turn++ % lags.length] ?? 0
  const connect = (window: Window): void => {
    const [page, end] = latePair(lag)
    core.attach(end)
    window.connect(page)
  }
  const windows = [new Window(), new Window(), new Window()]
  windows.forEach(connect)
  const asked: Promise<void>[] = []
  /** Names of snippets that were acknowledged, and those that were ever removed. */
  const [added, removed] = [new Set<string>(), new Set<string>()]
  let names = 0
  for (const { window: index, act, place } of steps) {
    const window = windows[index] as Window
    const chosen = window.snippets[place % Math.max(1, window.snippets.length)]?.name
    if (act === 'add') {
      const name = `s${++names}`
      const change = window.change((all) => all.toSpliced(place % (all.length + 1), 0, { name, text: '' }))
      asked.push(change.then(() => void added.add(name)))
    } else if (act === 'write') {
      const text = `${place}`
      asked.push(
        window.change((all) =>
          all.map((one) => (one.name === chosen ? { ...one, text: one.text + text } : one)),
        ),
      )
    } else if (act === 'remove' && chosen !== undefined) {
      removed.add(chosen)
      asked.push(window.change((all) => all.filter(({ name }) => name !== chosen)))
    } else if (act === 'lose link') connect(window)
    else if (act === 'kill') {
      window.kill()
      windows[index] = new Window()
      connect(windows[index])
    } else if (act === 'restart core') {
      for (const each of windows) each.kill()
      await core.stop()
      core = await openCore(folder)
      windows.forEach(connect)
    } else for (let turns = place; turns > 0; turns--) await setImmediate()
  }
  await vi.waitFor(
    () => {
      for (const window of windows) {
        expect([window.isReady, window.waiting]).toEqual([true, 0])
        expect(window.snippets).toEqual(windows[0]?.snippets)
      }
    },
    { timeout: 10_000, interval: 5 },
  )
  await core.stop()
  return { windows, added, removed, disk: await onDisk() }
}

describe('three windows at random, with late answers, lost links, killed windows and restarts', () => {
  it('show the same in the end as the disk has, and nothing that was acknowledged is missing or there twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.array(fc.nat(6), { minLength: 1, maxLength: 20 }),
        async (steps, lags) => {
          const { windows, added, removed, disk } = await play(steps, lags)
          for (const window of windows) {
            expect(window.snippets).toEqual(disk)
          }
          const names = disk.map(({ name }) => name)
          expect(new Set(names).size).toBe(names.length)
          for (const name of added) if (!removed.has(name)) expect(names).toContain(name)
        },
      ),
      { numRuns: Number(process.env['WINDOW_RUNS'] ?? 60), interruptAfterTimeLimit: 60_000 },
    )
  }, 120_000)
})
