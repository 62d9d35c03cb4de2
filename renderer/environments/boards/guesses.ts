import { type BoardGame, boxedPart, type Cell, suffixOf, textOf, cellLabel } from './board.ts'

/**
 * Games whose board is the list of guesses: GuessTheNumber, Mastermind, Wordle; and Hangman with its
 * alphabet.
 */

const ALPHABET = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
/** Numbers per row of the number board. */
const NUMBERS_PER_ROW = 10

export const guessBoard: BoardGame = {
  hint: 'environments.board.hint.guess',
  press: ({ row, column }, _how, _marked, board) => {
    const face = board.rows[row]?.[column]?.face
    return face ? { send: face } : null
  },
  read: (episode) => {
    const range = /(\d+)\D+?(\d+)/.exec(/between [^.]*/i.exec(textOf(episode.opening.observation))?.[0] ?? '')
    if (!range) return null
    let [low, high] = [Number(range[1]), Number(range[2])]
    const [first, last] = [low, high]
    if (last - first > 400) return null
    const tried = new Set<number>()
    let found: number | undefined
    for (const { action, result } of episode.turns) {
      const guess = Number(/^\d+$/.exec(boxedPart(action))?.[0] ?? Number.NaN)
      tried.add(guess)
      const event = textOf(result.observation)
      if (result.terminated && !result.truncated && result.reward > 0) found = guess
      else if (/higher/i.test(event)) low = Math.max(low, guess + 1)
      else if (/lower/i.test(event)) high = Math.min(high, guess - 1)
    }
    const cells = Array.from({ length: last - first + 1 }, (_, i): Cell => {
      const number = first + i
      const face = String(number)
      if (number === found) return { face, kind: 'right', label: cellLabel('theNumber', face) }
      if (tried.has(number)) return { face, kind: 'tried', label: cellLabel('tried', face) }
      const open = number >= low && number <= high
      return { face, kind: open ? 'open' : 'out', label: open ? face : cellLabel('ruledOut', face) }
    })
    return { look: 'numbers', rows: chunks(cells, NUMBERS_PER_ROW) }
  },
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  )
}

/** Empty rows drawn below the guesses, until the last one was made. */
const FREE_ROWS = 2
const freeRows = ({ turns }: Pick<Parameters<BoardGame['read']>[0], 'turns'>): number => {
  const { result } = turns.at(-1) ?? {}
  return result?.terminated || result?.truncated ? 0 : FREE_ROWS
}
const MAX_ROWS = 30

const free = (length: number): Cell[] =>
  Array.from({ length }, () => ({ face: '', kind: 'free', label: cellLabel('free') }))

/** Cells of a guess being typed; null for more than a row takes. */
const typedCells = (faces: readonly string[], length: number): Cell[] | null =>
  faces.length > length ? null : faces.map((face) => ({ face, kind: 'typed', label: face }))

export const mastermindBoard: BoardGame = {
  typed: (draft, length) => (/^[\d\s]*$/.test(draft) ? typedCells(draft.match(/\d+/g) ?? [], length) : null),
  hint: 'environments.board.hint.mastermind',
  palette: (face) => ({ type: ` ${face}` }),
  type: (key) => (/^[1-9]$/.test(key) ? { type: ` ${key}` } : null),
  read: (episode) => {
    const opening = textOf(episode.opening.observation)
    const length = Number(/(\d+) digit/.exec(opening)?.[1] ?? 0)
    const numbers = Number(/(?:from )?1 (?:to|through|and|-) (\d+)/.exec(opening)?.[1] ?? 0)
    if (length === 0 || numbers === 0) return null
    const guesses = episode.turns.flatMap(({ action, result }): Cell[][] => {
      const digits = boxedPart(action).match(/\d+/g)
      const event = textOf(result.observation)
      const pegs = /(\d+) black\D+(\d+) white/.exec(event)
      const solved = result.terminated && !result.truncated && result.reward > 0
      if (!digits || digits.length !== length || (!pegs && !solved)) return []
      const [black, white] = solved ? [length, 0] : [Number(pegs?.[1]), Number(pegs?.[2])]
      return [[...digits.map(digitCell), ...pegCells(length, black, white)]]
    })
    return {
      look: 'mastermind',
      rows: [
        ...guesses,
        ...Array.from({ length: freeRows(episode) }, () => [...free(length), ...pegCells(length, 0, 0)]),
      ].slice(-MAX_ROWS),
      palette: Array.from({ length: numbers }, (_, i) => digitCell(String(i + 1))),
    }
  },
}

const digitCell = (face: string): Cell => ({ face, kind: 'digit', label: face, level: Number(face) })

const pegCells = (length: number, black: number, white: number): Cell[] =>
  Array.from({ length }, (_, i) => {
    if (i < black) return { face: '', kind: 'black', label: cellLabel('blackPeg') }
    return i < black + white
      ? { face: '', kind: 'white', label: cellLabel('whitePeg') }
      : { face: '', kind: 'none', label: cellLabel('noPeg') }
  })

const MARKS = {
  G: ['right', 'inItsPlace'],
  Y: ['near', 'elsewhere'],
  X: ['wrong', 'notInTheWord'],
} as const

export const wordleBoard: BoardGame = {
  typed: (draft, length) =>
    /^[a-z\s]*$/i.test(draft) ? typedCells(draft.toUpperCase().match(/[A-Z]/g) ?? [], length) : null,
  hint: 'environments.board.hint.wordle',
  palette: (face) => ({ type: face }),
  type: (key) => (/^[a-z]$/i.test(key) ? { type: key.toUpperCase() } : null),
  read: (episode) => {
    const length = Number(/(\d+) letters/.exec(textOf(episode.opening.observation))?.[1] ?? 0)
    if (length === 0) return null
    const best = new Map<string, keyof typeof MARKS>()
    const guesses = episode.turns.flatMap(({ action, result }): Cell[][] => {
      const guess = boxedPart(action).toUpperCase().replaceAll(' ', '')
      const marks = /\[('[GYX]'(?:, '[GYX]')*)\]/.exec(textOf(result.observation))?.[1]?.match(/[GYX]/g)
      if (!marks || marks.length !== guess.length) return []
      return [
        Array.from(guess, (face, i) => {
          const mark = marks[i] as keyof typeof MARKS
          const before = best.get(face)
          if (before !== 'G' && (before !== 'Y' || mark === 'G')) best.set(face, mark)
          return { face, kind: MARKS[mark][0], label: cellLabel(MARKS[mark][1], face) }
        }),
      ]
    })
    return {
      look: 'wordle',
      rows: [...guesses, ...Array.from({ length: freeRows(episode) }, () => free(length))],
      palette: ALPHABET.map((face) => {
        const mark = best.get(face)
        return mark
          ? { face, kind: MARKS[mark][0], label: cellLabel(MARKS[mark][1], face) }
          : { face, kind: 'open', label: face }
      }),
    }
  },
}

export const hangmanBoard: BoardGame = {
  hint: 'environments.board.hint.hangman',
  palette: (face) => ({ send: face }),
  type: (key) => (/^[a-z]$/i.test(key) ? { send: key.toUpperCase() } : null),
  read: (episode) => {
    const cells = /^C00[^\n]*\n((?: {2}[A-Za-z_] ?)+)$/m.exec(suffixOf(episode))?.[1]?.match(/[A-Za-z_]/g)
    if (!cells) return null
    const shown = new Set(cells)
    const tried = new Set(episode.turns.map(({ action }) => boxedPart(action).toUpperCase()))
    return {
      look: 'hangman',
      rows: [
        cells.map((face) =>
          face === '_'
            ? { face: '', kind: 'hidden', label: cellLabel('hidden') }
            : { face, kind: 'letter', label: face },
        ),
      ],
      palette: ALPHABET.map((face) => {
        if (shown.has(face)) return { face, kind: 'right', label: cellLabel('inTheWord', face) }
        if (tried.has(face)) return { face, kind: 'wrong', label: cellLabel('notInTheWord', face) }
        return { face, kind: 'open', label: face }
      }),
    }
  },
}
