import { COMMON_ENDS, gameEntries } from './entry.ts'

const BOUND =
  'The tiles on the board sum to at most 8 + 4 × moves, so the target cannot be reached in the turns given.'

/** Facts of Game2048 (docs/gem.md#game2048). */
export const game2048 = gameEntries(
  {
    family: 'Game2048',
    title: '2048',
    summary: 'Slide and merge tiles on a 4×4 board until one shows the target.',
    action: {
      pattern: String.raw`\\boxed\{(up|down|left|right)\}`,
      flags: 'i',
      words: 'up, down, left or right in a box, in any case, without spaces inside.',
      examples: ['\\boxed{left}', '\\boxed{UP}'],
    },
    ends: ['A tile reaches the target: terminated', 'No move is left: terminated', ...COMMON_ENDS],
    sameStarts: true,
    notes: [
      'A new highest tile earns (log2 new − log2 old) ÷ (log2 target − log2 highest at the start).',
      'A move that changes nothing earns 0, uses the turn and adds no tile.',
      'A 4 that appears as a new tile is credited at the next move that changes the board.',
    ],
  },
  [
    { name: 'easy', parameters: { target: 64 }, maxTurns: 50, winnable: 'sometimes' },
    // Start 2: at most 128 in 50 moves, (7 − 1) ÷ (9 − 1); start 4: 5 ÷ 7.
    {
      name: 'hard',
      parameters: { target: 512 },
      maxTurns: 50,
      winnable: 'never',
      bestReturn: 0.75,
      notes: [BOUND],
    },
    // Start 2: at most 256 in 100 moves, (8 − 1) ÷ (11 − 1); start 4: 6 ÷ 9.
    {
      name: 'extreme-hard',
      parameters: { target: 2048 },
      maxTurns: 100,
      winnable: 'never',
      bestReturn: 0.7,
      notes: [BOUND],
    },
    {
      name: 'random',
      parameters: { draw: '(target 16, 20 turns), (32, 30) or (64, 50)' },
      maxTurns: null,
      winnable: 'sometimes',
    },
  ],
)
