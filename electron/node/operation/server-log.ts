import { callScope } from './call-scope.ts'

export const LOG_FORMATS = ['text', 'json'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

type Level = 'debug' | 'info' | 'warning' | 'error'

/** Prefixes of human-readable lines, with their log levels. */
const LEVELS: readonly (readonly [start: RegExp, level: Level])[] = [
  [/^(?:problem|error): /, 'error'],
  [/^warning: /, 'warning'],
  [/^debug: /, 'debug'],
]

/**
 * Formats a log entry as one line of JSON, for log collectors. Adds the request id and the trace of the
 * current call.
 */
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

/** Converts a human-readable line to JSON; its first word determines the level. */
export const jsonOf = (line: string): string =>
  jsonLine(LEVELS.find(([start]) => start.test(line))?.[1] ?? 'info', line)
