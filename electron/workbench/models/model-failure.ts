import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'

/** Codes of the protocol's library, as the plain numbers that its errors carry. */
const ENDED: number = ErrorCode.ConnectionClosed
const SILENT: number = ErrorCode.RequestTimeout

/** What the protocol's library throws, as a sentence: the server ended, was silent, or refused. Anything else stays as it is. */
export function modelFailure(thrown: unknown, name: string): unknown {
  if (!(thrown instanceof McpError)) return thrown
  const { code, message, data } = thrown
  const cause = { cause: thrown }
  if (code === ENDED) return workbenchError('NOT_CONNECTED.ended', { name }, cause)
  if (code === SILENT) return workbenchError('NO_ANSWER', { name }, cause)
  const reason = message.replace(`MCP error ${code}: `, '')
  return workbenchError(
    'SERVER_REFUSED',
    { reason, code },
    { ...cause, ...(data === undefined ? {} : { details: data }) },
  )
}
