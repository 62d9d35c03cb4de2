import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  stringify,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { isJsonObject, type Json, type JsonObject } from '#shared/model/json.ts'
import { cyclicAlias } from '#shared/model/yaml-cycles.ts'
import { MAX_YAML_LEVELS, tooDeepAt } from '#shared/model/yaml-depth.ts'
import { alteredScalar } from '#shared/model/yaml-integers.ts'
import { text as words } from '../../i18n/text.ts'
import { yamlFault } from './yaml-fault.ts'

/** Maximum aliases resolved; more is an expansion attack, not a model. */
const MAX_ALIASES = 100
/** Maximum characters parsed as YAML; a model element has a few thousand. */
export const MAX_TEXT_CHARACTERS = 2_000_000

/** Why a text is not a YAML object, and where, in character offsets. */
interface YamlProblem {
  readonly message: string
  readonly from: number
  readonly to: number
  /** 1-based. */
  readonly line: number
  readonly column: number
}

type Parsed =
  | { readonly ok: true; readonly value: JsonObject; readonly doc: Document }
  | { readonly ok: false; readonly problem: YamlProblem }

const refused = (message: string, from = 0, to = from, line = 1, column = 1): Parsed => ({
  ok: false,
  problem: { message, from, to, line, column },
})

function read(text: string): Parsed {
  if (text.length > MAX_TEXT_CHARACTERS)
    return refused(words('authoring.tooLong', { most: MAX_TEXT_CHARACTERS }))
  const deep = tooDeepAt(text)
  if (deep !== undefined) return refused(words('ui.tooDeep', { most: MAX_YAML_LEVELS }), 0, 0, deep)
  const lines = new LineCounter()
  const doc = parseDocument(text, { prettyErrors: true, lineCounter: lines })
  const [error] = doc.errors
  if (error) {
    const { line = 1, col = 1 } = error.linePos?.[0] ?? {}
    return refused(yamlFault(error), error.pos[0], error.pos[1], line, col)
  }
  const cycle = cyclicAlias(doc)
  if (cycle) {
    const { line, col } = lines.linePos(cycle.from)
    return refused(words('ui.cyclicAlias', { name: cycle.name }), cycle.from, cycle.to, line, col)
  }
  let value: unknown
  try {
    value = doc.toJS({ maxAliasCount: MAX_ALIASES })
  } catch (cause) {
    return refused(cause instanceof Error ? cause.message : String(cause))
  }
  if (!isJsonObject(value)) return refused(words('authoring.wrong.object'), 0, text.length)
  const altered = alteredScalar(doc)
  if (altered) {
    const { line, col } = lines.linePos(altered.from)
    return refused(words('ui.longInteger', { ...altered.integer }), altered.from, altered.to, line, col)
  }
  // Round trip through JSON converts dates and the like to what is sent.
  return { ok: true, value: JSON.parse(JSON.stringify(value)) as JsonObject, doc }
}

/** Recently parsed texts; every view of a draft parses the same ones. */
const known = new Map<string, Parsed>()
const KNOWN = 200

/** Parses a YAML object. Memoised: the same text returns the same value. */
export function parseYaml(text: string): Parsed {
  const before = known.get(text)
  if (before) return before
  const parsed = read(text)
  if (known.size >= KNOWN) known.delete(known.keys().next().value ?? '')
  known.set(text, parsed)
  return parsed
}

export function toYaml(value: JsonObject): string {
  return stringify(value, { lineWidth: 0 })
}

export function equalJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => equalJson(item, other[index]))
  if (!isJsonObject(one) || !isJsonObject(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && equalJson(one[name], other[name]))
  )
}

const keyOf = (pair: Pair): string => String(isScalar(pair.key) ? pair.key.value : pair.key)

function mendMap(map: YAMLMap, value: JsonObject, doc: Document): void {
  map.items = map.items.filter((pair) => Object.hasOwn(value, keyOf(pair)))
  for (const [name, member] of Object.entries(value)) {
    const pair = map.items.find((candidate) => keyOf(candidate) === name)
    if (pair) pair.value = patched(pair.value as Node | null, member, doc)
    else map.items.push(doc.createPair(name, member))
  }
}

/** Unchanged items at both ends keep their comments; those in between are recreated or edited in place. */
function mendSeq(seq: YAMLSeq, value: readonly Json[], doc: Document): void {
  const old = seq.items as (Node | null)[]
  const plain = old.map((node) => (node === null ? null : (node.toJS(doc) as unknown)))
  if (old.length === value.length) {
    seq.items = value.map((item, index) => patched(old[index] ?? null, item, doc))
    return
  }
  let start = 0
  while (start < Math.min(old.length, value.length) && equalJson(plain[start], value[start])) start++
  let end = 0
  while (
    end < Math.min(old.length, value.length) - start &&
    equalJson(plain.at(-1 - end), value.at(-1 - end))
  )
    end++
  const middle = value.slice(start, value.length - end).map((item) => doc.createNode(item) as Node)
  seq.items = [...old.slice(0, start), ...middle, ...old.slice(old.length - end)]
}

/** Edits a node minimally so that it represents `value`. */
function patched(node: Node | null, value: Json, doc: Document): Node {
  if (isMap(node) && isJsonObject(value)) mendMap(node, value, doc)
  else if (isSeq(node) && Array.isArray(value)) mendSeq(node, value as readonly Json[], doc)
  else if (isScalar(node) && (value === null || typeof value !== 'object')) node.value = value
  else if (!(isAlias(node) && equalJson(node.toJS(doc), value))) return doc.createNode(value) as Node
  return node as Node
}

/** Edits a text minimally so that it represents `value`: unchanged parts keep comments, order and quotes. */
export function rewriteYaml(text: string, value: JsonObject): string {
  const parsed = parseYaml(text)
  if (!parsed.ok) return toYaml(value)
  if (equalJson(parsed.value, value)) return text
  // The parsed document is shared by all readers of the same text, so change a copy.
  const doc = parsed.doc.clone()
  if (!isMap(doc.contents)) return toYaml(value)
  mendMap(doc.contents, value, doc)
  return doc.toString({ lineWidth: 0 })
}
