import { create } from 'zustand'
import { endedAt, type Episode, eventOf, nextOf } from '#shared/environments/episode.ts'
import { AT_REST, type Play } from '#shared/environments/play.ts'
import type { EnvironmentTab } from '#shared/environments/tab.ts'
import { type ActionGrammar, isBoxedOnly } from '#shared/gem/boxed.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'
import { entryOf, recordOpened } from '../catalogue/catalogue-store.ts'
import { boxedBy, checkDraft } from '../parts/action-text.ts'
import { episodeById, useEpisodes } from '../episode/episodes.ts'
import { allTabs, changeTab, dropTabs, environmentTab, selectTab } from './tabs.ts'

/** This window's view state of a tab. */
interface TabView {
  /** The shown event; by default the environment's current one. */
  readonly at?: number | undefined
  /** The episode that `at` and `anyway` refer to. */
  readonly episode?: string | undefined
  /** The user chose to continue after the end. */
  readonly anyway: boolean
  /** The draft that was not sent at first, since the environment would not understand it. */
  readonly held?: string | undefined
  /** A refusal by the core that concerns only this window. */
  readonly refused?: Failure | undefined
}
const DEFAULT_VIEW: TabView = { anyway: false }

interface PlaysState {
  readonly plays: Readonly<Record<string, Play>>
  readonly views: Readonly<Record<string, TabView>>
}

/** The core's state of each tab's environment, and this window's view state. */
export const usePlays = create<PlaysState>(() => ({ plays: {}, views: {} }))

export const usePlay = (tab: string): Play => usePlays(({ plays }) => plays[tab] ?? AT_REST)
export const playOf = (tab: string): Play => usePlays.getState().plays[tab] ?? AT_REST

const fitting = (view: TabView | undefined, episode: string | undefined): TabView =>
  view && view.episode === episode ? view : DEFAULT_VIEW

export function useTabView(tab: string): TabView {
  const episode = environmentTab(tab)?.episode
  return usePlays(({ views }) => fitting(views[tab], episode))
}
const tabViewOf = (tab: string): TabView =>
  fitting(usePlays.getState().views[tab], environmentTab(tab)?.episode)

export function changeTabView(tab: string, change: Partial<Omit<TabView, 'episode'>>): void {
  const { episode } = environmentTab(tab) ?? {}
  const view = { ...tabViewOf(tab), ...change, episode }
  usePlays.setState(({ views }) => ({ views: { ...views, [tab]: view } }))
}

/** Shows an event as recorded. Sends nothing: the environment does not move. */
export function preview(tab: string, event: number): void {
  const episode = episodeById(environmentTab(tab)?.episode)
  if (episode) changeTabView(tab, { at: event === episode.current ? undefined : event, anyway: false })
}

/** The shown event, and the latest one known to this window. */
function placeOf(tab: string): { from: number; seen: number } | undefined {
  const episode = episodeById(environmentTab(tab)?.episode)
  if (!episode) return undefined
  const { failure, id, parent } = eventOf(episode, tabViewOf(tab).at)
  // An action on which the environment failed has no effect.
  return { from: failure && parent !== null ? parent : id, seen: episode.current }
}

/** Shows the event before the shown one. */
export function undo(tab: string): void {
  const episode = episodeById(environmentTab(tab)?.episode)
  const place = placeOf(tab)
  const parent = episode && place ? eventOf(episode, place.from).parent : null
  if (parent !== null) preview(tab, parent)
}

/** Shows the event after it, on the line followed last. */
export function redo(tab: string): void {
  const episode = episodeById(environmentTab(tab)?.episode)
  const place = placeOf(tab)
  const next = episode && place ? nextOf(episode, place.from) : undefined
  if (next !== undefined) preview(tab, next)
}

/** The event at which each tab's pending call of this window was made, -1 for any. */
const asking = new Map<string, number>()

/**
 * Calls the core, once at a time: key repeat must not act twice. An action on a newer event is not a repetition: that event is shown
 * before the call that made it has its answer. Refusals are shown in the tab.
 */
async function ask<T>(tab: string, call: () => Promise<T>, seen = -1): Promise<T | undefined> {
  const before = asking.get(tab)
  if (before !== undefined && (before < 0 || seen <= before)) return undefined
  asking.set(tab, seen)
  changeTabView(tab, { refused: undefined })
  try {
    return await call()
  } catch (error) {
    const refused = toFailure(error)
    if (refused.code !== 'CANCELLED') changeTabView(tab, { refused })
    return undefined
  } finally {
    if (asking.get(tab) === seen) asking.delete(tab)
  }
}

export const resetEpisode = (tab: string): Promise<{ readonly done: boolean } | undefined> =>
  ask(tab, () => workbench.call('environments.reset', { tab }))

/** Resets with a seed, which stays pinned: the same game; without one, with a new seed: another game. */
export async function playAgain(tab: string, seed?: number): Promise<void> {
  await changeTab(
    tab,
    seed === undefined ? { seedMode: 'random' } : { seed: String(seed), seedMode: 'pinned' },
  )
  await resetEpisode(tab)
}

/** Sends an action from the shown event. @param draft what the field contains, which leaves it with the action */
export async function act(tab: string, action: string, draft?: string): Promise<void> {
  const place = placeOf(tab)
  if (!place || playOf(tab).busy) return
  const call = () => workbench.call('environments.act', { tab, action, draft, ...place })
  const answer = await ask(tab, call, place.seen)
  if (typeof answer?.event === 'number') changeTabView(tab, { at: undefined })
}

/**
 * Sends what the field contains. The rules of a game may end it for what they cannot read: the first time it is held back, with the
 * reason beside the field, and the same again sends it.
 */
export async function sendDraft(
  tab: EnvironmentTab,
  draft: string,
  grammar: ActionGrammar | undefined,
): Promise<void> {
  if (draft === '') return
  if (checkDraft(grammar, tab.autoBox, draft) && tabViewOf(tab.id).held !== draft)
    return changeTabView(tab.id, { held: draft })
  await act(tab.id, boxedBy(tab.autoBox, draft), draft)
}

/** Restores the environment to the shown event. */
export async function goHere(tab: string): Promise<void> {
  const place = placeOf(tab)
  if (!place) return
  await ask(tab, () => workbench.call('environments.restore', { tab, event: place.from }))
  changeTabView(tab, { at: undefined })
}

/** Replays the whole shown line and compares the answers. */
export async function replayAll(tab: string): Promise<void> {
  const place = placeOf(tab)
  if (!place) return
  await ask(tab, () => workbench.call('environments.replay', { tab, event: place.from }))
  changeTabView(tab, { at: undefined })
}

/** Moves a tab to another platform: ends the environment there and replays the shown line on the new one. */
export async function moveTo(tab: string, platform: string): Promise<void> {
  if (environmentTab(tab)?.sandboxId !== undefined) await closeEnvironment(tab)
  // If ending is refused, the tab stays and shows why.
  if (environmentTab(tab)?.sandboxId !== undefined) return
  await changeTab(tab, { platform })
  const episode = episodeById(environmentTab(tab)?.episode)
  if (episode && episode.seed !== null) await replayAll(tab)
}

export const replayRest = (tab: string): Promise<unknown> =>
  ask(tab, () => workbench.call('environments.replayRest', { tab }))

export const cancelWork = (tab: string): Promise<null> => workbench.call('environments.cancel', { tab })

export const closeEnvironment = (tab: string): Promise<unknown> =>
  ask(tab, () => workbench.call('environments.end', { tab }))

export async function dismiss(
  tab: string,
  what: 'failure' | 'agreed' | 'divergence' | 'proposal',
): Promise<void> {
  changeTabView(tab, { refused: undefined })
  await workbench.call('environments.dismiss', { tab, what })
}

export async function proposeHere(tab: string): Promise<boolean> {
  const place = placeOf(tab)
  if (!place) return false
  const answer = await ask(tab, () => workbench.call('environments.propose', { tab, ...place }))
  return answer?.done ?? false
}

export async function acceptProposal(tab: string): Promise<boolean> {
  const answer = await ask(tab, () => workbench.call('environments.accept', { tab }))
  if (answer?.done) changeTabView(tab, { at: undefined })
  return answer?.done ?? false
}

/** Whether the episode has ended at the shown event, and the user did not choose to step on. */
export function isOver(episode: Episode | undefined, anyway: boolean): boolean {
  return episode !== undefined && !anyway && endedAt(episode) !== undefined
}

/** Lets the agent play from the shown event; an episode that has ended there is reset first. */
export async function runAutoplay(tab: string): Promise<void> {
  const { anyway, at } = tabViewOf(tab)
  const episode = episodeById(environmentTab(tab)?.episode)
  let place = placeOf(tab)
  if (!episode || !place) return
  if (isOver({ ...episode, current: at ?? episode.current }, anyway)) {
    const answer = await resetEpisode(tab)
    if (!answer?.done) return
    place = { from: 0, seen: 0 }
  }
  await ask(tab, () => workbench.call('environments.play', { tab, anyway, ...place }))
  changeTabView(tab, { at: undefined })
}

export const pauseAutoplay = (tab: string): Promise<null> => workbench.call('environments.pause', { tab })

/** Tabs that this page has opened, unlike those that it found. */
const opened = new Set<string>()
export const isOpenedHere = (tab: string): boolean => opened.has(tab)

/**
 * Creates an environment in a new tab and starts its reset. A given seed is pinned. A created environment is
 * added to the recent ones. @returns the tab
 */
export async function openEnvironment(platform: string, envId: string, seed?: number): Promise<string> {
  const grammar = entryOf(platform, envId)?.action
  const autoBox = grammar === undefined || isBoxedOnly(grammar)
  const { tab } = await workbench.call('environments.open', { platform, envId, seed, autoBox })
  opened.add(tab)
  selectTab(tab)
  void beginsEpisode(tab).then((began) => began && recordOpened(envId))
  return tab
}

/** Waits for the reset of a new tab. @returns false if it failed or was cancelled, which the tab shows */
export function beginsEpisode(tab: string): Promise<boolean> {
  return new Promise((resolve) => {
    let wasBusy = false
    const update = (): void => {
      const { busy, failure } = playOf(tab)
      if (busy) wasBusy = true
      else {
        const episode = environmentTab(tab)?.episode
        if (episodeById(episode)) end(true)
        else if (episode === undefined && (wasBusy || failure)) end(false)
      }
    }
    const stops = [usePlays.subscribe(update), useEpisodes.subscribe(update)]
    const end = (begun: boolean): void => {
      for (const stop of stops) stop()
      resolve(begun)
    }
    update()
  })
}

/** Shows a stored episode in a tab; nothing is created until it is replayed or continued. */
export async function openEpisode(platform: string, episode: string): Promise<void> {
  const { tab } = await workbench.call('environments.show', { platform, episode })
  selectTab(tab)
}

/** Closes a tab and ends its environment on the platform. */
export async function closeTab(id: string): Promise<void> {
  if (environmentTab(id)) await workbench.call('environments.close', { tab: id })
  else dropTabs((tab) => tab.id === id)
}

/** Closes every environment and its tab. */
export async function closeAll(): Promise<void> {
  await Promise.all(allTabs().map(({ id }) => closeTab(id)))
}

let listening = false

/** Loads the state of each tab's environment and subscribes to changes. */
export async function loadPlays(): Promise<void> {
  if (!listening) {
    listening = true
    workbench.on('environments.changed', ({ tab, play }) =>
      usePlays.setState(({ plays }) => ({ plays: { ...plays, [tab]: play ?? AT_REST } })),
    )
    useWorkbench.subscribe((state, before) => {
      if (state.generation !== before.generation) void loadPlays().catch(() => undefined)
    })
  }
  usePlays.setState({ plays: await workbench.call('environments.list', {}) })
}
