import { z } from 'zod'

/** What a chat completion comes to, whole or put together from its parts. */
export interface Reply {
  text: string
  reasoning: string
  toolCalls: { id: string; name: string; arguments: string }[]
  finish: string | undefined
  promptTokens: number | undefined
  completionTokens: number | undefined
  /** Milliseconds until the first word. */
  firstWord: number | undefined
  /** As it came, for a person who has to find out why it is none. */
  raw: string
}

const usage = z
  .looseObject({ prompt_tokens: z.number().optional(), completion_tokens: z.number().optional() })
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
}

/** A completion in one piece; a text that is none comes to an empty reply. */
export function readCompletion(text: string): Reply {
  const reply = empty(text)
  add(reply, readJson(text))
  return reply
}

/** A completion as server-sent events, told as it comes. */
export async function readStream(
  body: AsyncIterable<Uint8Array>,
  onText: (text: string) => void,
): Promise<Reply> {
  const started = performance.now()
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
