/** Letter grids in the notation of Crosswords and WordSearch. */

type Cell = readonly [row: number, column: number]

/** Parses the rows of a grid with `R00` labels: one character per cell, brackets dropped. */
export function letterGrid(suffix: string): string[][] {
  const rows = suffix.match(/^R\d\d .*$/gm) ?? []
  return rows.map((row) => row.slice(4).match(/[A-Z_.]/g) ?? [])
}

/** Cells of a word. */
export function run([row, column]: Cell, length: number, across: boolean): Cell[] {
  return Array.from({ length }, (_, i) => (across ? [row, column + i] : [row + i, column]))
}

/** Every cell, row by row. */
export function starts(grid: readonly (readonly string[])[]): Cell[] {
  return grid.flatMap((row, r) => row.map((_, c): Cell => [r, c]))
}
