import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { decode } from '@toon-format/toon'
import { z } from 'zod'
import type { ToolAnswer, FetchedModel } from '#shared/workbench/areas/models.ts'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { ModelConnection } from './model-connection.ts'

/** Maximum size of a model file; the server has the same limit. */
const MAX_FILE_BYTES = 8 * 1024 * 1024
/** Maximum number of files read from a repository; each is a separate request. */
const MAX_FILES = 1000
/** Maximum number of concurrent requests. */
const MAX_REQUESTS = 8
const MAX_WAIT_MS = 30_000

type Fetch = typeof fetch

/** A folder of a GitHub repository. */
interface Folder {
  readonly owner: string
  readonly repository: string
  readonly ref: string
  readonly path: string
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

const rawAddress = ({ owner, repository, ref, path }: Folder): string =>
  `https://raw.githubusercontent.com/${owner}/${repository}/${encodePath(ref)}/${encodePath(path)}`

/** Interprets a URL as one file or a folder of a repository. The GitHub page of a file means the file. */
export function readAddress(address: string): { readonly file: string } | { readonly folder: Folder } {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw workbenchError('FETCH_ADDRESS')
  const [owner, name, view, ref = 'HEAD', ...rest] = url.pathname
    .split('/')
    .filter(Boolean)
    .map(decodeURIComponent)
  if (url.hostname !== 'github.com' || owner === undefined || name === undefined) return { file: url.href }
  const folder = { owner, repository: name.replace(/\.git$/, ''), ref, path: rest.join('/') }
  if (view === 'blob' || view === 'raw') return { file: rawAddress(folder) }
  return view === undefined || view === 'tree' ? { folder } : { file: url.href }
}

/** Downloads a model file, or the model files of a GitHub folder. @throws WorkbenchError FETCH_… */
export async function fetchModel(
  address: string,
  signal: AbortSignal,
  get: Fetch = fetch,
): Promise<FetchedModel> {
  const meant = readAddress(address.trim())
  if ('file' in meant) {
    const text = await textAt(meant.file, signal, get)
    const name = decodeURIComponent(new URL(meant.file).pathname.split('/').at(-1) ?? '')
    return { files: [{ path: /\.(ya?ml|json)$/i.test(name) ? name : `${name || 'model'}.yaml`, text }] }
  }
  return { files: await filesIn(meant.folder, signal, get) }
}

async function filesIn(folder: Folder, signal: AbortSignal, get: Fetch): Promise<FetchedModel['files']> {
  const { owner, repository, ref, path } = folder
  const listing = await textAt(
    `https://api.github.com/repos/${owner}/${repository}/git/trees/${encodeURIComponent(ref)}?recursive=1`,
    signal,
    get,
  )
  const { tree = [] } = JSON.parse(listing) as { tree?: { path: string; type: string }[] }
  const within = path === '' ? '' : `${path}/`
  const paths = tree.flatMap((entry) =>
    entry.type === 'blob' && entry.path.startsWith(within) && /\.(ya?ml|json)$/i.test(entry.path)
      ? [entry.path]
      : [],
  )
  if (paths.length > MAX_FILES)
    throw workbenchError('FETCH_TOO_MANY', { count: paths.length, limit: MAX_FILES })
  const files: { path: string; text: string }[] = []
  const waiting = paths.entries()
  const work = async (): Promise<void> => {
    for (const [place, file] of waiting) {
      const text = await textAt(rawAddress({ ...folder, path: file }), signal, get)
      files[place] = { path: file.slice(within.length), text }
    }
  }
  await Promise.all(Array.from({ length: MAX_REQUESTS }, work))
  return files
}

async function textAt(address: string, signal: AbortSignal, get: Fetch): Promise<string> {
  const { host } = new URL(address)
  let response: Response
  try {
    response = await get(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]) })
  } catch (error) {
    signal.throwIfAborted()
    const { cause } = error as { cause?: unknown }
    const reason = (cause instanceof Error ? cause : (error as Error)).message
    throw workbenchError('FETCH_UNREACHABLE', { host, reason }, { cause: error })
  }
  if (!response.ok) throw workbenchError('FETCH_REFUSED', { host, status: response.status })
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > MAX_FILE_BYTES)
      throw workbenchError('FETCH_LARGE', { host, limit: MAX_FILE_BYTES / 1024 / 1024 })
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

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
