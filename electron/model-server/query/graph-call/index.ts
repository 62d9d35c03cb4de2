import { entityKey, type EntityKey, relationKey, type RelationRecord } from '#shared/model/entity.ts'
import { type JsonObject, textOf } from '#shared/model/json.ts'
import { type Argument, nearest, SplError, type StageOf, unknownName, type Value } from '#shared/spl/index.ts'
import { RELATION_KEYS } from '#shared/spl/service/facts.ts'
import type { Direction } from '../../graphstore/store.ts'
import { planError, ServiceError } from '../../service-error.ts'
import type { Plan, QueryContext } from '../context.ts'
import { textValue, valueOf } from '../parameters.ts'
import { RelationRow } from '../row.ts'
import { rowsOfList } from '../rows.ts'
import { planCypherCall } from './cypher.ts'

const ENTITY_ID = /^[0-9a-f]{32}$/

/**
 * Returns the stable keys of `[(:"domain@type" {__entity_id__: '…'}), …]`.
 *
 * @throws SplError when the list is missing, empty or contains anything else (docs/spl.md#graph-calls)
 */
function seedsOf(
  value: Value | undefined,
  at: { from: number; to: number },
  parameters: JsonObject,
): string[] {
  const example = '[(:"domain@type" {__entity_id__: \'…\'})]'
  if (value?.kind !== 'list' || value.items.length === 0) {
    throw new SplError(`The argument nodes is a list of at least one node, as in ${example}.`, {
      from: value?.from ?? at.from,
      to: value?.to ?? at.to,
      expected: [example],
      argument: 'nodes',
    })
  }
  return [...new Set(value.items.map((item) => entityKey(nodeKey(item, example, parameters))))]
}

function nodeKey(item: Value, example: string, parameters: JsonObject): EntityKey {
  if (item.kind !== 'node') {
    throw new SplError(`The argument nodes holds nodes only, as in ${example}.`, {
      from: item.from,
      to: item.to,
      expected: [example],
      argument: 'nodes',
    })
  }
  const [domain = '', type = ''] = item.label.split('@')
  const id = item.properties.findLast((pair) => pair.key.name === '__entity_id__')
  const text = id ? textOf(valueOf(id.value, parameters)) : ''
  if (!ENTITY_ID.test(text)) {
    throw new SplError('An entity id is 32 lower-case hexadecimal digits.', {
      from: id?.value.from ?? item.from,
      to: id?.value.to ?? item.to,
      found: text,
      expected: ['32 lower-case hexadecimal digits'],
      argument: '__entity_id__',
    })
  }
  return { domain, type, id: text }
}

type GraphCall = StageOf<'graph-call'>

export const GRAPH_CALLS = ['getNeighborNodes', 'getDirectRelations', 'cypher'] as const

/** Traversal directions of each neighbour type (docs/spl.md#graph-calls; `sequence` keeps a walk's direction). */
export const NEIGHBOUR_TYPES: { readonly [type: string]: readonly Direction[] } = {
  sequence: ['in', 'out'],
  sequence_in: ['in'],
  sequence_out: ['out'],
  full: ['both'],
}

const COLUMNS = ['src', 'relation', 'dest', '__relation_type__', '__deleted__'] as const

/** @throws ServiceError QUERY_PLAN_ERROR for an unknown call, SplError for malformed arguments */
export function planGraphCall(context: QueryContext, call: GraphCall): Plan {
  switch (call.method.name) {
    case 'getNeighborNodes':
      return planNeighbours(context, call)
    case 'getDirectRelations': {
      const { nodes } = argumentsOf(call, ['nodes'])
      return planTraversal(context, call, nodes, ['both'], 1)
    }
    case 'cypher':
      return planCypherCall(context, call)
  }
  const { sentence, details } = unknownName('graph_call', call.method.name, { names: GRAPH_CALLS })
  throw planError(call.method, sentence, details)
}

/** Returns arguments by name; positional ones are assigned in order. */
export function argumentsOf<N extends string>(call: GraphCall, names: readonly N[]): { [name in N]?: Value } {
  const out: { [name in N]?: Value } = {}
  let position = 0
  for (const argument of call.args) {
    const name = argument.key ? names.find((one) => one === argument.key?.name) : names[position++]
    if (name === undefined) throw unknownArgument(call, argument, names)
    out[name] = argument.value
  }
  return out
}

function unknownArgument(call: GraphCall, argument: Argument, names: readonly string[]): SplError {
  const found = argument.key?.name ?? 'one more'
  return new SplError(`${call.method.name} takes ${names.join(', ')}, not ${found}.`, {
    from: argument.from,
    to: argument.to,
    found,
    expected: names,
    argument: found,
  })
}

function planNeighbours(context: QueryContext, call: GraphCall): Plan {
  const { parameters } = context.request
  const { type, depth, nodes } = argumentsOf(call, ['type', 'depth', 'nodes'])
  const types = Object.keys(NEIGHBOUR_TYPES)
  const kind = type ? textValue(type, parameters) : ''
  const directions = Object.hasOwn(NEIGHBOUR_TYPES, kind) ? NEIGHBOUR_TYPES[kind] : undefined
  if (!directions) {
    throw new SplError(`The first argument is the neighbour type: ${types.join(', ')}.`, {
      from: type?.from ?? call.from,
      to: type?.to ?? call.to,
      found: kind,
      expected: types,
      argument: 'type',
      ...suggested(nearest(kind, types)),
    })
  }
  const steps = depth ? Number(valueOf(depth, parameters)) : Number.NaN
  if (!depth || !Number.isSafeInteger(steps) || steps < 1) {
    throw new SplError('The second argument is the depth, a whole number from 1.', {
      from: depth?.from ?? call.from,
      to: depth?.to ?? call.to,
      found: depth ? textOf(valueOf(depth, parameters)) : 'nothing',
      expected: ['a whole number from 1'],
      argument: 'depth',
    })
  }
  const most = context.store.capabilities.maxDepth
  if (steps > most) {
    throw new ServiceError(
      'VALIDATION_FAILED',
      `The depth is ${steps}, but this store goes at most ${most} steps.`,
      {
        from: depth.from,
        to: depth.to,
        field: 'depth',
        depth: steps,
        max_depth: most,
      },
    )
  }
  return planTraversal(context, call, nodes, directions, steps)
}

function suggested(suggestion: string | undefined): { suggestion?: string } {
  return suggestion === undefined ? {} : { suggestion }
}

function planTraversal(
  { workspace, request, pace, pairs }: QueryContext,
  call: GraphCall,
  nodes: Value | undefined,
  directions: readonly Direction[],
  depth: number,
): Plan {
  const seeds = seedsOf(nodes, call, request.parameters)
  const filters = relationFilters(pairs)
  return {
    columns: COLUMNS,
    notes: {
      provider: 'graphstore',
      pushdown: [`graph_call:${call.method.name}`],
      fallback: filters.length > 0 ? ['application_filter'] : [],
      depth,
    },
    handled: new Set([call]),
    async open() {
      const found = new Map<string, RelationRecord>()
      for (const direction of directions) {
        const time = request.time === undefined ? {} : { time: request.time }
        const relations = await workspace.traverse({ seeds, direction, depth, ...time }, pace.signal)
        for (const relation of relations) found.set(relationKey(relation), relation)
      }
      const ordered =
        directions.length === 1
          ? [...found.values()]
          : [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
      const rows = ordered.map((record) => new RelationRow(record))
      return rowsOfList(
        rows.filter((row) => filters.every(([name, value]) => textOf(row.get(name)) === value)),
      )
    },
  }
}

/** `with(__relation_type__='x')` beside a graph call filters its rows (docs/decisions.md, model service 2). */
function relationFilters(pairs: QueryContext['pairs']): (readonly [string, string])[] {
  const names: { readonly [key: string]: string } = {
    relation_type: '__relation_type__',
    type: '__relation_type__',
  }
  return [...pairs.pairs].flatMap(({ key }) => {
    // Unknown keys are ignored.
    const value = RELATION_KEYS.test(key.name) ? pairs.text(key.name) : undefined
    return value === undefined ? [] : [[names[key.name] ?? key.name, value] as const]
  })
}
