import { COMMON_ENDS, gameEntries } from './entry.ts'

/** Facts of Mastermind (docs/gem.md#mastermind). */
export const mastermind = gameEntries(
  {
    family: 'Mastermind',
    title: 'Mastermind',
    summary:
      'Find a secret code of different numbers from the black and white pegs that each guess receives.',
    action: {
      pattern: String.raw`\\boxed\{(\d+(?:\s+\d+)*)\}`,
      flags: '',
      words: 'As many numbers as the code is long, in a box, separated by blanks: no commas.',
      examples: ['\\boxed{1 4}', 'My guess is \\boxed{3 1 6 2}'],
    },
    ends: ['Every position is right: terminated', ...COMMON_ENDS],
    sameStarts: true,
    notes: [
      'A guess earns its black pegs above the best so far, divided by the length; a solved episode always totals 1.',
      'The code has no number twice, but a guess may.',
      'A guess of wrong length, out of range or made before earns 0 and uses the turn.',
      'The answer to a reset has no suffix.',
    ],
  },
  [
    { name: 'easy', parameters: { length: 2, numbers: 6 }, maxTurns: 10 },
    { name: 'hard', parameters: { length: 4, numbers: 8 }, maxTurns: 30 },
    {
      name: 'random',
      parameters: { draw: '(length 2, numbers 4, 10 turns), (4, 6, 20) or (4, 8, 30)' },
      maxTurns: null,
    },
  ],
)
