import { randomUUID } from 'node:crypto'
import type { BlockFilter } from '#shared/terminals/block.ts'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { keepPanes, replacePane, splitPane } from '#shared/terminals/tab.ts'
import { type StoredTerminal, placeOf, type Tabs, type TerminalTab } from '#shared/terminals/terminal.ts'
import type { OutputFiles } from './output-files.ts'
import { Terminal, type TerminalContext } from './terminal.ts'
import { entriesOf, historyOf, type TerminalLogs } from './terminal-log.ts'
import { type Listener, TerminalRecord } from './terminal-record.ts'

/** The tabs and the one selected last, by `platform/sandbox`. */
export interface Layout {
  readonly tabs: Tabs
  readonly activeTab: Readonly<Record<string, string>>
}

interface TerminalsOptions extends Pick<TerminalContext, 'sessions' | 'tell' | 'isStopped' | 'remember'> {
  readonly logs: TerminalLogs
  readonly outputs: OutputFiles
  readLayout(): Promise<Layout>
  writeLayout(layout: Layout): Promise<void>
}

interface NewTerminal {
  readonly platform: string
  readonly sandboxId: string
  readonly name?: string | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly remoteUser?: string | undefined
  readonly plain?: boolean | undefined
  readonly cwd?: string | undefined
  readonly beside?:
    | {
        readonly tab: string
        readonly direction: TerminalTab['direction']
        /** The pane to insert after; default: the last one. */
        readonly pane?: string | undefined
      }
    | undefined
  readonly first?: boolean | undefined
}

/** A log with more entries is compacted. */
const MAX_ENTRIES = 4000

/** All terminals and their tabs. */
export class Terminals {
  readonly #options: TerminalsOptions
  readonly #context: TerminalContext
  readonly #byId = new Map<string, Terminal>()
  #layout: Layout = { tabs: {}, activeTab: {} }
  #windows = 0
  #replaced = new AbortController()
  /** Number of views per sandbox, by place. */
  readonly #watched = new Map<string, number>()

  constructor(options: TerminalsOptions) {
    this.#options = options
    this.#context = {
      ...options,
      hasWindow: () => this.#windows > 0,
      isWatched: (place) => this.isWatched(place),
    }
  }

  /** Whether a window shows the terminals of a sandbox. */
  isWatched(place: string): boolean {
    return (this.#watched.get(place) ?? 0) > 0
  }

  /**
   * Loads the terminals. Commands that ran when the workbench exited are marked as lost, since their outcome
   * is unknown.
   */
  async load(): Promise<void> {
    const ids = await this.#options.logs.ids()
    await Promise.all(ids.map((id) => this.#loadOne(id)))
    const { tabs, activeTab } = await this.#options.readLayout()
    const panes = (tab: TerminalTab): TerminalTab => keepPanes(tab, (pane) => this.#byId.has(pane))
    this.#layout = { activeTab, tabs: mapTabs(tabs, (list) => list.map(panes).filter(isShown)) }
  }

  get all(): readonly Terminal[] {
    return [...this.#byId.values()]
  }

  get layout(): Layout {
    return this.#layout
  }

  /** Number of running commands. */
  get running(): number {
    return this.all.filter(({ status }) => status === 'running').length
  }

  /** @throws WorkbenchError `UNKNOWN_TERMINAL` */
  find(id: string): Terminal {
    const terminal = this.#byId.get(id)
    if (terminal) return terminal
    throw workbenchError('UNKNOWN_TERMINAL')
  }

  /** Called when a window was opened or closed; queued lines are held while there is none. */
  windowOpened(): void {
    this.#windows++
    for (const terminal of this.all) terminal.wake()
  }

  windowClosed(): void {
    this.#windows--
  }

  /** Opens the terminals of running sandboxes and closes the others', whenever a platform lists its sandboxes. */
  noteSandboxes(sandboxes: readonly SandboxInfo[]): void {
    const states = new Map(sandboxes.map((sandbox) => [placeOf(sandbox), sandbox.state]))
    for (const terminal of this.all) {
      const state = states.get(terminal.place)
      if (state !== undefined && state !== 'unknown') terminal.noteSandbox(state === 'running')
    }
  }

  /**
   * Streams a terminal's output until the signal aborts. @throws DISCONNECTED when the terminal was replaced by a restored
   * one
   */
  async follow(terminal: Terminal, filter: BlockFilter, signal: AbortSignal, tell: Listener): Promise<void> {
    const replaced = this.#replaced.signal
    await terminal.record.follow(filter, AbortSignal.any([signal, replaced]), tell)
    if (!signal.aborted) throw workbenchError('DISCONNECTED')
  }

  /** Marks a terminal's sandbox as watched until the signal aborts. */
  watch({ place }: Terminal, signal: AbortSignal): void {
    this.#watched.set(place, (this.#watched.get(place) ?? 0) + 1)
    signal.addEventListener('abort', () => this.#watched.set(place, (this.#watched.get(place) ?? 1) - 1), {
      once: true,
    })
    for (const terminal of this.all) if (terminal.place === place) terminal.wake()
  }

  /** Adds a terminal in its own tab, or beside the panes of a tab, and opens its session. */
  async open({ beside, first, ...options }: NewTerminal): Promise<{ id: string; tab: string }> {
    const tabs = this.#tabsOf(placeOf(options))
    const [there] = tabs
    if (first && there) return { id: there.panes[0] ?? '', tab: there.id }
    const tab = tabs.find((one) => one.id === beside?.tab)
    const id = await this.#create(options, (id) =>
      tab && beside
        ? tabs.map((one) => (one === tab ? splitPane(tab, beside.pane, id, beside.direction) : one))
        : [...tabs, { id, panes: [id], direction: 'horizontal' }],
    )
    return { id, tab: tab?.id ?? id }
  }

  /** Closes a terminal and its session, and deletes its stored data. */
  async close(id: string): Promise<void> {
    const terminal = this.find(id)
    const { place } = terminal
    this.#byId.delete(id)
    terminal.dispose()
    this.#options.tell({ kind: 'closed', id })
    this.#setTabs(place, without(this.#tabsOf(place), id))
    await Promise.all([terminal.disconnect(), terminal.record.forgetAll()])
  }

  showTab(place: string, tab: string): void {
    this.#layout = { ...this.#layout, activeTab: { ...this.#layout.activeTab, [place]: tab } }
    this.#keepLayout()
  }

  /**
   * Sends the running command to the background. A session cannot return to its prompt before the command ends, so the whole session
   * is detached, and a new one takes its pane with the same directory, environment and user.
   */
  async detach(id: string): Promise<{ id: string } | null> {
    const terminal = this.find(id)
    const { place, status } = terminal
    const tab = this.#tabsOf(place).find(({ panes }) => panes.includes(id))
    if (status !== 'running' || !tab) return null
    const { platform, sandboxId, env, plain, remoteUser, cwd } = terminal.record.terminal
    const options = { platform, sandboxId, env, plain, remoteUser, cwd }
    const next = await this.#create(options, (stead) =>
      this.#tabsOf(place).map((one) => replacePane(one, id, stead)),
    )
    // Queued lines were meant for a prompt, which the new session has.
    for (const line of terminal.record.queue) {
      await this.find(next).submit(line)
      await terminal.cancel(line.id)
    }
    return { id: next }
  }

  /** Moves a detached terminal into a new tab. */
  reattach(id: string): { tab: string } {
    const { place } = this.find(id)
    // Its old tab may still exist under its id.
    const tab = randomUUID().slice(0, 8)
    this.#setTabs(place, [
      ...without(this.#tabsOf(place), id),
      { id: tab, panes: [id], direction: 'horizontal' },
    ])
    return { tab }
  }

  /** Like {@link settle}, and stops all terminals. */
  async dispose(): Promise<void> {
    for (const terminal of this.all) terminal.dispose()
    await this.settle()
  }

  /** Resolves when all pending writes are on disk. */
  async settle(): Promise<void> {
    await Promise.all(this.all.map(({ record }) => record.settle()))
  }

  /** Reloads the data after a backup was restored. Running commands continue in their sandbox but are no longer followed. */
  async reload(): Promise<void> {
    this.#replaced.abort()
    this.#replaced = new AbortController()
    for (const terminal of this.all) terminal.dispose()
    this.#byId.clear()
    await this.load()
    if (this.#windows > 0) for (const terminal of this.all) terminal.wake()
  }

  async #loadOne(id: string): Promise<void> {
    const entries = await this.#options.logs.read(id)
    const history = historyOf(entries)
    if (history?.terminal.id !== id) return
    const blocks = history.blocks.map((block) =>
      block.state === 'running' ? { ...block, state: 'lost' as const } : block,
    )
    const trimmed = { ...history, blocks }
    if (entries.length > MAX_ENTRIES) await this.#options.logs.replace(id, entriesOf(trimmed))
    const { logs, outputs } = this.#options
    this.#byId.set(id, new Terminal(this.#context, new TerminalRecord(logs, outputs, trimmed)))
  }

  /** Creates a terminal, adds it to the tabs and opens its session. */
  async #create(
    options: Omit<NewTerminal, 'beside' | 'first'>,
    put: (id: string) => readonly TerminalTab[],
  ): Promise<string> {
    const place = placeOf(options)
    const id = randomUUID().slice(0, 8)
    const name = options.name ?? this.#freeName(place)
    const own = { id, session: `orrery-${id}`, name, env: { ...options.env } }
    const terminal: StoredTerminal = { plain: false, draft: '', ...options, ...own }
    const { logs, outputs } = this.#options
    const record = new TerminalRecord(logs, outputs, { terminal, queue: [], blocks: [], notes: new Map() })
    const added = new Terminal(this.#context, record)
    this.#byId.set(id, added)
    this.#setTabs(place, put(id))
    void added.connect()
    await added.change({})
    return id
  }

  /** The first free default name in the sandbox. */
  #freeName(place: string): string {
    const taken = new Set(this.all.flatMap((one) => (one.place === place ? one.info.name : [])))
    for (let number = 1; ; number++) if (!taken.has(`bash ${number}`)) return `bash ${number}`
  }

  #tabsOf(place: string): readonly TerminalTab[] {
    return this.#layout.tabs[place] ?? []
  }

  #setTabs(place: string, tabs: readonly TerminalTab[]): void {
    this.#layout = { ...this.#layout, tabs: { ...this.#layout.tabs, [place]: [...tabs] } }
    this.#options.tell({ kind: 'tabs', tabs: this.#layout.tabs })
    this.#keepLayout()
  }

  #keepLayout(): void {
    void this.#options.writeLayout(this.#layout).catch(() => undefined)
  }
}

const isShown = ({ panes }: TerminalTab): boolean => panes.length > 0

const without = (tabs: readonly TerminalTab[], id: string): TerminalTab[] =>
  tabs.map((tab) => keepPanes(tab, (pane) => pane !== id)).filter(isShown)

const mapTabs = (tabs: Tabs, map: (tabs: readonly TerminalTab[]) => TerminalTab[]): Tabs =>
  Object.fromEntries(Object.entries(tabs).map(([place, list]) => [place, map(list)]))
