import { type Icon, kindFacts } from '../../graph/scene/kinds.ts'
import { HEATS, heatHue } from '../../graph/scene/palette.ts'
import { showNumber } from '../../i18n/text.ts'
import type { GraphNode } from '../graph/graph.ts'
import { type Heat, heatLook } from './heat.ts'

/** How nodes look that match: all of a kind, of a domain, or with a field of some value. */
export interface StyleRule {
  readonly by: 'kind' | 'domain' | 'field'
  /** The field's name, for `field`. */
  readonly field?: string | undefined
  /** What it holds; with a gradient any number. */
  readonly value: string
  readonly hue?: number | undefined
  /** Colours by the field's number, from the least to the greatest on the canvas. */
  readonly gradient?: boolean | undefined
  /** How many times as large as others. */
  readonly size?: number | undefined
  readonly icon?: Icon | undefined
  /** The field whose value stands under the name. */
  readonly caption?: string | undefined
}

/** What a node looks like once all rules have spoken. */
export interface NodeStyle {
  readonly hue: number
  /** Whether a rule coloured it, so that its card wears the colour. */
  readonly coloured: boolean
  readonly size: number
  readonly icon?: Icon | undefined
  readonly caption?: string | undefined
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

/** A field's number; undefined where it holds none. */
function numberOf(node: GraphNode, field = ''): number | undefined {
  const value = valueOf(node, field)?.trim()
  return value === undefined || value === '' || !Number.isFinite(Number(value)) ? undefined : Number(value)
}

/** Whether a rule speaks of this node. Field values are compared without regard to case. */
export function ruleMatches(rule: StyleRule, node: GraphNode): boolean {
  if (rule.by === 'kind') return node.kind === rule.value
  if (rule.by === 'domain') return node.domain === rule.value
  if (rule.gradient) return numberOf(node, rule.field) !== undefined
  return valueOf(node, rule.field ?? '')?.toLowerCase() === rule.value.toLowerCase()
}

/** The least and the greatest number of a gradient; undefined where no node has one. */
export function rangeOfRule(rule: StyleRule, nodes: readonly GraphNode[]): [number, number] | undefined {
  let range: [number, number] | undefined
  for (const node of nodes) {
    const value = numberOf(node, rule.field)
    if (value !== undefined)
      range = range ? [Math.min(range[0], value), Math.max(range[1], value)] : [value, value]
  }
  return range
}

const MISSING: NodeStyle = { hue: 0, coloured: false, size: 1 }

/** Colour, size and number of a node under a heat; grey without a value. */
function heated(heat: Heat, { key }: GraphNode): Omit<NodeStyle, 'coloured'> {
  const value = heat.values.get(key)
  if (value === undefined) return { hue: 0, size: 1 }
  const number = showNumber(value, { maximumSignificantDigits: 4 })
  return { ...heatLook(heat, value), caption: `${number} ${heat.unit}`.trim() }
}

/** The looks of nodes: those of their kinds, changed by every rule that matches, the last one the strongest, or those of a heat. Missing nodes stay neutral. */
export function styleOf(
  rules: readonly StyleRule[],
  nodes: readonly GraphNode[],
  heat?: Heat,
): (node: GraphNode) => NodeStyle {
  const ranges = rules.map((rule) => (rule.gradient ? rangeOfRule(rule, nodes) : undefined))
  // Made once per kind: most nodes of a large graph wear nothing else.
  const bare = new Map<string, NodeStyle>()
  const bareOf = (kind: string): NodeStyle => {
    const known = bare.get(kind) ?? { hue: kindFacts(kind).hue, coloured: false, size: 1 }
    bare.set(kind, known)
    return known
  }
  return (node) => {
    if (node.missing) return MISSING
    let style = bareOf(node.kind)
    // A heat is read by colour and size alone, so that no rule speaks beside it.
    if (heat) return { ...style, ...heated(heat, node), coloured: true }
    for (const [place, rule] of rules.entries()) {
      if (!ruleMatches(rule, node)) continue
      const [least, greatest] = ranges[place] ?? [0, 0]
      const share =
        greatest > least ? ((numberOf(node, rule.field) ?? least) - least) / (greatest - least) : 0
      const hue = rule.gradient ? heatHue(Math.round(share * (HEATS - 1))) : rule.hue
      style = {
        hue: hue ?? style.hue,
        coloured: style.coloured || hue !== undefined,
        size: rule.size ?? style.size,
        icon: rule.icon ?? style.icon,
        caption: rule.caption === undefined ? style.caption : (valueOf(node, rule.caption) ?? style.caption),
      }
    }
    return style
  }
}
