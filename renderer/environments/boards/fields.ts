import { labelled } from '../../i18n/text.ts'
import { type BoardGame, boxedPart, type Cell, placeLabel, suffixOf, cellLabel } from './board.ts'

/** Games whose actions name a cell: Minesweeper, Sudoku, Crosswords, WordSearch. */

export const minesweeperBoard: BoardGame = {
  hint: 'environments.board.hint.mines',
  press: ({ row, column }, how) => ({ send: `${how === 'other' ? 'flag' : 'reveal'} ${row} ${column}` }),
  type: (key, { row, column }) => (/^f$/i.test(key) ? { send: `flag ${row} ${column}` } : null),
  read: (episode) => {
    const lines = suffixOf(episode)
      .split('\n')
      .filter((line) => /^ *\d+ (?: [.F\d] )+$/.test(line))
    if (lines.length === 0) return null
    const ended = episode.turns.at(-1)?.result
    // The observation does not show the mine that was hit; the action gives its position.
    const hit =
      ended?.terminated && !ended.truncated && ended.reward === 0
        ? /^reveal\s(\d+\s\d+)$/i.exec(boxedPart(episode.turns.at(-1)?.action ?? ''))?.[1]?.replace(/\s/, ' ')
        : undefined
    return {
      look: 'mines',
      counted: 0,
      rows: lines.map((line, r) =>
        Array.from(line.replace(/^ *\d+ /, '').matchAll(/ ([.F\d]) /g), ([, face = '.'], c) =>
          mineCell(face, r, c, hit === `${r} ${c}`),
        ),
      ),
    }
  },
}

function mineCell(face: string, row: number, column: number, hit: boolean): Cell {
  const place = placeLabel(row, column)
  if (hit) return { face: '', kind: 'mine', label: cellLabel('mine', place) }
  if (face === '.') return { face: '', kind: 'covered', label: cellLabel('covered', place) }
  if (face === 'F') return { face: '', kind: 'flag', label: cellLabel('flag', place) }
  return face === '0'
    ? { face: '', kind: 'open', label: cellLabel('clear', place), level: 0 }
    : { face, kind: 'open', label: labelled(place, face), level: Number(face) }
}

/** Cells given at the start, as `row,column`. */
function sudokuRows(suffix: string): string[][] {
  return suffix
    .split('\n')
    .filter((line) => /^R\d+/.test(line))
    .map((line) => line.replace(/^R\d+/, '').match(/\.|\d+/g) ?? [])
}

export const sudokuBoard: BoardGame = {
  hint: 'environments.board.hint.sudoku',
  type: (key, { row, column }) => (/^[1-9]$/.test(key) ? { send: `${row + 1} ${column + 1} ${key}` } : null),
  read: (episode) => {
    const rows = sudokuRows(suffixOf(episode))
    if (rows.length === 0) return null
    const given = sudokuRows(suffixOf({ ...episode, turns: [] }))
    return {
      look: 'sudoku',
      counted: 1,
      block: Math.sqrt(rows.length),
      rows: rows.map((row, r) =>
        row.map((face, c) => {
          const place = placeLabel(r, c, 1)
          if (face === '.') return { face: '', kind: 'empty', label: cellLabel('empty', place) }
          const kind = given[r]?.[c] === '.' ? 'filled' : 'given'
          return { face, kind, label: labelled(place, face) }
        }),
      ),
    }
  },
}

/** Rows `R00 ` with four characters per cell. */
function letterRows(suffix: string): string[][] {
  return suffix
    .split('\n')
    .filter((line) => /^R\d\d /.test(line))
    .map((line) => line.slice(4).match(/.{1,4}/g) ?? [])
}

export const crosswordsBoard: BoardGame = {
  hint: 'environments.board.hint.crosswords',
  type: (key, { row, column }) =>
    /^[a-z]$/i.test(key) ? { send: `${row} ${column} ${key.toUpperCase()}` } : null,
  read: (episode) => {
    const suffix = suffixOf(episode)
    const rows = letterRows(suffix)
    if (rows.length === 0) return null
    return {
      look: 'crosswords',
      counted: 0,
      legend: suffix.split('\n').filter((line) => /^\d+\. /.test(line)),
      rows: rows.map((row, r) =>
        row.map((text, c) => {
          const face = text.trim()
          const place = placeLabel(r, c)
          if (face === '.') return { face: '', kind: 'blocked', label: cellLabel('noLetter', place) }
          if (face === '_') return { face: '', kind: 'empty', label: cellLabel('empty', place) }
          return { face, kind: 'letter', label: labelled(place, face) }
        }),
      ),
    }
  },
}

export const wordSearchBoard: BoardGame = {
  hint: 'environments.board.hint.wordSearch',
  press: (place, _how, marked) =>
    marked ? { send: `${marked.row} ${marked.column} ${place.row} ${place.column}` } : { mark: place },
  read: (episode) => {
    const suffix = suffixOf(episode)
    const rows = letterRows(suffix)
    if (rows.length === 0) return null
    return {
      look: 'letters',
      counted: 0,
      legend: suffix.split('\n').filter((line) => /\d+\/\d+/.test(line)),
      rows: rows.map((row, r) =>
        row.map((text, c) => {
          const found = text.includes('[')
          const face = text.replaceAll(/[[\]\s]/g, '')
          const label = labelled(placeLabel(r, c), found ? `${face} · ${cellLabel('found')}` : face)
          return { face, kind: found ? 'found' : 'letter', label }
        }),
      ),
    }
  },
}
