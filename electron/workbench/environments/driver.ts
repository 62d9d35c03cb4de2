import { randomUUID } from 'node:crypto'
import { childrenOf, type Episode, type EpisodeEvent, leafOf, pathTo } from '#shared/environments/episode.ts'
import { exchangeSchema } from '#shared/environments/exchange.ts'
import { AT_REST, type Play, type Work } from '#shared/environments/play.ts'
import {
  type Autoplay as AutoplayChoices,
  drawSeed,
  type EnvironmentTab,
  readSeed,
} from '#shared/environments/tab.ts'
import { differingFields } from '#shared/gem/trajectory.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { SerialQueue } from '#shared/workbench/serial-queue.ts'
import { type Actor, Autoplay, type Place } from './autoplay.ts'
import { type Answer, DrivenSandbox } from './driven-sandbox.ts'
import type { Episodes } from './episodes.ts'
import { type GemClient, isGone } from './gem-client.ts'
import type { Players } from './players.ts'

/** What a driver needs from the environments. */
export interface DriverContext {
  readonly client: Pick<GemClient, 'make' | 'reset' | 'step' | 'close'>
  readonly episodes: Pick<Episodes, 'get' | 'begin' | 'addEvent' | 'go'>
  readonly players: Pick<Players, 'choose'>
  /** @throws WorkbenchError when the tab was closed */
  tab(id: string): EnvironmentTab
  changeTab(
    id: string,
    change: Partial<Omit<EnvironmentTab, 'kind' | 'id'>>,
    holds?: (tab: EnvironmentTab) => boolean,
  ): Promise<void>
  autoplay(id: string): AutoplayChoices
  /** Whether a connection is the embedded platform. */
  isEmbedded(platform: string): boolean
  tell(id: string, play: Play): void
}

export type NewEvent = Omit<EpisodeEvent, 'id' | 'at'>

const PERSON: Actor = { by: 'person' }
/** Errors raised before the environment was asked, or that are not the environment's own. */
const NOT_THE_STEP = new Set(['CANCELLED', 'GEM_GONE', 'NOT_CONNECTED', 'UNAUTHORIZED', 'GEM_NOT_OFFERED'])

const eventFrom = (answer: Answer, action: string | null, parent: number | null, actor: Actor): NewEvent => {
  const { observation, info, reward = 0, terminated = false, truncated = false, exchange } = answer
  const latency = exchange.milliseconds
  return { parent, action, observation, info, reward, terminated, truncated, latency, exchange, ...actor }
}

/** Drives a tab's environment: requests from all windows are executed here, one at a time. */
export class Driver {
  readonly id: string
  readonly #context: DriverContext
  readonly #queue = new SerialQueue()
  readonly #sandbox: DrivenSandbox
  /** The agent that plays in the tab. */
  readonly agent: Autoplay
  #play: Play = AT_REST
  #controller: AbortController | undefined
  #isDisposed = false

  constructor(id: string, context: DriverContext) {
    this.id = id
    this.#context = context
    this.#sandbox = new DrivenSandbox({
      client: context.client,
      tab: () => this.#tab,
      keep: (sandboxId) => context.changeTab(id, { sandboxId }),
    })
    this.agent = new Autoplay({
      players: context.players,
      tab: () => this.#tab,
      choices: () => context.autoplay(id),
      episode: () => this.#episode(),
      play: () => this.#play,
      set: (change) => this.#set(change),
      act: (place, action, actor) => this.act(place, action, actor),
    })
  }

  get play(): Play {
    return this.#play
  }

  /** Starts a new episode; the previous one stays in the library. */
  async reset(): Promise<boolean> {
    const what = this.#tab.sandboxId === undefined ? 'make' : 'reset'
    const done = await this.#queue.run(() =>
      this.#work(what, async (signal) => {
        const seed = await this.#nextSeed()
        const answer = await this.#sandbox.reset(seed, signal)
        const { platform, envId } = this.#tab
        const episode = await this.#context.episodes.begin(
          {
            version: 1,
            id: randomUUID(),
            envId,
            platform,
            platformKind: this.#context.isEmbedded(platform) ? 'embedded' : 'remote',
            seed,
            started: Date.now(),
            source: 'bench',
          },
          [{ ...eventFrom(answer, null, null, PERSON), id: 0, at: Date.now() }],
        )
        await this.#context.changeTab(this.id, { episode: episode.id })
        this.#sandbox.stand(episode.id, 0)
        this.#set({ divergence: undefined, agreed: undefined, proposal: undefined })
      }),
    )
    return done.ok
  }

  /**
   * Sends an action from an event.
   * @returns the resulting event, or undefined on failure, which the tab shows
   * @throws WorkbenchError `EPISODE_MOVED` when another window acted first
   */
  act(place: Place, action: string, actor: Actor = PERSON): Promise<number | undefined> {
    return this.#queue.run(async () => {
      const { id, current } = await this.#episode()
      if (current !== place.seen) throw workbenchError('EPISODE_MOVED')
      const done = await this.#work('step', (signal) => this.#step(id, place.from, action, actor, signal))
      return done.value
    })
  }

  /**
   * Brings the environment to an event by reset and replay, or by stepping on if that suffices; every answer is compared with
   * the recorded one.
   */
  async restore(event: number): Promise<boolean> {
    const done = await this.#queue.run(() =>
      this.#work('replay', async (signal) => {
        const episode = await this.#episode()
        return this.#replayTo(episode, event, signal)
      }),
    )
    return done.value === true
  }

  /** Replays the whole line through an event on the tab's platform, starting with a reset. */
  async replay(event: number): Promise<boolean> {
    const done = await this.#queue.run(() =>
      this.#work('replay', async (signal) => {
        const episode = await this.#episode()
        this.#sandbox.lose()
        return this.#replayTo(episode, leafOf(episode, event), signal)
      }),
    )
    return done.value === true
  }

  /** After a divergence: sends the remaining recorded actions, whatever their results. */
  async replayRest(): Promise<boolean> {
    const done = await this.#queue.run(() =>
      this.#work('replay', async (signal) => {
        const episode = await this.#episode()
        const { divergence } = this.#play
        if (!divergence) return
        const rest = pathTo(episode, leafOf(episode, divergence.expected)).slice(divergence.turn + 1)
        let from = divergence.actual
        for (const [i, { action }] of rest.entries()) {
          this.#progress(i, rest.length)
          from = await this.#step(episode.id, from, action ?? '', { by: 'replay' }, signal)
        }
      }),
    )
    return done.ok
  }

  /** Closes the environment on its platform; the episode stays. @returns false when the platform refused */
  async end(): Promise<boolean> {
    const done = await this.#queue.run(() => this.#work('close', (signal) => this.#sandbox.close(signal)))
    return done.ok
  }

  /** Cancels the operation in progress. */
  cancel(): void {
    this.agent.pause()
    this.#controller?.abort()
  }

  dismiss(what: 'failure' | 'agreed' | 'divergence' | 'proposal'): void {
    this.#set(what === 'failure' ? { failure: undefined, problem: undefined } : { [what]: undefined })
  }

  /** Cancels whatever is in progress. */
  dispose(): void {
    this.#isDisposed = true
    this.agent.dispose()
    this.#controller?.abort()
  }

  get #tab(): EnvironmentTab {
    return this.#context.tab(this.id)
  }

  async #episode(): Promise<Episode> {
    const { episode } = this.#tab
    if (episode === undefined) throw workbenchError('NO_EPISODE')
    return this.#context.episodes.get(episode)
  }

  /** Runs one operation and reports its progress or failure. */
  async #work<T>(
    work: Work,
    act: (signal: AbortSignal) => Promise<T>,
  ): Promise<{ readonly ok: boolean; readonly value?: T }> {
    if (this.#isDisposed) throw workbenchError('CANCELLED')
    const controller = new AbortController()
    this.#controller = controller
    this.#set({ busy: { work, since: Date.now() }, failure: undefined })
    try {
      return { ok: true, value: await act(controller.signal) }
    } catch (error) {
      const failure = toFailure(error)
      // After a divergence the sandbox is at the recorded divergence; after any other failure its position is unknown.
      if (failure.code !== 'DIVERGED') this.#sandbox.lose()
      if (failure.code !== 'CANCELLED') this.#set({ failure })
      return { ok: false }
    } finally {
      this.#controller = undefined
      this.#set({ busy: undefined })
    }
  }

  /** The seed of the next reset, as configured in the tab; null for none. */
  async #nextSeed(): Promise<number | null> {
    const { seedMode, seed } = this.#tab
    if (seedMode === 'none') return null
    const chosen = seedMode === 'random' || seed.trim() === '' ? drawSeed() : readSeed(seed)
    if (chosen === undefined) throw workbenchError('SEED_INVALID', { seed })
    // A seed that is typed meanwhile is for the next reset.
    const isStill = (tab: EnvironmentTab) => tab.seed === seed && tab.seedMode === seedMode
    await this.#context.changeTab(this.id, { seed: String(chosen) }, isStill)
    return chosen
  }

  /** Sends an action from an event and records the answer, or the environment's failure. @returns the new event */
  async #step(id: string, from: number, action: string, actor: Actor, signal: AbortSignal): Promise<number> {
    await this.#bringTo(id, from, signal)
    let answer: Answer
    try {
      answer = await this.#sandbox.step(action, signal).catch(async (error: unknown) => {
        // A lost sandbox did not apply the action; with a seed, a new sandbox can take its place.
        if (!isGone(error) || (await this.#context.episodes.get(id)).seed === null) throw error
        await this.#bringTo(id, from, signal)
        return this.#sandbox.step(action, signal)
      })
    } catch (error) {
      const failure = toFailure(error)
      if (!NOT_THE_STEP.has(failure.code)) await this.#recordFailure(id, from, action, actor, failure)
      throw error
    }
    const event = await this.#context.episodes.addEvent(id, eventFrom(answer, action, from, actor))
    this.#sandbox.stand(id, event)
    this.#set({ divergence: undefined, agreed: undefined, proposal: undefined })
    return event
  }

  async #recordFailure(
    id: string,
    from: number,
    action: string,
    actor: Actor,
    failure: Failure,
  ): Promise<void> {
    const exchange = exchangeSchema.safeParse(failure.details).data
    const { details: _, ...shown } = failure
    const nothing = { observation: null, info: {}, reward: 0, terminated: false, truncated: false }
    const latency = exchange?.milliseconds
    await this.#context.episodes.addEvent(id, {
      ...nothing,
      parent: from,
      action,
      failure: shown,
      latency,
      exchange,
      ...actor,
    })
  }

  /** Brings the sandbox to an event unless it is there. @throws when the replay diverges */
  async #bringTo(id: string, event: number, signal: AbortSignal): Promise<void> {
    if (this.#sandbox.isAt(id, event)) return
    const episode = await this.#context.episodes.get(id)
    if (episode.seed === null) throw workbenchError('NOT_REPRODUCIBLE')
    if (!(await this.#replayTo(episode, event, signal)))
      throw workbenchError('DIVERGED', { turn: this.#play.divergence?.turn ?? 0 })
    this.#set({ agreed: undefined })
  }

  /**
   * Replays up to an event. A divergence stops the replay and is recorded as a branch; the user decides how to
   * continue.
   */
  async #replayTo(episode: Episode, target: number, signal: AbortSignal): Promise<boolean> {
    const { id, seed } = episode
    if (seed === null) throw workbenchError('NOT_REPRODUCIBLE.replay')
    const path = pathTo(episode, target)
    const onTheWay = path.findIndex((event) => this.#sandbox.isAt(id, event.id))
    this.#set({ divergence: undefined, agreed: undefined })
    let parent = onTheWay < 0 ? null : (path[onTheWay]?.id ?? null)
    for (const [turn, expected] of path.entries()) {
      if (turn <= onTheWay) continue
      this.#progress(turn, path.length - 1)
      const answer =
        expected.action === null
          ? await this.#sandbox.reset(seed, signal)
          : await this.#sandbox.step(expected.action, signal)
      const event = eventFrom(answer, expected.action, parent, { by: 'replay' })
      const fields = differingFields(expected, event)
      if (fields.length > 0) {
        const actual = await this.#recordDivergence(id, expected, event)
        this.#sandbox.stand(id, actual)
        this.#set({ divergence: { expected: expected.id, actual, turn, fields: [...fields] } })
        return false
      }
      this.#sandbox.stand(id, expected.id)
      parent = expected.id
    }
    await this.#context.episodes.go(id, target)
    this.#set({ agreed: { count: path.length, platform: this.#tab.platform } })
    return true
  }

  /**
   * Records the diverging answer as a sibling of the expected one, unless the same divergence is already
   * recorded.
   */
  async #recordDivergence(id: string, expected: EpisodeEvent, event: NewEvent): Promise<number> {
    const episode = await this.#context.episodes.get(id)
    const known = childrenOf(episode, event.parent).find(
      (sibling) => sibling.action === event.action && differingFields(sibling, event).length === 0,
    )
    if (!known) return this.#context.episodes.addEvent(id, { ...event, differsFrom: expected.id })
    await this.#context.episodes.go(id, known.id)
    return known.id
  }

  #progress(done: number, total: number): void {
    const { busy } = this.#play
    if (busy) this.#set({ busy: { ...busy, work: 'replay', done, total } })
  }

  #set(change: Partial<Play>): void {
    this.#play = { ...this.#play, ...change, synced: this.#sandbox.isKnown }
    if (!this.#isDisposed) this.#context.tell(this.id, this.#play)
  }
}
