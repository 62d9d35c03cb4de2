import { describe, expect, it } from 'vitest'
import { type Board, type BoardGame, edgeOf } from '../../../renderer/environments/boards/board.ts'
import { boardGameOf } from '../../../renderer/environments/boards/games.ts'
import { type Hold, keystroke } from '../../../renderer/environments/boards/use-board-cursor.ts'
import '../../../renderer/environments/messages.en.ts'

const cell = { face: '', kind: 'free', label: 'free' }
const field: Board = { look: 'field', rows: [0, 1, 2].map(() => [cell, cell, cell]) }
const pegs: Board = { look: 'pegs', rows: [], pegs: [[3, 2, 1], [], []] }
const sokoban = boardGameOf('game:Sokoban-v0-easy')!
const mines = boardGameOf('game:Minesweeper-v0-easy')!
const wordle = boardGameOf('game:Wordle-v0-easy')!
const mastermind = boardGameOf('game:Mastermind-v0-easy')!
const hangman = boardGameOf('game:Hangman-v0-easy')!
const hanoi = boardGameOf('game:TowerofHanoi-v0-easy')!
const watched: BoardGame = { read: () => null, hint: 'environments.board.hint.guess' }

const middle: Hold = { at: { row: 1, column: 1 }, marked: null, peg: null }
const corner: Hold = { ...middle, at: { row: 2, column: 2 } }
const holding: Hold = { ...middle, marked: { row: 0, column: 0 } }
const walk = (row: number, column: number) => ({ kind: 'walk', to: { row, column } })

describe('keys on a board', () => {
  it.each([
    ['an arrow is a move of its own', 'ArrowUp', sokoban, field, middle, { kind: 'move', way: 'up' }],
    ['the last move is taken back', 'Backspace', sokoban, field, middle, { kind: 'undo' }],
    ['an arrow walks up', 'ArrowUp', mines, field, middle, walk(0, 1)],
    ['an arrow walks down', 'ArrowDown', mines, field, middle, walk(2, 1)],
    ['an arrow walks left', 'ArrowLeft', mines, field, middle, walk(1, 0)],
    ['an arrow walks right', 'ArrowRight', mines, field, middle, walk(1, 2)],
    ['an arrow stays at the edge', 'ArrowRight', mines, field, corner, walk(2, 2)],
    ['a letter acts on its cell', 'f', mines, field, middle, { kind: 'press', press: { send: 'flag 1 1' } }],
    ['cells take nothing back', 'Backspace', mines, field, middle, null],
    ['a peg is named', 'b', hanoi, pegs, middle, { kind: 'peg', name: 'B' }],
    ['pegs take back', 'Backspace', hanoi, pegs, middle, { kind: 'undo' }],
    ['pegs are not walked', 'ArrowUp', hanoi, pegs, middle, null],
    ['what is held is let go', 'Escape', mines, field, holding, { kind: 'release' }],
    ['a chosen peg is let go', 'Escape', hanoi, pegs, { ...middle, peg: 'A' }, { kind: 'release' }],
    ['a letter is written', 'c', wordle, field, middle, { kind: 'press', press: { type: 'C' } }],
    ['a digit is written', '3', mastermind, field, middle, { kind: 'press', press: { type: ' 3' } }],
    ['what is written is sent', 'Enter', wordle, field, middle, { kind: 'send' }],
    ['what is written is taken back', 'Backspace', wordle, field, middle, { kind: 'erase' }],
    ['a letter is sent at once', 'c', hangman, field, middle, { kind: 'press', press: { send: 'C' } }],
    ['where nothing is written, nothing is sent', 'Enter', hangman, field, middle, null],
    ['Escape goes on to others', 'Escape', mines, field, middle, null],
    ['a board to look at is not walked', 'ArrowUp', watched, field, middle, null],
  ] as const)('%s', (_, key, game, board, hold, expected) => {
    expect(keystroke(key, game, board, hold)).toEqual(expected)
  })
})

describe('thick lines between blocks', () => {
  it.each([
    [undefined, 2, 2, ''],
    [3, 0, 0, ''],
    [3, 0, 2, 'right'],
    [3, 2, 0, 'bottom'],
    [3, 2, 2, 'right bottom'],
    [3, 8, 8, ''],
  ])('in blocks of %s, cell %i, %i: %j', (block, row, column, edge) => {
    expect(edgeOf(block, row, column, 9)).toBe(edge)
  })
})
