import { COMMON_ENDS, gameEntries } from './entry.ts'

/** Facts of Sudoku (docs/gem.md#sudoku). */
export const sudoku = gameEntries(
  {
    family: 'Sudoku',
    title: 'Sudoku',
    summary: 'Fill the empty cells so that every row, column and block holds each number once.',
    action: {
      pattern: String.raw`\\boxed\{(\d+)\s(\d+)\s(\d+)\}`,
      flags: '',
      words: 'Row, column and number in a box, counted from 1, with exactly one blank between.',
      examples: ['\\boxed{1 1 3}', '\\boxed{4 2 1}'],
    },
    ends: ['The last empty cell is filled: terminated', ...COMMON_ENDS],
    notes: [
      'The solution is unique; a number that is not in it earns 0 and leaves the board as it was.',
      'A right number earns 1 ÷ cells that were empty at the start.',
      'The parameter clues, named as upstream, is how many cells the generator tries to empty.',
    ],
  },
  [
    { name: 'easy', parameters: { size: 4, clues: 10 }, maxTurns: 15 },
    { name: 'hard', parameters: { size: 9, clues: 50 }, maxTurns: 50, notes: ['Hardly a turn is to spare.'] },
    { name: 'random', parameters: { draw: '(size 4, clues 10, 15 turns) or (9, 50, 50)' }, maxTurns: null },
  ],
)
