import { COMMON_ENDS, gameEntries } from './entry.ts'

/** Facts of GuessTheNumber (docs/gem.md#guessthenumber). */
export const guessTheNumber = gameEntries(
  {
    family: 'GuessTheNumber',
    title: 'Guess the number',
    summary: 'Find a hidden number; after each guess you learn whether it is higher or lower.',
    action: {
      pattern: String.raw`\\boxed\{(\d+)\}`,
      flags: '',
      words: 'A whole number in a box, digits only: no blanks, sign or decimals.',
      examples: ['\\boxed{5}', 'Half of ten, so \\boxed{5}.'],
    },
    ends: ['The number is guessed: reward 1', ...COMMON_ENDS],
    sameStarts: true,
    notes: [
      'Zero in the box is a format error.',
      'A guess outside the range, or one made before, earns 0 and uses the turn.',
      'On the last turn a wrong guess earns 1 − distance ÷ (max − min).',
    ],
  },
  [
    { name: 'easy', parameters: { min: 1, max: 10 }, maxTurns: 4 },
    { name: 'hard', parameters: { min: 1, max: 50 }, maxTurns: 7 },
    {
      name: 'random',
      parameters: {
        min: 'drawn from 1–10',
        max: 'drawn from min+5 to min+50',
        turns: 'ceil(√(max−min)) + 1',
      },
      maxTurns: null,
    },
  ],
)
