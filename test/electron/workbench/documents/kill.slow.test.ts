import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { historyEntrySchema } from '#shared/documents/query.ts'
import { snippetsDocument } from '#shared/documents/sandboxes.ts'
import type { Channel } from '#shared/workbench/wire.ts'
import { Documents } from '../../../../electron/workbench/documents/documents.ts'
import { Logs } from '../../../../electron/workbench/documents/logs.ts'
import { sharedFolder } from '../../../temporary-folder.ts'
import { killsOr, STORM_MS, survived } from '../../kill-storm.ts'
import { Window } from './windows.ts'

/** Kills of the core per round. */
const KILLS = 5
const ROUNDS = Math.ceil(killsOr(45) / KILLS)

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const program = join(root, '.cache/test/document-core.mjs')
const HISTORY = { collection: 'query-history' }

const folder = sharedFolder()
beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL('core-process.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
  })
})

/** A core in a separate process. */
class CoreProcess {
  readonly #child: ChildProcess
  readonly #channels = new Map<number, { hear(message: unknown): void; lose(): void }>()
  #last = 0

  private constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (raw: { window: number; message: unknown } | 'ready') => {
      if (raw !== 'ready') this.#channels.get(raw.window)?.hear(raw.message)
    })
  }

  static async start(data: string): Promise<CoreProcess> {
    const child = spawn(process.execPath, [program, data], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const core = new CoreProcess(child)
    await once(child, 'message')
    return core
  }

  connect(): Channel {
    const window = ++this.#last
    const listeners: ((message: unknown) => void)[] = []
    const closers: (() => void)[] = []
    const lose = (): void => {
      this.#channels.delete(window)
      for (const closer of closers.splice(0)) closer()
    }
    const send = (message?: unknown): void => {
      if (this.#child.connected) this.#child.send({ window, message }, () => undefined)
    }
    this.#channels.set(window, {
      hear: (message) => listeners.forEach((listener) => listener(message)),
      lose,
    })
    send()
    return {
      send,
      onMessage: (listener) => void listeners.push(listener),
      onClose: (listener) => void closers.push(listener),
      close() {
        send()
        lose()
      },
    }
  }

  /** Kills it without warning: only what it has written remains. */
  async kill(): Promise<void> {
    const exit = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exit
    for (const { lose } of this.#channels.values()) lose()
  }
}

interface Plan {
  /** Number of changes by each window between two kills, and the delay of the kill in milliseconds. */
  readonly burst: number
  readonly delay: number
  readonly killWindow: boolean
}

async function play(data: string, plans: readonly Plan[]) {
  const windows = [new Window(), new Window(), new Window()]
  const kept: string[] = []
  const appended = new Map<number, string>()
  let names = 0
  for (const { burst, delay, killWindow } of plans) {
    const core = await CoreProcess.start(data)
    for (const window of windows) window.connect(core.connect())
    for (let change = 0; change < burst; change++) {
      for (const window of windows) {
        const name = `s${++names}`
        void window.change((all) => [...all, { name, text: '' }]).then(() => kept.push(name))
        void window.client
          .call('documents.append', { ...HISTORY, entry: historyEntry(name) })
          .then(({ sequence }) => appended.set(sequence, name))
          .catch(() => undefined)
      }
      if (change % 4 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await new Promise((resolve) => setTimeout(resolve, delay))
    if (killWindow) {
      windows[0]?.kill()
      windows[0] = new Window()
    }
    await core.kill()
  }
  const core = await CoreProcess.start(data)
  for (const window of windows) window.connect(core.connect())
  await vi.waitFor(
    () => {
      for (const window of windows) {
        expect([window.isReady, window.waiting]).toEqual([true, 0])
        expect(window.snippets).toEqual(windows[0]?.snippets)
      }
    },
    { timeout: 120_000 },
  )
  const shown = windows[0]?.snippets ?? []
  await core.kill()
  return { shown, kept, appended }
}

const historyEntry = (text: string) =>
  historyEntrySchema.parse({
    id: text,
    text,
    connection: 'c',
    at: 1,
    milliseconds: 1,
    outcome: 'rows',
  })

const plan = fc.record({ burst: fc.nat(12), delay: fc.nat(40), killWindow: fc.boolean() })

describe('a core that is killed again and again under three windows', () => {
  it('has everything that it acknowledged, once, and shows all of them the same', async () => {
    let round = 0
    const survive = async (plans: readonly Plan[]): Promise<void> => {
      const data = join(folder, String(++round))
      const { shown, kept, appended } = await play(data, plans)
      const names = shown.map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
      expect(kept.filter((name) => !names.includes(name))).toEqual([])

      const documents = new Documents(join(data, 'documents'), join(data, 'journal'), () => undefined)
      await documents.recover()
      const snippets = { collection: snippetsDocument.collection, id: snippetsDocument.id }
      expect(await documents.read(snippetsDocument, snippets)).toEqual(shown)
      await documents.dispose()

      const logs = new Logs(join(data, 'logs'))
      const records = await logs.read(HISTORY, { limit: 100_000 })
      const texts = new Map(
        records.map(({ sequence, value }) => [sequence, (value as { text: string }).text]),
      )
      expect([...appended].filter(([sequence, text]) => texts.get(sequence) !== text)).toEqual([])
      await logs.dispose()
      survived(KILLS)
    }
    // The time limit interrupts the property, but not the round that runs.
    let last = Promise.resolve()
    await fc.assert(
      fc.asyncProperty(
        fc.array(plan, { minLength: KILLS, maxLength: KILLS }),
        (plans) => (last = survive(plans)),
      ),
      { numRuns: ROUNDS, endOnFailure: true, includeErrorInReport: true, interruptAfterTimeLimit: STORM_MS },
    )
    await last
  })
})
