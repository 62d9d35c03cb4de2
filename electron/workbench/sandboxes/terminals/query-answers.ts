import headless, { type Terminal } from '@xterm/headless'

/**
 * Sequences by which a program asks its terminal something: attributes, status and cursor, modes, keyboard flags, the name, settings,
 * capabilities, colours (invisible-island.net/xterm/ctlseqs). The page leaves the same ones unanswered.
 */
const QUERY = /\x1b\[[>=?]?[\d;]*(?:[cnqu]|\$p)|\x1bP[$+]q|\x1b\](?:4;\d+|1[012]);\?/
/** Characters of a query at most, so that one that is cut in two is found. */
const MAX_QUERY = 32
/** Characters that an emulator is given of what was printed before the first query: more than a screen. */
const MAX_SEED = 64 * 1024

const DEFAULT_SIZE = { cols: 80, rows: 24 }

interface TerminalColours {
  readonly foreground: string
  readonly background: string
}

/**
 * Answers what the program that runs asks of its terminal, once, however many windows show it, and also where none does. Most
 * programs never ask: an emulator is begun with the first query, from what was printed until then.
 */
export class QueryAnswers {
  readonly #answer: (data: string) => void
  readonly #colours: () => TerminalColours | undefined
  #size: { readonly cols: number; readonly rows: number }
  #printed = ''
  #emulator: Terminal | undefined

  /** @param answer types for the program */
  constructor(
    size: { readonly cols: number; readonly rows: number } | undefined,
    answer: (data: string) => void,
    colours: () => TerminalColours | undefined,
  ) {
    this.#size = size ?? DEFAULT_SIZE
    this.#answer = answer
    this.#colours = colours
  }

  /** What the program printed. */
  hear(text: string): void {
    if (this.#emulator) return this.#emulator.write(text)
    const isAsked = QUERY.test(this.#printed.slice(-MAX_QUERY) + text)
    this.#printed = text.length >= MAX_SEED ? text.slice(-MAX_SEED) : (this.#printed + text).slice(-MAX_SEED)
    if (isAsked) this.#begin()
  }

  resize(cols: number, rows: number): void {
    this.#size = { cols, rows }
    this.#emulator?.resize(cols, rows)
  }

  dispose(): void {
    this.#emulator?.dispose()
    this.#printed = ''
  }

  #begin(): void {
    const { cols, rows } = this.#size
    const emulator = new headless.Terminal({ cols, rows, scrollback: 0, allowProposedApi: true })
    emulator.onData((data) => this.#answer(data))
    const colour = (code: number, of: (colours: TerminalColours) => string): void => {
      emulator.parser.registerOscHandler(code, (data) => {
        const colours = this.#colours()
        const spec = data === '?' && colours && specOf(of(colours))
        if (spec) this.#answer(`\x1b]${code};${spec}\x1b\\`)
        return true
      })
    }
    colour(10, ({ foreground }) => foreground)
    colour(11, ({ background }) => background)
    emulator.write(this.#printed)
    this.#emulator = emulator
    this.#printed = ''
  }
}

/** A colour as XParseColor writes it, 16 bits a channel; undefined where it is not `#rrggbb`. */
function specOf(colour: string): string | undefined {
  const channels = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)?.slice(1)
  return channels && `rgb:${channels.map((channel) => channel + channel).join('/')}`
}
