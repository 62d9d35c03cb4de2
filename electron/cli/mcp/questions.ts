import type { ServerQuestion } from '../../workbench/models/protocol-client.ts'

/** What a server asks for while it works, answered as the command line said: the first question by the first answer, and so on. */
export function answersOf(given: readonly unknown[], tell: (line: string) => void) {
  const left = [...given]
  return (question: ServerQuestion): Promise<Record<string, unknown>> => {
    const { length } = left
    const answer = left.shift()
    if (length > 0 && answer !== null) return Promise.resolve(accepted(question, answer))
    tell(length > 0 ? 'declined a question of the server' : unanswered(question))
    // Sampling has no result that means no; the protocol wants an error.
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

/** What was asked, and how it is answered the next time. */
function unanswered({ method, params }: ServerQuestion): string {
  const wants = params[method === 'elicitation/create' ? 'requestedSchema' : 'messages'] ?? params['url']
  const asked = typeof params['message'] === 'string' ? params['message'] : 'a text from a model'
  return `declined a question of the server; answer it with --answer JSON\n  ${asked}\n  ${JSON.stringify(wants)}`
}
