import type { Plan, QueryContext } from '../context.ts'
import { planEntitySet } from './entity-set.ts'
import { planSearch, searchMode } from './search.ts'
import type { EntityScan, RelationScan } from '../../graphstore/store.ts'
import { equalityHints, limitReachesStore, sortsAtOnce, whereFallback } from '../pushdown.ts'
import { EntityRow, ElementRow, RelationRow } from '../row.ts'
import { rowsOf, type Pace, type Rows, rowsOfList } from '../rows.ts'
import type { Element } from '#shared/model/element.ts'
import { nameMatches } from '../../graphstore/semantics.ts'
import type { Query, StageOf } from '#shared/spl/index.ts'
import { planError } from '../../service-error.ts'
import { planGraphCall } from '../graph-call/index.ts'
import { planGraphMatch } from '../graph-call/graph-match.ts'

const TOPO_COLUMNS = ['src', 'relation', 'dest', '__relation_type__', '__deleted__'] as const

type Stage = Query['stages'][number]
type Call = StageOf<'graph-call'> | StageOf<'graph-match'>

/** `.topo`: relations, or what a graph call makes of them (docs/spl.md#graph-calls). */
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

/** Elements looked at for the first page of rows and the largest: a query that wants one element does not pay for thousands. */
const FIRST_PAGE = 4
const LARGEST_PAGE = 256

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
      // An id names an entity, never an element.
      if (pairs.has('id') || pairs.has('ids')) return rowsOfList([])
      return elementRows(await workspace.elements(pace.signal), matches, pace)
    },
  }
}

function elementRows(elements: readonly Element[], matches: (row: ElementRow) => boolean, pace: Pace): Rows {
  let at = 0
  let size = FIRST_PAGE
  return {
    async next() {
      while (at < elements.length) {
        await pace.yieldToMain()
        const page = elements
          .slice(at, (at += size))
          .map((element) => new ElementRow(element))
          .filter(matches)
        size = Math.min(size * 4, LARGEST_PAGE)
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
  const scan: EntityScan = {
    domain,
    type,
    ids,
    text,
    ...(equal.length === 0 ? {} : { equal }),
    time: request.time,
    ...(unordered ? { unordered } : {}),
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
    open: () => rowsOf(workspace.scanEntities(scan, pace.signal), (record) => new EntityRow(record), pace),
  }
}

/** Plans where a query's rows come from. */
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
