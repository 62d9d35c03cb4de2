import { McpError } from '@modelcontextprotocol/sdk/types.js'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import type { ModelConnection } from '../models/model-connection.ts'
import type { Questions } from './questions.ts'
import { validateOutput } from './validate.ts'

/** Nothing is cut short by a clock of ours unless the person set one. Milliseconds. */
const NO_TIMEOUT = 24 * 3600 * 1000

/** The page's calls to any MCP server. */
export function consoleCalls(
  find: (id: string) => ModelConnection,
  questions: Questions,
): AreaHandlers<'console'> {
  return {
    async handshake({ connection }, { signal }) {
      const { server, capabilities, instructions } = (await find(connection).session(signal)).handshake
      return { ...server, instructions, capabilities: capabilities as Record<string, unknown> }
    },
    async request({ connection, method, params, timeoutMs, outputSchema }, { signal, report }) {
      const target = find(connection)
      const started = performance.now()
      const before = target.trace.lastSequence
      try {
        const answer = await target.request(method, params, {
          signal,
          timeout: timeoutMs ?? NO_TIMEOUT,
          onprogress: ({ progress, total, message }) =>
            report({
              progress,
              ...(total === undefined ? {} : { total }),
              ...(message === undefined ? {} : { message }),
            }),
        })
        const { result, bytes, milliseconds, sequence } = answer
        const validation = validateOutput(outputSchema, result)
        return { result, bytes, milliseconds, sequence, ...(validation === undefined ? {} : { validation }) }
      } catch (error) {
        if (signal.aborted || !(error instanceof McpError)) throw error
        const { code, message, data } = error
        return {
          error: {
            code,
            message: message.replace(`MCP error ${code}: `, ''),
            ...(data === undefined ? {} : { data }),
          },
          milliseconds: performance.now() - started,
          bytes: 0,
          sequence: before + 1,
        }
      }
    },
    questions: () => questions.list(),
    answer({ id, result }) {
      questions.answer(id, result)
      return null
    },
  }
}
