import { unquotedOffsets } from '#shared/spl/cypher/embedded.ts'
import { SplError, type Stage, type StageOf } from '#shared/spl/index.ts'
import { type CypherRequest, explainCypher, runCypher } from '../../cypher/index.ts'
import type { Plan, QueryContext } from '../context.ts'
import { PlainRow } from '../row.ts'
import { limitReachesStore } from '../pushdown.ts'
import { rowsOfList } from '../rows.ts'

/** ``.topo | graph-call cypher(`MATCH …`)``: read-only openCypher on the same store (docs/spl.md#graph-calls). */
export function planCypherCall(context: QueryContext, call: StageOf<'graph-call'>): Plan {
  const [argument, ...more] = call.args
  const value = argument?.value
  if (value?.kind !== 'string' || value.value.trim() === '' || more.length > 0) {
    throw new SplError('cypher takes one text in backticks, as in cypher(`MATCH (n) RETURN n LIMIT 5`).', {
      from: value?.from ?? call.from,
      to: value?.to ?? call.to,
      expected: ['a query in backticks'],
      argument: 'query',
    })
  }
  const inner = context.query.text.slice(value.from + 1, value.to - 1)
  return planCypher(
    context,
    call,
    value.value,
    unquotedOffsets(inner, value.quote, value.from + 1),
    'graph_call:cypher',
  )
}

export function planCypher(
  context: QueryContext,
  stage: Stage,
  text: string,
  offset: (position: number) => number,
  pushdown: string,
): Plan {
  const { workspace, request, limit, pace } = context
  const cypher: CypherRequest = {
    text,
    parameters: request.parameters,
    graph: workspace.graph(request.time, pace.signal),
    offset,
  }
  const { columns, steps } = explainCypher(cypher)
  return {
    columns,
    notes: {
      provider: 'graphstore',
      pushdown: [pushdown, 'controlled_cypher'],
      fallback: [],
      extra: { cypher_dialect: 'opencypher', cypher_engine: 'orrery', steps },
    },
    handled: new Set([stage]),
    async open() {
      // Later stages work on all rows, so the limit can be pushed to the executor only if none of them drops rows.
      const signal = pace.signal
      const result = await runCypher({
        ...cypher,
        signal,
        ...(limitReachesStore(context) ? { limit } : {}),
      })
      return rowsOfList(result.rows.map((row) => new PlainRow(row)))
    },
  }
}
