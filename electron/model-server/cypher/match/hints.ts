import { type Expression, type NodePattern, planError } from '#shared/spl/cypher/index.ts'
import type { Compiler } from '../compiler.ts'
import type { Hint } from './node-steps.ts'

/** The property that contains an entity's id. */
const ID_PROPERTY = '__entity_id__'

/** Entity ids are 32 lower-case hexadecimal digits; docs/spl.md#graph-calls refuses any other literal. */
const ID_FORM = /^[0-9a-f]{32}$/

interface Found {
  readonly variable: string
  readonly kind: Hint['kind']
  readonly key: string
  readonly value: Expression
}

/** Extracts the conditions on a node that a store can evaluate: its property map, and WHERE comparisons with it. */
export function hintsFor(
  compiler: Compiler,
  node: NodePattern,
  conditions: readonly Expression[],
  slotsIn: (expression: Expression) => ReadonlySet<number>,
): Hint[] {
  const fromMap = mapEntries(node).map(({ key, value }): Found => ({
    variable: node.variable?.name ?? '',
    kind: key === ID_PROPERTY ? 'id' : 'equal',
    key,
    value,
  }))
  const fromWhere = conditions
    .flatMap(comparisonsOf)
    .filter((found) => found.variable === node.variable?.name)
  return [...fromMap, ...fromWhere].map(({ kind, key, value }) => ({
    kind,
    key,
    value: compiler.expression(value),
    needs: slotsIn(value),
  }))
}

/** Returns the literal entries of a node's property map; those of `(n $properties)` are unknown before the run. */
function mapEntries(node: NodePattern): { key: string; value: Expression }[] {
  if (node.properties?.kind !== 'map') return []
  return node.properties.entries.map(({ key, value }) => ({ key: key.name, value }))
}

/**
 * Recognises `v.key = value`, `value = v.key`, `v.key IN list`, `id(v) = value`, `v.key CONTAINS value` and
 * similar.
 */
function comparisonsOf(condition: Expression): Found[] {
  if (condition.kind === 'comparison' && condition.operators.length === 1 && condition.operators[0] === '=') {
    const [left, right] = condition.operands
    if (!left || !right) return []
    return [...equalityOf(left, right), ...equalityOf(right, left)]
  }
  if (condition.kind === 'membership') {
    return equalityOf(condition.item, condition.list).filter((found) => found.kind === 'id')
  }
  if (condition.kind === 'stringTest' && condition.operator !== 'matches') {
    const { left } = condition
    if (left.kind !== 'property' || left.target.kind !== 'variable') return []
    return [
      { variable: left.target.name, kind: condition.operator, key: left.key.name, value: condition.right },
    ]
  }
  return []
}

function equalityOf(side: Expression, value: Expression): Found[] {
  if (side.kind === 'property' && side.target.kind === 'variable') {
    const key = side.key.name
    return [{ variable: side.target.name, kind: key === ID_PROPERTY ? 'id' : 'equal', key, value }]
  }
  const [argument] = side.kind === 'call' && side.name.name.toLowerCase() === 'id' ? side.args : []
  return argument?.kind === 'variable'
    ? [{ variable: argument.name, kind: 'id', key: ID_PROPERTY, value }]
    : []
}

/**
 * Refuses a malformed id given as a literal or a parameter, which would silently match nothing. Checks
 * property maps and comparisons anywhere in patterns and conditions.
 */
export function refuseMalformedIds(
  compiler: Compiler,
  nodes: readonly NodePattern[],
  conditions: readonly Expression[],
): void {
  const inMaps = nodes.flatMap(mapEntries).filter(({ key }) => key === ID_PROPERTY)
  const inWhere = conditions
    .flatMap(comparisonsOf)
    .filter((found) => found.kind === 'id' && found.key === ID_PROPERTY)
  for (const { value } of [...inMaps, ...inWhere]) refuseMalformedId(compiler, value)
}

function refuseMalformedId(compiler: Compiler, value: Expression): void {
  if (value.kind === 'list') {
    for (const item of value.items) refuseMalformedId(compiler, item)
    return
  }
  if (value.kind !== 'literal' && value.kind !== 'parameter') return
  const given = compiler.expression(value)([])
  const ids = Array.isArray(given) ? given : [given]
  for (const id of ids) {
    if (id !== null && (typeof id !== 'string' || !ID_FORM.test(id))) {
      throw planError(
        value,
        `${ID_PROPERTY} has to be 32 lower-case hexadecimal digits, not ${JSON.stringify(id)}.`,
        {
          found: JSON.stringify(id),
        },
      )
    }
  }
}
