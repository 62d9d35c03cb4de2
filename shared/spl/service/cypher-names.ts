import type { CypherQuery, Name, NodePattern, Pattern, PropertyExpression } from '../cypher/ast.ts'
import { nearest } from '../nearest.ts'
import { SOURCE_FACTS } from './facts.ts'
import { domainOf } from './fields.ts'
import type { ModelFacts } from './model.ts'

/** A name in a Cypher text that the model does not declare, so that nothing may match it. */
export interface UnknownName extends Name {
  readonly is: 'label' | 'relationType' | 'property'
  readonly near: string | undefined
}

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Every object of a syntax tree, parents first. */
function* nodesOf(value: unknown): Generator<Node> {
  if (!isNode(value)) return
  yield value
  for (const part of Object.values(value)) yield* nodesOf(part)
}

const isPattern = (node: Node): boolean => 'nodes' in node && 'relationships' in node
const isProperty = (node: Node): boolean => node['kind'] === 'property'

/** Labels, relation types and properties that the model does not declare. Empty for a model not loaded yet. */
export function unknownNames(query: CypherQuery, model: ModelFacts): UnknownName[] {
  if (model.elements.length === 0) return []
  const all = [...nodesOf(query)]
  const patterns = all.filter(isPattern) as unknown as Pattern[]
  const nodes = patterns.flatMap((pattern) => pattern.nodes)
  const unknown = (is: UnknownName['is'], names: readonly Name[], known: readonly string[]): UnknownName[] =>
    names
      .filter(({ name }) => !known.includes(name))
      .map((name) => ({ ...name, is, near: nearest(name.name, known) }))
  const labels = nodes.flatMap((node) => node.labels.flat())
  const types = patterns.flatMap(({ relationships }) => relationships.flatMap((one) => one.types))
  return [
    ...unknown('label', labels, labelsOf(model)),
    ...(model.relationTypes.length === 0 ? [] : unknown('relationType', types, model.relationTypes)),
    ...propertiesNamed(nodes, all).flatMap(({ label, keys }) => {
      const known = fieldsOfLabel(label, model)
      return known ? unknown('property', keys, known) : []
    }),
  ]
}

const labels = new WeakMap<ModelFacts['elements'], readonly string[]>()

/** Labels of the entities of a model, memoised. */
export function labelsOf({ elements }: ModelFacts): readonly string[] {
  const sets = elements.filter(({ kind }) => kind === 'entity_set')
  const known = labels.get(elements) ?? sets.flatMap(({ domain, name }) => [`${domain}@${name}`, name])
  labels.set(elements, known)
  return known
}

/** Property names of an entity set's nodes; undefined while its fields are unknown. */
function fieldsOfLabel(label: string, model: ModelFacts): string[] | undefined {
  const at = label.indexOf('@')
  const [domain, name] = at < 0 ? [domainOf(label), label] : [label.slice(0, at), label.slice(at + 1)]
  const declared = model.entityFields(domain, name)
  return declared && [...declared.map((field) => field.name), ...SOURCE_FACTS['.entity'].columns]
}

/** The properties asked of nodes that have one label wherever they are named, by label. */
function propertiesNamed(
  nodes: readonly NodePattern[],
  all: readonly Node[],
): { readonly label: string; readonly keys: readonly Name[] }[] {
  const labels = new Map<string, Set<string>>()
  for (const { variable, labels: groups } of nodes) {
    if (!variable) continue
    const known = labels.get(variable.name) ?? new Set()
    for (const { name } of groups.flat()) known.add(name)
    labels.set(variable.name, known)
  }
  // A projection may give a variable another meaning.
  for (const { alias } of all) if (typeof alias === 'string') labels.delete(alias)
  const asked = (all.filter(isProperty) as unknown as PropertyExpression[]).flatMap(({ target, key }) => {
    const [label, ...others] = target.kind === 'variable' ? (labels.get(target.name) ?? []) : []
    return label === undefined || others.length > 0 ? [] : [{ label, keys: [key] }]
  })
  const given = nodes.flatMap(({ labels: groups, properties }) => {
    const [label, ...others] = groups.flat()
    return properties?.kind !== 'map' || label === undefined || others.length > 0
      ? []
      : [{ label: label.name, keys: properties.entries.map(({ key }) => key) }]
  })
  return [...asked, ...given]
}
