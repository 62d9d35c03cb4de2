/*
 * Plays games as well as they can be played, in a process of its own: a solver searches for up to a second, and the workbench goes on
 * meanwhile. Started by solver.ts; a message is a question, and has one answer.
 */
import { type Player, solvingPlayer } from '#shared/gem/players/index.ts'
import type { SolverAnswer, SolverQuestion } from './solver.ts'

/** Solvers of the last episodes; a plan is worth keeping, an old one is not. */
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
