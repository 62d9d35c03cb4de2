import headless, { type Terminal } from '@xterm/headless'

/**
 * Escape sequences by which a program queries its terminal: attributes, status and cursor, modes, keyboard flags, name, settings,
 * capabilities, colours (invisible-island.net/xterm/ctlseqs). The page does not answer the same ones.
 */
const QUERY = /\x1b\[[>=?]?[\d;]*(?:[cnqu]|\$p)|\x1bP[$+]q|\x1b\](?:4;\d+|1[012]);\?/
/** Maximum length of a query in characters, to find one that is split between chunks. */
const MAX_QUERY_CHARACTERS = 32
/** Characters of earlier output that the emulator is fed before the first query: more than a screen. */
const MAX_SEED_CHARACTERS = 64 * 1024

const DEFAULT_SIZE = { cols: 80, rows: 24 }

interface TerminalColours {
  readonly foreground: string
  readonly background: string
}

/**
 * Answers a program's terminal queries exactly once, whether several windows show it or none. Most programs never query: an
 * emulator is created on the first query and fed with the output so far.
 */
export class QueryAnswers {
  readonly #answer: (data: string) => void
  readonly #colours: () => TerminalColours | undefined
  #size: { readonly cols: number; readonly rows: number }
  #printed = ''
  #emulator: Terminal | undefined

  /** @param answer sends the program its input */
  constructor(
    size: { readonly cols: number; readonly rows: number } | undefined,
    answer: (data: string) => void,
    colours: () => TerminalColours | undefined,
  ) {
    this.#size = size ?? DEFAULT_SIZE
    this.#answer = answer
    this.#colours = colours
  }

  /** Processes output of the program. */
  hear(text: string): void {
    if (this.#emulator) return this.#emulator.write(text)
    const isQueried = QUERY.test(this.#printed.slice(-MAX_QUERY_CHARACTERS) + text)
    this.#printed =
      text.length >= MAX_SEED_CHARACTERS
        ? text.slice(-MAX_SEED_CHARACTERS)
        : (this.#printed + text).slice(-MAX_SEED_CHARACTERS)
    if (isQueried) this.#begin()
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

/** A colour in XParseColor syntax with 16 bits per channel; undefined if it is not `#rrggbb`. */
function specOf(colour: string): string | undefined {
  const channels = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)?.slice(1)
  return channels && `rgb:${channels.map((channel) => channel + channel).join('/')}`
}
