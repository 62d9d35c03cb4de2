import type { JsonObject } from '#shared/model/json.ts'
import type { Gatekeeper } from '../../../node/access/gatekeeper.ts'
import { nearest } from '#shared/spl/index.ts'
import { Deadline, ServiceError, invalidArgument, toServiceError } from '../../service-error.ts'
import type { Envelope } from '../envelope.ts'
import { APP_URI } from '../resources/app.ts'
import { RpcError, alteredIn, objectParam, stringParam } from '../rpc.ts'
import type { Service } from '../service.ts'
import type { LogLevel, Session } from '../session.ts'
import { type ToolDescription, isEnabled, titleOf, toolsOf } from '../tools/catalogue.ts'
import { confirmation } from '../tools/confirm.ts'
import { runTool } from '../tools/run.ts'
import { toonOf } from '../toon.ts'

export function listTools(service: Service): object {
  return {
    tools: toolsOf(service).map((tool) => ({
      name: tool.name,
      title: titleOf(tool.name),
      description: tool.description,
      inputSchema: tool.inputSchema,
      outputSchema: tool.outputSchema,
      annotations: { title: titleOf(tool.name), readOnlyHint: !tool.writes, destructiveHint: tool.writes },
      _meta: {
        enabledByDefault: isEnabled(service, tool),
        requiresExplicitWriteEnable: tool.writes,
        outputFormat: 'text/toon',
        legacyInputSchema: tool.inputSchema,
        legacyOutputSchema: tool.legacyOutput,
        ...(service.graphApp && tool.name === 'query_spl_execute' ? { ui: { resourceUri: APP_URI } } : {}),
      },
    })),
  }
}

/** Context of a tool call. */
interface ToolCall {
  readonly service: Service
  readonly session: Session
  readonly workspace: string
  readonly params: JsonObject
  readonly stop: AbortController | undefined
  readonly logLevel: LogLevel | undefined
  /** Absent in revisions with sessions, where the session has this information. */
  readonly envelope: Envelope | undefined
}

/**
 * Runs a tool. A refusal by the service is a result with `isError`, not a JSON-RPC error
 * (docs/model-service.md#errors).
 *
 * @throws RpcError −32602 for a missing name or arguments that are not an object; AbortError when the request
 *   was cancelled
 */
export async function callTool({
  service,
  session,
  workspace,
  params,
  stop,
  logLevel,
  envelope,
}: ToolCall): Promise<object> {
  const name = stringParam(params, 'name')
  const args = objectParam(params, 'arguments')
  const visit = visitOf(service, workspace, name)
  try {
    if (visit?.refused?.status === 403)
      throw new ServiceError('TOOL_DISABLED', `${visit.refused.detail}.`, { tool: name })
    const tool = enabledTool(service, name)
    refuseAltered(params)
    const asks = tool.writes && service.confirmsWrites
    const question = asks ? confirmation(name, args, params, envelope) : undefined
    if (question) return question
    const output = await session.inOrder(tool.writes, () => runTool(service, workspace, name, args, stop))
    if (tool.writes) service.changes.announce(workspace)
    await visit?.ended('ok')
    return await toolResult({ name, ok: true, output }, false)
  } catch (error) {
    await visit?.ended(visit.refused ? 'refused' : 'failed')
    if (error instanceof RpcError) throw error
    if (stop?.signal.aborted && !(stop.signal.reason instanceof Deadline)) throw error
    const failure = toServiceError(error)
    if (failure.code === 'INTERNAL') session.log('error', { tool: name, error: failure.message }, logLevel)
    const { code, message, details } = failure
    return toolResult({ name, ok: false, code, error: message, details }, true)
  }
}

/** Checks the caller's permission for a write tool. */
function visitOf(
  service: Service,
  workspace: string,
  name: string,
): ReturnType<Gatekeeper['enter']> | undefined {
  const isWrite = toolsOf(service).some((tool) => tool.name === name && tool.writes)
  return isWrite ? service.desk?.enter(`model ${name}`, 'user', { object: workspace }) : undefined
}

function enabledTool(service: Service, name: string): ToolDescription {
  const tools = toolsOf(service)
  const tool = tools.find((one) => one.name === name)
  if (!tool) {
    const names = tools.map((one) => one.name)
    const suggestion = nearest(name, names)
    throw new ServiceError(
      'TOOL_NOT_FOUND',
      `There is no tool ${name}; ${suggestion ? `did you mean ${suggestion}?` : `the tools are ${names.join(', ')}.`}`,
      { tool: name, expected: names, suggestion },
    )
  }
  if (isEnabled(service, tool)) return tool
  throw new ServiceError(
    'TOOL_DISABLED',
    `${name} is disabled; start the server with --enable-writes to allow it.`,
    {
      tool: name,
    },
  )
}

/**
 * @throws ServiceError INVALID_ARGUMENT for an integer that loses precision, so that it is neither written
 *   nor searched as a different one
 */
function refuseAltered(params: JsonObject): void {
  const altered = alteredIn(params)
  if (!altered) return
  const { written, kept } = altered
  throw invalidArgument(
    'arguments',
    `The integer ${written} has more digits than a number keeps here: it would become ${kept}. Send it as a string.`,
    { ...altered },
  )
}

async function toolResult(content: object, isError: boolean): Promise<object> {
  const { text, json } = await toonOf(content)
  return {
    content: [{ type: 'text', text, _meta: { format: 'toon', mimeType: 'text/toon' } }],
    structuredContent: json,
    isError,
  }
}
