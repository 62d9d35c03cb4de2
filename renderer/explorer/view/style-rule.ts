import { type Icon, kindFacts } from '../../graph/scene/kinds.ts'
import { HEATS, heatHue, stateHue } from '../../graph/scene/palette.ts'
import { stateOf, toneOfState } from '../graph/entity-state.ts'
import type { GraphNode } from '../graph/graph.ts'
import { heatStyle, shownValue, type Heat } from './heat.ts'

/** A style for matching nodes: by kind, domain, or the value of a field. */
export interface StyleRule {
  readonly by: 'kind' | 'domain' | 'field'
  /** The field's name, for `field`. */
  readonly field?: string | undefined
  /** The value to match; any number with a gradient. */
  readonly value: string
  readonly hue?: number | undefined
  /** Colours by the field's number, scaled to the range on the canvas. */
  readonly gradient?: boolean | undefined
  /** Colours by what an entity's state says, and captions it with the state; the field is the entity's own. */
  readonly states?: boolean | undefined
  /** Size factor. */
  readonly size?: number | undefined
  readonly icon?: Icon | undefined
  /** Field whose value is shown under the name. */
  readonly caption?: string | undefined
}

/** The effective style of a node after all rules. */
export interface NodeStyle {
  readonly hue: number
  /** Whether a rule sets the colour, so that the card is filled with it. */
  readonly coloured: boolean
  readonly size: number
  readonly icon?: Icon | undefined
  readonly caption?: string | undefined
}

/** What a node has in a field, as text; a path leads into nested ones. */
export function valueOf(node: GraphNode, field: string): string | undefined {
  let value: unknown = node.data ?? node
  for (const part of field.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

/** A field's numeric value; undefined if it has none. */
function numberOf(node: GraphNode, field = ''): number | undefined {
  const value = valueOf(node, field)?.trim()
  return value === undefined || value === '' || !Number.isFinite(Number(value)) ? undefined : Number(value)
}

/** Whether a rule matches a node. Field values are compared case-insensitively. */
export function ruleMatches(rule: StyleRule, node: GraphNode): boolean {
  if (rule.by === 'kind') return node.kind === rule.value
  if (rule.by === 'domain') return node.domain === rule.value
  if (rule.states) return stateOf(node) !== undefined
  if (rule.gradient) return numberOf(node, rule.field) !== undefined
  return valueOf(node, rule.field ?? '')?.toLowerCase() === rule.value.toLowerCase()
}

/** Minimum and maximum of a gradient's field; undefined if no node has a number. */
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

/** Colour, size and caption of a node under a heat map; grey without a value. */
function heated(heat: Heat, { key }: GraphNode): Omit<NodeStyle, 'coloured'> {
  const value = heat.values.get(key)
  if (value === undefined) return { hue: 0, size: 1 }
  return { ...heatStyle(heat, value), caption: shownValue(heat, value) }
}

/**
 * Computes node styles: the kind's, overridden by each matching rule in order, or by a heat map. Missing
 * nodes stay neutral.
 */
export function styleOf(
  rules: readonly StyleRule[],
  nodes: readonly GraphNode[],
  heat?: Heat,
): (node: GraphNode) => NodeStyle {
  const ranges = rules.map((rule) => (rule.gradient ? rangeOfRule(rule, nodes) : undefined))
  // Shared per kind: most nodes of a large graph have no override.
  const bare = new Map<string, NodeStyle>()
  const bareOf = (kind: string): NodeStyle => {
    const known = bare.get(kind) ?? { hue: kindFacts(kind).hue, coloured: false, size: 1 }
    bare.set(kind, known)
    return known
  }
  return (node) => {
    if (node.missing) return MISSING
    let style = bareOf(node.kind)
    // A heat map encodes colour and size, so rules do not apply with it.
    if (heat) return { ...style, ...heated(heat, node), coloured: true }
    for (const [place, rule] of rules.entries()) {
      if (!ruleMatches(rule, node)) continue
      const [least, greatest] = ranges[place] ?? [0, 0]
      const share =
        greatest > least ? ((numberOf(node, rule.field) ?? least) - least) / (greatest - least) : 0
      const state = rule.states ? stateOf(node) : undefined
      const tone = state === undefined ? undefined : toneOfState(state)
      const hue = tone ? stateHue(tone) : rule.gradient ? heatHue(Math.round(share * (HEATS - 1))) : rule.hue
      style = {
        hue: hue ?? style.hue,
        coloured: style.coloured || hue !== undefined,
        size: rule.size ?? style.size,
        icon: rule.icon ?? style.icon,
        caption:
          state ??
          (rule.caption === undefined ? style.caption : (valueOf(node, rule.caption) ?? style.caption)),
      }
    }
    return style
  }
}
