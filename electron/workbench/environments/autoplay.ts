import { agentOf } from '#shared/environments/agent.ts'
import { type ActionSource, endedAt, type Episode, pathTo, viewOf } from '#shared/environments/episode.ts'
import { messagesUpTo, type ModelCall, withoutRepeated } from '#shared/environments/model-call.ts'
import type { Play } from '#shared/environments/play.ts'
import type { Autoplay as Choices, EnvironmentTab } from '#shared/environments/tab.ts'
import { toFailure } from '#shared/workbench/failure.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { Players } from './players.ts'

/** Who acts. */
export interface Actor {
  readonly by: ActionSource
  readonly player?: string | undefined
  readonly model?: ModelCall | undefined
}

/** The event that a window acts from, and the event that it saw as the episode's last one. */
export interface Place {
  readonly from: number
  readonly seen: number
}

export interface AutoplayOptions {
  readonly players: Pick<Players, 'choose'>
  tab(): EnvironmentTab
  choices(): Choices
  episode(): Promise<Episode>
  readonly play: () => Play
  set(change: Partial<Play>): void
  act(place: Place, action: string, actor: Actor): Promise<number | undefined>
}

/** The agent of a tab: it proposes an action, or plays on its own. */
export class Autoplay {
  readonly #options: AutoplayOptions
  #controller: AbortController | undefined

  constructor(options: AutoplayOptions) {
    this.#options = options
  }

  /** Asks the agent for its action at an event. */
  propose({ from }: Place): Promise<boolean> {
    return this.#propose(from, this.#begin())
  }

  /** Sends the proposed action, and asks for the next one only if the episode goes on, because model calls cost money. */
  async accept(): Promise<boolean> {
    if (!(await this.#accept())) return false
    const episode = await this.#options.episode()
    if (!endedAt(episode)) void this.#propose(episode.current, this.#begin())
    return true
  }

  async #accept(): Promise<boolean> {
    const { proposal } = this.#options.play()
    const { id, current } = await this.#options.episode()
    if (!proposal || proposal.text === null || proposal.episode !== id) return false
    const { text, player, model } = proposal
    this.#options.set({ proposal: undefined })
    const actor = { by: this.#options.choices().agent, player, model }
    return (await this.#options.act({ from: proposal.event, seen: current }, text, actor)) !== undefined
  }

  /** Plays until the episode ends, is paused or fails, or the agent has nothing to propose. */
  async run(place: Place, anyway: boolean): Promise<void> {
    if (this.#options.play().playing) return
    const { id, current } = await this.#options.episode()
    if (current !== place.seen) throw workbenchError('EPISODE_MOVED')
    const signal = this.#begin()
    this.#options.set({ playing: true })
    void this.#run(id, place, anyway, signal)
      .catch((error: unknown) => this.#options.set({ problem: toFailure(error) }))
      .finally(() => {
        if (!signal.aborted) this.#options.set({ playing: false })
      })
  }

  pause(): void {
    this.#controller?.abort()
    this.#options.set({ playing: false, thinking: undefined })
  }

  /** Cancels whatever is in progress. */
  dispose(): void {
    this.#controller?.abort()
  }

  #begin(): AbortSignal {
    this.#controller?.abort()
    this.#controller = new AbortController()
    return this.#controller.signal
  }

  async #propose(from: number, signal: AbortSignal): Promise<boolean> {
    const { set, play, tab, choices, players } = this.#options
    set({ thinking: { since: Date.now(), text: '' }, problem: undefined, proposal: undefined })
    try {
      const episode = await this.#options.episode()
      const { id, platform, envId } = tab()
      const choice = await players.choose(
        agentOf(choices()),
        { platform, envId, seed: episode.seed, key: `${id}/${episode.id}` },
        viewOf(episode, from),
        signal,
        (text) => {
          const { thinking } = play()
          if (thinking && !signal.aborted) set({ thinking: { ...thinking, text } })
        },
      )
      if (signal.aborted) return false
      const model = choice.model && withoutRepeated(choice.model, messagesUpTo(pathTo(episode, from)))
      set({ proposal: { episode: episode.id, event: from, ...choice, model } })
      return choice.text !== null
    } catch (error) {
      const problem = toFailure(error)
      if (!signal.aborted && problem.code !== 'CANCELLED') set({ problem })
      return false
    } finally {
      if (!signal.aborted) set({ thinking: undefined })
    }
  }

  async #run(id: string, { from: start, seen }: Place, anyway: boolean, signal: AbortSignal): Promise<void> {
    const { episode: episodeNow, choices } = this.#options
    let [from, last] = [start, seen]
    while (!signal.aborted) {
      const episode = await episodeNow()
      // Another window continued the episode meanwhile, so the agent stops.
      if (episode.id !== id || episode.current !== last) return
      if (!anyway && endedAt(episode, from)) return
      if (!(await this.#propose(from, signal)) || signal.aborted || !(await this.#accept())) return
      from = last = (await episodeNow()).current
      await new Promise((resolve) => setTimeout(resolve, choices().pause))
    }
  }
}
