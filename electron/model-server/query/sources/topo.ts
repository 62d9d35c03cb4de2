import type { Query, StageOf } from '#shared/spl/index.ts'
import type { RelationScan } from '../../graphstore/store.ts'
import { planError } from '../../service-error.ts'
import type { Plan, QueryContext } from '../context.ts'
import { planGraphCall } from '../graph-call/index.ts'
import { planGraphMatch } from '../graph-call/graph-match.ts'
import { RelationRow } from '../row.ts'
import { rowsOf } from '../rows.ts'
import { limitReachesStore, whereFallback } from '../pushdown.ts'

const TOPO_COLUMNS = ['src', 'relation', 'dest', '__relation_type__', '__deleted__'] as const

type Stage = Query['stages'][number]
type Call = StageOf<'graph-call'> | StageOf<'graph-match'>

/** `.topo`: relations, or what a graph call makes of them (docs/spl.md#graph-calls). */
export function planTopo(context: QueryContext): Plan {
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
