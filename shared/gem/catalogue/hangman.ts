import { COMMON_ENDS, gameEntries } from './entry.ts'

/** Facts of Hangman (docs/gem.md#hangman). */
export const hangman = gameEntries(
  {
    family: 'Hangman',
    title: 'Hangman',
    summary: 'Find a hidden word by guessing letters, then guess the word itself.',
    action: {
      pattern: String.raw`\\boxed\{([a-zA-Z]+)\}`,
      flags: '',
      words: 'One letter, or the whole word, in a box; any case.',
      examples: ['\\boxed{E}', '\\boxed{train}'],
    },
    ends: ['The whole word is guessed: terminated', ...COMMON_ENDS],
    notes: [
      'Revealing every letter does not end the episode: the word itself must be guessed.',
      'A letter earns 0.5 × the share of cells it reveals; the word earns 0.5 + 0.5 × the share still hidden.',
      'A wrong letter costs nothing but the turn; wrong words may be repeated.',
    ],
  },
  [
    { name: 'easy', parameters: { length: 3 }, maxTurns: 10 },
    { name: 'hard', parameters: { length: 7 }, maxTurns: 20 },
    { name: 'random', parameters: { draw: '(3 letters, 10 turns), (5, 15) or (7, 20)' }, maxTurns: null },
  ],
)
