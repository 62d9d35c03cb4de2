import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { SerializeAddon } from '@xterm/addon-serialize'
import { Unicode11Addon } from '@xterm/addon-unicode11'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { WebglAddon } from '@xterm/addon-webgl'
import { Terminal, type IDecoration, type IMarker } from '@xterm/xterm'
import { type Block, hasFailed } from '#shared/terminals/block.ts'
import type { Failure } from '#shared/workbench/failure.ts'
import { showFolder, showDuration } from '../sessions/show.ts'
import { type ProgramProgress, readProgress } from '../sessions/program-progress.ts'
import { filePathLinks, type NamedFile } from './path-links.ts'
import { leaveQueriesUnanswered } from './queries.ts'
import { codeSize, onLookChange, terminalTheme, tokenColour } from './terminal-theme.ts'
import { WriteQueue } from './write-queue.ts'

interface Mark {
  readonly marker: IMarker
  /** The line with the outcome, where that covers no text: an empty one behind the output, or the command's own. */
  foot?: IMarker | undefined
  badge?: IDecoration | undefined
}

const badgeText = ({ exitCode, milliseconds, problem }: Block): string => {
  const code = exitCode === null ? '✗' : exitCode !== 0 ? `✗ ${exitCode}` : problem === undefined ? '✓' : '✗'
  return milliseconds === undefined
    ? code
    : `${code}${exitCode === 0 ? ' ' : ' · '}${showDuration(milliseconds)}`
}

/** Columns at the right edge. */
const badgeWidth = (block: Block): number => Math.min(24, badgeText(block).length + 1)

/** Whether a line of the buffer ends before its last columns. */
const isFree = ({ buffer, cols }: Terminal, line: number, columns: number): boolean =>
  buffer.active.getLine(line)?.translateToString(true, cols - columns - 1) === ''

/** Where each block begins in the terminal's buffer, and behind its end its outcome, at the right edge and in the overview ruler. */
class BlockMarks {
  readonly #term: Terminal
  readonly #className: string
  #marks = new Map<number, Mark>()

  constructor(term: Terminal, className: string) {
    this.#term = term
    this.#className = className
  }

  /** Marks the line the cursor is in as a block's first. */
  place(number: number): void {
    const marker = this.#term.registerMarker(0)
    if (!marker) return
    this.#marks.get(number)?.badge?.dispose()
    this.#marks.set(number, { marker })
  }

  /** Writes the outcome into the line above the cursor. */
  tell(block: Block): void {
    if (block.background) return
    const mark = this.#marks.get(block.number)
    const foot = this.#term.registerMarker(-1)
    if (!mark || !foot) return
    mark.badge?.dispose()
    mark.foot?.dispose()
    mark.foot = foot
    const text = badgeText(block)
    const failed = hasFailed(block)
    mark.badge = this.#term.registerDecoration({
      marker: foot,
      anchor: 'right',
      x: 1,
      width: badgeWidth(block),
      layer: 'top',
      overviewRulerOptions: { color: tokenColour(failed ? '--bad' : '--line-strong'), position: 'left' },
    })
    mark.badge?.onRender((element) => {
      // A terminal that was made narrower may have text there now; the list of blocks says the same.
      element.style.visibility = isFree(this.#term, foot.line, badgeWidth(block)) ? '' : 'hidden'
      if (element.textContent === text) return
      element.textContent = text
      element.classList.add(this.#className)
      element.dataset['tone'] = failed ? 'bad' : 'good'
      // The list of blocks says the same to those who cannot see it.
      element.setAttribute('aria-hidden', 'true')
    })
  }

  /** The buffer line of a block, or undefined when it was scrolled out. */
  lineOf(number: number): number | undefined {
    const line = this.#marks.get(number)?.marker.line
    return line === undefined || line < 0 ? undefined : line
  }

  /** The block that covers a buffer line. */
  at(line: number): number | undefined {
    let found: number | undefined
    let best = -1
    for (const [number, { marker }] of this.#marks) {
      if (marker.line >= 0 && marker.line <= line && marker.line >= best) {
        found = number
        best = marker.line
      }
    }
    return found
  }

  clear(): void {
    for (const { marker, foot, badge } of this.#marks.values()) {
      badge?.dispose()
      foot?.dispose()
      marker.dispose()
    }
    this.#marks = new Map()
  }
}

/** Milliseconds after a key during which somebody counts as typing: longer than a pause between two words. */
const TYPING_PAUSE_MS = 1000

/** When a key was pressed last, on the page's clock. */
let pressed = -Infinity

window.addEventListener('keydown', () => (pressed = performance.now()), { capture: true, passive: true })

/** Whether somebody types, anywhere on the page. */
const isTyping = (): boolean => performance.now() - pressed < TYPING_PAUSE_MS

/** Names of renderers that draw on the processor: there WebGL opens ten times slower and paints no faster (docs/measurements.md#terminals). */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i

let hardware: boolean | undefined

function hasHardware(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  if (!context) return false
  const info = context.getExtension('WEBGL_debug_renderer_info')
  const name = String(context.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : context.RENDERER))
  context.getExtension('WEBGL_lose_context')?.loseContext()
  return !SOFTWARE.test(name)
}

/** Draws with WebGL where a real graphics processor does it; a lost context falls back to the DOM by itself. */
function addHardwareRenderer(term: Terminal): void {
  hardware ??= hasHardware()
  if (!hardware) return
  const addon = new WebglAddon()
  addon.onContextLoss(() => addon.dispose())
  term.loadAddon(addon)
}

/** How a person scrolls, and milliseconds during which the view moves on after that. */
const GESTURES = ['wheel', 'pointermove', 'keydown'] as const
const TOUCH_MS = 1000

/** Lines that can be scrolled back to; the blocks keep more, for export and copying. */
const SCROLLBACK = 10_000

interface ScreenEvents {
  openLink(url: string): void
  /** A file that a program named was clicked. */
  openFile(file: NamedFile): void
  /** Another block is looked at: it was clicked, or scrolled to the top; undefined: the end is in view. */
  look(number: number | undefined): void
  /** A program reports how far it is (OSC 9;4), undefined when it does not any more. */
  progress(now: ProgramProgress | undefined): void
  /** Keys typed into the terminal itself, for the program that runs. */
  type(data: string): void
  resize(columns: number, rows: number): void
  /** The sentence for what is passed over in a flood. */
  gap(characters: number): string
  collapsed(lines: number): string
  problem(problem: Failure): string
  /** What stands for the command of a block that has none. */
  background(): string
  /** A key before the terminal has it; true: it is handled elsewhere. */
  key(event: KeyboardEvent): boolean
  /** Something was selected with the mouse. */
  select(text: string): void
}

/**
 * One xterm for a whole terminal, blocks laid into its buffer.
 *
 * The alternative, an xterm per visible block, costs 50 ms to open each (docs/measurements.md#terminals), cannot select or search across
 * blocks and needs scrolling of our own. Here the parser keeps one state per block (a soft reset between them), a flood runs at
 * xterm's full speed, search and selection cross blocks, and exactness does not depend on the grid at all: a block's output is
 * kept beside the screen as it arrived, so copying, comparing and exporting never read it back from cells. What changes what is
 * visible (collapse, filter, restore) lays the buffer out again, which takes as long as parsing the kept output.
 */
export class TerminalScreen {
  readonly term: Terminal
  readonly search = new SearchAddon({ highlightLimit: 1000 })
  readonly #serialize = new SerializeAddon()
  readonly #fit = new FitAddon()
  readonly #marks: BlockMarks
  readonly #queue: WriteQueue
  readonly #events: ScreenEvents
  readonly #ends: (() => void)[] = []
  #home: string | undefined
  /** First line in view when it was looked at last. */
  #top = 0
  /** When a hand was at the screen last, on the page's clock. */
  #touched = -Infinity

  constructor(element: HTMLElement, events: ScreenEvents, badgeClass: string) {
    this.#events = events
    this.term = new Terminal({
      allowProposedApi: true,
      scrollback: SCROLLBACK,
      convertEol: true,
      // Links that a program names (OSC 8) go the way of the others; xterm lets only http and https come this far.
      linkHandler: { activate: (_event, url) => events.openLink(url) },
      cursorInactiveStyle: 'none',
      cursorBlink: false,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
      fontSize: codeSize(),
      lineHeight: 1.25,
      minimumContrastRatio: 4.5,
      overviewRuler: { width: 10 },
      theme: terminalTheme(),
    })
    this.#marks = new BlockMarks(this.term, badgeClass)
    this.#queue = new WriteQueue(
      { write: (text, parsed) => this.term.write(text, parsed) },
      (characters) => this.#queue.write(`\x1b[!p\r\n\x1b[2m${events.gap(characters)}\x1b[22m\r\n`),
      isTyping,
    )
    this.#addons(element)
    this.#listen(element)
  }

  /** Forgets everything, to be laid out again. */
  clear(home: string | undefined): void {
    this.#home = home
    this.#queue.clear()
    this.#queue.then(() => {
      this.#marks.clear()
      this.term.reset()
      return '\x1b[?25l'
    })
  }

  /** A command's prompt. */
  begin(block: Block): void {
    const folder = showFolder(block.cwd, this.#home)
    const command = block.command.replaceAll('\n', '\r\n  ')
    this.#queue.then(() => this.#marks.place(block.number))
    if (block.background) {
      this.#queue.write(`\x1b[2m${this.#events.background()}\x1b[0m\r\n`)
      return
    }
    this.#queue.write(`\x1b[36m${folder}\x1b[39m \x1b[1;34m❯\x1b[39m ${clean(command)}\x1b[0m\r\n`)
    if (block.collapsed) this.#queue.write(`\x1b[2m${this.#events.collapsed(block.lines)}\x1b[22m`)
  }

  append(chunk: string): void {
    this.#queue.write(chunk)
  }

  /** Output that is not there any more. */
  gap(characters: number): void {
    this.#queue.write(`\x1b[0m\r\n\x1b[2m${this.#events.gap(characters)}\x1b[22m\r\n`)
  }

  /** The end of a command: the terminal is put back in order, whatever the program left behind. */
  end(block: Block): void {
    this.#queue.then(() => this.#events.progress(undefined))
    this.#queue.then(() => (this.term.buffer.active.type === 'alternate' ? '\x1b[?1049l\x1b[!p' : '\x1b[!p'))
    this.#queue.then(() => this.#closingOf(block))
    this.#queue.then(() => this.#marks.tell(block))
  }

  scrollTo(number: number): void {
    const line = this.#marks.lineOf(number)
    if (line === undefined) return
    this.term.scrollToLine(Math.max(0, line))
    // Nobody scrolled: what was asked for stays chosen, also where it cannot come to the top.
    this.#top = this.term.buffer.active.viewportY
  }

  /** The header follows what is in view: the block at its top, and at the end the last one. */
  #scrolled(): void {
    const { viewportY, baseY, type } = this.term.buffer.active
    if (viewportY === this.#top || type === 'alternate') return
    this.#top = viewportY
    // What is printed, or laid out again, moves the view as well: that was not chosen.
    if (performance.now() - this.#touched > TOUCH_MS) return
    this.#events.look(viewportY >= baseY ? undefined : this.#marks.at(viewportY))
  }

  /** Whether everything written has been parsed. */
  get isIdle(): boolean {
    return this.#queue.isIdle
  }

  get size(): { columns: number; rows: number } {
    return { columns: this.term.cols, rows: this.term.rows }
  }

  /** The selection with its colours, or undefined when nothing is selected. */
  selectionHtml(): string | undefined {
    return this.term.hasSelection() ? this.#serialize.serializeAsHTML({ onlySelection: true }) : undefined
  }

  fit(): void {
    if (this.term.element?.isConnected && this.term.element.clientWidth > 40) this.#fit.fit()
  }

  dispose(): void {
    for (const end of this.#ends) end()
    this.#queue.dispose()
    this.term.dispose()
  }

  #closingOf(block: Block): string {
    const { cursorX } = this.term.buffer.active
    const problem =
      block.problem === undefined ? '' : `\x1b[31m${clean(this.#events.problem(block.problem))}\x1b[39m\r\n`
    if (problem === '' && block.characters === 0 && this.#hasRoomAbove(badgeWidth(block))) return '\x1b[0m'
    return `${cursorX > 0 ? '\r\n' : ''}${problem}\x1b[0m\r\n`
  }

  /** Whether the outcome has room in the line above the cursor. */
  #hasRoomAbove(columns: number): boolean {
    const { baseY, cursorX, cursorY } = this.term.buffer.active
    return cursorX === 0 && isFree(this.term, baseY + cursorY - 1, columns)
  }

  #addons(element: HTMLElement): void {
    for (const addon of [this.#fit, this.search, this.#serialize, new Unicode11Addon()])
      this.term.loadAddon(addon)
    this.term.loadAddon(new WebLinksAddon((_event, url) => this.#events.openLink(url)))
    this.term.registerLinkProvider(filePathLinks(this.term, (file) => this.#events.openFile(file)))
    // No clipboard add-on: what a sandbox prints must not set the clipboard (OSC 52), let alone read it.
    this.term.unicode.activeVersion = '11'
    leaveQueriesUnanswered(this.term)
    this.term.parser.registerOscHandler(9, (data) => {
      const told = readProgress(data)
      if (told !== undefined) this.#events.progress(told ?? undefined)
      return true
    })
    this.term.open(element)
    addHardwareRenderer(this.term)
  }

  #listen(element: HTMLElement): void {
    const resizing = new ResizeObserver(() => this.fit())
    resizing.observe(element)
    const clicked = (event: MouseEvent): void => {
      const rows = element.querySelector('.xterm-screen')?.getBoundingClientRect()
      if (!rows || this.term.hasSelection() || this.term.buffer.active.type === 'alternate') return
      const row = Math.floor(((event.clientY - rows.top) / rows.height) * this.term.rows)
      this.#events.look(this.#marks.at(this.term.buffer.active.viewportY + row))
    }
    element.addEventListener('click', clicked)
    this.term.attachCustomKeyEventHandler((event) => event.type !== 'keydown' || !this.#events.key(event))
    const selected = (): void => {
      if (this.term.hasSelection()) this.#events.select(this.term.getSelection())
    }
    element.addEventListener('mouseup', selected)
    const touched = (event: Event): void => {
      if (!(event instanceof PointerEvent) || event.buttons > 0) this.#touched = performance.now()
    }
    for (const gesture of GESTURES)
      element.addEventListener(gesture, touched, { capture: true, passive: true })
    const subscriptions = [
      this.term.onRender(() => this.#scrolled()),
      this.term.onData((data) => this.#events.type(data)),
      this.term.onResize(({ cols, rows }) => this.#events.resize(cols, rows)),
    ]
    this.#ends.push(
      () => resizing.disconnect(),
      () => element.removeEventListener('click', clicked),
      () => element.removeEventListener('mouseup', selected),
      () => GESTURES.forEach((gesture) => element.removeEventListener(gesture, touched, { capture: true })),
      () => subscriptions.forEach((subscription) => subscription.dispose()),
      onLookChange(() => {
        this.term.options.theme = terminalTheme()
        this.term.options.fontSize = codeSize()
        this.fit()
      }),
    )
  }
}

/** Our own lines must not carry control characters of others; a tab is one of ours. */
const clean = (text: string): string => text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '�')
