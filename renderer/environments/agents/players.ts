import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { type EpisodeView, solvingPlayer } from '#shared/gem/players/index.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { text } from '../../i18n/text.ts'
import { workbench } from '../../app/workbench.ts'
import type { AgentKind } from './agent.ts'
import { agentMessages } from './agent-messages.ts'
import { agentEndpoint, KEY_NAME } from './endpoint-store.ts'
import type { PlayerAnswer, PlayerRequest } from './player.worker.ts'

/** What an agent needs to know to play. */
export interface AgentChoice {
  readonly agent: AgentKind
  readonly seed: number
  /** Actions of the scripted agent, one for each turn. */
  readonly script: readonly string[]
}

type Entry = Pick<CatalogueEntry, 'family' | 'action'>

let worker: Worker | undefined
let lastId = 0
const waiting = new Map<number, (answer: PlayerAnswer) => void>()

function ask(request: Omit<PlayerRequest, 'id'>): Promise<PlayerAnswer> {
  if (!worker) {
    worker = new Worker(new URL('./player.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<PlayerAnswer>) => {
      waiting.get(data.id)?.(data)
      waiting.delete(data.id)
    })
  }
  const id = ++lastId
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    worker?.postMessage({ ...request, id })
  })
}

/** True when a solver is known for the family. */
export function hasSolver(entry: Entry | undefined): boolean {
  return entry !== undefined && solvingPlayer(entry) !== null
}

/**
 * The next action of an agent, complete with its box; null when it has none to propose.
 * @param key one for each episode that is played
 * @throws WorkbenchError when the agent cannot play here, or its endpoint fails
 */
export async function proposeAction(
  { agent, seed, script }: AgentChoice,
  entry: Entry | undefined,
  episode: EpisodeView,
  key: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (agent === 'script') return script[episode.turns.length] ?? null
  if (agent === 'endpoint') return fromEndpoint(entry, episode, signal)
  if (!entry) {
    throw new WorkbenchError({
      code: 'NO_GRAMMAR',
      message: text('gem.failure.noGrammar'),
      hint: text('gem.failure.noGrammar.hint'),
    })
  }
  const { family, action } = entry
  const answer = await ask({ key, kind: agent, entry: { family, action }, seed, episode })
  if (answer.problem !== undefined) {
    throw new WorkbenchError({
      code: 'AGENT_FAILED',
      message: text('gem.failure.agentStopped', { problem: answer.problem }),
    })
  }
  return answer.action
}

async function fromEndpoint(
  entry: Entry | undefined,
  episode: EpisodeView,
  signal: AbortSignal,
): Promise<string> {
  const endpoint = agentEndpoint()
  if (!endpoint) {
    throw new WorkbenchError({
      code: 'AGENT_NOT_CONFIGURED',
      message: text('gem.failure.noEndpoint'),
      hint: text('gem.failure.noEndpoint.hint'),
    })
  }
  const { version: _, instructions, ...target } = endpoint
  const messages = agentMessages(instructions, entry, episode)
  const answer = await workbench.call(
    'gem.propose',
    { endpoint: target.secret === undefined ? target : { ...target, secret: KEY_NAME }, messages },
    { signal },
  )
  return answer.text
}
