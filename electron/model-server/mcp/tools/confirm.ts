import { createHash } from 'node:crypto'
import { type JsonObject, isJsonObject } from '#shared/model/json.ts'
import { ServiceError } from '../../service-error.ts'
import type { Envelope } from '../envelope.ts'
import { RPC, RpcError } from '../rpc.ts'

/** Key of the question in its answers. */
const QUESTION = 'confirm'

/**
 * Returns the question to ask before a write if the server was started with --confirm-writes; undefined once
 * it has been answered with yes. The server stores no questions: the client repeats the call with the answer,
 * and the state identifies the call (MCP 2026-07-28, multi round-trip requests).
 *
 * @throws ServiceError TOOL_DISABLED when the answer is no, or the client's revision does not support
 *   questions; RpcError −32021 for a client that cannot ask its user, −32602 for the state of another call
 */
export function confirmation(
  name: string,
  args: JsonObject,
  params: JsonObject,
  envelope: Envelope | undefined,
): object | undefined {
  if (!envelope) {
    const sentence = `${name} wants to be confirmed, and this client speaks a revision without such questions.`
    throw new ServiceError('TOOL_DISABLED', sentence, { tool: name })
  }
  if (!isJsonObject(envelope.capabilities['elicitation'])) {
    const required = { requiredCapabilities: { elicitation: {} } }
    throw new RpcError(
      RPC.missingCapability,
      `${name} wants to be confirmed, which needs elicitation`,
      required,
    )
  }
  const requestState = createHash('sha256')
    .update(JSON.stringify([name, args]))
    .digest('base64url')
  const state = params['requestState']
  if (state !== undefined && state !== requestState) {
    throw new RpcError(RPC.invalidParams, 'requestState is not of this call; send it as it came')
  }
  const responses = params['inputResponses']
  const answer = isJsonObject(responses) ? responses[QUESTION] : undefined
  if (!isJsonObject(answer) || state === undefined) {
    return { resultType: 'input_required', inputRequests: { [QUESTION]: question(name, args) }, requestState }
  }
  const content = isJsonObject(answer['content']) ? answer['content'] : {}
  if (answer['action'] === 'accept' && content[QUESTION] === true) return undefined
  throw new ServiceError('TOOL_DISABLED', `${name} was not confirmed; nothing was changed.`, { tool: name })
}

function question(name: string, args: JsonObject): object {
  const counts = Object.entries(args).flatMap(([key, value]) =>
    Array.isArray(value)
      ? `${value.length} ${key}`
      : typeof value === 'string' && key === 'path'
        ? value
        : [],
  )
  const what = counts.length > 0 ? ` with ${counts.join(', ')}` : ''
  return {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: `Run ${name}${what}? It changes the workspace.`,
      requestedSchema: {
        type: 'object',
        properties: { [QUESTION]: { type: 'boolean', title: 'Yes, change it' } },
        required: [QUESTION],
      },
    },
  }
}
