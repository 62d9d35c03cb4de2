import { randomUUID } from 'node:crypto'
import type { Question } from '#shared/workbench/areas/console.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { ServerQuestion } from '../models/protocol-client.ts'

interface Pending {
  readonly question: Question
  resolve(result: Record<string, unknown>): void
}

/** The response to send when the user declines, per method. */
const DECLINED: Readonly<Record<Question['method'], Record<string, unknown> | undefined>> = {
  'elicitation/create': { action: 'decline' },
  // Sampling has no result for declining; the protocol requires an error.
  'sampling/createMessage': undefined,
}

/** Server requests (elicitation, sampling) that wait for the user's answer. */
export class Questions {
  readonly #pending = new Map<string, Pending>()
  readonly #onChange: (questions: Question[]) => void

  constructor(onChange: (questions: Question[]) => void) {
    this.#onChange = onChange
  }

  list(): Question[] {
    return [...this.#pending.values()].map(({ question }) => question)
  }

  /** Shows a request to the user. @throws Error when they decline and the protocol has no result for that */
  ask(
    connection: string,
    { method, params }: ServerQuestion,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    const question: Question = { id: randomUUID(), connection, method, params }
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        this.#pending.delete(question.id)
        this.#onChange(this.list())
        act()
      }
      this.#pending.set(question.id, {
        question,
        resolve: (result) =>
          settle(() => (result === REFUSED ? reject(new Error('The user declined.')) : resolve(result))),
      })
      signal.addEventListener(
        'abort',
        () => settle(() => reject(new Error('The server took the question back.'))),
        { once: true },
      )
      this.#onChange(this.list())
    })
  }

  /** @throws WorkbenchError when the request no longer exists */
  answer(id: string, result: Record<string, unknown> | null): void {
    const found = this.#pending.get(id)
    if (!found) {
      throw workbenchError('QUESTION_GONE')
    }
    found.resolve(result ?? DECLINED[found.question.method] ?? REFUSED)
  }
}

const REFUSED: Record<string, unknown> = {}
