import {
  type Expression,
  type NodePattern,
  type Pattern,
  type RelationshipPattern,
  type Variable,
  planError,
} from '#shared/spl/cypher/index.ts'
import type { Check, Compiler, Row } from '../compiler.ts'
import { GraphNode, GraphRelation } from '../graph.ts'
import { truth } from '../operators.ts'
import { equal } from '../order.ts'
import type { BindingKind } from '../scope.ts'
import { Path, type Value, isList, isMap, typeName } from '../value.ts'
import { hintsFor, refuseMalformedIds } from './hints.ts'
import { Matcher } from './matcher.ts'
import type { Pending, PlannedNode, PlannedRelation, PropertyTest, RelationConditions } from './planned.ts'
import { walkSteps } from './walk.ts'

/** Splits `where` into its conjuncts. */
function conjunctsOf(where: Expression | undefined): readonly Expression[] {
  if (!where) return []
  return where.kind === 'and' ? where.operands.flatMap(conjunctsOf) : [where]
}

/**
 * Returns the names of all variables in a syntax tree. Includes names bound by inner expressions, which may
 * delay a condition by a step but never runs it too early.
 */
function variablesIn(node: unknown, into = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const item of node) variablesIn(item, into)
  else if (node !== null && typeof node === 'object') {
    if ('kind' in node && node.kind === 'variable' && 'name' in node) into.add(String(node.name))
    for (const inner of Object.values(node)) variablesIn(inner, into)
  }
  return into
}

/**
 * Plans the patterns of a MATCH: assigns slots to names, assigns each condition to the earliest step that can
 * check it, and starts at the node with the fewest expected candidates.
 *
 * @throws CypherError QUERY_PLAN_ERROR when variables clash or an id is malformed
 */
export function planMatch(
  compiler: Compiler,
  patterns: readonly Pattern[],
  where: Expression | undefined,
): Matcher {
  return new MatchPlanner(compiler, patterns, where).plan()
}

class MatchPlanner {
  readonly #compiler: Compiler
  readonly #patterns: readonly Pattern[]
  readonly #conditions: readonly Expression[]
  readonly #nodes = new Map<number, PlannedNode>()
  readonly #relations: PlannedRelation[] = []
  readonly #pending: Pending[] = []
  /** Slots filled by this MATCH; all others are bound already. */
  readonly #fresh = new Set<number>()

  constructor(compiler: Compiler, patterns: readonly Pattern[], where: Expression | undefined) {
    this.#compiler = compiler
    this.#patterns = patterns
    this.#conditions = conjunctsOf(where)
  }

  plan(): Matcher {
    for (const pattern of this.#patterns) this.#declare(pattern)
    const allNodes = this.#patterns.flatMap((pattern) => pattern.nodes)
    const inline = allNodes.flatMap((node) => conjunctsOf(node.where))
    refuseMalformedIds(this.#compiler, allNodes, [...this.#conditions, ...inline])
    for (const pattern of this.#patterns) for (const node of pattern.nodes) this.#addNodeConditions(node)
    for (const relation of this.#relations.filter(isSingle)) this.#addRelationConditions(relation)
    for (const condition of this.#conditions) this.#addCondition(condition)
    this.#refusePathConditions()
    const steps = walkSteps({
      run: this.#compiler.run,
      nodes: [...this.#nodes.values()],
      relations: this.#relations,
      conditionsOf: (relation) =>
        isSingle(relation)
          ? { properties: [], where: undefined }
          : this.#relationConditions(relation.pattern),
      pending: this.#pending,
    })
    return new Matcher(steps, this.#compiler.run)
  }

  // -- names and slots

  #declare(pattern: Pattern): void {
    const nodes = pattern.nodes.map((node) => this.#declareNode(node))
    const pathSlot = pattern.path ? this.#declarePath(pattern.path) : this.#compiler.scope.reserve()
    const relations = pattern.relationships.map((relation, index) => {
      const [left, right] = [nodes[index], nodes[index + 1]]
      if (!left || !right) throw new Error('a relationship without ends')
      return this.#declareRelation(relation, left, right, pattern, pathSlot)
    })
    if (pattern.shortest) {
      this.#fresh.add(pathSlot)
      if (relations.length !== 1)
        throw planError(pattern, 'A shortest path is asked for with exactly one relationship.')
      const range = pattern.relationships[0]?.range
      if (range && range.min > 1) throw planError(range, 'A shortest path starts at 0 or 1 hops.')
    } else if (pattern.path) this.#addPath(pathSlot, nodes, relations)
  }

  #declareNode(pattern: NodePattern): PlannedNode {
    const { scope } = this.#compiler
    const name = pattern.variable?.name ?? ''
    const known = pattern.variable && scope.get(pattern.variable.name)
    if (known && pattern.variable) expectKind(pattern.variable, known.kind, ['node', 'value'])
    const slot = known?.slot ?? (pattern.variable ? scope.declare(name, 'node').slot : scope.reserve())
    const labels = pattern.labels.map((group) => group.map((label) => label.name))
    const already = this.#nodes.get(slot)
    if (already) {
      already.labels.push(...labels)
      return already
    }
    const planned = { slot, name, at: pattern, given: known !== undefined, labels, hints: [] }
    this.#nodes.set(slot, planned)
    if (!planned.given) this.#fresh.add(slot)
    return planned
  }

  #declarePath(path: Variable): number {
    if (this.#compiler.scope.get(path.name)) {
      throw planError(path, `The variable ${path.name} is bound already; give the path another name.`)
    }
    const { slot } = this.#compiler.scope.declare(path.name, 'path')
    this.#fresh.add(slot)
    return slot
  }

  #declareRelation(
    pattern: RelationshipPattern,
    left: PlannedNode,
    right: PlannedNode,
    whole: Pattern,
    pathSlot: number,
  ): PlannedRelation {
    const { scope } = this.#compiler
    const { variable } = pattern
    const known = variable && scope.get(variable.name)
    const many = pattern.range !== undefined || whole.shortest !== undefined
    if (variable && known) {
      expectKind(variable, known.kind, ['relation', 'value'])
      if (many || this.#fresh.has(known.slot)) {
        throw planError(
          variable,
          `The relationship ${variable.name} is bound already and can stand only once in a match.`,
        )
      }
    }
    const slot =
      known?.slot ??
      (variable ? scope.declare(variable.name, many ? 'relations' : 'relation').slot : scope.reserve())
    const planned: PlannedRelation = {
      pattern,
      left,
      right,
      slot,
      given: known !== undefined,
      shortest: whole.shortest && { mode: whole.shortest, pathSlot },
    }
    if (!planned.given) this.#fresh.add(slot)
    this.#relations.push(planned)
    return planned
  }

  // -- conditions

  /** Returns the slots of this MATCH that an expression reads. */
  readonly #slotsIn = (expression: unknown): ReadonlySet<number> => {
    const slots = [...variablesIn(expression)].map((name) => this.#compiler.scope.get(name)?.slot)
    return new Set(slots.filter((slot): slot is number => slot !== undefined && this.#fresh.has(slot)))
  }

  #freshOnly(slots: readonly number[]): ReadonlySet<number> {
    return new Set(slots.filter((slot) => this.#fresh.has(slot)))
  }

  #addNodeConditions(pattern: NodePattern): void {
    const variable = pattern.variable && this.#compiler.scope.get(pattern.variable.name)
    const node = variable
      ? this.#nodes.get(variable.slot)
      : [...this.#nodes.values()].find((one) => one.at === pattern)
    if (!node) throw new Error('an undeclared node')
    const inline = conjunctsOf(pattern.where)
    node.labels.push(...testedLabels(pattern, [...this.#conditions, ...inline]))
    node.hints.push(...hintsFor(this.#compiler, pattern, [...this.#conditions, ...inline], this.#slotsIn))
    const labels = pattern.labels.map((group) => group.map((label) => label.name))
    if (labels.length > 0) {
      this.#pending.push({
        needs: this.#freshOnly([node.slot]),
        check: (row) => hasLabels(row[node.slot], labels),
      })
    }
    for (const { key, value, needs } of this.#propertyTests(pattern.properties)) {
      const check: Check = (row) => {
        const target = row[node.slot]
        return target instanceof GraphNode && equal(target.get(key) ?? null, value(row)) === true
      }
      this.#pending.push({ needs: this.#freshOnly([node.slot, ...needs]), check })
    }
    for (const condition of inline) this.#addCondition(condition)
  }

  /** Conditions on a single hop may use both its ends, so they are treated like all others. */
  #addRelationConditions({ pattern, slot }: PlannedRelation): void {
    for (const { key, value, needs } of this.#propertyTests(pattern.properties)) {
      const check: Check = (row) => {
        const relation = row[slot]
        return relation instanceof GraphRelation && equal(relation.get(key) ?? null, value(row)) === true
      }
      this.#pending.push({ needs: this.#freshOnly([slot, ...needs]), check })
    }
    for (const condition of conjunctsOf(pattern.where)) this.#addCondition(condition, slot)
  }

  /** @param slot a further slot that the condition depends on without naming it */
  #addCondition(condition: Expression, slot?: number): void {
    const evaluate = this.#compiler.expression(condition)
    const { run } = this.#compiler
    const check: Check = (row) => run.atomically(() => truth(evaluate(row), condition)) === true
    const needs = new Set(this.#slotsIn(condition))
    if (slot !== undefined && this.#fresh.has(slot)) needs.add(slot)
    this.#pending.push({ needs, check })
  }

  #propertyTests(properties: NodePattern['properties']): PropertyTest[] {
    if (!properties) return []
    if (properties.kind === 'map') {
      return properties.entries.map(({ key, value }) => ({
        key: key.name,
        value: this.#compiler.expression(value),
        needs: this.#slotsIn(value),
      }))
    }
    const given = this.#compiler.expression(properties)([])
    if (!isMap(given))
      throw planError(properties, `Properties are given as a map, not as a ${typeName(given)}.`)
    return Object.entries(given).map(([key, value]) => ({
      key,
      value: () => value,
      needs: new Set<number>(),
    }))
  }

  /** In the pattern's own WHERE the variable is a single relation, even if the pattern has variable length. */
  #relationConditions({ properties, where }: RelationshipPattern): RelationConditions {
    return {
      properties: this.#propertyTests(properties),
      where: where && { at: where, evaluate: this.#compiler.expression(where), needs: this.#slotsIn(where) },
    }
  }

  /**
   * Refuses conditions on a shortest path: they would have to guide the search, because filtering afterwards
   * could miss longer paths.
   */
  #refusePathConditions(): void {
    for (const pattern of this.#patterns.filter((one) => one.shortest)) {
      const names = new Set([pattern.path?.name, pattern.relationships[0]?.variable?.name])
      const guilty = this.#conditions.find((condition) =>
        [...variablesIn(condition)].some((name) => names.has(name)),
      )
      if (guilty) {
        throw planError(
          guilty,
          'A condition on a shortest path is not supported here; put it into the pattern, or filter after WITH.',
        )
      }
    }
  }

  // -- paths

  #addPath(slot: number, nodes: readonly PlannedNode[], relations: readonly PlannedRelation[]): void {
    const needs = new Set([...nodes.map((node) => node.slot), ...relations.map((relation) => relation.slot)])
    const check: Check = (row) => {
      row[slot] = pathOf(row, nodes, relations)
      return true
    }
    this.#pending.push({
      needs: new Set([...needs].filter((need) => this.#fresh.has(need))),
      fills: slot,
      check,
    })
  }
}

/** Returns the labels that WHERE requires of a node; as useful for a scan as those in the pattern. */
function testedLabels(pattern: NodePattern, conditions: readonly Expression[]): string[][] {
  return conditions.flatMap((condition) =>
    condition.kind === 'labelTest' &&
    condition.target.kind === 'variable' &&
    condition.target.name === pattern.variable?.name
      ? condition.labels.map((label) => [label.name])
      : [],
  )
}

const isSingle = (relation: PlannedRelation): boolean => !relation.pattern.range && !relation.shortest

function expectKind(variable: Variable, kind: BindingKind, allowed: readonly BindingKind[]): void {
  if (allowed.includes(kind)) return
  const wanted = allowed[0] === 'node' ? 'a node' : 'a relationship'
  throw planError(variable, `${variable.name} is bound to a ${kind} and cannot be ${wanted} too.`)
}

function hasLabels(node: Value | undefined, labels: readonly (readonly string[])[]): boolean {
  if (!(node instanceof GraphNode)) return false
  return labels.every((group) => group.some((label) => node.labels.includes(label)))
}

/** Builds the path along a chain whose slots are filled, including the inner nodes of variable-length relationships. */
function pathOf(row: Row, nodes: readonly PlannedNode[], relations: readonly PlannedRelation[]): Value {
  const first = nodes[0] && row[nodes[0].slot]
  if (!(first instanceof GraphNode)) return null
  const onPath: GraphNode[] = [first]
  const taken: GraphRelation[] = []
  for (const relation of relations) {
    const value = row[relation.slot] ?? null
    for (const step of isList(value) ? value : [value]) {
      const here = onPath.at(-1)
      if (!(step instanceof GraphRelation) || !here) return null
      taken.push(step)
      onPath.push(step.start.key === here.key ? step.end : step.start)
    }
  }
  return new Path(onPath, taken)
}
