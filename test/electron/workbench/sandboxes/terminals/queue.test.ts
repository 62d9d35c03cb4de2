import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { TerminalStatus } from '#shared/terminals/terminal.ts'
import type { Terminal } from '../../../../../electron/workbench/sandboxes/terminals/terminal.ts'
import { type Answer, ANSWERS, settled, StandInPlatform, type StandInCore, startCore } from './stand-in.ts'

let platform: StandInPlatform
let core: StandInCore
let terminal: Terminal
let counter = 0

beforeEach(async () => {
  platform = new StandInPlatform()
  core = await startCore(platform)
  core.terminals.windowOpened()
  const { id } = await core.terminals.open({ platform: 'p', sandboxId: 's' })
  terminal = core.terminals.find(id)
  await rest()
})

const submit = (command: string): Promise<void> => terminal.submit({ id: `line-${++counter}`, command })

/** Waits until no command is running. */
const rest = (): Promise<void> =>
  vi.waitFor(
    async () => {
      await settled()
      if (/running|opening/.test(terminal.status)) throw new Error('It still runs.')
    },
    { timeout: 10_000, interval: 1 },
  )

/** Reconnects. */
async function reopen(): Promise<void> {
  await terminal.connect()
  await rest()
}

const waiting = () => terminal.record.queue.map(({ command }) => command)
const shown = () => terminal.record.blocks.map(({ command, state }) => `${command} ${state}`)

describe('lines that wait', () => {
  it('run one at a time, in order, however fast they come', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map(submit))
    await rest()
    expect(platform.ran).toEqual(['a', 'b', 'c', 'd'])
    expect(platform.atOnce).toBe(1)
    expect(waiting()).toEqual([])
  })

  it.each<[Answer, TerminalStatus, string[], string[]]>([
    // The answer to the second of three lines: the terminal's state then, the queued lines, and the states of its blocks.
    ['isNotConnected', 'paused', ['b', 'c'], ['a done']],
    ['isNeverReached', 'paused', ['b', 'c'], ['a done']],
    ['refuses', 'ended', ['b', 'c'], ['a done']],
    ['breaksOff', 'paused', ['c'], ['a done', 'b lost']],
    ['endsTheShell', 'ended', ['c'], ['a done', 'b done']],
    ['fails', 'ready', [], ['a done', 'b lost', 'c done']],
  ])('when the platform %s: %s, %j wait', async (answer, status, lines, blocks) => {
    platform.answers = ['ends', answer]
    for (const line of ['a', 'b', 'c']) await submit(line)
    await rest()
    expect({ status: terminal.status, queue: waiting(), blocks: shown() }).toEqual({
      status,
      queue: lines,
      blocks,
    })
    await reopen()
    expect(waiting()).toEqual([])
    expect(platform.ran).toEqual(['a', 'b', 'c'])
  })

  it('are added behind those that wait while the platform is away, and can be taken back', async () => {
    platform.answers = ['isNotConnected']
    await submit('a')
    await rest()
    for (const line of ['b', 'c']) await submit(line)
    await terminal.cancel(terminal.record.queue[1]?.id ?? '')
    expect(waiting()).toEqual(['a', 'c'])
    await reopen()
    expect(platform.ran).toEqual(['a', 'c'])
  })

  describe('behind a program that runs', () => {
    let end = (): void => undefined

    beforeEach(async () => {
      platform.until = () => new Promise((resolve) => (end = resolve))
      await submit('long')
      await submit('next')
      await settled()
    })

    it('are not run once they are cancelled, even if it ends at that moment', async () => {
      const cancelled = terminal.cancel(terminal.record.queue[0]?.id ?? '')
      end()
      await cancelled
      await rest()
      expect(platform.ran).toEqual(['long'])
    })

    it('are its input when they are given as the answer, and not run when it ends with it', async () => {
      platform.typing = async () => end()
      await terminal.answer(terminal.record.queue[0]?.id ?? '')
      await rest()
      expect({ typed: platform.typed, ran: platform.ran, waiting: waiting() }).toEqual({
        typed: ['next\n'],
        ran: ['long'],
        waiting: [],
      })
    })

    it('wait again when they cannot be given to it', async () => {
      platform.typing = () => Promise.reject(new Error('not now'))
      await expect(terminal.answer(terminal.record.queue[0]?.id ?? '')).rejects.toThrow('not now')
      expect(waiting()).toEqual(['next'])
      platform.until = () => settled()
      end()
      await rest()
      expect(platform.ran).toEqual(['long', 'next'])
    })
  })

  it('are held while no window is open, and sent when one is', async () => {
    platform.print = () => ['begun\r\n']
    let end = (): void => undefined
    platform.until = () => new Promise((resolve) => (end = resolve))
    await submit('long')
    await submit('next')
    await settled()
    core.terminals.windowClosed()
    end()
    platform.until = () => settled()
    await rest()
    expect(shown()).toEqual(['long done'])
    expect(waiting()).toEqual(['next'])
    core.terminals.windowOpened()
    await rest()
    expect(platform.ran).toEqual(['long', 'next'])
  })

  it('are taken once, however often a window asks that lost the answer', async () => {
    const line = { id: 'mine', command: 'once' }
    await terminal.submit(line)
    await rest()
    await terminal.submit(line)
    await rest()
    expect(platform.ran).toEqual(['once'])
  })

  it('each run once and in order, whatever the platform does', async () => {
    const answer = fc.constantFrom(...(Object.keys(ANSWERS) as Answer[]))
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { maxLength: 8 }),
        fc.integer({ min: 1, max: 5 }),
        async (given, count) => {
          platform.answers = [...given]
          platform.ran.length = 0
          const before = terminal.record.blocks.length
          const lines = Array.from({ length: count }, (_, index) => `line ${index}`)
          for (const line of lines) await submit(line)
          await rest()
          for (let tries = 0; tries <= given.length && waiting().length > 0; tries++) await reopen()
          platform.answers = []
          await reopen()
          expect(platform.ran).toEqual(lines)
          expect(terminal.record.blocks.slice(before).map(({ command }) => command)).toEqual(lines)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('what runs', () => {
  it('continues in the background with its session, while waiting lines continue in its pane', async () => {
    let end = (): void => undefined
    platform.until = () => new Promise((resolve) => (end = resolve))
    await submit('long')
    await submit('next')
    await settled()
    platform.until = () => settled()
    const next = await core.terminals.detach(terminal.id)
    await vi.waitFor(() => expect(platform.ran).toEqual(['long', 'next']))
    expect(core.terminals.layout.tabs['p/s']?.map(({ panes }) => panes)).toEqual([[next?.id]])
    expect(terminal.status).toBe('running')
    end()
    await rest()
    expect(shown()).toEqual(['long done'])
    core.terminals.reattach(terminal.id)
    expect(core.terminals.layout.tabs['p/s']?.map(({ panes }) => panes)).toEqual([[next?.id], [terminal.id]])
  })

  it('is remembered with its exit code, in the order in which it ended', async () => {
    for (const line of ['a', 'b']) await submit(line)
    await rest()
    expect(core.history).toEqual([
      { command: 'a', sandboxId: 's', exitCode: 0 },
      { command: 'b', sandboxId: 's', exitCode: 0 },
    ])
  })
})
