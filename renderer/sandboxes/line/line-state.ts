const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Characters examined around a position: graphemes are shorter, and long lines stay fast. */
const WINDOW_CHARACTERS = 64

/** Start of the grapheme that ends at `at`: an emoji with its joiners is one step. */
export function graphemeBefore(text: string, at: number): number {
  if (at <= 0) return 0
  const start = Math.max(0, at - WINDOW_CHARACTERS)
  let last = start
  for (const { index } of segmenter.segment(text.slice(start, at))) last = start + index
  return last
}

/** End of the grapheme that begins at `at`. */
export function graphemeAfter(text: string, at: number): number {
  const [first] = segmenter.segment(text.slice(at, at + WINDOW_CHARACTERS))
  return first ? at + first.segment.length : text.length
}

const inWord = (character: string): boolean => /[\p{L}\p{N}\p{M}_]/u.test(character)

/** Readline's word: letters and digits. */
function wordBefore(text: string, at: number): number {
  let position = at
  while (position > 0 && !inWord(text.slice(graphemeBefore(text, position), position)))
    position = graphemeBefore(text, position)
  while (position > 0 && inWord(text.slice(graphemeBefore(text, position), position)))
    position = graphemeBefore(text, position)
  return position
}

function wordAfter(text: string, at: number): number {
  let position = at
  while (position < text.length && !inWord(text.slice(position, graphemeAfter(text, position))))
    position = graphemeAfter(text, position)
  while (position < text.length && inWord(text.slice(position, graphemeAfter(text, position))))
    position = graphemeAfter(text, position)
  return position
}

/** Ctrl+W's word: everything back to whitespace. */
function blankBefore(text: string, at: number): number {
  let position = at
  while (position > 0 && /\s/.test(text[position - 1] ?? '')) position--
  while (position > 0 && !/\s/.test(text[position - 1] ?? '')) position--
  return position
}

/** Text, cursor and kill ring. Immutable; every edit returns a new state. */
export interface LineState {
  readonly text: string
  readonly cursor: number
  /** Newest last; Ctrl+Y yanks, Alt+Y rotates. */
  readonly kills: readonly string[]
  readonly undo: readonly { readonly text: string; readonly cursor: number }[]
  /**
   * The last command, if the next one depends on it: consecutive kills join, Alt+Y needs a preceding yank.
   */
  readonly last?: 'kill' | 'yank'
  readonly yanked?: { readonly from: number; readonly index: number }
}

export const emptyLine: LineState = { text: '', cursor: 0, kills: [], undo: [] }

/** Maximum undo steps and kills. */
const UNDO_LIMIT = 200
const KILL_LIMIT = 60

const moved = (state: LineState, cursor: number): LineState => ({
  text: state.text,
  cursor: Math.max(0, Math.min(state.text.length, cursor)),
  kills: state.kills,
  undo: state.undo,
})

/** Replaces a range and puts the cursor after the insertion. */
export function replaced(state: LineState, from: number, to: number, text: string): LineState {
  return {
    text: state.text.slice(0, from) + text + state.text.slice(to),
    cursor: from + text.length,
    kills: state.kills,
    undo: [...state.undo.slice(-UNDO_LIMIT + 1), { text: state.text, cursor: state.cursor }],
  }
}

function killed(state: LineState, from: number, to: number): LineState {
  if (from === to) return state
  const cut = state.text.slice(from, to)
  const joined = state.last === 'kill' ? state.kills.at(-1) : undefined
  const kill = joined === undefined ? cut : to <= state.cursor ? cut + joined : joined + cut
  const kills = [...(joined === undefined ? state.kills : state.kills.slice(0, -1)), kill].slice(-KILL_LIMIT)
  return { ...replaced(state, from, to, ''), kills, last: 'kill' }
}

const lineStart = ({ text, cursor }: LineState): number => text.lastIndexOf('\n', cursor - 1) + 1
const lineEnd = ({ text, cursor }: LineState): number => {
  const end = text.indexOf('\n', cursor)
  return end < 0 ? text.length : end
}

function yankedFrom(state: LineState, from: number, to: number, index: number): LineState {
  const text = state.kills.at(-1 - index)
  return text === undefined
    ? state
    : { ...replaced(state, from, to, text), last: 'yank', yanked: { from, index } }
}

function transposed(state: LineState): LineState {
  const { text } = state
  const end = state.cursor === text.length ? state.cursor : graphemeAfter(text, state.cursor)
  const middle = graphemeBefore(text, end)
  const start = graphemeBefore(text, middle)
  if (start === middle) return state
  return replaced(state, start, end, text.slice(middle, end) + text.slice(start, middle))
}

function recased(state: LineState, change: (word: string) => string): LineState {
  const end = wordAfter(state.text, state.cursor)
  return replaced(state, state.cursor, end, change(state.text.slice(state.cursor, end)))
}

const capitalised = (word: string): string =>
  word.toLowerCase().replace(/\p{L}/u, (letter) => letter.toUpperCase())

/** Readline's functions by their own names (GNU Readline manual, "Bindable Readline Commands"). */
export const lineCommands = {
  'beginning-of-line': (state) => moved(state, lineStart(state)),
  'end-of-line': (state) => moved(state, lineEnd(state)),
  'forward-char': (state) => moved(state, graphemeAfter(state.text, state.cursor)),
  'backward-char': (state) => moved(state, graphemeBefore(state.text, state.cursor)),
  'forward-word': (state) => moved(state, wordAfter(state.text, state.cursor)),
  'backward-word': (state) => moved(state, wordBefore(state.text, state.cursor)),
  'delete-char': (state) =>
    state.cursor === state.text.length
      ? state
      : replaced(state, state.cursor, graphemeAfter(state.text, state.cursor), ''),
  'backward-delete-char': (state) =>
    state.cursor === 0 ? state : replaced(state, graphemeBefore(state.text, state.cursor), state.cursor, ''),
  'kill-line': (state) => {
    const end = lineEnd(state)
    return killed(state, state.cursor, end === state.cursor ? Math.min(state.text.length, end + 1) : end)
  },
  'unix-line-discard': (state) => killed(state, lineStart(state), state.cursor),
  'unix-word-rubout': (state) => killed(state, blankBefore(state.text, state.cursor), state.cursor),
  'kill-word': (state) => killed(state, state.cursor, wordAfter(state.text, state.cursor)),
  'backward-kill-word': (state) => killed(state, wordBefore(state.text, state.cursor), state.cursor),
  yank: (state) => yankedFrom(state, state.cursor, state.cursor, 0),
  'yank-pop': (state) =>
    state.last === 'yank' && state.yanked
      ? yankedFrom(state, state.yanked.from, state.cursor, (state.yanked.index + 1) % state.kills.length)
      : state,
  'transpose-chars': transposed,
  'upcase-word': (state) => recased(state, (word) => word.toUpperCase()),
  'downcase-word': (state) => recased(state, (word) => word.toLowerCase()),
  'capitalize-word': (state) => recased(state, capitalised),
  undo: (state) => {
    const before = state.undo.at(-1)
    return before ? { ...before, kills: state.kills, undo: state.undo.slice(0, -1) } : state
  },
} satisfies Record<string, (state: LineState) => LineState>

export type LineCommand = keyof typeof lineCommands

/** Keys of Readline's Emacs mode that a text field lacks, as `chordOf` formats them with Ctrl for Mod. */
export const lineKeys: Readonly<Record<string, LineCommand>> = {
  'Ctrl+A': 'beginning-of-line',
  'Ctrl+E': 'end-of-line',
  'Ctrl+F': 'forward-char',
  'Ctrl+B': 'backward-char',
  'Alt+F': 'forward-word',
  'Alt+B': 'backward-word',
  'Ctrl+H': 'backward-delete-char',
  'Ctrl+K': 'kill-line',
  'Ctrl+U': 'unix-line-discard',
  'Ctrl+W': 'unix-word-rubout',
  'Alt+D': 'kill-word',
  'Alt+Backspace': 'backward-kill-word',
  'Ctrl+Y': 'yank',
  'Alt+Y': 'yank-pop',
  'Ctrl+T': 'transpose-chars',
  'Alt+U': 'upcase-word',
  'Alt+L': 'downcase-word',
  'Alt+C': 'capitalize-word',
  'Ctrl+_': 'undo',
  'Ctrl+Shift+_': 'undo',
}

/** The longest common prefix. */
export function sharedStart(choices: readonly string[]): string {
  let [shared = ''] = choices
  for (const choice of choices) while (!choice.startsWith(shared)) shared = shared.slice(0, -1)
  return shared
}
