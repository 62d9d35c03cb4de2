import { isLinkKind, KINDS } from '../../model/kinds/names.ts'
import type { Argument, NodeValue, Query, SourceName, Span, Value } from '../ast.ts'
import { nearest } from '../nearest.ts'
import { labelsOf } from './cypher-names.ts'
import { withText } from './fields.ts'
import type { ElementFact, ModelFacts } from './model.ts'

/** A value given to a source that the model does not have. */
export interface UnknownValue {
  readonly is: 'domain' | 'kind' | 'name' | 'element'
  /** The kind that was looked in for a `name`. */
  readonly kind?: string
  readonly near: string | undefined
}

const SETS: Partial<Readonly<Record<SourceName, string>>> = {
  '.entity': 'entity_set',
  '.entity_set': 'entity_set',
}

/** Returns what a value given under a key is not, with the nearest that is; undefined for one that is known, or cannot be known. */
export function unknownValue(
  key: string,
  value: string,
  query: Query,
  { elements, domains }: ModelFacts,
): UnknownValue | undefined {
  const { name: source } = query.source
  if (elements.length === 0) return undefined
  const unknown = (names: readonly string[], found: Omit<UnknownValue, 'near'>): UnknownValue | undefined =>
    names.includes(value) ? undefined : { ...found, near: nearestName(value, names) }
  if (key === 'domain' && source !== '.topo') return unknown(domains, { is: 'domain' })
  if (key === 'kind' && source === '.model') return unknown(kindsOf(elements), { is: 'kind' })
  if (key !== 'name') return undefined
  const kind = SETS[source] ?? (source === '.model' ? withText(query, 'kind') : undefined)
  if (kind !== undefined) {
    const names = namesOf(elements, kind)
    // An index lists links without their names.
    return names.length === 0 && isLinkKind(kind) ? undefined : unknown(names, { is: 'name', kind })
  }
  const found = source === '.model' ? unknown(namesOf(elements), { is: 'element' }) : undefined
  return found?.near === undefined ? undefined : found
}

/** Labels of a graph call's nodes that are no entity set of the model; offsets are those between their quotes. */
export function unknownLabels(
  { args }: { readonly args: readonly Argument[] },
  text: string,
  model: ModelFacts,
): (Span & { readonly name: string; readonly near: string | undefined })[] {
  if (model.elements.length === 0) return []
  const known = labelsOf(model)
  return args
    .flatMap(({ value }) => nodesIn(value))
    .flatMap(({ label, from }) => {
      const at = text.indexOf(label, from)
      if (label === '' || at < 0 || /[*$]/.test(label) || known.includes(label)) return []
      return [{ name: label, near: nearestName(label, known), from: at, to: at + label.length }]
    })
}

const nodesIn = (value: Value): NodeValue[] =>
  value.kind === 'node' ? [value] : value.kind === 'list' ? value.items.flatMap(nodesIn) : []

/** Cache of similar names: a text may repeat an unknown element, and there may be thousands to compare. */
const nearNames = new WeakMap<readonly string[], Map<string, string | undefined>>()

function nearestName(name: string, names: readonly string[]): string | undefined {
  const known = nearNames.get(names) ?? new Map<string, string | undefined>()
  nearNames.set(names, known)
  if (!known.has(name)) known.set(name, nearest(name, names))
  return known.get(name)
}

/** Cache of names by kind, per model. */
const namesByKind = new WeakMap<readonly ElementFact[], Map<string | undefined, readonly string[]>>()

/** Names of the elements of a kind, or of all. */
function namesOf(elements: readonly ElementFact[], kind?: string): readonly string[] {
  const kinds = namesByKind.get(elements) ?? new Map<string | undefined, readonly string[]>()
  namesByKind.set(elements, kinds)
  const known = kinds.get(kind)
  if (known) return known
  const those = kind === undefined ? elements : elements.filter((element) => element.kind === kind)
  const names = those.map(({ name }) => name)
  kinds.set(kind, names)
  return names
}

/** Cache of kinds, per model. */
const kindsKnown = new WeakMap<readonly ElementFact[], readonly string[]>()

/** Kinds that there are, and those of the model, which may have its own. */
function kindsOf(elements: readonly ElementFact[]): readonly string[] {
  const known = kindsKnown.get(elements) ?? [...new Set([...KINDS, ...elements.map(({ kind }) => kind)])]
  kindsKnown.set(elements, known)
  return known
}
