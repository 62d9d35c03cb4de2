import { COMMON_ENDS, gameEntries } from './entry.ts'

const WORDS = 5
/** Every word but the last can be entered from both ends. */
const BEST = (2 * WORDS - 1) / WORDS

/** Facts of WordSearch (docs/gem.md#wordsearch). */
export const wordSearch = gameEntries(
  {
    family: 'WordSearch',
    title: 'Word search',
    summary: 'Find hidden words in a grid of letters. You are not told the words.',
    action: {
      pattern: String.raw`\\boxed\{(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\}`,
      flags: '',
      words: 'Row and column of one end, then of the other, counted from 0, in a box, separated by blanks.',
      examples: ['\\boxed{3 1 3 6}', '\\boxed{7 4 2 4}'],
    },
    ends: ['The last word is found: terminated', ...COMMON_ENDS],
    notes: [
      'Words run across or down; either end may come first.',
      'A word earns 1 ÷ words. Entered again from its other end it earns that once more, so returns above 1 are possible.',
      'The same four numbers a second time, a diagonal, or a cell outside earn 0 and use the turn.',
    ],
  },
  [
    { name: 'easy', parameters: { words: WORDS, list: 'basic' }, maxTurns: 20, bestReturn: BEST },
    { name: 'hard', parameters: { words: WORDS, list: 'full' }, maxTurns: 20, bestReturn: BEST },
    {
      name: 'random',
      parameters: { words: WORDS, list: 'drawn: basic or full' },
      maxTurns: 20,
      drawn: true,
      bestReturn: BEST,
    },
  ],
)
