import { COMMON_ENDS, gameEntries } from './entry.ts'

/** Facts of Minesweeper (docs/gem.md#minesweeper). */
export const minesweeper = gameEntries(
  {
    family: 'Minesweeper',
    title: 'Minesweeper',
    summary: 'Reveal every safe cell of a field and flag every mine.',
    action: {
      pattern: String.raw`\\boxed\{([a-zA-Z]+)\s(\d+)\s(\d+)\}`,
      flags: '',
      words:
        'In a box: reveal or flag (any case), row, column, counted from 0, with exactly one blank between.',
      examples: ['\\boxed{reveal 2 2}', '\\boxed{flag 0 1}'],
    },
    ends: [
      'A reveal after which every safe cell is revealed and every mine flagged: terminated',
      'A mine is revealed: reward 0, terminated',
      ...COMMON_ENDS,
    ],
    sameStarts: true,
    notes: [
      'Mines are laid at the first reveal, never within one cell of it.',
      'A reveal earns the share of safe cells that it opens; all of them total 1.',
      'To win, flag all mines first and then reveal the last safe cell: flagging last does not end the episode.',
      'A flag does not protect: revealing a flagged mine ends the episode.',
    ],
  },
  [
    { name: 'easy', parameters: { rows: 5, columns: 5, mines: 5 }, maxTurns: 25, winnable: 'sometimes' },
    { name: 'hard', parameters: { rows: 8, columns: 8, mines: 12 }, maxTurns: 64, winnable: 'sometimes' },
    {
      name: 'random',
      parameters: { side: 'drawn from 5–8', mines: 'floor(side² ÷ 5)', turns: 'side²' },
      maxTurns: null,
      winnable: 'sometimes',
    },
  ],
)
