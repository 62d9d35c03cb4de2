import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { type EpisodeView, type Player, randomPlayer, solvingPlayer } from '#shared/gem/players/index.ts'

export interface PlayerRequest {
  readonly id: number
  /** Keeps a solver's plan between the turns of one episode. */
  readonly key: string
  readonly kind: 'random' | 'solver'
  readonly entry: Pick<CatalogueEntry, 'family' | 'action'>
  readonly seed: number
  readonly episode: EpisodeView
}

export interface PlayerAnswer {
  readonly id: number
  readonly action: string | null
  readonly problem?: string
}

/** Solvers of the last episodes; a plan is worth keeping, an old one is not. */
const players = new Map<string, Player | null>()
const MAX_PLAYERS = 8

function playerFor({ key, kind, entry, seed }: PlayerRequest): Player | null {
  if (kind === 'random') return randomPlayer(entry, seed)
  const known = players.get(key)
  if (known !== undefined) return known
  const player = solvingPlayer(entry)
  players.set(key, player)
  const [oldest] = players.keys()
  if (players.size > MAX_PLAYERS && oldest !== undefined) players.delete(oldest)
  return player
}

// Solvers search for up to a second; that is what this worker is for.
addEventListener('message', ({ data }: MessageEvent<PlayerRequest>) => {
  let answer: PlayerAnswer
  try {
    answer = { id: data.id, action: playerFor(data)?.propose(data.episode) ?? null }
  } catch (error) {
    answer = { id: data.id, action: null, problem: error instanceof Error ? error.message : String(error) }
  }
  postMessage(answer)
})
