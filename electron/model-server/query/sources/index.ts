import { unappliedFilters } from '#shared/telemetry/plan.ts'
import type { Element } from '#shared/model/element.ts'
import { type Query, type StageOf, SplError, unknownName } from '#shared/spl/index.ts'
import type { Json, JsonObject } from '#shared/model/json.ts'
import type { QueryExplain } from '#shared/model/query-result.ts'
import type { Method } from '#shared/spl/service/callables.ts'
import type { EntityRecord } from '#shared/model/entity.ts'
import type { EntityScan, Pages, RelationScan } from '../../graphstore/store.ts'
import { nameMatches } from '../../graphstore/semantics.ts'
import { planError } from '../../service-error.ts'
import type { Plan, QueryContext } from '../context.ts'
import { equalityHints, firstBy, limitReachesStore, sortsAtOnce, whereFallback } from '../pushdown.ts'
import { EntityRow, ElementRow, RelationRow, PlainRow } from '../row.ts'
import { rowsOf, type Pace, type Rows, rowsOfList } from '../rows.ts'
import { planGraphCall } from '../graph-call/index.ts'
import { planGraphMatch } from '../graph-call/graph-match.ts'
import { type Arguments, bindArguments, methodOf } from '../entity-call/arguments.ts'
import { DEFAULT_DOMAIN, ModelView } from '../entity-call/data-sets.ts'
import { signatureOf } from '../entity-call/methods.ts'
import { agentPlan, dataPlan } from '../entity-call/plan.ts'
import { type RawTable, dataSetTable, methodTable, runbookTable } from '../entity-call/tables.ts'
import { countOf } from '../pipeline.ts'
import { valueOf } from '../parameters.ts'
import { planSearch, searchMode } from './search.ts'

/** Response types of the envelope: a plan as JSON text, or a raw table (docs/spl.md#entity-calls). */
const PLAN = 1
const RAW = 2

const ENVELOPE = ['responseType', 'query', 'header', 'data'] as const

function envelope(type: number, query: string, table: RawTable): JsonObject {
  return {
    responseType: type,
    query,
    header: table.header,
    data: table.rows.map((cells) => ({ values: cells.map((cell) => cellText(cell)) })),
  }
}

/** Formats a cell as text; nested values and null are JSON. */
function cellText(cell: Json): string {
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}

/** `.entity_set`: methods of one entity set (docs/spl.md#entity-calls). Stages other than the limit do not apply. */
async function planEntitySet(context: QueryContext): Promise<Plan> {
  const { query, pairs, workspace, pace } = context
  const calls = query.stages.filter((stage): stage is StageOf<'entity-call'> => stage.kind === 'entity-call')
  const [call, second] = calls
  const domain = pairs.text('domain')
  const name = pairs.text('name')
  if (domain === undefined || name === undefined || !call) {
    const place = pairs.pair(domain === undefined ? 'domain' : 'name')?.value ?? query.source
    const { from, to } = place
    throw new SplError('The entity set needs a domain and a name; the parameter here is empty.', { from, to })
  }
  if (second)
    throw planError(second, 'A query has one entity call; remove this one.', { found: second.method.name })
  const model = new ModelView(await workspace.elements(pace.signal))
  const method = methodOf(call)
  const args = bindArguments(method, call, context.request.parameters)
  const known = model.find({ domain, name, kind: 'entity_set' })
  const unknown = known ? undefined : unknownSet(model, domain, name)
  // For a plan without a known entity set, only data sets of the default domain are available.
  if (unknown && method.returns === 'plan' && args['domain'] !== DEFAULT_DOMAIN) {
    throw planError(pairs.pair('name')?.value, unknown.sentence, { domain, name, ...unknown.details })
  }
  const entitySet = known ?? { kind: 'entity_set', domain, name }
  const table = context.request.entityTable
  const scope = { model, entitySet, table }
  const explain = {
    entity_call: explained(context, call, method, args),
    ...(unknown ? { warnings: [unknown.sentence] } : {}),
  }
  if (method.returns === 'plan') {
    const plan = dataPlan({
      model,
      entitySet,
      method,
      args,
      ids: (pairs.list('ids', 'id') ?? []).filter((id) => id !== ''),
      entityQuery: pairs.text('query'),
      table,
      time: context.request.time,
      limit: writtenLimit(context),
      sourceQuery: query.text,
      call,
    })
    const left = unappliedFilters(plan).map(
      (filter) =>
        `${filter} is not applied: the storage's queries cannot express it. A condition is written as environment = production.`,
    )
    const told = left.length > 0 ? { ...explain, warnings: [...(explain.warnings ?? []), ...left] } : explain
    return answer(context, told, method, () =>
      context.request.format === 'agent'
        ? { __agent_plan__: agentPlan(plan) }
        : envelope(PLAN, JSON.stringify(plan), { header: [], rows: [] }),
    )
  }
  return answer(context, explain, method, () => envelope(RAW, '', tableOf(method, scope, args)))
}

function unknownSet(model: ModelView, domain: string, name: string): ReturnType<typeof unknownName> {
  const names = model.elements.filter((one) => one.kind === 'entity_set').map((one) => one.name)
  const remedy = '.model with(kind=entity_set) lists them.'
  return unknownName('entity_set', name, { names, remedy, shown: `${domain}/${name}` })
}

function tableOf(method: Method, scope: Parameters<typeof methodTable>[0], args: Arguments): RawTable {
  switch (method.name) {
    case '__list_method__':
      return methodTable(scope)
    case 'list_data_set':
      return dataSetTable(scope, args)
    case 'list_skills':
      return runbookTable(scope, 'skills', args)
    default:
      return runbookTable(scope, 'knowledge', args)
  }
}

/** Returns the explicit limit, if any: a data plan must not inherit the default. */
function writtenLimit({ request, query, pairs }: QueryContext): number | undefined {
  const stage = query.stages.findLast((one): one is StageOf<'limit'> => one.kind === 'limit')
  return request.limit ?? (stage ? countOf(stage, request.parameters) : undefined) ?? pairs.count('topk')
}

function answer(
  { request }: QueryContext,
  extra: { readonly [name: string]: unknown },
  method: Method,
  row: () => JsonObject,
): Plan {
  const agent = method.returns === 'plan' && request.format === 'agent'
  return {
    columns: agent ? ['__agent_plan__'] : ENVELOPE,
    notes: { provider: method.returns === 'plan' ? 'plan' : 'model', pushdown: [], fallback: [], extra },
    handled: new Set(),
    final: true,
    open: () => rowsOfList([new PlainRow(row())]),
  }
}

function explained(
  { request }: QueryContext,
  call: StageOf<'entity-call'>,
  method: Method,
  args: Arguments,
): QueryExplain['entity_call'] {
  return {
    name: method.name,
    arguments: call.args.flatMap(({ key, value }) => (key ? [] : [valueOf(value, request.parameters)])),
    named_arguments: Object.fromEntries(
      call.args.flatMap(({ key, value }) => (key ? [[key.name, valueOf(value, request.parameters)]] : [])),
    ),
    parameters: args,
    signature: signatureOf(method),
  }
}

const TOPO_COLUMNS = ['src', 'relation', 'dest', '__relation_type__', '__deleted__'] as const

type Stage = Query['stages'][number]
type Call = StageOf<'graph-call'> | StageOf<'graph-match'>

/** `.topo`: relations, or the result of a graph call (docs/spl.md#graph-calls). */
function planTopo(context: QueryContext): Plan {
  const calls = context.query.stages.filter(
    (stage): stage is Call => stage.kind === 'graph-call' || stage.kind === 'graph-match',
  )
  const [call, second] = calls
  if (second) throw planError(second, 'A query has one graph call; remove this one.', { found: second.kind })
  if (!call) return planRelations(context)
  const early = context.query.stages.find(
    (stage) => stage !== call && stage.kind !== 'with' && stage.from < call.from,
  )
  if (early) {
    throw planError(
      early,
      `${early.kind} stands before ${call.kind}; put it behind, it works on the call's rows.`,
      {
        found: early.kind,
      },
    )
  }
  return call.kind === 'graph-match' ? planGraphMatch(context, call) : planGraphCall(context, call)
}

function planRelations(context: QueryContext): Plan {
  const { workspace, pairs, request, limit, pace } = context
  const type = pairs.text('relation_type') ?? pairs.text('type') ?? pairs.text('__relation_type__')
  const src = pairs.text('src')
  const dest = pairs.text('dest')
  const text = pairs.text('query')
  const ids = pairs.list('ids', 'id')
  const scan: RelationScan = {
    type,
    src,
    dest,
    text,
    touching: ids,
    time: request.time,
    ...(limitReachesStore(context) ? { limit } : {}),
  }
  return {
    columns: TOPO_COLUMNS,
    notes: {
      provider: 'graphstore',
      pushdown: (type ?? src ?? dest ?? text ?? ids) ? ['relation_scan'] : [],
      fallback: whereFallback(context.query),
    },
    handled: new Set<Stage>(),
    open: () => rowsOf(workspace.scanRelations(scan, pace.signal), (record) => new RelationRow(record), pace),
  }
}

/** Elements in the first and in the largest page: a query for one element should not process thousands. */
const FIRST_PAGE_ROWS = 4
const MAX_PAGE_ROWS = 256

/** `.model`: elements by kind, domain, name and text, in key order (docs/spl.md#sources). */
function planModel({ query, workspace, pairs, pace }: QueryContext): Plan {
  const text = pairs.text('query')?.toLowerCase()
  const kind = pairs.text('kind')
  const domain = pairs.text('domain')
  const name = pairs.text('name')
  const matches = (row: ElementRow): boolean =>
    nameMatches(kind, row.element.kind) &&
    nameMatches(domain, row.element.domain) &&
    nameMatches(name, row.element.name) &&
    (text === undefined || JSON.stringify(row.toObject()).toLowerCase().includes(text))
  return {
    columns: ['kind', 'domain', 'name', 'version'],
    notes: { provider: 'model', pushdown: [], fallback: ['snapshot_filter', ...whereFallback(query)] },
    handled: new Set(),
    async open() {
      // An id identifies an entity, never an element.
      if (pairs.has('id') || pairs.has('ids')) return rowsOfList([])
      return elementRows(await workspace.elements(pace.signal), matches, pace)
    },
  }
}

function elementRows(elements: readonly Element[], matches: (row: ElementRow) => boolean, pace: Pace): Rows {
  let at = 0
  let size = FIRST_PAGE_ROWS
  return {
    async next() {
      while (at < elements.length) {
        await pace.yieldToMain()
        const page = elements
          .slice(at, (at += size))
          .map((element) => new ElementRow(element))
          .filter(matches)
        size = Math.min(size * 4, MAX_PAGE_ROWS)
        if (page.length > 0) return page
      }
      return null
    },
  }
}

const ENTITY_COLUMNS = [
  '__domain__',
  '__entity_type__',
  '__entity_id__',
  '__method__',
  '__deleted__',
] as const

/** `.entity`: entities by domain, type, ids and text, in key order (docs/spl.md#sources). */
function planEntity(context: QueryContext): Plan {
  const { workspace, pairs, request, limit, pace } = context
  const domain = pairs.text('domain')
  const type = pairs.text('name')
  const ids = pairs.list('ids', 'id')
  const text = pairs.text('query')
  const equal = equalityHints(context)
  const unordered = sortsAtOnce(context)
  const first = firstBy(context)
  let pages: Pages<EntityRecord> | undefined
  const scan: EntityScan = {
    domain,
    type,
    ids,
    text,
    ...(equal.length === 0 ? {} : { equal }),
    time: request.time,
    ...(unordered ? { unordered } : {}),
    ...(first ? { first } : {}),
    ...(limitReachesStore(context) ? { limit } : {}),
  }
  return {
    columns: ENTITY_COLUMNS,
    notes: {
      provider: 'graphstore',
      pushdown: ['entity_search'],
      fallback: whereFallback(context.query),
    },
    handled: new Set(),
    unordered,
    inOrder: () => pages?.inOrder?.() ?? false,
    open() {
      pages = workspace.scanEntities(scan, pace.signal)
      return rowsOf(pages, (record) => new EntityRow(record), pace)
    },
  }
}

/** Plans the source of a query's rows. */
export async function planSource(context: QueryContext): Promise<Plan> {
  switch (context.query.source.name) {
    case '.model': {
      const mode = searchMode(context)
      return mode ? planSearch(context, mode) : planModel(context)
    }
    case '.entity': {
      const mode = searchMode(context)
      return mode ? planSearch(context, mode) : planEntity(context)
    }
    case '.runbook_set':
      return planSearch(context, searchMode(context) ?? 'keyword')
    case '.topo':
      return planTopo(context)
    case '.entity_set':
      return planEntitySet(context)
  }
}
