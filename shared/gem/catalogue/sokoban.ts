import { COMMON_ENDS, gameEntries } from './entry.ts'

/** Facts of Sokoban (docs/gem.md#sokoban). */
export const sokoban = gameEntries(
  {
    family: 'Sokoban',
    title: 'Sokoban',
    summary: 'Push every box onto a goal.',
    action: {
      pattern: String.raw`\\boxed\{(up|down|left|right)\}`,
      flags: 'i',
      words: 'up, down, left or right in a box, in any case, without spaces inside.',
      examples: ['\\boxed{up}', '\\boxed{Left}'],
    },
    ends: ['Every box stands on a goal: reward 1, terminated', ...COMMON_ENDS],
    notes: [
      'Symbols: # wall, _ floor, O goal, X box, √ box on a goal, P player (a goal below the player is hidden).',
      'A move against a wall or a box that cannot move earns 0 and uses the turn.',
      'Boxes are pushed, never pulled; a box in a corner stays there and the episode goes on.',
      'On the last turn an unsolved room earns the share of boxes on goals.',
      'Every room has a solution within the turn limit.',
    ],
  },
  [
    { name: 'easy', parameters: { rows: 6, columns: 6, boxes: 2 }, maxTurns: 20 },
    { name: 'hard', parameters: { rows: 8, columns: 8, boxes: 4 }, maxTurns: 50 },
    {
      name: 'random',
      parameters: { draw: '(6×6, 2 boxes, 20 turns) or (8×8, 5 boxes, 50 turns)' },
      maxTurns: null,
    },
  ],
)
