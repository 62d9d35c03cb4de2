import { z } from 'zod'

/** A tool that a model asked to be called; the arguments are JSON as the model wrote it. */
const toolCallSchema = z.object({ id: z.string(), name: z.string(), arguments: z.string() })

/** One message of a chat as it goes over the wire. */
export const messageSchema = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  toolCalls: z.array(toolCallSchema).optional(),
  toolCallId: z.string().optional(),
})
export type Message = z.infer<typeof messageSchema>

/** The model's side of a step: what it was sent, what it answered, and what that took. */
export const modelCallSchema = z.object({
  /** The name of the endpoint's entry. */
  endpoint: z.string(),
  model: z.string(),
  /** How many messages of the call before, on the way to this event, were sent again, before `messages`: a history is kept once. */
  again: z.number().int().nonnegative().default(0),
  messages: z.array(messageSchema),
  reply: z.string(),
  /** What is sent to the environment, where it is not the reply itself: the argument of a tool call. */
  action: z.string().optional(),
  reasoning: z.string().optional(),
  toolCalls: z.array(toolCallSchema).optional(),
  /** Why the model stopped: `stop`, `length`, `tool_calls`, … */
  finish: z.string().optional(),
  milliseconds: z.number(),
  /** Milliseconds until the first word, where the answer was streamed. */
  firstWord: z.number().optional(),
  promptTokens: z.number().optional(),
  completionTokens: z.number().optional(),
  /** Of the prompt's tokens those that the server had in its cache. */
  cachedTokens: z.number().optional(),
  /** Of the completion's tokens those that were thought. */
  reasoningTokens: z.number().optional(),
  cost: z.number().optional(),
  /** Of the cost, as the endpoint's prices name it. */
  currency: z.string().optional(),
  /** What was tried before: the status (0: no answer), and the milliseconds waited. */
  retries: z.array(z.object({ status: z.number(), wait: z.number() })).optional(),
})
export type ModelCall = z.infer<typeof modelCallSchema>

interface Called {
  readonly model?: ModelCall | undefined
}

/** The messages of the last call on the way to an event, whole. */
export function messagesUpTo(path: readonly Called[]): Message[] {
  let messages: Message[] = []
  for (const { model } of path) if (model) messages = [...messages.slice(0, model.again), ...model.messages]
  return messages
}

/** The call without the messages that the one before began with. */
export function withoutRepeated(call: ModelCall, before: readonly Message[]): ModelCall {
  const same = (i: number): boolean => JSON.stringify(call.messages[i]) === JSON.stringify(before[i])
  let again = 0
  while (again < Math.min(before.length, call.messages.length) && same(again)) again++
  return { ...call, again, messages: call.messages.slice(again) }
}
