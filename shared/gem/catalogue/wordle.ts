import { COMMON_ENDS, gameEntries } from './entry.ts'

/** Facts of Wordle (docs/gem.md#wordle). */
export const wordle = gameEntries(
  {
    family: 'Wordle',
    title: 'Wordle',
    summary: 'Find a secret word from the colours that each guess receives, letter by letter.',
    action: {
      pattern: String.raw`\\boxed\{([a-zA-Z]+(?:\s+[a-zA-Z]+)*)\}`,
      flags: '',
      words: 'A word of the required length in a box, letters only, in any case. Spaces inside are ignored.',
      examples: ['\\boxed{crane}', '\\boxed{SUN}'],
    },
    ends: ['The word is guessed: terminated', ...COMMON_ENDS],
    notes: [
      'Any letters of the right length are taken; there is no dictionary check.',
      'Feedback: G right place, Y elsewhere in the word, X not (or no further one) in the word.',
      'Each position that turns green for the first time earns 0.5 ÷ length, solving adds 0.5: a solved episode totals 1.',
    ],
  },
  [
    { name: 'easy', parameters: { length: 3 }, maxTurns: 15 },
    { name: 'hard', parameters: { length: 5 }, maxTurns: 25 },
    { name: 'random', parameters: { length: 'drawn from 3–5', turns: '5 × length' }, maxTurns: null },
  ],
)
