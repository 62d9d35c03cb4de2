import { isFields } from '../../json/fields.ts'
import { ACT_TOOL } from '../agent-messages.ts'
import type { Message } from '../model-call.ts'
import { textOf } from './json.ts'

export type ToolCall = NonNullable<Message['toolCalls']>[number]

/** Reads a message's tool calls, in OpenAI's, Inspect's or ATIF's format. */
export function madeCalls(value: unknown): ToolCall[] {
  if (!Array.isArray(value)) return []
  return value.map((call: unknown): ToolCall => {
    const one = isFields(call) ? call : {}
    const inner = one['function']
    // Inspect has only the name where OpenAI has an object.
    const { name, arguments: given } = isFields(inner)
      ? inner
      : { name: inner ?? one['function_name'] ?? one['name'], arguments: one['arguments'] }
    return {
      id: textOf(one['id']) ?? textOf(one['tool_call_id']) ?? '',
      name: textOf(name) ?? '',
      arguments: isText(given) ? given['text'] : (textOf(given) ?? ''),
    }
  })
}

/** Wraps arguments that were not a JSON object, for formats that require one. */
const isText = (given: unknown): given is { text: string } =>
  isFields(given) && Object.keys(given).length === 1 && typeof given['text'] === 'string'

/** Returns the arguments as an object. */
export function argumentsOf({ arguments: text }: ToolCall): object {
  const given = parsed(text)
  return isFields(given) && !isText(given) ? given : { text }
}

/** Returns the action passed to our own tool, if it was called. */
export function toolAction(calls: readonly ToolCall[]): string | undefined {
  const call = calls.find(({ name }) => name === ACT_TOOL)
  const given = call && parsed(call.arguments)
  return isFields(given) && typeof given['action'] === 'string' ? given['action'] : undefined
}

/** Formats a call of another tool as text. */
export const calledText = ({ name, arguments: given }: ToolCall): string => `${name}(${given})`

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
