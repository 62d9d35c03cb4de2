import type { Agent, ModelEndpoint } from '#shared/environments/agent.ts'
import { agentMessages } from '#shared/environments/agent-messages.ts'
import type { ModelCall } from '#shared/environments/model-call.ts'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import type { EpisodeView } from '#shared/gem/players/player.ts'
import { randomPlayer } from '#shared/gem/players/random-player.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { callModel } from './endpoint.ts'
import type { Solver } from './solver.ts'

/** An agent's choice; null if it has nothing to propose. */
export interface Choice {
  readonly text: string | null
  readonly player?: string
  readonly model?: ModelCall
}

export interface PlayersOptions {
  readonly solver: Pick<Solver, 'solve'>
  /** The catalogue entry of an environment, from its platform or from Orrery. */
  entryOf(platform: string, envId: string, signal: AbortSignal): Promise<CatalogueEntry | undefined>
  endpoint(id: string | undefined): Promise<ModelEndpoint | undefined>
  /** The key of an endpoint. @throws WorkbenchError `AGENT_KEY_MISSING` */
  key(endpoint: ModelEndpoint): Promise<string | undefined>
}

interface Where {
  readonly platform: string
  readonly envId: string
  /** The episode's seed; null if unseeded. */
  readonly seed: number | null
  /** Number of the attempt at this seed: a random agent plays each one differently. */
  readonly attempt?: number
  /** Identifies the episode. */
  readonly key: string
}

/** The agents that can play in place of the user. */
export class Players {
  readonly #options: PlayersOptions

  constructor(options: PlayersOptions) {
    this.#options = options
  }

  /**
   * Returns an agent's next action, including its `\boxed{}`.
   * @param onText called with the text that a model has produced so far
   * @throws WorkbenchError when the agent cannot play this environment, or its endpoint fails
   */
  async choose(
    { agent, seed, script, endpoint }: Agent,
    { platform, envId, seed: start, key, attempt = 0 }: Where,
    view: EpisodeView,
    signal: AbortSignal,
    onText: (text: string) => void = () => undefined,
  ): Promise<Choice> {
    if (agent === 'script') return { text: script[view.turns.length] ?? null }
    const entry = await this.#options.entryOf(platform, envId, signal)
    if (agent === 'endpoint') return this.#askModel(endpoint, entry, view, signal, onText)
    if (!entry) throw workbenchError('NO_GRAMMAR')
    if (agent === 'random')
      return { text: randomPlayer(entry, seed, start, attempt).propose(view), player: `seed ${seed}` }
    return { text: await this.#options.solver.solve({ key, family: entry.family, view }, signal) }
  }

  async #askModel(
    id: string | undefined,
    entry: CatalogueEntry | undefined,
    view: EpisodeView,
    signal: AbortSignal,
    onText: (text: string) => void,
  ): Promise<Choice> {
    const endpoint = await this.#options.endpoint(id)
    if (!endpoint) throw workbenchError('AGENT_NOT_CONFIGURED')
    const key = await this.#options.key(endpoint)
    const messages = agentMessages(endpoint.instructions, entry, view, endpoint)
    const model = await callModel(endpoint, messages, { key, signal, onText })
    return { text: model.action ?? model.reply, player: endpoint.name, model }
  }
}
