import { elementKey } from '#shared/model/element.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { KINDS } from '#shared/model/kinds/names.ts'
import { literal } from '#shared/spl/literal.ts'
import { workbench } from '../../app/workbench.ts'
import { locale } from '../../i18n/text.ts'
import { localizedText } from '../../i18n/localized-text.ts'
import { inSlices } from '../../app/slices.ts'
import { graphSteps, makeGraph, type Graph, type GraphNode } from './graph.ts'
import { elementSteps } from './model-rows.ts'
import { IndexReader } from './schema-index.ts'

export interface ModelSource {
  readonly connection: string
  readonly workspace?: string
  /** The server's word for its model source: `model`, or `umodel` on others. */
  readonly prefix: string
}

interface LoadedModel {
  readonly graph: Graph
  /** How it was read; a server whose index lists no elements is queried. */
  readonly origin: 'schema-index' | 'queries'
  readonly refused: number
}

/** Rows per request; within every known server's limit (docs/spl.md#limits). */
const PAGE = 1000

interface Refusal {
  readonly error?: string
  readonly code?: string
  readonly details?: { readonly max_limit?: unknown }
}

const NO_OFFSET = new Set(['QUERY_PARSE_ERROR', 'VALIDATION_FAILED'])
/** Connections whose server refused `offset`; it is not tried again. */
const withoutOffset = new Set<string>()

/** Page sizes of connections found to be smaller than requested. */
const pages = new Map<string, number>()

/** The server's maximum page size, if exceeding it is why it refused. */
function largestPage(error: unknown, requested: number): number | undefined {
  if (!(error instanceof WorkbenchError) || error.code !== 'VALIDATION_FAILED') return undefined
  const most = Number((error.details as Refusal['details'])?.max_limit)
  return most > 0 && most < requested ? most : undefined
}

interface QueryOutput {
  readonly rows: readonly Record<string, unknown>[]
}

/** Runs a query and returns its rows. @throws WorkbenchError with the server's code if it was refused. */
export async function queryRows(
  source: Pick<ModelSource, 'connection' | 'workspace'>,
  query: string,
  options: {
    readonly limit?: number
    readonly signal?: AbortSignal
    readonly timeRange?: { readonly from?: string; readonly to?: string }
    /** Entities by which links of the model are filtered. */
    readonly entities?: { header: string[]; data: string[][] } | undefined
  } = {},
): Promise<readonly Record<string, unknown>[]> {
  const { signal, ...request } = options
  const { connection, workspace } = source
  const answer = await workbench.call(
    'models.runQuery',
    { connection, workspace, query, ...request },
    { signal },
  )
  const structured = (answer.structured ?? {}) as Refusal & { output?: QueryOutput }
  if (answer.isError || structured.output === undefined) {
    const { code = 'QUERY_REFUSED', error, details } = structured
    throw new WorkbenchError({ code, message: error ?? answer.text, details })
  }
  return structured.output.rows
}

/**
 * Reads all rows of a query without its own `limit`, page by page with `offset`. A server without `offset`
 * yields one page, and `complete` is false.
 */
export async function queryAllRows(
  source: Pick<ModelSource, 'connection' | 'workspace'>,
  query: string,
  options: {
    readonly signal: AbortSignal
    readonly onRows?: (count: number) => void
    readonly page?: number
    readonly most?: number
    readonly timeRange?: { readonly from?: string; readonly to?: string }
  },
): Promise<{ rows: Record<string, unknown>[]; complete: boolean }> {
  const wanted = options.page ?? PAGE
  const most = options.most ?? Infinity
  const rows: Record<string, unknown>[] = []
  for (;;) {
    const page = Math.min(wanted, pages.get(source.connection) ?? wanted)
    const stage = rows.length === 0 ? '' : ` | offset ${rows.length}`
    if (rows.length > 0 && withoutOffset.has(source.connection)) return { rows, complete: false }
    let next: readonly Record<string, unknown>[]
    try {
      next = await queryRows(source, `${query}${stage} | limit ${page}`, {
        // The call's limit includes the rows skipped by `offset`.
        limit: rows.length + page,
        signal: options.signal,
        ...(options.timeRange ? { timeRange: options.timeRange } : {}),
      })
    } catch (error) {
      const learned = largestPage(error, rows.length + page)
      if (rows.length === 0 && learned !== undefined) {
        pages.set(source.connection, learned)
        continue
      }
      if (rows.length === 0 || (error instanceof WorkbenchError && error.code === 'CANCELLED')) throw error
      // The stage is unknown, or the limit includes skipped rows.
      if (error instanceof WorkbenchError && NO_OFFSET.has(error.code)) withoutOffset.add(source.connection)
      return { rows, complete: false }
    }
    rows.push(...next)
    options.onRows?.(rows.length)
    if (next.length < page) return { rows, complete: true }
    if (rows.length >= most) return { rows, complete: false }
  }
}

/** Reads every whole element of a model. @throws WorkbenchError if the server refuses. */
export async function wholeElements(
  source: ModelSource,
  signal: AbortSignal,
  onRows: (count: number) => void,
): Promise<Record<string, unknown>[]> {
  const { rows } = await queryAllRows(source, `.${source.prefix}`, { signal, onRows })
  return rows
}

/**
 * Reads every element; from a server with small pages and no `offset`, kind by kind, then domain by domain.
 */
async function modelRows(
  source: ModelSource,
  signal: AbortSignal,
  onRows: (count: number) => void,
): Promise<readonly Record<string, unknown>[]> {
  const all = `.${source.prefix}`
  const whole = await queryAllRows(source, all, { signal, onRows })
  if (whole.complete) return whole.rows
  const found = new Map<string, Record<string, unknown>>()
  const take = (rows: readonly Record<string, unknown>[]): void => {
    for (const row of rows) found.set(JSON.stringify([row['kind'], row['domain'], row['name']]), row)
    onRows(found.size)
  }
  const unfinished: string[] = []
  take(whole.rows)
  for (const kind of KINDS) {
    const { rows, complete } = await queryAllRows(source, `${all} with(kind=${literal(kind)})`, { signal })
    take(rows)
    if (!complete) unfinished.push(kind)
  }
  const domains = new Set([...found.values()].map((row) => row['domain']))
  for (const kind of unfinished)
    for (const domain of domains) {
      if (typeof domain !== 'string') continue
      const query = `${all} with(kind=${literal(kind)}, domain=${literal(domain)})`
      take((await queryAllRows(source, query, { signal })).rows)
    }
  return [...found.values()]
}

/** Maximum elements whose names are fetched in a language other than the index's. */
const MAX_TRANSLATED = 5000

/**
 * Translates node names to the page's language if the index uses another; unchanged if the server has no
 * translations.
 */
async function inOwnLanguage(
  source: ModelSource,
  nodes: readonly GraphNode[],
  signal: AbortSignal,
): Promise<readonly GraphNode[]> {
  if (locale() === 'en' || nodes.length === 0 || nodes.length > MAX_TRANSLATED) return nodes
  const query = `.${source.prefix} | project kind,domain,name,metadata`
  const { rows } = await queryAllRows(source, query, { signal }).catch(() => ({ rows: [] }))
  const texts = new Map(
    rows.map(({ kind, domain, name, metadata }) => [
      elementKey({ domain: String(domain), name: String(name), kind: String(kind) }),
      metadata as { readonly display_name?: unknown; readonly description?: unknown } | null | undefined,
    ]),
  )
  return nodes.map((node) => {
    const own = texts.get(node.key)
    return {
      ...node,
      label: localizedText(own?.display_name) ?? node.label,
      description: localizedText(own?.description) ?? node.description,
    }
  })
}

/** Loads the model: from the schema index, or with `.model` queries page by page. */
export async function loadModel(
  source: ModelSource,
  signal: AbortSignal,
  onRows: (count: number) => void,
): Promise<LoadedModel> {
  const target = {
    connection: source.connection,
    workspace: source.workspace,
  }
  const index = new IndexReader()
  await workbench.call('models.readIndex', target, {
    signal,
    onProgress: ({ elements, links }) => index.add(elements, links),
  })
  const { nodes, edges, refused, listsElements } = index
  if (listsElements) {
    const named = await inOwnLanguage(source, nodes, signal)
    return { graph: await inSlices(graphSteps(named, edges), signal), origin: 'schema-index', refused }
  }
  const rows = await modelRows(source, signal, onRows)
  // The model is empty, as the index said.
  if (rows.length === 0) return { graph: makeGraph([], []), origin: 'schema-index', refused: 0 }
  return { ...(await inSlices(elementSteps(rows), signal)), origin: 'queries' }
}
