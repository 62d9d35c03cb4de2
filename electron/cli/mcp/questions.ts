import type { ServerQuestion } from '../../workbench/models/protocol-client.ts'

/** Answers a server's requests to the user (elicitation, sampling) with those given on the command line, in order. */
export function answersOf(given: readonly unknown[], tell: (line: string) => void) {
  const left = [...given]
  return (question: ServerQuestion): Promise<Record<string, unknown>> => {
    const { length } = left
    const answer = left.shift()
    if (length > 0 && answer !== null) return Promise.resolve(accepted(question, answer))
    tell(length > 0 ? 'declined a question of the server' : unanswered(question))
    // Sampling has no result for declining; the protocol requires an error.
    return question.method === 'sampling/createMessage'
      ? Promise.reject(new Error('The user declined.'))
      : Promise.resolve({ action: 'decline' })
  }
}

function accepted({ method, params }: ServerQuestion, answer: unknown): Record<string, unknown> {
  if (method === 'elicitation/create')
    return { action: 'accept', ...(params['url'] === undefined ? { content: answer } : {}) }
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  return { role: 'assistant', model: 'orrery mcp', content: { type: 'text', text }, stopReason: 'endTurn' }
}

/** Describes an unanswered request and how to answer it. */
function unanswered({ method, params }: ServerQuestion): string {
  const wants = params[method === 'elicitation/create' ? 'requestedSchema' : 'messages'] ?? params['url']
  const message = typeof params['message'] === 'string' ? params['message'] : 'a text from a model'
  return `declined a question of the server; answer it with --answer JSON\n  ${message}\n  ${JSON.stringify(wants)}`
}
