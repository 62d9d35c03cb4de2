import { type ChildProcess, fork } from 'node:child_process'
import type { EpisodeView } from '#shared/gem/players/player.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { Programs } from '../host.ts'

export interface SolverQuestion {
  readonly id: number
  /** Identifies the episode, so that a solver's plan is reused for its next turns. */
  readonly key: string
  readonly family: string
  readonly view: EpisodeView
}

export interface SolverAnswer {
  readonly id: number
  readonly action: string | null
  readonly problem?: string
}

/** Milliseconds before a searching solver process is killed: the longest search takes one second on a slow machine. */
const MAX_SEARCH_MS = 60_000
/** Idle milliseconds before the process is stopped. */
const IDLE_MS = 60_000

interface Waiting {
  resolve(answer: SolverAnswer): void
  reject(error: unknown): void
  readonly timer: NodeJS.Timeout
}

/** The solvers, in a process that is started on demand. */
export class Solver {
  readonly #programs: Pick<Programs, 'node' | 'env' | 'players'>
  readonly #waiting = new Map<number, Waiting>()
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined
  #last = 0

  constructor(programs: Pick<Programs, 'node' | 'env' | 'players'>) {
    this.#programs = programs
  }

  /**
   * Returns the next action; null when the solver has none. @throws WorkbenchError `AGENT_FAILED`, or the abort reason of
   * the signal
   */
  async solve(question: Omit<SolverQuestion, 'id'>, signal: AbortSignal): Promise<string | null> {
    signal.throwIfAborted()
    const id = ++this.#last
    const child = (this.#child ??= this.#start())
    clearTimeout(this.#idle)
    try {
      const { action, problem } = await new Promise<SolverAnswer>((resolve, reject) => {
        const timer = setTimeout(() => this.#lose(child, 'it took too long'), MAX_SEARCH_MS)
        this.#waiting.set(id, { resolve, reject, timer })
        signal.addEventListener('abort', () => reject(workbenchError('CANCELLED')), { once: true })
        child.send({ id, ...question } satisfies SolverQuestion)
      })
      if (problem !== undefined) throw workbenchError('AGENT_FAILED', { problem })
      return action
    } finally {
      clearTimeout(this.#waiting.get(id)?.timer)
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.dispose(), IDLE_MS).unref()
    }
  }

  dispose(): void {
    clearTimeout(this.#idle)
    this.#child?.kill()
    this.#child = undefined
  }

  #start(): ChildProcess {
    const { node, env, players } = this.#programs
    const child = fork(players, { execPath: node, env: { ...env }, execArgv: [], serialization: 'advanced' })
    child.on('message', (answer: SolverAnswer) => this.#waiting.get(answer.id)?.resolve(answer))
    child.on('error', (error) => this.#lose(child, error.message))
    child.on('exit', () => this.#lose(child, 'its process ended'))
    return child
  }

  #lose(child: ChildProcess, problem: string): void {
    if (this.#child !== child) return
    this.#child = undefined
    child.kill()
    for (const { reject } of this.#waiting.values()) reject(workbenchError('AGENT_FAILED', { problem }))
  }
}
