/*
 * Runs the solvers in a separate process, because a search takes up to a second and would block the workbench. Started by solver.ts;
 * one reply per message.
 */
import { type Player, solvingPlayer } from '#shared/gem/players/index.ts'
import type { SolverAnswer, SolverQuestion } from './solver.ts'

/** Solvers of recent episodes, cached because of their plans. */
const players = new Map<string, Player | null>()
const MAX_PLAYERS = 32

function playerFor({ key, family }: SolverQuestion): Player | null {
  const known = players.get(key)
  if (known !== undefined) return known
  const player = solvingPlayer({ family })
  players.set(key, player)
  const [oldest] = players.keys()
  if (players.size > MAX_PLAYERS && oldest !== undefined) players.delete(oldest)
  return player
}

process.on('message', (question: SolverQuestion) => {
  const { id, view } = question
  let answer: SolverAnswer
  try {
    answer = { id, action: playerFor(question)?.propose(view) ?? null }
  } catch (error) {
    answer = { id, action: null, problem: error instanceof Error ? error.message : String(error) }
  }
  process.send?.(answer)
})
process.on('disconnect', () => process.exit(0))
