import { isFields } from '#shared/json/fields.ts'
import { elementKey } from '#shared/model/element.ts'
import { localizedText } from '../../i18n/localized-text.ts'
import { isLinkKind } from '../../graph/scene/kinds.ts'
import type { GraphEdge, GraphNode } from './graph.ts'

function keyOfEnd(value: unknown): string | undefined {
  if (isFields(value)) {
    const { domain = '', kind = 'entity_set', name } = value
    return typeof name === 'string'
      ? elementKey({ domain: String(domain), name, kind: String(kind) })
      : undefined
  }
  if (typeof value !== 'string' || value === '') return undefined
  const parts = value.split('/')
  if (parts.length === 3) return value
  const domain = parts.length === 2 ? (parts[0] ?? '') : (value.split('.')[0] ?? '')
  return elementKey({ domain, name: parts.at(-1) ?? value, kind: 'entity_set' })
}

/**
 * Parses an index entry; undefined if it names no element. Checked by hand: zod takes 20 times as long here.
 */
function nodeOf(raw: unknown): GraphNode | undefined {
  if (!isFields(raw)) return undefined
  const { kind, domain, name } = raw
  if (typeof kind !== 'string' || typeof domain !== 'string' || typeof name !== 'string') return undefined
  const description = localizedText(raw['description'])
  const fields = raw['field_count'] ?? raw['fields']
  const count = Array.isArray(fields) ? fields.length : fields
  return {
    key: elementKey({ domain, name, kind }),
    kind,
    domain,
    name,
    label: localizedText(raw['display_name']) ?? name,
    group: domain,
    description,
    ...(typeof count === 'number' ? { fields: count } : {}),
  }
}

/** A stable name for an unnamed link, from its ends and relation type. */
const nameless = (source: string, type: string, target: string): string => `${source}→${type}→${target}`

/** Parses a link's row; undefined if an end is missing. */
export function edgeOf(raw: unknown): GraphEdge | undefined {
  if (!isFields(raw) || typeof raw['kind'] !== 'string') return undefined
  const { kind, name } = raw
  const source = keyOfEnd(raw['source'] ?? raw['src'])
  const target = keyOfEnd(raw['destination'] ?? raw['dest'])
  if (source === undefined || target === undefined) return undefined
  const type = typeof raw['relation_type'] === 'string' ? raw['relation_type'] : kind
  const domain = typeof raw['domain'] === 'string' ? raw['domain'] : undefined
  const key =
    typeof name === 'string'
      ? elementKey({ domain: domain ?? name.split('.')[0] ?? '', name, kind })
      : nameless(source, type, target)
  return { key, kind, source, target, type }
}

/** Incrementally builds nodes and edges from index entries. */
export class IndexReader {
  readonly nodes: GraphNode[] = []
  readonly edges: GraphEdge[] = []
  /** Entries that could not be parsed; reported, never dropped silently. */
  refused = 0
  /** Whether the index lists elements; some servers' does not. */
  listsElements = false

  add(elements: readonly unknown[], links: readonly unknown[]): void {
    if (elements.length > 0) this.listsElements = true
    for (const raw of elements) {
      const node = nodeOf(raw)
      if (node === undefined) this.refused++
      else if (!isLinkKind(node.kind)) this.nodes.push(node)
    }
    for (const raw of links) {
      const edge = edgeOf(raw)
      if (edge === undefined) this.refused++
      else this.edges.push(edge)
    }
  }
}
