import type { GraphNode } from '../graph/graph.ts'
import { kindFacts } from '../../graph/scene/kinds.ts'

/** Gives nodes another hue: all of a kind, of a domain, or with a field of some value. */
export interface StyleRule {
  readonly by: 'kind' | 'domain' | 'field'
  /** The field's name, for `field`. */
  readonly field?: string
  readonly value: string
  readonly hue: number
}

function valueOf(node: GraphNode, field: string): string | undefined {
  let value: unknown = node.data ?? node
  for (const part of field.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

/** Whether a rule speaks of this node. Field values are compared without regard to case. */
export function ruleMatches(rule: StyleRule, node: GraphNode): boolean {
  if (rule.by === 'kind') return node.kind === rule.value
  if (rule.by === 'domain') return node.domain === rule.value
  return valueOf(node, rule.field ?? '')?.toLowerCase() === rule.value.toLowerCase()
}

/** The hue of a node: the last rule that matches, else its kind's. Missing nodes stay neutral. */
export function hueOf(rules: readonly StyleRule[], node: GraphNode): number {
  if (node.missing) return 0
  return rules.findLast((rule) => ruleMatches(rule, node))?.hue ?? kindFacts(node.kind).hue
}
