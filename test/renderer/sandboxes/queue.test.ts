import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunResult } from '#shared/workbench/areas/sandboxes.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { drain, submit, unqueue } from '../../../renderer/sandboxes/sessions/runner.ts'
import { restoredTerminal, type TerminalState } from '../../../renderer/sandboxes/sessions/terminal.ts'
import {
  changeTerminal,
  terminalOf,
  useTerminals,
} from '../../../renderer/sandboxes/sessions/terminal-store.ts'
import { attachCore, settled } from './core-stand-in.ts'

// It asks a browser whether somebody looks, and has no part in what runs.
vi.mock('../../../renderer/sandboxes/sessions/ended-notice.ts', () => ({ tellEnded: () => undefined }))

/** How a platform may answer a line. */
const ANSWERS = {
  ends: (): RunResult => ({ exitCode: 0, milliseconds: 1, sessionEnded: false }),
  endsTheShell: (): RunResult => ({ exitCode: null, milliseconds: 1, sessionEnded: true, problem: 'exit 7' }),
  refuses: (): RunResult => ({ ...ANSWERS.endsTheShell(), refused: true, problem: 'session gone' }),
  isNotConnected: (): never => fail('NOT_CONNECTED'),
  isNeverReached: (): never => fail('PLATFORM_UNREACHABLE', { sent: false }),
  breaksOff: (): never => fail('PLATFORM_UNREACHABLE', { sent: true }),
  fails: (): never => fail('UNEXPECTED_ANSWER'),
} as const
type Answer = keyof typeof ANSWERS

function fail(code: string, details?: unknown): never {
  throw new WorkbenchError({ code, message: code, ...(details === undefined ? {} : { details }) })
}

/** Whether the platform ran the line under that answer. */
const RAN: Readonly<Record<Answer, boolean>> = {
  ends: true,
  endsTheShell: true,
  refuses: false,
  isNotConnected: false,
  isNeverReached: false,
  breaksOff: true,
  fails: true,
}

let answers: Answer[]
let ran: string[]
let atOnce: number
let id: string
let counter = 0

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { locks: { request: (_name: string, work: () => unknown) => work() } })
  answers = []
  ran = []
  atOnce = 0
  let now = 0
  attachCore({
    async run({ command }, { report }) {
      atOnce = Math.max(atOnce, ++now)
      await settled()
      now--
      const answer = answers.shift() ?? 'ends'
      if (RAN[answer]) ran.push(command)
      if (answer === 'ends') report({ chunk: `${command}\r\n` })
      return ANSWERS[answer]()
    },
    list: () => [],
  })
  id = `t${++counter}`
  const terminal: TerminalState = {
    ...restoredTerminal(
      {
        id,
        platform: 'p',
        sandboxId: 's',
        session: id,
        name: id,
        env: {},
        plain: false,
        draft: '',
      },
      [],
    ),
    status: 'ready',
  }
  useTerminals.setState(({ terminals }) => ({ terminals: { ...terminals, [id]: terminal } }))
})

const now = (): TerminalState => {
  const terminal = terminalOf(id)
  if (!terminal) throw new Error('The terminal is gone.')
  return terminal
}

/** Waits until nothing runs any more. */
const rest = (): Promise<void> =>
  vi.waitFor(async () => {
    await settled()
    if (now().status === 'running') throw new Error('It still runs.')
  })

/** The way is there again: what `openTerminal` ends with. */
async function reopen(): Promise<void> {
  changeTerminal(id, () => ({ status: 'ready' }))
  await drain(id)
  await rest()
}

const shown = () => now().blocks.map(({ command, state }) => `${command} ${state}`)

describe('lines that wait', () => {
  it('run one at a time, in order, however fast they come', async () => {
    for (const line of ['a', 'b', 'c', 'd']) submit(id, line)
    await rest()
    expect(ran).toEqual(['a', 'b', 'c', 'd'])
    expect(atOnce).toBe(1)
    expect(now().queue).toEqual([])
  })

  it.each<[Answer, TerminalState['status'], string[], string[]]>([
    // The answer to the second of three lines: what the terminal is then, what waits, and what its blocks say.
    ['isNotConnected', 'paused', ['b', 'c'], ['a done']],
    ['isNeverReached', 'paused', ['b', 'c'], ['a done']],
    ['refuses', 'ended', ['b', 'c'], ['a done']],
    ['breaksOff', 'paused', ['c'], ['a done', 'b lost']],
    ['endsTheShell', 'ended', ['c'], ['a done', 'b done']],
    ['fails', 'ready', [], ['a done', 'b lost', 'c done']],
  ])('when the platform %s: %s, %j wait', async (answer, status, waiting, blocks) => {
    answers = ['ends', answer]
    for (const line of ['a', 'b', 'c']) submit(id, line)
    await rest()
    expect({ status: now().status, queue: now().queue, blocks: shown() }).toEqual({
      status,
      queue: waiting,
      blocks,
    })
    await reopen()
    expect(now().queue).toEqual([])
    expect(ran).toEqual(['a', 'b', 'c'])
  })

  it('are added behind those that wait while the platform is away, and can be taken back', async () => {
    answers = ['isNotConnected']
    submit(id, 'a')
    await rest()
    for (const line of ['b', 'c']) submit(id, line)
    unqueue(id, 1)
    expect(now().queue).toEqual(['a', 'c'])
    await reopen()
    expect(ran).toEqual(['a', 'c'])
  })

  it('each run once and in order, whatever the platform does', async () => {
    const answer = fc.constantFrom(...(Object.keys(ANSWERS) as Answer[]))
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { maxLength: 8 }),
        fc.integer({ min: 1, max: 5 }),
        async (given, count) => {
          answers = [...given]
          ran = []
          changeTerminal(id, () => ({ status: 'ready', queue: [], blocks: [] }))
          const lines = Array.from({ length: count }, (_, index) => `line ${index}`)
          for (const line of lines) submit(id, line)
          await rest()
          for (let tries = 0; tries <= given.length && now().queue.length > 0; tries++) await reopen()
          expect(ran).toEqual(lines)
          expect(now().blocks.map(({ command }) => command)).toEqual(lines)
        },
      ),
      { numRuns: 60 },
    )
  })
})
