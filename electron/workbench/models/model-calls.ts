import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { decode } from '@toon-format/toon'
import { z } from 'zod'
import type { ToolAnswer } from '#shared/workbench/areas/models.ts'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { fetchModel } from './fetch-model.ts'
import type { ModelConnection } from './model-connection.ts'

/** Error codes of the SDK as plain numbers, as its errors carry them. */
const ENDED: number = ErrorCode.ConnectionClosed
const SILENT: number = ErrorCode.RequestTimeout

/**
 * Turns an SDK error into a readable one: the connection closed, timed out, or the server refused. Other errors are returned
 * unchanged.
 */
export function modelFailure(thrown: unknown, name: string): unknown {
  if (!(thrown instanceof McpError)) return thrown
  const { code, message, data } = thrown
  const cause = { cause: thrown }
  if (code === ENDED) return workbenchError('NOT_CONNECTED.ended', { name }, cause)
  if (code === SILENT) return workbenchError('NO_ANSWER', { name }, cause)
  const reason = message.replace(`MCP error ${code}: `, '')
  return workbenchError('SERVER_REFUSED', { reason, code }, { ...cause, details: data })
}

/** A query may run long; only the user cancels it. Milliseconds. */
const CALL_TIMEOUT_MS = 24 * 3600 * 1000

const contents = z.looseObject({
  contents: z.array(z.looseObject({ uri: z.string(), text: z.string().default('') })).min(1),
})

const toolResult = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().default(false),
})

const completion = z.looseObject({
  completion: z.looseObject({
    values: z.array(z.string()),
    total: z.number().optional(),
    hasMore: z.boolean().optional(),
  }),
})

const schemaIndex = z.looseObject({
  elements: z.array(z.unknown()).default([]),
  links: z.array(z.unknown()).default([]),
})

/** Index entries per message: about 100 kB, which a page parses in about a millisecond. */
const INDEX_PIECE = 500

interface Target {
  connection: string
  workspace?: string | undefined
}

/** The page's calls to model servers, as MCP requests. */
export function modelCalls(
  find: (id: string) => ModelConnection,
): Omit<AreaHandlers<'models'>, 'copy' | 'restoreCopy'> {
  const workspaceOf = (target: Target): string =>
    target.workspace ?? find(target.connection).info.workspace ?? 'demo'

  /** Sends a request and turns failures into readable errors. */
  async function ask(
    connection: ModelConnection,
    ...request: Parameters<ModelConnection['request']>
  ): ReturnType<ModelConnection['request']> {
    try {
      return await connection.request(...request)
    } catch (error) {
      throw request[2]?.signal?.aborted ? error : modelFailure(error, connection.info.name)
    }
  }

  async function callTool(
    target: Target,
    name: string,
    args: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<ToolAnswer> {
    const started = performance.now()
    const params = { workspace: workspaceOf(target), name, arguments: args }
    const { result, bytes, sequence } = await ask(find(target.connection), 'tools/call', params, {
      signal,
      timeout: CALL_TIMEOUT_MS,
    })
    const { content, structuredContent, isError } = toolResult.parse(result)
    return {
      isError,
      structured: structuredContent ?? null,
      text: content.find((block) => block.type === 'text')?.text ?? '',
      milliseconds: performance.now() - started,
      bytes,
      sequence,
    }
  }

  async function readResource(
    { resource, ...target }: Target & { resource: string },
    { signal }: { signal: AbortSignal },
  ): Promise<{ uri: string; text: string; value: unknown }> {
    const connection = find(target.connection)
    const { prefix = 'model' } = (await connection.session(signal)).facts
    const workspace = workspaceOf(target)
    const uri = resource.includes('://') ? resource : `${prefix}://workspace/${workspace}/${resource}`
    const { result } = await ask(connection, 'resources/read', { workspace, uri }, { signal })
    const { text } = contents.parse(result).contents[0] ?? { text: '' }
    return { uri, text, value: decodeToon(uri, text) }
  }

  return {
    fetchModel: ({ url }, { signal }) => fetchModel(url, signal),

    readResource,

    async readIndex(target, { signal, report }) {
      const { uri, value } = await readResource({ ...target, resource: 'schema-index' }, { signal })
      const index = schemaIndex.safeParse(value)
      if (!index.success) throw workbenchError('MALFORMED_RESPONSE')
      const { elements, links } = index.data
      for (let start = 0; start < elements.length; start += INDEX_PIECE)
        report({ elements: elements.slice(start, start + INDEX_PIECE), links: [] })
      for (let start = 0; start < links.length; start += INDEX_PIECE)
        report({ elements: [], links: links.slice(start, start + INDEX_PIECE) })
      return { uri }
    },

    async runQuery(
      { query, limit, timeoutMs, parameters, timeRange, format, withText, entities, ...target },
      { signal },
    ) {
      const args = {
        query,
        limit,
        timeout_ms: timeoutMs,
        parameters,
        time_range: timeRange,
        format,
        entity_data: entities && { version: 1, ...entities },
      }
      const answer = await callTool(target, 'query_spl_execute', args, signal)
      // Most callers only use the rows; the text would double the bytes sent to the page.
      const isNeeded = withText === true || answer.isError || answer.structured === null
      return isNeeded ? answer : { ...answer, text: '' }
    },

    explainQuery({ query, limit, parameters, timeRange, ...target }, { signal }) {
      const args = {
        query,
        limit,
        parameters,
        time_range: timeRange,
      }
      return callTool(target, 'query_spl_explain', args, signal)
    },

    callTool({ tool, arguments: args, ...target }, { signal }) {
      return callTool(target, tool, args, signal)
    },

    async complete({ ref, argument, context, ...target }, { signal }) {
      const params = {
        workspace: workspaceOf(target),
        ref,
        argument,
        context,
      }
      const { result } = await ask(find(target.connection), 'completion/complete', params, { signal })
      const { values, total, hasMore } = completion.parse(result).completion
      return {
        values,
        total,
        hasMore,
      }
    },
  }
}

function decodeToon(uri: string, text: string): unknown {
  if (text === '') return {}
  try {
    return decode(text)
  } catch (error) {
    throw workbenchError('NOT_TOON', { uri, reason: error instanceof Error ? error.message : String(error) })
  }
}
