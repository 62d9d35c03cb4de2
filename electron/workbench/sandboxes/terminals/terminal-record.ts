import { type Block, type BlockFilter, type Output, passesMarks } from '#shared/terminals/block.ts'
import type { StoredTerminal, QueuedLine } from '#shared/terminals/terminal.ts'
import type { FeedEvent } from '#shared/workbench/areas/terminals.ts'
import { inParts } from '../output-parts.ts'
import type { OutputFiles, RunningOutput } from './output-files.ts'
import { after, type TerminalEntry, type TerminalHistory, type TerminalLogs } from './terminal-log.ts'

/** Maximum characters of earlier output sent to a view: more than its scrollback holds. */
const REPLAY_CHARACTERS = 4 * 1024 * 1024

export type Listener = (event: FeedEvent) => void

/** How a command ended. */
export type Outcome = Pick<Block, 'state' | 'exitCode' | 'milliseconds' | 'problem'>

/** The stored state of a terminal: its lines, its blocks and their output; and the views subscribed to it. */
export class TerminalRecord {
  readonly #logs: TerminalLogs
  readonly #outputs: OutputFiles
  #history: TerminalHistory
  #running: { readonly number: number; readonly output: RunningOutput } | undefined
  /** Outputs of finished commands that are being written to disk. */
  readonly #settling = new Map<number, { readonly output: RunningOutput; readonly done: Promise<void> }>()
  readonly #listeners = new Set<Listener>()

  constructor(logs: TerminalLogs, outputs: OutputFiles, history: TerminalHistory) {
    this.#logs = logs
    this.#outputs = outputs
    this.#history = history
  }

  get terminal(): StoredTerminal {
    return this.#history.terminal
  }

  get queue(): readonly QueuedLine[] {
    return this.#history.queue
  }

  get blocks(): readonly Block[] {
    return this.#history.blocks
  }

  block(number: number): Block | undefined {
    return this.blocks.find((block) => block.number === number)
  }

  /** Stores an entry, then applies it. */
  async add(entry: TerminalEntry): Promise<void> {
    await this.#logs.append(this.terminal.id, entry)
    this.#apply(entry)
  }

  change(change: Partial<Omit<StoredTerminal, 'id'>>): Promise<void> {
    const given = Object.entries(change).filter(([, value]) => value !== undefined)
    const entry: TerminalEntry = {
      kind: 'terminal',
      terminal: { ...this.terminal, ...Object.fromEntries(given) },
    }
    this.#apply(entry)
    return this.#logs.append(this.terminal.id, entry)
  }

  /** Takes a line out of the queue at once, so that it is not sent while this is being stored. */
  cancel(line: string): Promise<void> {
    const entry: TerminalEntry = { kind: 'cancelled', line }
    this.#apply(entry)
    return this.#logs.append(this.terminal.id, entry)
  }

  /** @returns numbers of the marked blocks: all if none are given */
  async mark(
    numbers: readonly number[] | undefined,
    marks: { readonly bookmarked?: boolean | undefined; readonly collapsed?: boolean | undefined },
  ): Promise<readonly number[]> {
    // Output of a running command is shown as it arrives.
    const marked = this.blocks
      .filter(({ state }) => !(marks.collapsed && state === 'running'))
      .flatMap(({ number }) => ((numbers?.includes(number) ?? true) ? [number] : []))
    await this.add({ kind: 'marked', numbers: marked, ...marks })
    return marked
  }

  /** Starts a block whose command is being sent; its output goes to the returned object's `push`. */
  begin(block: Block): RunningOutput {
    const output = this.#outputs.begin(this.terminal.id, block.number)
    this.#running = { number: block.number, output }
    this.feed({ kind: 'begin', block })
    return output
  }

  /** Ends the running block. @returns its number */
  end(outcome: Outcome): number | undefined {
    if (!this.#running) return undefined
    const { number, output } = this.#running
    const { dropped, moments } = output.retained
    const entry: TerminalEntry = { kind: 'ended', number, ...outcome, ...output.size, dropped, moments }
    this.#running = undefined
    this.#apply(entry)
    // The next command does not wait for the disk.
    const done = output
      .finish()
      .then(() => this.#logs.append(this.terminal.id, entry))
      .catch(() => undefined)
      .finally(() => this.#settling.delete(number))
    this.#settling.set(number, { output, done })
    const block = this.block(number)
    if (block) this.feed({ kind: 'end', block })
    return number
  }

  /** Returns a line that was never run to the front of the queue. */
  async withdraw(number: number, line: QueuedLine): Promise<void> {
    this.#running = undefined
    await this.add({ kind: 'withdrawn', number, line })
    this.feed({ kind: 'reset' })
  }

  forget(numbers: readonly number[]): Promise<void> {
    return this.#outputs.remove(this.terminal.id, numbers)
  }

  async forgetAll(): Promise<void> {
    await this.#logs.remove(this.terminal.id)
    await this.#outputs.removeAll(this.terminal.id)
  }

  /** Resolves when all output so far is on disk. */
  async settle(): Promise<void> {
    await this.#running?.output.settle()
    await Promise.all([...this.#settling.values()].map(({ done }) => done))
  }

  /** The stored output of a command. */
  async output(number: number): Promise<Output> {
    const live = this.#running?.number === number ? this.#running.output : this.#settling.get(number)?.output
    if (live) return live.retained
    const note = this.#history.notes.get(number) ?? { dropped: 0, moments: [] }
    return this.#outputs.read(this.terminal.id, number, note)
  }

  /** Numbers of the blocks that match a filter. */
  async find(filter: BlockFilter): Promise<number[]> {
    const found: number[] = []
    for (const block of this.blocks) if (await this.#passes(block, filter)) found.push(block.number)
    return found
  }

  /** Publishes an event to the views. */
  feed(event: FeedEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  /** Sends a view the existing blocks, oldest first, then new events, until the signal aborts. */
  async follow(filter: BlockFilter, signal: AbortSignal, tell: Listener): Promise<void> {
    while (!signal.aborted) await this.#show(filter, signal, tell)
  }

  /** Returns when a block is withdrawn, after which the view has to start over. */
  async #show(filter: BlockFilter, signal: AbortSignal, tell: Listener): Promise<void> {
    tell({ kind: 'reset' })
    const outputs = await this.#recentOutputs(signal)
    for (let last = 0; !signal.aborted;) {
      const block = this.blocks.find(({ number }) => number > last)
      if (!block || block.number === this.#running?.number) break
      last = block.number
      if (!(await this.#passes(block, filter))) continue
      tell({ kind: 'begin', block })
      if (!block.collapsed) tellOutput(outputs.get(last), block, tell)
      if (block.state !== 'running') tell({ kind: 'end', block })
    }
    // No await from here on, so no event is missed or sent twice.
    const hear = this.#filtered(filter, tell)
    const running = this.#running && this.block(this.#running.number)
    if (this.#running && running) {
      hear({ kind: 'begin', block: running })
      tellOutput(this.#running.output.retained, running, hear)
    }
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#listeners.delete(listener)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const listener: Listener = (event) => (event.kind === 'reset' ? done() : hear(event))
      this.#listeners.add(listener)
      if (signal.aborted) done()
      signal.addEventListener('abort', done)
    })
  }

  /** Passes on the events of commands that match a filter, judged by what is known at their start. */
  #filtered(filter: BlockFilter, tell: Listener): Listener {
    let isHidden = false
    return (event) => {
      if (event.kind === 'begin')
        isHidden = !passesMarks(event.block, filter) || !isNamed(event.block, filter)
      if (!isHidden) tell(event)
    }
  }

  /** Newest first: older output would have been scrolled out anyway. */
  async #recentOutputs(signal: AbortSignal): Promise<ReadonlyMap<number, Output>> {
    const outputs = new Map<number, Output>()
    let room = REPLAY_CHARACTERS
    for (const { number, collapsed, characters } of this.blocks.toReversed()) {
      if (room <= 0 || signal.aborted) break
      if (collapsed || number === this.#running?.number) continue
      const output = characters === 0 && !this.#isLost(number) ? undefined : await this.output(number)
      if (!output) continue
      room -= output.head.length + output.tail.length
      outputs.set(number, output)
    }
    return outputs
  }

  /** Whether the command ran when the workbench exited, so that its output was not counted. */
  #isLost(number: number): boolean {
    return this.block(number)?.state === 'lost'
  }

  async #passes(block: Block, filter: BlockFilter): Promise<boolean> {
    if (!passesMarks(block, filter)) return false
    if (isNamed(block, filter)) return true
    const { head, tail } = await this.output(block.number)
    return [head, tail].some((part) => part.toLowerCase().includes(filter.text.toLowerCase()))
  }

  #apply(entry: TerminalEntry): void {
    this.#history = { ...this.#history, ...after(this.#history, entry) }
  }
}

/** Whether a block's command contains the filter's text. */
const isNamed = ({ command }: Block, { text }: BlockFilter): boolean =>
  command.toLowerCase().includes(text.toLowerCase())

function tellOutput(output: Output | undefined, { characters }: Block, tell: Listener): void {
  if (!output && characters > 0) tell({ kind: 'gap', characters })
  if (!output) return
  inParts(output.head, (text) => tell({ kind: 'output', text }))
  if (output.dropped > 0) tell({ kind: 'gap', characters: output.dropped })
  inParts(output.tail, (text) => tell({ kind: 'output', text }))
}
