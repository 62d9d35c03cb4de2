import { COMMON_ENDS, gameEntries } from './entry.ts'

/** Facts of TowerofHanoi (docs/gem.md#towerofhanoi). */
export const towerOfHanoi = gameEntries(
  {
    family: 'TowerofHanoi',
    title: 'Tower of Hanoi',
    summary: 'Move a tower of disks from A to C, one disk at a time, never a larger one onto a smaller.',
    action: {
      pattern: String.raw`\\boxed\{([ABCabc])\s*,?\s*([ABCabc])\}`,
      flags: '',
      words: 'The tower to take from and the tower to put on in a box: A C, AC or A,C.',
      examples: ['\\boxed{A C}', '\\boxed{b,a}'],
    },
    ends: ['All disks stand on C: reward 1, terminated', ...COMMON_ENDS],
    notes: [
      'An empty source or a larger disk onto a smaller one earns 0 and uses the turn.',
      'Moving a disk onto its own tower is a legal move that changes nothing.',
      'On the last turn an unsolved board earns the share of disks that stand on C.',
    ],
  },
  [
    { name: 'easy', parameters: { disks: 3 }, maxTurns: 10, seedMatters: false },
    { name: 'hard', parameters: { disks: 5 }, maxTurns: 35, seedMatters: false },
    { name: 'random', parameters: { draw: '(3 disks, 10 turns), (4, 20) or (5, 35)' }, maxTurns: null },
  ],
)
