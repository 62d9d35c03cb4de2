import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Validation } from '#shared/workbench/areas/console.ts'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import type { ModelConnection } from '../models/model-connection.ts'
import type { Apps } from './apps.ts'
import type { Questions } from './questions.ts'
import { readServerCard } from './server-card.ts'

/** Draft-07 schemas declare themselves; anything else is read as 2020-12, the protocol's default. */
function compile(schema: Record<string, unknown>): ValidateFunction {
  const { $schema } = schema
  const draft7 = typeof $schema === 'string' && $schema.includes('draft-07')
  const options = { allErrors: true, strict: false, validateFormats: false }
  return (draft7 ? new Ajv(options) : new Ajv2020(options)).compile(schema)
}

/** Validates a tool's structured content against its output schema; an unusable schema is reported, not thrown. */
function validateOutput(
  schema: Record<string, unknown> | undefined,
  result: Record<string, unknown>,
): Validation | undefined {
  if (schema === undefined) return undefined
  const { structuredContent, isError } = result
  if (isError === true) return { state: 'unchecked', reason: 'The tool reported an error.', errors: [] }
  if (structuredContent === undefined) {
    return {
      state: 'invalid',
      reason: 'The tool has an output schema but sent no structured content.',
      errors: [],
    }
  }
  try {
    const validate = compile(schema)
    if (validate(structuredContent)) return { state: 'valid', errors: [] }
    return { state: 'invalid', errors: (validate.errors ?? []).map(describe) }
  } catch (error) {
    return {
      state: 'unchecked',
      reason: `The output schema cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      errors: [],
    }
  }
}

function describe(error: ErrorObject): { path: string; message: string } {
  return { path: error.instancePath || '/', message: error.message ?? error.keyword }
}

/** By default no call times out; only the user can set a limit. Milliseconds. */
const NO_TIMEOUT_MS = 24 * 3600 * 1000

/** Errors worth a retry; what a server refused, it will refuse again. */
const UNANSWERED: ReadonlySet<number> = new Set([ErrorCode.RequestTimeout, ErrorCode.ConnectionClosed])

/** The page's calls to any MCP server. */
export function consoleCalls(
  find: (id: string) => ModelConnection,
  questions: Questions,
  apps: Apps,
): AreaHandlers<'console'> {
  return {
    async handshake({ connection }, { signal }) {
      const { server, capabilities, instructions } = (await find(connection).session(signal)).handshake
      return { ...server, instructions, capabilities: capabilities as Record<string, unknown> }
    },
    async serverCard({ connection }, { signal }) {
      const { address } = find(connection).info
      return address === undefined ? null : readServerCard(address, signal)
    },
    async request({ connection, method, params, timeoutMs, retries = 0, outputSchema }, { signal, report }) {
      const target = find(connection)
      const started = performance.now()
      for (let attempt = 1; ; attempt++) {
        const before = target.trace.lastSequence
        if (attempt > 1) report({ attempt })
        try {
          const answer = await target.request(method, params, {
            signal,
            timeout: timeoutMs ?? NO_TIMEOUT_MS,
            onprogress: ({ progress, total, message }) => report({ progress, total, message }),
            onTask: (task) => report({ task }),
          })
          const { result, bytes, milliseconds, sequence } = answer
          const validation = validateOutput(outputSchema, result)
          return { result, bytes, milliseconds, sequence, validation }
        } catch (error) {
          if (signal.aborted || !(error instanceof McpError)) throw error
          const { code, message, data } = error
          if (attempt <= retries && UNANSWERED.has(code)) continue
          return {
            error: {
              code,
              message: message.replace(`MCP error ${code}: `, ''),
              data,
            },
            milliseconds: performance.now() - started,
            bytes: 0,
            sequence: before + 1,
          }
        }
      }
    },
    openApp: ({ connection, uri, embedder }, { signal }) =>
      apps.open({ target: find(connection), uri, embedder, signal }),
    questions: () => questions.list(),
    answer({ id, result }) {
      questions.answer(id, result)
      return null
    },
  }
}
