import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { costOf, type ModelEndpoint } from '#shared/environments/agent.ts'
import { ACT_TOOL } from '#shared/environments/agent-messages.ts'
import type { Message, ModelCall } from '#shared/environments/model-call.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { fetch } from '../../node/outgoing.ts'

/** A chat completion, complete or assembled from chunks. */
interface Reply {
  text: string
  reasoning: string
  toolCalls: { id: string; name: string; arguments: string }[]
  finish: string | undefined
  promptTokens: number | undefined
  completionTokens: number | undefined
  cachedTokens: number | undefined
  reasoningTokens: number | undefined
  /** Milliseconds to the first token. */
  firstWord: number | undefined
  /** The raw response, for diagnosing an invalid one. */
  raw: string
}

const count = z.number().optional()
const usage = z
  .looseObject({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: z
      .looseObject({ cached_tokens: count.catch(undefined) })
      .nullish()
      .catch(null),
    completion_tokens_details: z
      .looseObject({ reasoning_tokens: count.catch(undefined) })
      .nullish()
      .catch(null),
  })
  .nullish()
const part = z
  .looseObject({
    content: z.string().nullish(),
    reasoning_content: z.string().nullish(),
    reasoning: z.string().nullish(),
    tool_calls: z
      .array(
        z.looseObject({
          index: z.number().optional(),
          id: z.string().nullish(),
          function: z.looseObject({ name: z.string().nullish(), arguments: z.string().nullish() }).optional(),
        }),
      )
      .nullish(),
  })
  .optional()
const completion = z.looseObject({
  choices: z
    .array(z.looseObject({ message: part, delta: part, finish_reason: z.string().nullish() }))
    .catch([]),
  usage,
})

const empty = (raw: string): Reply => ({
  text: '',
  reasoning: '',
  toolCalls: [],
  finish: undefined,
  promptTokens: undefined,
  completionTokens: undefined,
  cachedTokens: undefined,
  reasoningTokens: undefined,
  firstWord: undefined,
  raw,
})

function add(reply: Reply, value: unknown): void {
  const { data } = completion.safeParse(value)
  const [choice] = data?.choices ?? []
  const said = choice?.message ?? choice?.delta
  reply.text += said?.content ?? ''
  reply.reasoning += said?.reasoning_content ?? said?.reasoning ?? ''
  for (const [i, call] of (said?.tool_calls ?? []).entries()) {
    const at = call.index ?? i
    const known = (reply.toolCalls[at] ??= { id: '', name: '', arguments: '' })
    known.id ||= call.id ?? ''
    known.name += call.function?.name ?? ''
    known.arguments += call.function?.arguments ?? ''
  }
  reply.finish = choice?.finish_reason ?? reply.finish
  reply.promptTokens = data?.usage?.prompt_tokens ?? reply.promptTokens
  reply.completionTokens = data?.usage?.completion_tokens ?? reply.completionTokens
  reply.cachedTokens = data?.usage?.prompt_tokens_details?.cached_tokens ?? reply.cachedTokens
  reply.reasoningTokens = data?.usage?.completion_tokens_details?.reasoning_tokens ?? reply.reasoningTokens
}

/** Parses a complete chat completion; invalid text gives an empty reply. */
function readCompletion(text: string): Reply {
  const reply = empty(text)
  add(reply, readJson(text))
  return reply
}

/**
 * Reads a chat completion from server-sent events and reports progress; `started` is the time of the request.
 */
async function readStream(
  body: AsyncIterable<Uint8Array>,
  started: number,
  onText: (text: string) => void,
): Promise<Reply> {
  const reply = empty('')
  const decoder = new TextDecoder()
  let rest = ''
  const take = (line: string): void => {
    const data = /^data:\s?(.*)$/.exec(line)?.[1]
    if (data === undefined || data === '[DONE]') return
    reply.raw += reply.raw.length < 2000 ? `${data}\n` : ''
    const before = reply.text || reply.reasoning
    add(reply, readJson(data))
    const shown = reply.text || reply.reasoning
    if (shown === before) return
    reply.firstWord ??= performance.now() - started
    onText(shown)
  }
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    rest = lines.pop() ?? ''
    lines.forEach(take)
  }
  take(rest)
  return reply
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Timeout of a completion in milliseconds. */
const MAX_THINKING_MS = 120_000
/** Maximum number of attempts for an endpoint that is busy or broken, and the maximum delay between two. */
const MAX_TRIES = 5
const MAX_WAIT_MS = 30_000

type Target = Pick<ModelEndpoint, 'url' | 'model'> & Partial<ModelEndpoint>

export interface CallOptions {
  readonly key: string | undefined
  readonly signal: AbortSignal
  /** Called with the text received so far. */
  onText?(text: string): void
  /** Milliseconds before retry `tried`, from 0 on; the endpoint's Retry-After takes precedence. */
  waitFor?(tried: number): number
  /** Maximum number of attempts. */
  readonly tries?: number
}

/** Doubles from one second, with up to 25 % jitter, so that clients do not retry all at once. */
const backOff = (tried: number): number => 1000 * 2 ** tried * (1 + Math.random() / 4)

/**
 * Calls an OpenAI-compatible endpoint (`POST {url}/chat/completions`), with retries on 429, 5xx or no connection. The key is only used
 * in the request; if the endpoint echoes it, it is redacted.
 * @throws WorkbenchError `AGENT_UNREACHABLE`, `AGENT_REFUSED`, `AGENT_BAD_ANSWER`, `CANCELLED`
 */
export async function callModel(
  endpoint: Target,
  messages: readonly Message[],
  { key, signal, onText = () => undefined, waitFor = backOff, tries = MAX_TRIES }: CallOptions,
): Promise<ModelCall> {
  const redact = (text: string): string => (key ? text.replaceAll(key, '•••') : text)
  const retries: { status: number; wait: number }[] = []
  const started = performance.now()
  for (;;) {
    const answer = await ask(endpoint, messages, key, signal, (text) => onText(redact(text)))
    if (answer.ok)
      return madeOf(endpoint, messages, answer.reply, performance.now() - started, retries, redact)
    const { status, reason, after } = answer
    const isPassing = status === 0 || status === 429 || status >= 500
    if (!isPassing || retries.length + 1 >= tries) throw refusal(status, redact(reason))
    const wait = Math.min(MAX_WAIT_MS, after ?? waitFor(retries.length))
    retries.push({ status, wait: Math.round(wait) })
    await sleep(wait, undefined, { signal }).catch(() => {
      throw workbenchError('CANCELLED')
    })
  }
}

/**
 * Makes one minimal request: is the endpoint reachable, does it accept the key and the model, and how fast is
 * it?
 */
export const tryModel = (
  endpoint: Target,
  key: string | undefined,
  signal: AbortSignal,
): Promise<ModelCall> =>
  callModel(
    { ...endpoint, act: 'text' },
    [{ role: 'user', content: 'Answer with the single word “ready”.' }],
    {
      key,
      signal,
      tries: 1,
    },
  )

type Answer =
  | { readonly ok: true; readonly reply: Reply }
  | {
      readonly ok: false
      readonly status: number
      readonly reason: string
      readonly after?: number | undefined
    }

async function ask(
  endpoint: Target,
  messages: readonly Message[],
  key: string | undefined,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<Answer> {
  const address = `${endpoint.url.replace(/\/+$/, '')}/chat/completions`
  const started = performance.now()
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(requestOf(endpoint, messages)),
      signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_THINKING_MS)]),
    })
    if (!response.ok) {
      const after = Number(response.headers.get('retry-after') ?? Number.NaN) * 1000
      const reason = (await response.text()).slice(0, 300)
      return { ok: false, status: response.status, reason, after: Number.isFinite(after) ? after : undefined }
    }
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') && response.body
    if (isStream) return { ok: true, reply: await readStream(isStream, started, onText) }
    return { ok: true, reply: readCompletion(await response.text()) }
  } catch (error) {
    if (signal.aborted) throw workbenchError('CANCELLED', {}, { cause: error })
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { ok: false, status: 0, reason: cause instanceof Error ? cause.message : String(cause) }
  }
}

const tool = {
  type: 'function',
  function: {
    name: ACT_TOOL,
    description: 'Sends one action to the environment, complete and in the form that it asks for.',
    parameters: {
      type: 'object',
      properties: { action: { type: 'string' } },
      required: ['action'],
      additionalProperties: false,
    },
  },
}

function requestOf(
  { model, temperature, maxTokens, stream, act }: Target,
  messages: readonly Message[],
): object {
  return {
    model,
    messages: messages.map(({ role, content, toolCalls, toolCallId }) => ({
      role,
      content,
      tool_call_id: toolCallId,
      tool_calls: toolCalls?.map(({ id, name, arguments: given }) => ({
        id,
        type: 'function',
        function: { name, arguments: given },
      })),
    })),
    temperature,
    max_tokens: maxTokens,
    ...(stream ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...(act === 'tool' ? { tools: [tool], tool_choice: 'auto' } : {}),
  }
}

function refusal(status: number, reason: string): Error {
  if (status === 0) return workbenchError('AGENT_UNREACHABLE', { reason })
  return workbenchError(status === 401 ? 'AGENT_REFUSED.key' : 'AGENT_REFUSED', {
    status,
    reason: saidIn(reason),
  })
}

const errorBody = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) })

/** Extracts the message from an endpoint's JSON error. */
function saidIn(body: string): string {
  try {
    const { error } = errorBody.parse(JSON.parse(body))
    return typeof error === 'string' ? error : error.message
  } catch {
    return body
  }
}

const toolArguments = z.object({ action: z.string() })

/** The action in a tool call, or the text. */
function actionOf({ text, toolCalls }: Reply): string {
  const call = toolCalls.find(({ name }) => name === ACT_TOOL)
  if (!call) return text
  try {
    return toolArguments.parse(JSON.parse(call.arguments)).action
  } catch {
    return ''
  }
}

function madeOf(
  { name, model, prices }: Target,
  messages: readonly Message[],
  reply: Reply,
  milliseconds: number,
  retries: { status: number; wait: number }[],
  redact: (text: string) => string,
): ModelCall {
  const text = redact(actionOf(reply))
  if (text === '') throw workbenchError('AGENT_BAD_ANSWER', {}, { details: redact(reply.raw).slice(0, 2000) })
  const { promptTokens, completionTokens, cachedTokens, reasoningTokens } = reply
  const cost = prices && costOf(reply, prices)
  return {
    endpoint: name ?? model,
    model,
    again: 0,
    messages: [...messages],
    // With a tool call the text may be empty.
    reply: redact(reply.text) || (reply.toolCalls.length > 0 ? '' : text),
    action: text,
    reasoning: reply.reasoning === '' ? undefined : redact(reply.reasoning),
    toolCalls: reply.toolCalls.length > 0 ? reply.toolCalls : undefined,
    finish: reply.finish,
    milliseconds,
    firstWord: reply.firstWord,
    promptTokens,
    completionTokens,
    cachedTokens,
    reasoningTokens,
    cost,
    currency: cost === undefined ? undefined : prices?.currency,
    retries: retries.length > 0 ? retries : undefined,
  }
}
