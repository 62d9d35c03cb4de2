import {
  Client,
  ProtocolError,
  type RequestOptions,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Tool,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { UnauthorizedError as FirstUnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { STATELESS_VERSION } from '#shared/model/stateless-version.ts'
import { isFields } from '#shared/json/fields.ts'
import { capabilitiesOf, type ProtocolClient, type ProtocolClientOptions } from './protocol-client.ts'
import { heldBack, RawResults } from './raw-results.ts'
import { TASKS_EXTENSION } from './tasks.ts'
import { Watched } from './watched.ts'

const LOG_LEVEL = 'io.modelcontextprotocol/logLevel'

const ROUND = /^Fulfilling input required/

const anything = z.custom<Record<string, unknown>>(isFields)
const uriOf = z.looseObject({ uri: z.string() })

/**
 * A client for the revision without sessions, 2026-07-28: the second SDK's. What a session would hold is held here: every request
 * carries the log level, and all watched resources share one subscription that is reopened when they change.
 */
export function statelessClient(options: ProtocolClientOptions): ProtocolClient {
  const client = new Client(
    { name: 'orrery', version: options.version },
    {
      capabilities: withTasks(capabilitiesOf(options)),
      versionNegotiation: { mode: { pin: STATELESS_VERSION } },
    },
  )
  client.fallbackNotificationHandler = (notification) => {
    options.onNotification(notification)
    return Promise.resolve()
  }
  answerQuestions(client, options)
  const watched = new Watched(client, options.onListening)
  const mirrored = new MirroredTools(client)
  const raw = new RawResults()
  let logLevel: unknown

  const requests: Readonly<Record<string, (params: Record<string, unknown>) => Promise<void>>> = {
    'logging/setLevel': (params) => {
      logLevel = params['level']
      return Promise.resolve()
    },
    'resources/subscribe': (params) => watched.add(uriOf.parse(params).uri),
    'resources/unsubscribe': (params) => watched.remove(uriOf.parse(params).uri),
  }
  return {
    async connect(transport, connectOptions) {
      // The transports of the two SDKs differ only in their message types.
      await translated(client.connect(raw.watch(transport) as never, connectOptions))
      // A server sends change notifications only to a subscriber; without a subscription everything else
      // works.
      await watched.open().catch(() => undefined)
    },
    get server() {
      const info = client.getServerVersion()
      return {
        name: info?.name,
        version: info?.version,
        protocol: client.getNegotiatedProtocolVersion(),
        capabilities: client.getServerCapabilities() ?? {},
        instructions: client.getInstructions() ?? '',
      }
    },
    async request(method, params, { signal, timeout, onprogress }) {
      const local = Object.hasOwn(requests, method) ? requests[method] : undefined
      if (local) {
        await translated(local(params))
        return {}
      }
      const meta = isFields(params['_meta']) ? params['_meta'] : {}
      const sent = logLevel === undefined ? params : { ...params, _meta: { [LOG_LEVEL]: logLevel, ...meta } }
      const how: RequestOptions = {
        signal,
        timeout,
        // Before each request to the user the SDK reports the round as progress; the request itself is
        // already shown.
        onprogress: (one) => (ROUND.test(one.message ?? '') ? undefined : onprogress?.(one)),
      }
      const toolDefinition = method === 'tools/call' ? mirrored.find(params['name']) : undefined
      const result = await translated(
        raw.of(
          () =>
            toolDefinition
              ? client.callTool(sent as never, { ...how, toolDefinition })
              : client.request({ method: heldBack(method), params: sent }, anything, how),
          isReadable,
        ),
      )
      return method === 'tools/list' ? translated(mirrored.note(result)) : result
    },
    ping: ({ signal, timeout }) => translated(client.discover({ signal, timeout })),
    // There is no session to notify: the server asks again with each request.
    noteRoots: () => Promise.resolve(),
  }
}

/**
 * Tools with parameters in headers (`x-mcp-header`). The SDK writes those headers and rejects tools that declare them wrongly. It is
 * given no other tools, so that their results stay unchanged.
 */
class MirroredTools {
  readonly #client: Client
  #tools: readonly Tool[] = []

  constructor(client: Client) {
    this.#client = client
  }

  /** Without its output schema, which would make the SDK reject results. */
  find(name: unknown): Tool | undefined {
    const tool = this.#tools.find((one) => one.name === name)
    return tool && { ...tool, outputSchema: undefined }
  }

  /** Removes the tools that cannot be called from a tools/list result. */
  async note(result: Record<string, unknown>): Promise<Record<string, unknown>> {
    const { tools } = result
    const isMirrored = (tool: unknown): boolean => JSON.stringify(tool).includes('"x-mcp-header"')
    if (!Array.isArray(tools) || !tools.some(isMirrored)) return result
    const listed = await this.#client.listTools()
    this.#tools = listed.tools.filter(isMirrored)
    const names = new Set<unknown>(listed.tools.map(({ name }) => name))
    return { ...result, tools: tools.filter((one: unknown) => isFields(one) && names.has(one['name'])) }
  }
}

function answerQuestions(client: Client, { onQuestion, roots }: ProtocolClientOptions): void {
  for (const method of ['elicitation/create', 'sampling/createMessage'] as const) {
    // The page builds the user's answer and the server validates it.
    client.setRequestHandler(
      method,
      ({ params }, { mcpReq }) => onQuestion({ method, params: { ...params } }, mcpReq.signal) as never,
    )
  }
  client.setRequestHandler('roots/list', () => roots() as never)
}

/** Whether a result that the SDK rejects is usable all the same: it violates a schema, or is a task. */
const isReadable = (error: unknown, { resultType }: Readonly<Record<string, unknown>>): boolean =>
  error instanceof SdkError &&
  ((error.code === SdkErrorCode.InvalidResult && resultType === 'complete') ||
    (error.code === SdkErrorCode.UnsupportedResultType && resultType === 'task'))

/** A server decides whether to answer a call with a task, and needs to know that the client supports that. */
const withTasks = <T extends { readonly extensions?: object }>(capabilities: T) => ({
  ...capabilities,
  extensions: { ...capabilities.extensions, [TASKS_EXTENSION]: {} },
})

/** Converts the second SDK's errors to the first one's, which the rest of the code handles. */
async function translated<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw asFirst(error)
  }
}

function asFirst(error: unknown): unknown {
  if (error instanceof ProtocolError) return new McpError(error.code, error.message, error.data)
  if (error instanceof UnauthorizedError) return new FirstUnauthorizedError(error.message)
  // A key or sign-in that counts no longer is told from other refusals by the status.
  if (error instanceof SdkHttpError && error.status === 401)
    return Object.assign(new Error(error.message), { code: 401 })
  if (error instanceof SdkHttpError) return refusalOf(error)
  if (!(error instanceof SdkError)) return error
  const code = CODES[error.code]
  return code === undefined ? error : new McpError(code, error.message)
}

const CODES: Readonly<Record<string, number>> = {
  [SdkErrorCode.RequestTimeout]: ErrorCode.RequestTimeout,
  [SdkErrorCode.ConnectionClosed]: ErrorCode.ConnectionClosed,
}

const refusal = z.object({
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }),
})

/** An unknown method is answered with HTTP 404, which the SDK reports as a transport error; the protocol error is in the body. */
function refusalOf({ message, status, data }: SdkHttpError): Error {
  const body = typeof data['text'] === 'string' ? data['text'] : ''
  try {
    const { error } = refusal.parse(JSON.parse(body))
    return new McpError(error.code, error.message, error.data)
  } catch {
    return Object.assign(new Error(message), { code: status })
  }
}
