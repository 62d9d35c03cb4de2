import { differingField } from '#shared/gem/trajectory.ts'
import type { Exchange } from '#shared/workbench/areas/gem.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { text } from '../../i18n/text.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'
import {
  append,
  childrenOf,
  type ActionSource,
  type Episode,
  type EpisodeEvent,
  eventOf,
  leafOf,
  type NewEvent,
  nextOf,
  pathTo,
  visit,
} from '../episode/episode.ts'
import { changeEpisode, episodeById, putEpisode } from '../episode/episodes-store.ts'
import { runtimeOf, setRuntime, showProgress, work } from './runtime-store.ts'
import { drawSeed, type EnvironmentTab, readSeed } from './tab.ts'
import { changeTab, environmentTab } from './tabs-store.ts'

interface Answer {
  readonly observation: unknown
  readonly info: Record<string, unknown>
  readonly reward?: number
  readonly terminated?: boolean
  readonly truncated?: boolean
  readonly exchange: Exchange
}

function eventFrom(answer: Answer, action: string | null, parent: number | null, by: ActionSource): NewEvent {
  const { observation, info, reward = 0, terminated = false, truncated = false, exchange } = answer
  const latency = exchange.milliseconds
  return { parent, action, observation, info, reward, terminated, truncated, latency, exchange, by }
}

function need(tabId: string): EnvironmentTab {
  const tab = environmentTab(tabId)
  if (!tab) throw new WorkbenchError({ code: 'CANCELLED', message: text('gem.failure.tabClosed') })
  return tab
}

/** Sets the environment up in a sandbox unless one holds it. */
async function ensureMade(tabId: string, signal: AbortSignal): Promise<string> {
  const { sandboxId, platform, envId } = need(tabId)
  if (sandboxId !== undefined) return sandboxId
  const made = await workbench.call('gem.make', { platform, envId }, { signal })
  changeTab(tabId, { sandboxId: made.sandboxId })
  setRuntime(tabId, { synced: false })
  return made.sandboxId
}

/** A sandbox that is gone is forgotten, so that the next try makes a new one. */
async function onSandbox<T>(
  tabId: string,
  act: (sandboxId: string) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const sandboxId = await ensureMade(tabId, signal)
  try {
    return await act(sandboxId)
  } catch (error) {
    if (error instanceof WorkbenchError && error.code === 'GEM_GONE')
      changeTab(tabId, { sandboxId: undefined })
    throw error
  }
}

/** A reset begins anew, so a sandbox that is gone is simply replaced by another. */
async function callReset(tabId: string, seed: number | null, signal: AbortSignal): Promise<Answer> {
  const reset = (sandboxId: string): Promise<Answer> => {
    const { platform } = need(tabId)
    const input = { platform, sandboxId, ...(seed === null ? {} : { seed }) }
    return workbench.call('gem.reset', input, { signal })
  }
  try {
    return await onSandbox(tabId, reset, signal)
  } catch (error) {
    if (!(error instanceof WorkbenchError) || error.code !== 'GEM_GONE') throw error
    return onSandbox(tabId, reset, signal)
  }
}

const callStep = (tabId: string, action: string, signal: AbortSignal): Promise<Answer> =>
  onSandbox(
    tabId,
    (sandboxId) =>
      workbench.call('gem.step', { platform: need(tabId).platform, sandboxId, action }, { signal }),
    signal,
  )

/** The seed of the next reset, as the tab wants it; null for none. */
function nextSeed(tabId: string): number | null {
  const { seedMode, seed } = need(tabId)
  if (seedMode === 'none') return null
  const typed = readSeed(seed)
  const chosen = seedMode === 'random' || seed.trim() === '' ? drawSeed() : typed
  if (chosen === undefined) {
    throw new WorkbenchError({
      code: 'SEED_INVALID',
      message: text('gem.failure.seed', { seed }),
      hint: text('gem.failure.seed.hint'),
    })
  }
  changeTab(tabId, { seed: String(chosen) })
  return chosen
}

/** Begins a new episode; the one before stays in the library. */
export function resetEpisode(tabId: string): Promise<Episode | undefined> {
  const what = need(tabId).sandboxId === undefined ? 'make' : 'reset'
  return work(tabId, what, async (signal) => {
    const seed = nextSeed(tabId)
    const answer = await callReset(tabId, seed, signal)
    const { platform, envId } = need(tabId)
    const connection = useWorkbench.getState().connections.find(({ id }) => id === platform)
    const now = Date.now()
    const episode: Episode = {
      version: 1,
      id: crypto.randomUUID(),
      envId,
      platform,
      platformKind: connection?.transport === 'embedded' ? 'embedded' : 'remote',
      seed,
      started: now,
      changed: now,
      source: 'bench',
      events: [{ ...eventFrom(answer, null, null, 'person'), id: 0, at: now }],
      current: 0,
      visited: {},
    }
    putEpisode(episode)
    changeTab(tabId, { episode: episode.id })
    setRuntime(tabId, {
      synced: true,
      divergence: undefined,
      agreed: undefined,
      past: undefined,
      stepAnyway: false,
    })
    return episode
  })
}

/** Brings the sandbox to where the episode stands, if it is not there. @throws when the way there leads elsewhere now. */
async function ensureInStep(tabId: string, signal: AbortSignal): Promise<Episode> {
  const episode = episodeById(need(tabId).episode)
  if (!episode) throw new WorkbenchError({ code: 'NO_EPISODE', message: text('gem.failure.noEpisode') })
  if (runtimeOf(tabId).synced && need(tabId).sandboxId !== undefined) return episode
  if (episode.seed === null) {
    throw new WorkbenchError({
      code: 'NOT_REPRODUCIBLE',
      message: text('gem.failure.noSeed'),
      hint: text('gem.failure.noSeed.hint'),
    })
  }
  const divergence = await replayTo(tabId, episode, episode.current, signal)
  if (divergence) throw divergenceFailure(divergence.turn)
  return episodeById(episode.id) ?? episode
}

const divergenceFailure = (turn: number): WorkbenchError =>
  new WorkbenchError({
    code: 'DIVERGED',
    message: text('gem.failure.parting', { turn }),
    hint: text('gem.failure.parting.hint'),
  })

/** Sends an action and records the answer under the current event. */
export function act(
  tabId: string,
  action: string,
  by: ActionSource = 'person',
): Promise<EpisodeEvent | undefined> {
  return work(tabId, 'step', async (signal) => {
    const { id, current } = await ensureInStep(tabId, signal)
    // Until the answer is there nobody knows where the sandbox stands.
    setRuntime(tabId, { synced: false })
    const answer = await callStep(tabId, action, signal)
    changeEpisode(id, (episode) => append(episode, eventFrom(answer, action, current, by)))
    setRuntime(tabId, { synced: true, divergence: undefined, agreed: undefined, past: undefined })
    return episodeById(id)?.events.at(-1)
  })
}

/**
 * Shows an event as it was recorded. Nothing is sent: the environment stays where it stands, which without a seed is the only place it
 * can be.
 */
export function preview(tabId: string, target: number): void {
  const episode = episodeById(need(tabId).episode)
  if (episode) setRuntime(tabId, { past: target === episode.current ? undefined : target })
}

/** Goes to an event by reset and replay, or by stepping on where that suffices; every answer is compared. */
export function restore(tabId: string, target: number): Promise<boolean | undefined> {
  return work(tabId, 'replay', async (signal) => {
    const episode = episodeById(need(tabId).episode)
    if (!episode) return false
    return (await replayTo(tabId, episode, target, signal)) === undefined
  })
}

/** Replays the whole line that is looked at, on the tab's platform, from the reset. */
export function replayAll(tabId: string): Promise<boolean | undefined> {
  return work(tabId, 'replay', async (signal) => {
    const episode = episodeById(need(tabId).episode)
    if (!episode) return false
    setRuntime(tabId, { synced: false })
    return (await replayTo(tabId, episode, leafOf(episode), signal)) === undefined
  })
}

/** After a difference: sends the recorded actions that were left, whatever they lead to now. */
export function replayRest(tabId: string): Promise<void> {
  return work(tabId, 'replay', async (signal) => {
    const episode = episodeById(need(tabId).episode)
    const { divergence } = runtimeOf(tabId)
    if (!episode || !divergence) return
    const rest = pathTo(episode, leafOf(episode, divergence.expected)).slice(divergence.turn + 1)
    for (const [i, event] of rest.entries()) {
      showProgress(tabId, i, rest.length)
      const { current } = episodeById(episode.id) ?? episode
      setRuntime(tabId, { synced: false })
      const answer = await callStep(tabId, event.action ?? '', signal)
      changeEpisode(episode.id, (now) => append(now, eventFrom(answer, event.action, current, 'replay')))
      setRuntime(tabId, { synced: true })
    }
  }).then(() => undefined)
}

/** Walks to `target`. A difference ends the walk there, as a branch of its own; the person decides how to go on. */
async function replayTo(
  tabId: string,
  episode: Episode,
  target: number,
  signal: AbortSignal,
): Promise<{ turn: number } | undefined> {
  if (episode.seed === null) {
    throw new WorkbenchError({
      code: 'NOT_REPRODUCIBLE',
      message: text('gem.failure.noReplay'),
      hint: text('gem.failure.noReplay.hint'),
    })
  }
  const path = pathTo(episode, target)
  const onTheWay = path.findIndex(({ id }) => id === episode.current)
  const direct = runtimeOf(tabId).synced && need(tabId).sandboxId !== undefined && onTheWay >= 0
  setRuntime(tabId, { divergence: undefined, agreed: undefined, stepAnyway: false })
  let parent = direct ? episode.current : null
  for (let turn = direct ? onTheWay + 1 : 0; turn < path.length; turn++) {
    const expected = path[turn]!
    showProgress(tabId, turn, path.length - 1)
    setRuntime(tabId, { synced: false })
    const answer =
      expected.action === null
        ? await callReset(tabId, episode.seed, signal)
        : await callStep(tabId, expected.action, signal)
    const event = eventFrom(answer, expected.action, parent, 'replay')
    const field = differingField(expected, event)
    setRuntime(tabId, { synced: true })
    if (field) {
      const actual = recordDivergence(episode.id, expected, event)
      setRuntime(tabId, { divergence: { expected: expected.id, actual, turn, field } })
      return { turn }
    }
    changeEpisode(episode.id, (now) => visit(now, expected.id))
    parent = expected.id
  }
  setRuntime(tabId, { agreed: path.length })
  return undefined
}

/** Records the differing answer beside the expected one, unless the same difference was recorded before. */
function recordDivergence(episodeId: string, expected: EpisodeEvent, event: NewEvent): number {
  const episode = episodeById(episodeId)
  if (!episode) return expected.id
  const known = childrenOf(episode, event.parent).find(
    (sibling) => sibling.action === event.action && differingField(sibling, event) === null,
  )
  const next = known
    ? visit(episode, known.id)
    : append(episode, { ...event, parent: event.parent, differsFrom: expected.id })
  putEpisode(next)
  return eventOf(next).id
}

/** Closes the environment on its platform; the episode stays. */
export function closeEnvironment(tabId: string): Promise<boolean | undefined> {
  return work(tabId, 'close', async (signal) => {
    const { sandboxId, platform } = need(tabId)
    if (sandboxId === undefined) return true
    try {
      await workbench.call('gem.close', { platform, sandboxId }, { signal })
    } catch (error) {
      if (!(error instanceof WorkbenchError) || error.code !== 'GEM_GONE') throw error
    }
    changeTab(tabId, { sandboxId: undefined })
    setRuntime(tabId, { synced: false })
    return true
  })
}

/** The event before the current one. */
export function undo(tabId: string): void {
  const episode = episodeById(environmentTab(tabId)?.episode)
  const parent = episode ? eventOf(episode).parent : null
  if (parent !== null) void restore(tabId, parent)
}

/** The event after the current one on the line that was walked last. */
export function redo(tabId: string): void {
  const episode = episodeById(environmentTab(tabId)?.episode)
  const next = episode ? nextOf(episode) : undefined
  if (next !== undefined) void restore(tabId, next)
}
