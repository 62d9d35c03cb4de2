import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { SerializeAddon } from '@xterm/addon-serialize'
import { Unicode11Addon } from '@xterm/addon-unicode11'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { WebglAddon } from '@xterm/addon-webgl'
import { type IBuffer, Terminal } from '@xterm/xterm'
import type { Block } from '#shared/terminals/block.ts'
import type { Failure } from '#shared/workbench/failure.ts'
import { showFolder } from '../sessions/show.ts'
import { type ProgramProgress, readProgress } from '../sessions/program-progress.ts'
import { badgeWidth, BlockMarks, isFree } from './block-marks.ts'
import { filePathLinks, type NamedFile } from './path-links.ts'
import { leaveQueriesUnanswered } from './queries.ts'
import { codeSize, onThemeChange, terminalTheme } from './terminal-theme.ts'
import { WriteQueue } from './write-queue.ts'

/**
 * Milliseconds after a key press during which the user counts as typing: longer than a pause between words.
 */
const TYPING_PAUSE_MS = 1000

/** Time of the last key press, in page time. */
let pressed = -Infinity

window.addEventListener('keydown', () => (pressed = performance.now()), { capture: true, passive: true })

/** Whether the user is typing, anywhere on the page. */
const isTyping = (): boolean => performance.now() - pressed < TYPING_PAUSE_MS

/**
 * Software renderers: with them WebGL opens ten times slower and paints no faster
 * (docs/measurements.md#terminals).
 */
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

/** Uses WebGL with a real GPU; falls back to the DOM renderer on context loss. */
function addHardwareRenderer(term: Terminal): void {
  hardware ??= hasHardware()
  if (!hardware) return
  const addon = new WebglAddon()
  addon.onContextLoss(() => addon.dispose())
  term.loadAddon(addon)
}

/** User scroll gestures, and milliseconds for which the view may keep moving after one. */
const GESTURES = ['wheel', 'pointermove', 'keydown'] as const
const TOUCH_MS = 1000

/** Scrollback lines; blocks keep more, for export and copying. */
export const SCROLLBACK = 10_000
/** Matches that a search counts and highlights; further ones can still be stepped to. */
export const MAX_HIGHLIGHTS = 1000

interface ScreenEvents {
  openLink(url: string): void
  /** A file reference was clicked. */
  openFile(file: NamedFile): void
  /** Another block became current: clicked, or scrolled to the top; undefined: the end is in view. */
  look(number: number | undefined): void
  /** A program reported progress (OSC 9;4); undefined when it stops reporting. */
  progress(now: ProgramProgress | undefined): void
  /** Keys typed into the terminal itself, for the running program. */
  type(data: string): void
  resize(columns: number, rows: number): void
  /** Message for output skipped in a flood. */
  gap(characters: number): string
  collapsed(lines: number): string
  problem(problem: Failure): string
  /** Placeholder for a block without a command. */
  background(): string
  /** Called before the terminal handles a key; true: handled elsewhere. */
  key(event: KeyboardEvent): boolean
  /** Text was selected with the mouse. */
  select(text: string): void
}

/**
 * One xterm per terminal, with blocks written into its buffer.
 *
 * The alternative, one xterm per visible block, takes 50 ms to open each (docs/measurements.md#terminals),
 * cannot select or search across blocks, and needs custom scrolling. Here the parser is reset between blocks,
 * floods run at xterm's full speed, and search and selection cross blocks. Accuracy does not depend on the
 * grid: a block's output is stored as it arrived, so copying, comparing and exporting never read it back from
 * cells. Changes of visibility (collapse, filter, restore) rewrite the buffer, which takes as long as parsing
 * the stored output.
 */
export class TerminalScreen {
  readonly term: Terminal
  readonly search = new SearchAddon({ highlightLimit: MAX_HIGHLIGHTS })
  readonly #serialize = new SerializeAddon()
  readonly #fit = new FitAddon()
  readonly #marks: BlockMarks
  readonly #queue: WriteQueue
  readonly #events: ScreenEvents
  readonly #ends: (() => void)[] = []
  #home: string | undefined
  /** First visible line when last checked. */
  #top = 0
  /** Time of the last user gesture on the screen, in page time. */
  #touched = -Infinity
  #speaks = false

  constructor(element: HTMLElement, events: ScreenEvents, badgeClass: string) {
    this.#events = events
    this.term = new Terminal({
      allowProposedApi: true,
      scrollback: SCROLLBACK,
      convertEol: true,
      // OSC 8 links are handled like the others; xterm passes only http and https here.
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

  /** Clears everything, to be rewritten. */
  clear(home: string | undefined): void {
    this.#home = home
    this.#queue.clear()
    this.#queue.then(() => {
      this.#marks.clear()
      // What is written again was said before.
      this.term.options.screenReaderMode = false
      this.term.reset()
      return '\x1b[?25l'
    })
  }

  /** Writes a command's prompt. */
  begin(block: Block): void {
    const folder = showFolder(block.cwd, this.#home)
    const command = block.command.replaceAll('\n', '\r\n  ')
    this.#queue.then(() => this.#marks.place(block.number))
    if (block.state === 'running') this.#queue.then(() => this.#speakAnew())
    if (block.background) {
      this.#queue.write(`\x1b[2m${this.#events.background()}\x1b[0m\r\n`)
      return
    }
    this.#queue.write(`\x1b[36m${folder}\x1b[39m \x1b[1;34m❯\x1b[39m ${clean(command)}\x1b[0m\r\n`)
    if (block.collapsed) this.#queue.write(`\x1b[2m${this.#events.collapsed(block.lines)}\x1b[22m`)
  }

  /** Whether xterm announces what is printed, and has its rows as text for screen readers. */
  set speaks(on: boolean) {
    this.#speaks = on
    this.term.options.screenReaderMode = on
  }

  /** xterm announces so many lines until a key is pressed in it; every command has them anew. */
  #speakAnew(): void {
    this.term.options.screenReaderMode = false
    this.term.options.screenReaderMode = this.#speaks
  }

  /** The text of a running command: the screen of a program that has all of it, otherwise what it printed. */
  textOf(number: number): string {
    const { buffer } = this.term
    return bufferText(buffer.active, buffer.active.type === 'alternate' ? 0 : this.#marks.lineOf(number))
  }

  append(chunk: string): void {
    this.#queue.write(chunk)
  }

  /** Marks output that is no longer available. */
  gap(characters: number): void {
    this.#queue.write(`\x1b[0m\r\n\x1b[2m${this.#events.gap(characters)}\x1b[22m\r\n`)
  }

  /** Ends a command: resets the terminal state, whatever the program left behind. */
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
    // Not a user scroll: the requested block stays selected, even if it cannot reach the top.
    this.#top = this.term.buffer.active.viewportY
  }

  /** The header follows the view: the block at the top or, at the end, the last one. */
  #scrolled(): void {
    const { viewportY, baseY, type } = this.term.buffer.active
    if (viewportY === this.#top || type === 'alternate') return
    this.#top = viewportY
    // Output and rewriting also scroll; only user gestures change the current block.
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

  /** The selection as HTML with its colours, or undefined without one. */
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

  /** Whether the outcome fits the line above the cursor. */
  #hasRoomAbove(columns: number): boolean {
    const { baseY, cursorX, cursorY } = this.term.buffer.active
    return cursorX === 0 && isFree(this.term, baseY + cursorY - 1, columns)
  }

  #addons(element: HTMLElement): void {
    for (const addon of [this.#fit, this.search, this.#serialize, new Unicode11Addon()])
      this.term.loadAddon(addon)
    this.term.loadAddon(new WebLinksAddon((_event, url) => this.#events.openLink(url)))
    this.term.registerLinkProvider(filePathLinks(this.term, (file) => this.#events.openFile(file)))
    // No clipboard add-on: sandbox output must not set the clipboard (OSC 52), let alone read it.
    this.term.unicode.activeVersion = '11'
    leaveQueriesUnanswered(this.term)
    this.term.parser.registerOscHandler(9, (data) => {
      const progress = readProgress(data)
      if (progress !== undefined) this.#events.progress(progress ?? undefined)
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
      onThemeChange(() => {
        this.term.options.theme = terminalTheme()
        this.term.options.fontSize = codeSize()
        this.fit()
      }),
    )
  }
}

/** The text of a buffer from a line on, wrapped lines as one, without the spaces with which programs clear a line. */
function bufferText(buffer: IBuffer, from = 0): string {
  const lines: string[] = []
  for (let at = from; at < buffer.length; at++) {
    const line = buffer.getLine(at)
    const text = line?.translateToString() ?? ''
    if (line?.isWrapped && lines.length > 0) lines.push(`${lines.pop()}${text}`)
    else lines.push(text)
  }
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()
}

/** Removes control characters from foreign text in our own lines; tabs are allowed. */
const clean = (text: string): string => text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '�')
