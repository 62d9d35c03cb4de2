import { z } from 'zod'

/** A tool call by a model; the arguments are JSON as the model wrote it. */
const toolCallSchema = z.object({ id: z.string(), name: z.string(), arguments: z.string() })

/** A chat message as sent on the wire. */
const messageSchema = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  toolCalls: z.array(toolCallSchema).optional(),
  toolCallId: z.string().optional(),
})
export type Message = z.infer<typeof messageSchema>

/** A model call behind a step: request, reply and usage. */
export const modelCallSchema = z.object({
  /** Name of the endpoint. */
  endpoint: z.string(),
  model: z.string(),
  /**
   * Number of leading messages shared with the previous call on the path, omitted from `messages` so that the
   * history is stored once.
   */
  again: z.number().int().nonnegative().default(0),
  messages: z.array(messageSchema),
  reply: z.string(),
  /** The action sent to the environment, if it is not the reply itself: the argument of a tool call. */
  action: z.string().optional(),
  reasoning: z.string().optional(),
  toolCalls: z.array(toolCallSchema).optional(),
  /** Finish reason: `stop`, `length`, `tool_calls`, … */
  finish: z.string().optional(),
  milliseconds: z.number(),
  /** Time to first token of a streamed answer, milliseconds. */
  firstWord: z.number().optional(),
  promptTokens: z.number().optional(),
  completionTokens: z.number().optional(),
  /** Prompt tokens served from the endpoint's cache. */
  cachedTokens: z.number().optional(),
  /** Completion tokens spent on reasoning. */
  reasoningTokens: z.number().optional(),
  cost: z.number().optional(),
  /** Currency of the cost, from the endpoint's prices. */
  currency: z.string().optional(),
  /** Earlier attempts: HTTP status (0: no answer) and the delay after it, milliseconds. */
  retries: z.array(z.object({ status: z.number(), wait: z.number() })).optional(),
})
export type ModelCall = z.infer<typeof modelCallSchema>

interface Called {
  readonly model?: ModelCall | undefined
}

/** Returns the complete messages of the last call on a path. */
export function messagesUpTo(path: readonly Called[]): Message[] {
  let messages: Message[] = []
  for (const { model } of path) if (model) messages = [...messages.slice(0, model.again), ...model.messages]
  return messages
}

/** Returns the call without the messages shared with the previous one. */
export function withoutRepeated(call: ModelCall, before: readonly Message[]): ModelCall {
  const same = (i: number): boolean => JSON.stringify(call.messages[i]) === JSON.stringify(before[i])
  let again = 0
  while (again < Math.min(before.length, call.messages.length) && same(again)) again++
  return { ...call, again, messages: call.messages.slice(again) }
}
