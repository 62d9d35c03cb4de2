import { z } from 'zod'
import { create } from 'zustand'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { entryOf } from '../catalogue/catalogue-store.ts'
import { endedAt, viewOf } from '../episode/episode.ts'
import { episodeById } from '../episode/episodes-store.ts'
import { act } from '../session/play.ts'
import { runtimeOf } from '../session/runtime-store.ts'
import { environmentTab } from '../session/tabs-store.ts'
import { Keeper } from '../episode/keeper.ts'
import { workbench } from '../../app/workbench.ts'
import { type AgentKind, agentKindSchema, scriptLines } from './agent.ts'
import { proposeAction } from './players.ts'

/** How an agent plays in a tab. */
export interface Autoplay {
  readonly agent: AgentKind
  readonly seed: number
  /** One action a line. */
  readonly script: string
  /** Milliseconds between two steps. */
  readonly pause: number
  readonly running: boolean
  /** What the agent would do at an event; the person accepts it or does something else. */
  readonly proposal?: { readonly event: number; readonly episode: string; readonly text: string | null }
  readonly thinking: boolean
  readonly failure?: Failure
}

const START: Autoplay = {
  agent: 'random',
  seed: 0,
  script: '',
  pause: 300,
  running: false,
  thinking: false,
}

export const useAutoplays = create<{ readonly byTab: Readonly<Record<string, Autoplay>> }>(() => ({
  byTab: {},
}))

export function useAutoplay(tab: string): Autoplay {
  return useAutoplays((state) => state.byTab[tab] ?? START)
}

export function autoplayOf(tab: string): Autoplay {
  return useAutoplays.getState().byTab[tab] ?? START
}

type Change = { readonly [K in keyof Autoplay]?: Autoplay[K] | undefined }

export function setAutoplay(tab: string, change: Change): void {
  const next = Object.fromEntries(
    Object.entries({ ...autoplayOf(tab), ...change }).filter(([, value]) => value !== undefined),
  )
  useAutoplays.setState(({ byTab }) => ({ byTab: { ...byTab, [tab]: { ...START, ...next } } }))
}

const keptSchema = z.object({
  version: z.literal(1),
  byTab: z.record(
    z.string(),
    z.object({ agent: agentKindSchema, seed: z.number(), script: z.string(), pause: z.number() }),
  ),
})

const keeper = new Keeper('gem')

/** Keeps what the person chose and wrote; what runs or was proposed is not kept. */
function keepChoices(): void {
  const { byTab } = useAutoplays.getState()
  const chosen = Object.entries(byTab)
    .filter(([tab]) => environmentTab(tab))
    .map(([tab, { agent, seed, script, pause }]) => [tab, { agent, seed, script, pause }])
  keeper.write('autoplay', { version: 1, byTab: Object.fromEntries(chosen) })
}

export async function loadAutoplays(): Promise<void> {
  const { value } = await workbench.call('store.read', { collection: 'gem', id: 'autoplay' })
  const parsed = keptSchema.safeParse(value)
  if (!parsed.success) return
  const kept = Object.entries(parsed.data.byTab).map(([tab, choice]) => [tab, { ...START, ...choice }])
  useAutoplays.setState(({ byTab }) => ({ byTab: { ...Object.fromEntries(kept), ...byTab } }))
}

/** A choice of the person: kept for the next time. */
export function chooseAutoplay(tab: string, change: Change): void {
  setAutoplay(tab, change)
  keepChoices()
}

const controllers = new Map<string, AbortController>()

/** Asks the agent what it would do now. */
export async function proposeHere(tabId: string): Promise<string | null> {
  const tab = environmentTab(tabId)
  const episode = episodeById(tab?.episode)
  if (!tab || !episode) return null
  const { agent, seed, script } = autoplayOf(tabId)
  const controller = new AbortController()
  controllers.set(tabId, controller)
  setAutoplay(tabId, { thinking: true, failure: undefined, proposal: undefined })
  try {
    const text = await proposeAction(
      { agent, seed, script: scriptLines(script) },
      entryOf(tab.platform, tab.envId),
      viewOf(episode),
      `${tabId}/${episode.id}`,
      controller.signal,
    )
    setAutoplay(tabId, { proposal: { event: episode.current, episode: episode.id, text } })
    return text
  } catch (error) {
    const failure = toFailure(error)
    setAutoplay(tabId, { running: false, ...(failure.code === 'CANCELLED' ? {} : { failure }) })
    return null
  } finally {
    setAutoplay(tabId, { thinking: false })
  }
}

/** Sends what was proposed. */
export async function acceptProposal(tabId: string): Promise<boolean> {
  const { proposal, agent } = autoplayOf(tabId)
  if (!proposal || proposal.text === null) return false
  const episode = episodeById(environmentTab(tabId)?.episode)
  if (!episode || (endedAt(episode) && !runtimeOf(tabId).stepAnyway)) return false
  setAutoplay(tabId, { proposal: undefined })
  return (await act(tabId, proposal.text, agent)) !== undefined
}

/** Plays on until the end, a pause, a failure, or an agent that has nothing to propose. */
export async function runAutoplay(tabId: string): Promise<void> {
  setAutoplay(tabId, { running: true, failure: undefined })
  while (autoplayOf(tabId).running) {
    const episode = episodeById(environmentTab(tabId)?.episode)
    if (!episode || (endedAt(episode) && !runtimeOf(tabId).stepAnyway)) break
    const text = await proposeHere(tabId)
    if (text === null || !autoplayOf(tabId).running) break
    if (!(await acceptProposal(tabId))) break
    await new Promise((resolve) => setTimeout(resolve, autoplayOf(tabId).pause))
  }
  setAutoplay(tabId, { running: false })
}

export function pauseAutoplay(tabId: string): void {
  setAutoplay(tabId, { running: false })
  controllers.get(tabId)?.abort()
}
