import type { Json, JsonObject } from '#shared/model/json.ts'
import type { QueryExplain } from '#shared/model/query-result.ts'
import { SplError, type StageOf, nearest } from '#shared/spl/index.ts'
import type { Method } from '#shared/spl/service/callables.ts'
import { planError } from '../../service-error.ts'
import type { Plan, QueryContext } from '../context.ts'
import { type Arguments, bindArguments, methodOf } from '../entity-call/arguments.ts'
import { DEFAULT_DOMAIN, ModelView } from '../entity-call/data-sets.ts'
import { signatureOf } from '../entity-call/methods.ts'
import { agentPlan, dataPlan } from '../entity-call/plan.ts'
import { type RawTable, dataSetTable, methodTable, runbookTable } from '../entity-call/tables.ts'
import { countOf } from '../pipeline.ts'
import { valueOf } from '../parameters.ts'
import { PlainRow } from '../row.ts'
import { rowsOfList } from '../rows.ts'

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

/** Every cell is text; nested values are JSON, null included. */
function cellText(cell: Json): string {
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}

/** `.entity_set`: methods of one entity set (docs/spl.md#entity-calls). Stages other than the limit do not apply. */
export async function planEntitySet(context: QueryContext): Promise<Plan> {
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
  // A plan reads a data set: without an entity set only those of everybody are left.
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
      at: call,
    })
    return answer(context, explain, method, () =>
      context.request.format === 'agent'
        ? { __agent_plan__: agentPlan(plan) }
        : envelope(PLAN, JSON.stringify(plan), { header: [], rows: [] }),
    )
  }
  return answer(context, explain, method, () => envelope(RAW, '', tableOf(method, scope, args)))
}

function unknownSet(
  model: ModelView,
  domain: string,
  name: string,
): { readonly sentence: string; readonly details: { readonly found: string; readonly suggestion?: string } } {
  const names = model.elements.filter((one) => one.kind === 'entity_set').map((one) => one.name)
  const suggestion = nearest(name, names)
  const way = suggestion ? `did you mean ${suggestion}?` : '.model with(kind=entity_set) lists them.'
  return {
    sentence: `There is no entity set ${domain}/${name}; ${way}`,
    details: { found: name, suggestion },
  }
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

/** The limit that the caller wrote down, if any: a data plan must not inherit the default. */
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
