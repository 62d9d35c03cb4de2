/**
 * A worked example of a plugin: Lights Out on three by three lamps. Copy it into a folder of your own and start the
 * server with `--gem-plugins FOLDER`; then `make` takes `my:LightsOut-v0`.
 *
 * Pressing a lamp switches it and its neighbours; all lamps must go dark.
 */

const SIDE = 3
const TURNS = 15

const action = {
  pattern: String.raw`\\boxed\{([0-2])\s+([0-2])\}`,
  flags: /** @type {const} */ (''),
  words: 'Row and column of the lamp to press, counted from 0, in a box.',
  examples: ['\\boxed{1 1}'],
}

/** @param {import('../plugin.ts').PluginToolkit} gem */
export function environments(gem) {
  /** @param {{ seed: number }} context */
  function create({ seed }) {
    const random = new gem.PythonRandom(seed)
    let lamps = /** @type {boolean[]} */ ([])
    let turn = 0

    /** @param {number} row @param {number} column */
    function press(row, column) {
      for (const [r, c] of [
        [row, column],
        [row - 1, column],
        [row + 1, column],
        [row, column - 1],
        [row, column + 1],
      ]) {
        if (r >= 0 && r < SIDE && c >= 0 && c < SIDE) lamps[r * SIDE + c] = !lamps[r * SIDE + c]
      }
    }

    const board = () =>
      [0, 1, 2]
        .map((row) =>
          lamps
            .slice(row * SIDE, row * SIDE + SIDE)
            .map((lit) => (lit ? '*' : '.'))
            .join(' '),
        )
        .join('\n')
    const info = () => ({ suffix: `The lamps:\n${board()}\n\nWhich lamp?` })

    return {
      /** @param {number} [newSeed] */
      reset(newSeed) {
        if (newSeed !== undefined) random.seed(newSeed)
        turn = 0
        lamps = Array.from({ length: SIDE * SIDE }, () => false)
        // Presses from the dark board keep the puzzle solvable; again if they cancel out.
        do {
          for (const cell of random.sample([...lamps.keys()], random.randint(2, 6)))
            press(Math.floor(cell / SIDE), cell % SIDE)
        } while (!lamps.includes(true))
        return {
          observation: `Lights Out.\nPut out all lamps (*) within ${TURNS} turns. ${action.words}`,
          info: info(),
        }
      },

      /** @param {string} text */
      step(text) {
        if (lamps.length === 0) this.reset()
        turn += 1
        const place = gem.lastAction(action, text)
        if (!place) {
          return {
            observation: `Turn ${turn}: no lamp named.`,
            reward: gem.REWARD.formatError,
            terminated: true,
            truncated: turn === TURNS,
            info: info(),
          }
        }
        press(Number(place[0]), Number(place[1]))
        const solved = !lamps.includes(true)
        const over = solved || turn >= TURNS
        return {
          observation: solved ? `Solved in ${turn} turns.` : `Turn ${turn}: you pressed ${place.join(' ')}.`,
          reward: solved ? gem.REWARD.success : gem.REWARD.internal,
          terminated: over,
          truncated: over && !solved,
          info: info(),
        }
      },
    }
  }

  return [
    {
      entry: {
        id: 'my:LightsOut-v0',
        family: 'LightsOut',
        title: 'Lights Out',
        summary: 'Press lamps until all are dark.',
        maxTurns: TURNS,
        bestReturn: 1,
        action,
        ends: ['All lamps are dark: reward 1', 'A text without a lamp: reward -0.1', `Turn ${TURNS} passes`],
        winnable: 'always',
      },
      create,
    },
  ]
}
