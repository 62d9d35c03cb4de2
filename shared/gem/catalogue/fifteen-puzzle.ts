import { COMMON_ENDS, gameEntries } from './entry.ts'

/** Facts of FifteenPuzzle (docs/gem.md#fifteenpuzzle). */
export const fifteenPuzzle = gameEntries(
  {
    family: 'FifteenPuzzle',
    title: 'Fifteen puzzle',
    summary: 'Slide numbered tiles into the gap until they are in order and the gap is in the last corner.',
    action: {
      pattern: String.raw`\\boxed\{(up|down|left|right)\}`,
      flags: '',
      words: 'up, down, left or right in a box, in lower case: the way a tile moves into the gap.',
      examples: ['\\boxed{up}', '\\boxed{left}'],
    },
    ends: ['The tiles are in order after a move: reward 1, terminated', ...COMMON_ENDS],
    sameStarts: true,
    notes: [
      'Upper case is a format error, unlike in 2048 and Sokoban.',
      'up needs a tile below the gap: the gap moves down. An impossible direction earns 0 and uses the turn.',
      'On the last turn an unsolved board earns the share of cells that are right, the gap counted too.',
    ],
  },
  [
    {
      name: 'easy',
      parameters: { side: 2 },
      maxTurns: 10,
      notes: ['There are only two starts, each four moves away.'],
    },
    { name: 'hard', parameters: { side: 4 }, maxTurns: 50, winnable: 'sometimes' },
    {
      name: 'random',
      parameters: { draw: '(side 2, 10 turns), (3, 20) or (4, 50)' },
      maxTurns: null,
      winnable: 'sometimes',
      notes: [
        'About two thirds of the 3×3 starts need more than their 20 turns.',
        'Broken upstream; works here.',
      ],
    },
  ],
)
