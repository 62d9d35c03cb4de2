import type { CatalogueEntry } from '../../../../shared/gem/catalogue/entry.ts'
import { endState, type EndState, episodeReturn } from '../../../../shared/gem/episode.ts'
import type { Player, Turn } from '../../../../shared/gem/players/index.ts'
import type { EnvironmentDefinition } from '../../../../electron/sandbox-server/gem/environment.ts'
import { games } from '../../../../electron/sandbox-server/gem/games/index.ts'
import { knowledge } from '../../../../electron/sandbox-server/gem/knowledge/index.ts'
import { logic } from '../../../../electron/sandbox-server/gem/logic/index.ts'
import { math } from '../../../../electron/sandbox-server/gem/math/index.ts'
import { reasoning } from '../../../../electron/sandbox-server/gem/reasoning/index.ts'

export const definitions: readonly EnvironmentDefinition[] = [
  ...games,
  ...reasoning,
  ...math,
  ...logic,
  ...knowledge,
]

/** The result of an episode: `end` is `running` if the player had nothing more to propose. */
export interface Episode {
  readonly seed: number
  readonly return: number
  readonly end: EndState
  readonly turns: readonly Turn[]
}

/** More turns than any environment allows: an episode this long does not end. */
const ENDLESS = 200

/** Plays one episode per seed from 0 on, all in one environment. */
export function* episodes(
  definition: EnvironmentDefinition,
  seeds: number,
  player: (entry: CatalogueEntry, seed: number) => Player,
): Generator<Episode> {
  const { entry } = definition
  const environment = definition.create({ seed: 1 })
  for (let seed = 0; seed < seeds; seed++) {
    const opening = environment.reset(seed)
    if (opening instanceof Promise) throw new TypeError('Built-in environments answer at once.')
    const turns: Turn[] = []
    const agent = player(entry, seed)
    let end: EndState = 'running'
    while (end === 'running') {
      const action = agent.propose({ opening, turns })
      if (action === null) break
      const result = environment.step(action)
      if (result instanceof Promise) throw new TypeError('Built-in environments answer at once.')
      turns.push({ action, result })
      end = endState(result)
      if (turns.length > ENDLESS) throw new Error(`${entry.id} does not end with seed ${seed}.`)
    }
    yield { seed, return: episodeReturn(turns.map(({ result }) => result)), end, turns }
  }
}
