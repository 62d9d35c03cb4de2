import type { PythonRandom } from '#shared/gem/python-random.ts'

export type WordDirection = 'across' | 'down'

/** A word in the grid, by its first cell. */
export interface PlacedWord {
  readonly word: string
  readonly row: number
  readonly column: number
  readonly direction: WordDirection
}

/** A square of letters, with `.` for unused cells, and its words, longest first. */
export interface WordGrid {
  readonly cells: readonly (readonly string[])[]
  readonly placed: readonly PlacedWord[]
}

/** An unused cell. */
export const BLANK = '.'

/**
 * Places words in a square of 1.5 × the longest word (docs/gem.md#crosswords): the longest in the middle, each following
 * one across a placed word if its drawn direction allows that, else at the first free position. A word that fits nowhere is
 * omitted.
 * @param words upper case, at least one, without duplicates
 */
export function layWords(words: readonly string[], random: PythonRandom): WordGrid {
  const sorted = words.toSorted((a, b) => b.length - a.length)
  const directions = sorted.map(() => random.choice<WordDirection>(['across', 'down']))
  const side = roundHalfToEven(sorted[0]!.length * 1.5)
  const cells = Array.from({ length: side }, () => Array.from({ length: side }, () => BLANK))
  const placed: PlacedWord[] = []
  for (const [i, word] of sorted.entries()) {
    const direction = directions[i]!
    const candidates =
      placed.length === 0
        ? [middle(word, direction, side)]
        : random.shuffle(crossings(word, direction, placed))
    const place = candidates.find((candidate) => fits(cells, candidate)) ?? firstFit(cells, word, direction)
    if (!place) continue
    for (const [r, c, letter] of cellsOf(place)) cells[r]![c] = letter
    placed.push(place)
  }
  return { cells, placed }
}

/** Row, column and letter of each cell of a word. */
export function cellsOf({
  word,
  row,
  column,
  direction,
}: PlacedWord): [row: number, column: number, letter: string][] {
  return Array.from(word, (letter, i) =>
    direction === 'across' ? [row, column + i, letter] : [row + i, column, letter],
  )
}

/** The grid with its header and row labels; `show` returns four characters per cell. */
export function gridText(side: number, show: (row: number, column: number) => string): string {
  const numbers = Array.from({ length: side }, (_, i) => i)
  const label = (i: number) => String(i).padStart(2, '0')
  const header = `   ${numbers.map((i) => `C${label(i)}`).join(' ')}`
  const rows = numbers.map((row) => `R${label(row)} ${numbers.map((column) => show(row, column)).join('')}`)
  return [header, ...rows].join('\n')
}

function middle(word: string, direction: WordDirection, side: number): PlacedWord {
  const centre = Math.floor(side / 2)
  const start = Math.floor((side - word.length) / 2)
  return direction === 'across'
    ? { word, row: centre, column: start, direction }
    : { word, row: start, column: centre, direction }
}

/** All positions where the word, in its direction, would share a letter with a word of the other direction. */
function crossings(word: string, direction: WordDirection, placed: readonly PlacedWord[]): PlacedWord[] {
  return placed
    .filter((other) => other.direction !== direction)
    .flatMap((other) =>
      cellsOf(other).flatMap(([row, column, shared]) =>
        Array.from(word).flatMap((letter, i): PlacedWord[] => {
          if (letter !== shared) return []
          return direction === 'down'
            ? [{ word, row: row - i, column, direction }]
            : [{ word, row, column: column - i, direction }]
        }),
      ),
    )
}

function firstFit(
  cells: readonly string[][],
  word: string,
  direction: WordDirection,
): PlacedWord | undefined {
  for (let row = 0; row < cells.length; row++) {
    for (let column = 0; column < cells.length; column++) {
      const place = { word, row, column, direction }
      if (fits(cells, place)) return place
    }
  }
}

function fits(cells: readonly string[][], place: PlacedWord): boolean {
  return cellsOf(place).every(([row, column, letter]) => {
    const cell = cells[row]?.[column]
    return cell === BLANK || cell === letter
  })
}

/** Python's `round`, as in upstream's "round(1.5 × longest)": half to even, so 4.5 gives 4 and 7.5 gives 8. */
function roundHalfToEven(value: number): number {
  const floor = Math.floor(value)
  if (value - floor !== 0.5) return Math.round(value)
  return floor % 2 === 0 ? floor : floor + 1
}
