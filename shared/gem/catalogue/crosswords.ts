import { COMMON_ENDS, gameEntries } from './entry.ts'

/** Facts of Crosswords (docs/gem.md#crosswords). */
export const crosswords = gameEntries(
  {
    family: 'Crosswords',
    title: 'Crosswords',
    summary: 'Fill a small crossword, letter by letter, from its clues.',
    action: {
      pattern: String.raw`\\boxed\{(\d+)\s+(\d+)\s+([a-zA-Z])\}`,
      flags: '',
      words: 'Row, column (counted from 0) and one letter, any case, in a box, separated by blanks.',
      examples: ['\\boxed{4 2 E}', '\\boxed{0 7 t}'],
    },
    ends: ['The last letter is placed: terminated', ...COMMON_ENDS],
    notes: [
      'A right letter earns 1 ÷ letter cells; a wrong one earns 0 and uses the turn.',
      'Clue numbers are positions in the list, not marks in the grid.',
      'Words may touch, cross or stand apart.',
    ],
  },
  [
    { name: 'easy', parameters: { words: 3, list: 'plain' }, maxTurns: 30 },
    { name: 'hard', parameters: { words: 3, list: 'hard' }, maxTurns: 40 },
    {
      name: 'random',
      parameters: { words: 3, list: 'drawn: plain or hard' },
      maxTurns: 20,
      drawn: true,
      winnable: 'sometimes',
      notes: ['A grid of more than 20 letters cannot be filled in 20 turns.', 'Broken upstream; works here.'],
    },
  ],
)
