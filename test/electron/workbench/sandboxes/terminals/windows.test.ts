import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { type Block, everything } from '#shared/terminals/block.ts'
import type { FeedEvent, TerminalsChange } from '#shared/workbench/areas/terminals.ts'
import { settled, StandInPlatform, type StandInCore, startCore } from './stand-in.ts'

/**
 * Three windows act at random on one terminal with delayed answers; windows are closed without notice, and the core is killed.
 * At the end every window and the disk match the core, and every acknowledged line ran exactly once.
 */

/** What a window shows, computed from the events it received. */
class WindowModel {
  readonly blocks = new Map<number, Block>()
  queue: readonly string[] = []
  screen: string[] = []
  readonly #leaving = new AbortController()

  constructor(core: StandInCore, id: string) {
    core.terminals.windowOpened()
    const terminal = core.terminals.find(id)
    for (const block of terminal.record.blocks) this.blocks.set(block.number, block)
    this.queue = terminal.info.queue.map(({ command }) => command)
    void terminal.record.follow(everything, this.#leaving.signal, (event) => this.#show(event))
  }

  hear(change: TerminalsChange): void {
    if (change.kind === 'block') this.blocks.set(change.block.number, change.block)
    else if (change.kind === 'dropped') change.numbers.forEach((number) => this.blocks.delete(number))
    else if (change.kind === 'terminal') this.queue = change.terminal.queue.map(({ command }) => command)
  }

  close(): void {
    this.#leaving.abort()
  }

  #show(event: FeedEvent): void {
    if (event.kind === 'reset') this.screen = []
    else if (event.kind === 'begin') this.screen.push(`$ ${event.block.command}`)
    else if (event.kind === 'output') this.screen.push(event.text.trim())
  }
}

type Action =
  | { kind: 'submit' | 'cancel' | 'close' | 'open'; window: number }
  | { kind: 'answer' }
  | { kind: 'wait' }
  | { kind: 'kill' }

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('submit' as const), window: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), window: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), window: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('open' as const), window: fc.nat(2) }) },
  { weight: 6, arbitrary: fc.constant({ kind: 'answer' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'wait' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'kill' as const }) },
)

it('agree with the core and the disk, and lose no acknowledged line, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 40 }), async (actions) => {
      const platform = new StandInPlatform()
      const held: (() => void)[] = []
      platform.until = () => new Promise((resolve) => held.push(resolve))
      let core = await startCore(platform)
      core.terminals.windowOpened()
      const { id } = await core.terminals.open({ platform: 'p', sandboxId: 's' })
      await settled()
      core.terminals.windowClosed()

      const windows: (WindowModel | undefined)[] = [new WindowModel(core, id), undefined, undefined]
      const acknowledged = new Set<string>()
      const cancelled = new Set<string>()
      let lines = 0
      let heard = 0
      const deliver = (): void => {
        for (const change of core.told.slice(heard)) for (const window of windows) window?.hear(change)
        heard = core.told.length
      }

      for (const { kind, ...of } of actions) {
        const at = 'window' in of ? of.window : 0
        const terminal = core.terminals.find(id)
        if (kind === 'submit' && windows[at]) {
          const command = `line ${++lines}`
          void terminal.submit({ id: command, command }).then(() => acknowledged.add(command))
        } else if (kind === 'cancel' && windows[at]) {
          const [line] = terminal.record.queue.slice(-1)
          if (line) void terminal.cancel(line.id)
          if (line) cancelled.add(line.command)
        } else if (kind === 'close') {
          windows[at]?.close()
          if (windows[at]) core.terminals.windowClosed()
          windows[at] = undefined
        } else if (kind === 'open' && !windows[at]) windows[at] = new WindowModel(core, id)
        else if (kind === 'answer') held.shift()?.()
        else if (kind === 'wait') await settled()
        else if (kind === 'kill') {
          core.logs.isCut = true
          held.length = 0
          windows.forEach((window) => window?.close())
          core.terminals.all.forEach((one) => one.dispose())
          core = await startCore(platform, core)
          heard = 0
          windows.fill(undefined)
        }
        deliver()
      }

      windows[0] ??= new WindowModel(core, id)
      windows[1] ??= new WindowModel(core, id)
      const terminal = core.terminals.find(id)
      await settled()
      for (let round = 0; terminal.record.queue.length > 0 || terminal.status === 'running'; round++) {
        expect(round).toBeLessThan(200)
        held.shift()?.()
        await settled()
        if (terminal.status === 'closed') await Promise.race([terminal.connect(), settled()])
      }
      await settled()
      deliver()

      const blocks = terminal.record.blocks
      for (const window of windows) {
        if (!window) continue
        expect([...window.blocks.values()]).toEqual(blocks)
        expect(window.queue).toEqual([])
        const prompts = () => window.screen.filter((line) => line.startsWith('$'))
        await vi.waitFor(() => expect(prompts()).toEqual(blocks.map(({ command }) => `$ ${command}`)))
      }
      await core.terminals.dispose()
      const { terminals } = await startCore(platform, core)
      expect(terminals.find(id).record.blocks).toEqual(blocks)
      expect(blocks.map(({ number }) => number)).toEqual(blocks.map((_, index) => index + 1))
      // Once each, in the order in which they were accepted.
      expect(new Set(platform.ran).size).toBe(platform.ran.length)
      expect(platform.ran).toEqual(
        blocks.map(({ command }) => command).filter((one) => platform.ran.includes(one)),
      )
      for (const command of acknowledged)
        if (!cancelled.has(command)) expect(blocks.map((block) => block.command)).toContain(command)
    }),
    { numRuns: 40 },
  )
}, 60_000)
