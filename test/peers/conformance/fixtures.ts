/**
 * The tools, resources and prompts of fixed names that the public conformance suite calls, beside those of the model server, on its own
 * transport. What the suite asks of them stands in its scenarios' descriptions.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Json, type JsonObject, isJsonObject } from '#shared/model/json.ts'
import { dispatch } from '../../../electron/model-server/mcp/dispatcher.ts'
import { META, isStateless } from '../../../electron/model-server/mcp/envelope.ts'
import { RPC, RpcError, errorResponse } from '../../../electron/model-server/mcp/rpc.ts'
import type { Session } from '../../../electron/model-server/mcp/session.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=='
/** Long enough for a client to open its stream, and to be told things one after the other, ms. */
const PAUSE_MS = 60

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const text = (said: string): JsonObject => ({ type: 'text', text: said })
const content = (...parts: JsonObject[]): JsonObject => ({ content: parts })
const image: JsonObject = { type: 'image', data: PNG, mimeType: 'image/png' }
const embedded = (resource: JsonObject): JsonObject => ({ type: 'resource', resource })

/** A call of a fixture. */
interface Call {
  readonly params: JsonObject
  readonly args: JsonObject
  /** What the client can be asked for. */
  readonly capabilities: JsonObject
  /** The answers that come with the call; none the first time (MCP 2026-07-28). */
  readonly responses: JsonObject
  notify(method: string, params: JsonObject): void
  /** Asks the client of a session (earlier revisions). */
  ask(method: string, params: JsonObject): Promise<JsonObject>
}

type Fixture = (call: Call) => JsonObject | Promise<JsonObject>

const elicitation = (message: string, properties: JsonObject): JsonObject => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties, required: Object.keys(properties) },
  },
})
const sampling = (prompt: string, maxTokens: number): JsonObject => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text(prompt) }], maxTokens },
})
const ROOTS: JsonObject = { method: 'roots/list', params: {} }
const STRING: JsonObject = { type: 'string' }

const needsInput = (inputRequests: JsonObject, requestState?: string): JsonObject => ({
  resultType: 'input_required',
  inputRequests,
  ...(requestState === undefined ? {} : { requestState }),
})

const KEY = randomBytes(32)
const sign = (state: string): string =>
  `${state}.${createHmac('sha256', KEY).update(state).digest('base64url')}`
/** @throws RpcError −32602 for a state that is none of ours */
function stateOf({ params }: Call): string | undefined {
  const sent = params['requestState']
  if (sent === undefined) return undefined
  const state = typeof sent === 'string' ? sent.slice(0, sent.lastIndexOf('.')) : ''
  if (sent !== sign(state)) throw new RpcError(RPC.invalidParams, 'requestState was altered')
  return state
}

/** The content of an accepted answer to a form; undefined where there is none of this shape. */
function accepted({ responses }: Call, name: string, field: string): Json | undefined {
  const answer = responses[name]
  const fields = isJsonObject(answer) && answer['action'] === 'accept' ? answer['content'] : undefined
  return isJsonObject(fields) ? fields[field] : undefined
}

async function elicited(call: Call, properties: JsonObject, message = 'Please fill in'): Promise<JsonObject> {
  const { params } = elicitation(message, properties)
  return call.ask('elicitation/create', params as JsonObject)
}

const completed = async (call: Call, properties: JsonObject): Promise<JsonObject> => {
  const { action, content: fields = {} } = await elicited(call, properties)
  return content(text(`Elicitation completed: action=${textOf(action)}, content=${JSON.stringify(fields)}`))
}

const NAME_FORM = { user_name: elicitation('What is your name?', { name: STRING }) }
const options = (names: readonly string[]): JsonObject[] =>
  names.map((title, index) => ({ const: `value${index + 1}`, title }))

const tools: { readonly [name: string]: Fixture } = {
  test_simple_text: () => content(text('This is a simple text response for testing.')),
  test_image_content: () => content(image),
  test_audio_content: () => content({ type: 'audio', data: WAV, mimeType: 'audio/wav' }),
  test_embedded_resource: () =>
    content(
      embedded({
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      }),
    ),
  test_multiple_content_types: () =>
    content(
      text('Multiple content types test:'),
      image,
      embedded({
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: '{"test":"data","value":123}',
      }),
    ),
  test_error_handling: () => ({
    ...content(text('This tool intentionally returns an error for testing')),
    isError: true,
  }),
  test_tool_with_logging: async ({ notify }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      notify('notifications/message', { level: 'info', logger: 'fixture', data })
      await setTimeout(PAUSE_MS)
    }
    return content(text('Three things were logged.'))
  },
  test_tool_with_progress: async ({ params, notify }) => {
    const meta = isJsonObject(params['_meta']) ? params['_meta'] : {}
    const { progressToken } = meta
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        notify('notifications/progress', { progressToken, progress, total: 100 })
      await setTimeout(PAUSE_MS)
    }
    return content(text('Done.'))
  },
  test_sampling: async ({ args, ask }) => {
    const { params } = sampling(textOf(args['prompt']), 100)
    const { content: said } = await ask('sampling/createMessage', params as JsonObject)
    return content(text(`LLM response: ${isJsonObject(said) ? textOf(said['text']) : ''}`))
  },
  test_elicitation: async (call) => {
    const answer = await elicited(call, { username: STRING, email: STRING }, textOf(call.args['message']))
    return content(text(`User response: ${JSON.stringify(answer)}`))
  },
  test_elicitation_sep1034_defaults: (call) =>
    completed(call, {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  test_elicitation_sep1330_enums: (call) =>
    completed(call, {
      untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      titledSingle: { type: 'string', oneOf: options(['First Option', 'Second Option', 'Third Option']) },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
      titledMulti: {
        type: 'array',
        items: { anyOf: options(['First Choice', 'Second Choice', 'Third Choice']) },
      },
    }),
  test_missing_capability: ({ capabilities }) => {
    if (isJsonObject(capabilities['sampling'])) return content(text('The client can sample.'))
    const data = { requiredCapabilities: { sampling: {} } }
    throw new RpcError(RPC.missingCapability, 'this tool needs sampling', data)
  },
  test_input_required_result_elicitation: (call) => {
    const name = accepted(call, 'user_name', 'name')
    return typeof name === 'string' ? content(text(`Hello, ${name}!`)) : needsInput(NAME_FORM)
  },
  test_input_required_result_sampling: ({ responses }) => {
    const answer = responses['capital_question']
    return isJsonObject(answer)
      ? content(text(JSON.stringify(answer['content'])))
      : needsInput({ capital_question: sampling('What is the capital of France?', 100) })
  },
  test_input_required_result_list_roots: ({ responses }) => {
    const answer = responses['client_roots']
    return isJsonObject(answer)
      ? content(text(JSON.stringify(answer['roots'])))
      : needsInput({ client_roots: ROOTS })
  },
  test_input_required_result_request_state: (call) => {
    const isAnswered = accepted(call, 'confirm', 'ok') !== undefined && stateOf(call) === 'asked'
    if (isAnswered) return content(text('state-ok'))
    return needsInput({ confirm: elicitation('Please confirm', { ok: { type: 'boolean' } }) }, sign('asked'))
  },
  test_input_required_result_multiple_inputs: (call) => {
    const asked = { ...NAME_FORM, greeting: sampling('Generate a greeting', 50), client_roots: ROOTS }
    const isAnswered = Object.keys(asked).every((name) => isJsonObject(call.responses[name]))
    return isAnswered && stateOf(call) === 'asked'
      ? content(text('All answered.'))
      : needsInput(asked, sign('asked'))
  },
  test_input_required_result_multi_round: (call) => {
    const state = stateOf(call)
    if (state === 'second' && accepted(call, 'step2', 'color') !== undefined)
      return content(text('Both answered.'))
    if (state === 'first' && accepted(call, 'step1', 'name') !== undefined) {
      const second = elicitation('Step 2: What is your favorite color?', { color: STRING })
      return needsInput({ step2: second }, sign('second'))
    }
    return needsInput({ step1: elicitation('Step 1: What is your name?', { name: STRING }) }, sign('first'))
  },
  test_input_required_result_tampered_state: (call) =>
    stateOf(call) === undefined
      ? needsInput({ confirm: elicitation('Please confirm', { ok: { type: 'boolean' } }) }, sign('asked'))
      : content(text('The state is as it was sent.')),
  test_input_required_result_capabilities: ({ capabilities }) =>
    needsInput({
      ...(isJsonObject(capabilities['elicitation']) ? NAME_FORM : {}),
      ...(isJsonObject(capabilities['sampling']) ? { greeting: sampling('Generate a greeting', 50) } : {}),
    }),
}

const user = (...parts: JsonObject[]): JsonObject => ({
  messages: parts.map((part) => ({ role: 'user', content: part })),
})

const prompts: { readonly [name: string]: Fixture } = {
  test_simple_prompt: () => user(text('This is a simple prompt for testing.')),
  test_prompt_with_arguments: ({ args }) =>
    user(text(`Prompt with arguments: arg1='${textOf(args['arg1'])}', arg2='${textOf(args['arg2'])}'`)),
  test_prompt_with_embedded_resource: ({ args }) =>
    user(
      embedded({
        uri: args['resourceUri'] ?? '',
        mimeType: 'text/plain',
        text: 'Embedded resource content for testing.',
      }),
      text('Please process the embedded resource above.'),
    ),
  test_prompt_with_image: () => user(image, text('Please analyze the image above.')),
  test_input_required_result_prompt: (call) => {
    const context = accepted(call, 'user_context', 'context')
    if (typeof context === 'string') return user(text(`With ${context}.`))
    const form = elicitation('What context should the prompt use?', { context: STRING })
    return needsInput({ user_context: form })
  },
}

const resources: { readonly [uri: string]: JsonObject } = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched.' },
}
const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/

function read(uri: string): JsonObject | undefined {
  const [, id] = TEMPLATE.exec(uri) ?? []
  const found = id
    ? {
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      }
    : resources[uri]
  return found && { contents: [{ uri, ...found }], ttlMs: 0, cacheScope: 'private' }
}

const named = (name: string): JsonObject => ({ name, description: `Fixture ${name}.` })

/** What the lists have beside the model server's own. */
const LISTED: { readonly [method: string]: readonly [string, readonly JsonObject[]] } = {
  'tools/list': [
    'tools',
    Object.keys(tools).map((name) => ({ ...named(name), inputSchema: { type: 'object' } })),
  ],
  'prompts/list': ['prompts', Object.keys(prompts).map(named)],
  'resources/list': ['resources', Object.keys(resources).map((uri) => ({ uri, ...named(uri) }))],
  'resources/templates/list': [
    'resourceTemplates',
    [{ uriTemplate: 'test://template/{id}/data', ...named('template') }],
  ],
}

/** What a client of a session said that it can be asked for, and the questions that wait for its answer. */
interface Client {
  readonly capabilities: JsonObject
  readonly waiting: Map<Json, (answer: JsonObject) => void>
}
const clients = new WeakMap<Session, Client>()
let questions = 0

function callOf(session: Session, params: JsonObject): Call {
  const meta = isJsonObject(params['_meta']) ? params['_meta'] : {}
  const client = clients.get(session)
  const stated = meta[META.capabilities]
  // A request of ours goes the way of a notification; only its id tells them apart.
  const send = (message: JsonObject): void => session.notify?.({ jsonrpc: '2.0', ...message } as never)
  return {
    params,
    args: isJsonObject(params['arguments']) ? params['arguments'] : {},
    capabilities: isJsonObject(stated) ? stated : (client?.capabilities ?? {}),
    responses: isJsonObject(params['inputResponses']) ? params['inputResponses'] : {},
    notify: (method, given) => send({ method, params: given }),
    ask: async (method, given) => {
      await setTimeout(PAUSE_MS)
      const id = `question-${++questions}`
      return new Promise((resolve) => {
        client?.waiting.set(id, resolve)
        send({ id, method, params: given })
      })
    },
  }
}

async function answerFixture(
  session: Session,
  method: string,
  params: JsonObject,
): Promise<JsonObject | undefined> {
  const name = textOf(params['name'])
  if (method === 'tools/call' && Object.hasOwn(tools, name)) return tools[name]?.(callOf(session, params))
  if (method === 'prompts/get' && Object.hasOwn(prompts, name))
    return prompts[name]?.(callOf(session, params))
  if (method === 'resources/read') return read(textOf(params['uri']))
  return /^resources\/(?:un)?subscribe$/.test(method) && !isStateless(params) ? {} : undefined
}

/** {@link dispatch} of the model server, with the fixtures beside what it serves. */
export const dispatchWithFixtures: typeof dispatch = async (service, session, message, onError) => {
  const request = isJsonObject(message) ? message : {}
  const { method, id } = request
  const params = isJsonObject(request['params']) ? request['params'] : {}
  if (method === undefined && id !== undefined && isJsonObject(request['result'])) {
    clients.get(session)?.waiting.get(id)?.(request['result'])
    return undefined
  }
  if (method === 'initialize' && isJsonObject(params['capabilities'])) {
    clients.set(session, { capabilities: params['capabilities'], waiting: new Map() })
  }
  if (typeof method !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) {
    return dispatch(service, session, message, onError)
  }
  try {
    const result = await answerFixture(session, method, params)
    if (result) return { jsonrpc: '2.0', id, result: { resultType: 'complete', ...result } }
  } catch (error) {
    if (error instanceof RpcError) return errorResponse(error, id)
    throw error
  }
  const answer = await dispatch(service, session, message, onError)
  const [field, more] = LISTED[method] ?? []
  if (!answer || !('result' in answer) || field === undefined || !more) return answer
  const own = (answer.result as { [field: string]: readonly object[] })[field] ?? []
  return { ...answer, result: { ...answer.result, [field]: [...own, ...more] } }
}
