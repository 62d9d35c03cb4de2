import { callScope } from './call-scope.ts'

export const LOG_FORMATS = ['text', 'json'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

type Level = 'debug' | 'info' | 'warning' | 'error'

/** What begins a line for people, and how much it matters. */
const LEVELS: readonly (readonly [start: RegExp, level: Level])[] = [
  [/^(?:problem|error): /, 'error'],
  [/^warning: /, 'warning'],
  [/^debug: /, 'debug'],
]

/** What happened, as JSON in one line: for programs that collect logs. What is done for a call has its request and its place in its trace. */
export function jsonLine(level: Level, message: string, more: object = {}, now = new Date()): string {
  const { request, trace, operation, key } = callScope() ?? {}
  return `${JSON.stringify({
    time: now.toISOString(),
    level,
    message,
    ...more,
    request,
    operation,
    key,
    trace_id: trace?.own.trace,
    span_id: trace?.own.span,
    parent_span_id: trace?.parent,
  })}\n`
}

/** The same for a line as people read it: its first word says how much it matters. */
export const jsonOf = (line: string): string =>
  jsonLine(LEVELS.find(([start]) => start.test(line))?.[1] ?? 'info', line)
