import type { RunResult } from '#shared/workbench/areas/sandboxes.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'
import { text } from '../../i18n/text.ts'
import { refreshPlatform, useSandboxes } from '../sandboxes/sandbox-store.ts'
import type { Block } from '../blocks/block.ts'
import { noOutput, OutputKeeper } from '../blocks/output-keeper.ts'
import { rememberCommand } from '../line/history.ts'
import { tellEnded } from './ended-notice.ts'
import { caughtUp } from './catching-up.ts'
import { alone, thisWindow } from '../../app/open-windows.ts'
import { changeBlock, changeTerminal, feed, terminalOf } from './terminal-store.ts'
import { BLOCK_LIMIT, forgetBlock, keepBegun, keepBlock, keepTerminal } from './terminal-keep.ts'

/** Failures that say the line never left this machine: it waits and is sent when the platform answers. */
const NEVER_SENT = new Set(['NOT_CONNECTED'])
/** Failures of the way, not of the command. */
const OF_THE_WAY = new Set(['NOT_CONNECTED', 'PLATFORM_UNREACHABLE', 'DISCONNECTED'])
/** Milliseconds between two writings of a running command's output. */
const KEEP_EVERY = 2000

const running = new Set<string>()
/** Output of the commands that run now, by terminal: too fast for the store, which gets it when they end. */
const keepers = new Map<string, { readonly number: number; readonly keeper: OutputKeeper }>()

/** A block with what it printed so far. */
export function withLiveOutput(id: string, block: Block): Block {
  const live = keepers.get(id)
  return live?.number === block.number ? { ...block, output: live.keeper.kept } : block
}

/** Whether this window follows a command that runs, and writes its block down. */
export const runsHere = (id: string, number: number): boolean => keepers.get(id)?.number === number

/** Sends a line, after those that wait. */
export function submit(id: string, command: string): void {
  changeTerminal(id, ({ queue }) => ({ queue: [...queue, command] }))
  keepTerminal(id)
  void drain(id)
}

export function unqueue(id: string, index: number): void {
  changeTerminal(id, ({ queue }) => ({ queue: queue.filter((_, at) => at !== index) }))
  keepTerminal(id)
}

/** The workbench's name for a block's run, under which its answer is found again. */
const runName = (id: string, { number, startedAt }: Block): string => `${id}/${number}/${startedAt}`

/** Runs what waits, one after the other, as long as the session answers. */
export async function drain(id: string): Promise<void> {
  if (running.has(id)) return
  running.add(id)
  let overtaken = false
  try {
    while (!overtaken && nextLine(id) !== undefined) {
      const begun = await alone(`terminal-${id}`, () => beginNext(id))
      await begun?.ended
      overtaken = begun === undefined
      keepTerminal(id)
    }
  } finally {
    running.delete(id)
  }
  // Another window's command runs now, or has ended already.
  if (overtaken) return rejoin(id).then(() => drain(id))
}

const nextLine = (id: string): string | undefined => {
  const terminal = terminalOf(id)
  return terminal?.status === 'ready' ? terminal.queue[0] : undefined
}

const lastNumber = (id: string): number => terminalOf(id)?.blocks.at(-1)?.number ?? 0

/**
 * Takes the next line from those that wait and sends it as a block that is numbered after those of every window; for one window
 * at a time. Resolves when the others can see it, to the end of its run; to undefined when a command of another window came first,
 * or nothing waits any more.
 */
async function beginNext(id: string): Promise<{ readonly ended: Promise<void> } | undefined> {
  const before = lastNumber(id)
  await caughtUp(id)
  const command = nextLine(id)
  if (command === undefined || lastNumber(id) !== before) return undefined
  changeTerminal(id, ({ queue }) => ({ queue: queue.slice(1), status: 'running' }))
  const block = begin(id, command)
  if (!block) return undefined
  const kept = keepBegun(id, block)
  const ended = run(id, block)
  await kept
  return { ended }
}

function begin(id: string, command: string): Block | undefined {
  const terminal = terminalOf(id)
  if (!terminal) return undefined
  const block: Block = {
    number: lastNumber(id) + 1,
    command,
    ...(terminal.cwd === undefined ? {} : { cwd: terminal.cwd }),
    startedAt: Date.now(),
    window: thisWindow,
    state: 'running',
    exitCode: null,
    bookmarked: false,
    collapsed: false,
    output: noOutput,
  }
  changeTerminal(id, ({ blocks }) => ({ blocks: [...blocks.slice(-BLOCK_LIMIT + 1), block] }))
  feed(id, { kind: 'begin', block })
  return block
}

/** Sends a block's command, and follows it to its end. */
async function run(id: string, block: Block): Promise<void> {
  const terminal = terminalOf(id)
  if (!terminal) return
  const { command } = block
  const { platform, sandboxId, session, plain } = terminal
  const { number } = block
  const keeper = new OutputKeeper()
  keepers.set(id, { number, keeper })
  const started = performance.now()
  const keeping = setInterval(() => {
    keepBlock(id, { ...block, output: keeper.brief })
  }, KEEP_EVERY)
  const hear = (chunk: string): void => {
    keeper.push(chunk, performance.now() - started)
    feed(id, { kind: 'chunk', number, text: chunk })
  }
  let outcome: Partial<Block> | undefined
  try {
    const result = await workbench.call(
      'sandboxes.run',
      { platform, sandboxId, session, command, run: runName(id, block), ...(plain ? { plain } : {}) },
      { onProgress: ({ chunk }) => hear(chunk) },
    )
    outcome = result.refused ? undefined : outcomeOf(id, result)
    if (result.refused) await noteRefusal(id, result)
  } catch (error) {
    outcome = noteFailure(id, error, keeper.total > 0)
  } finally {
    clearInterval(keeping)
  }
  if (outcome === undefined) {
    keepers.delete(id)
    return withdraw(id, block)
  }
  finish(id, number, {
    milliseconds: Math.round(performance.now() - started),
    ...outcome,
    output: keeper.kept,
  })
  keepers.delete(id)
  rememberCommand({ command, sandboxId, exitCode: outcome.exitCode ?? null })
}

/** What a run's answer says of its block, and of the terminal. */
function outcomeOf(id: string, result: RunResult): Partial<Block> {
  const { exitCode, cwd, milliseconds, problem, sessionEnded } = result
  changeTerminal(id, () => ({
    status: sessionEnded ? 'ended' : 'ready',
    ...(sessionEnded && problem ? { problem } : {}),
    ...(cwd === undefined ? {} : { cwd }),
  }))
  return { state: 'done', exitCode, milliseconds, ...(problem === undefined ? {} : { problem }) }
}

/** A session or sandbox that was gone before the line came: nothing ran, the line waits for the next one. */
async function noteRefusal(id: string, { problem }: RunResult): Promise<void> {
  const platform = terminalOf(id)?.platform
  // The line was refused whether or not the list can be read now.
  if (platform !== undefined) await refreshPlatform(platform).catch(() => undefined)
  const terminal = terminalOf(id)
  if (!terminal) return
  const stopped = isStopped(terminal)
  changeTerminal(id, () => ({ status: stopped ? 'closed' : 'ended', ...(problem ? { problem } : {}) }))
}

/** Whether the list says that a terminal's sandbox does not run. */
export function isStopped({ platform, sandboxId }: { platform: string; sandboxId: string }): boolean {
  const { sandboxes } = useSandboxes.getState()
  const sandbox = sandboxes.find((one) => one.platform === platform && one.sandboxId === sandboxId)
  return sandbox !== undefined && sandbox.state !== 'running'
}

/** A line that was never run goes back to those that wait, first in their row, and leaves no block behind. */
function withdraw(id: string, { number, command }: Block): void {
  changeTerminal(id, ({ queue, blocks }) => ({
    queue: [command, ...queue],
    blocks: blocks.filter((block) => block.number !== number),
  }))
  forgetBlock(id, number)
  feed(id, { kind: 'anew' })
}

/** A call that broke: undefined when the line was certainly never sent; otherwise its block says what happened. */
function noteFailure(id: string, error: unknown, answered: boolean): Partial<Block> | undefined {
  const failure =
    error instanceof WorkbenchError ? error : new WorkbenchError({ code: 'INTERNAL', message: String(error) })
  const paused = OF_THE_WAY.has(failure.code)
  const { sent } = (failure.details ?? {}) as { sent?: boolean }
  changeTerminal(id, () => ({ status: paused ? 'paused' : 'ready', problem: failure.message }))
  if (!answered && (NEVER_SENT.has(failure.code) || sent === false)) return undefined
  return { state: 'lost', exitCode: null, problem: failure.message }
}

/**
 * Asks the workbench for the answer of a command that was on its way when the page was closed or cut off: what it printed since,
 * what it prints now, and how it ended.
 */
export async function rejoin(id: string): Promise<void> {
  const block = terminalOf(id)?.blocks.at(-1)
  if (block?.state !== 'lost' || running.has(id)) return
  const { number } = block
  const keeper = new OutputKeeper()
  const hear = (text: string): void => {
    keeper.push(text, Date.now() - block.startedAt)
    feed(id, { kind: 'chunk', number, text })
  }
  let joined = false
  const join = (): void => {
    if (joined) return
    joined = true
    keepers.set(id, { number, keeper })
    const { problem: _, ...again } = block
    changeTerminal(id, ({ blocks }) => ({
      status: 'running',
      blocks: blocks.map((one) =>
        one.number === number ? { ...again, state: 'running', output: noOutput } : one,
      ),
    }))
    feed(id, { kind: 'anew' })
  }
  running.add(id)
  // Its first word comes with the answer at the latest; a silent command must be shown as running before that.
  try {
    const result = await workbench.call(
      'sandboxes.rejoin',
      { run: runName(id, block) },
      {
        onProgress: ({ chunk, dropped }) => {
          join()
          if (dropped !== undefined)
            hear(`\x1b[2m${text('terminal.block.gap', { characters: dropped })}\x1b[22m\r\n`)
          if (chunk !== '') hear(chunk)
        },
      },
    )
    if (result === null) return
    join()
    finish(id, number, { ...outcomeOf(id, result), output: keeper.kept })
  } catch (error) {
    if (joined) finish(id, number, { ...noteFailure(id, error, true), output: keeper.kept })
  } finally {
    running.delete(id)
    keepers.delete(id)
  }
}

function finish(id: string, number: number, outcome: Partial<Block>): void {
  changeBlock(id, number, outcome)
  const block = terminalOf(id)?.blocks.find((one) => one.number === number)
  if (!block) return
  feed(id, { kind: 'end', block })
  keepBlock(id, block)
  tellEnded(id, block)
}

const interrupted = new Map<string, number>()
/** Milliseconds within which a second Ctrl+C kills. */
const TWICE = 3000

/** Ctrl+C: interrupts the foreground job; the second time, kills it. Answers which of both was sent. */
export async function interrupt(id: string): Promise<'INT' | 'KILL' | undefined> {
  const terminal = terminalOf(id)
  if (terminal?.status !== 'running') return undefined
  const again = Date.now() - (interrupted.get(id) ?? 0) < TWICE
  interrupted.set(id, Date.now())
  const signal = again ? 'KILL' : 'INT'
  const { platform, sandboxId, session } = terminal
  await workbench.call('sandboxes.interrupt', { platform, sandboxId, session, signal })
  return signal
}

/** Sends text to the program that reads the terminal. */
export async function typeInto(id: string, data: string): Promise<void> {
  const terminal = terminalOf(id)
  if (terminal?.status !== 'running') return
  const { platform, sandboxId, session } = terminal
  await workbench.call('sandboxes.type', { platform, sandboxId, session, data })
}
