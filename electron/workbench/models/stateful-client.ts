import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { isFields } from '#shared/json/fields.ts'
import {
  capabilitiesOf,
  type ProtocolClient,
  type ProtocolClientOptions,
  type ServerQuestion,
} from './protocol-client.ts'
import type { TracedTransport } from './traced-transport.ts'

/** Passes the result through without copying it: see {@link AnswerSizes}. */
const anything = z.custom<Record<string, unknown>>(isFields)

/** A client for the revisions with sessions, 2024-11-05 to 2025-11-25: the first SDK's. */
export function statefulClient(options: ProtocolClientOptions): ProtocolClient {
  const client = new Client(
    { name: 'orrery', version: options.version },
    { capabilities: capabilitiesOf(options) },
  )
  client.fallbackNotificationHandler = (notification) => {
    options.onNotification(notification)
    return Promise.resolve()
  }
  answerQuestions(client, options)
  let transport: TracedTransport | undefined
  return {
    async connect(given, connectOptions) {
      transport = given
      await client.connect(given, connectOptions)
    },
    get server() {
      const info = client.getServerVersion()
      return {
        name: info?.name,
        version: info?.version,
        protocol: transport?.protocolVersion,
        capabilities: client.getServerCapabilities() ?? {},
        instructions: client.getInstructions() ?? '',
      }
    },
    request: (method, params, requestOptions) =>
      client.request({ method, params } as never, anything, requestOptions),
    ping: (requestOptions) => client.ping(requestOptions),
    noteRoots: () => client.sendRootsListChanged(),
  }
}

function answerQuestions(client: Client, { onQuestion, roots }: ProtocolClientOptions): void {
  const ask = (method: ServerQuestion['method'], params: unknown, signal: AbortSignal) =>
    onQuestion({ method, params: (params ?? {}) as Record<string, unknown> }, signal)
  // The page builds the user's answer and the server validates it; the SDK's result types are wider than what is sent.
  client.setRequestHandler(
    ElicitRequestSchema,
    (request, { signal }) => ask('elicitation/create', request.params, signal) as never,
  )
  client.setRequestHandler(
    CreateMessageRequestSchema,
    (request, { signal }) => ask('sampling/createMessage', request.params, signal) as never,
  )
  client.setRequestHandler(ListRootsRequestSchema, () => roots() as never)
}
