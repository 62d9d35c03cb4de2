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
 * The revision without sessions, 2026-07-28: the SDK's second client. What a session would keep is kept here: the level of the log goes
 * with every request, and what is watched is one subscription, opened again when it changes.
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
      // The two SDKs' transports differ in the types of messages only.
      await translated(client.connect(raw.watch(transport) as never, connectOptions))
      // A server that announces changes announces them to who listens; without, everything else works.
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
      const kept = requests[method]
      if (kept) {
        await translated(kept(params))
        return {}
      }
      const meta = isFields(params['_meta']) ? params['_meta'] : {}
      const sent = logLevel === undefined ? params : { ...params, _meta: { [LOG_LEVEL]: logLevel, ...meta } }
      const how: RequestOptions = {
        signal,
        timeout,
        // Before each question the SDK reports its round; the question itself is on the screen.
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
    // No session is open that could be told: a server asks again with each request.
    noteRoots: () => Promise.resolve(),
  }
}

/**
 * Tools that want parameters in headers, too (`x-mcp-header`). The SDK knows how they are written, and which tools have to be left out
 * because they ask for it wrongly; of the others it hears nothing, so that their answers stay as they came.
 */
class MirroredTools {
  readonly #client: Client
  #tools: readonly Tool[] = []

  constructor(client: Client) {
    this.#client = client
  }

  /** Without its output schema, by which the SDK would refuse an answer. */
  find(name: unknown): Tool | undefined {
    const tool = this.#tools.find((one) => one.name === name)
    return tool && { ...tool, outputSchema: undefined }
  }

  /** A list of tools without those that cannot be called. */
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
    // The person's decision is shaped by the page and checked by the server.
    client.setRequestHandler(
      method,
      ({ params }, { mcpReq }) => onQuestion({ method, params: { ...params } }, mcpReq.signal) as never,
    )
  }
  client.setRequestHandler('roots/list', () => roots() as never)
}

/** Whether an answer that the SDK refuses is one all the same: a result that breaks a schema, or a task. */
const isReadable = (error: unknown, { resultType }: Readonly<Record<string, unknown>>): boolean =>
  error instanceof SdkError &&
  ((error.code === SdkErrorCode.InvalidResult && resultType === 'complete') ||
    (error.code === SdkErrorCode.UnsupportedResultType && resultType === 'task'))

/** A server decides by itself whether it answers a call with a task; it has to know that we follow it. */
const withTasks = <T extends { readonly extensions?: object }>(capabilities: T) => ({
  ...capabilities,
  extensions: { ...capabilities.extensions, [TASKS_EXTENSION]: {} },
})

/** The second SDK's failures as the first one throws them, which is what everybody here knows. */
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

/** An unknown method is answered as HTTP 404, of which the SDK makes a failure of the transport; what it says lies in the body. */
function refusalOf({ message, status, data }: SdkHttpError): Error {
  const body = typeof data['text'] === 'string' ? data['text'] : ''
  try {
    const { error } = refusal.parse(JSON.parse(body))
    return new McpError(error.code, error.message, error.data)
  } catch {
    return Object.assign(new Error(message), { code: status })
  }
}
