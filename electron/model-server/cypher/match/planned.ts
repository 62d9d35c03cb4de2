import type { Expression, RelationshipPattern, Span } from '#shared/spl/cypher/index.ts'
import type { Check, Evaluate } from '../compiler.ts'
import type { Hint } from './node-steps.ts'

/** A node of the patterns; all occurrences of a variable are one planned node. */
export interface PlannedNode {
  readonly slot: number
  readonly name: string
  readonly at: Span
  /** Bound before this MATCH. */
  readonly given: boolean
  readonly labels: (readonly string[])[]
  readonly hints: Hint[]
}

/** A property that must equal a value, and the slots that the value depends on. */
export interface PropertyTest {
  readonly key: string
  readonly value: Evaluate
  readonly needs: ReadonlySet<number>
}

export interface PlannedRelation {
  readonly pattern: RelationshipPattern
  readonly left: PlannedNode
  readonly right: PlannedNode
  readonly slot: number
  readonly given: boolean
  readonly shortest: { readonly mode: 'one' | 'all'; readonly pathSlot: number } | undefined
}

/** Conditions inside a relationship pattern. */
export interface RelationConditions {
  readonly properties: readonly PropertyTest[]
  readonly where:
    { readonly at: Expression; readonly evaluate: Evaluate; readonly needs: ReadonlySet<number> } | undefined
}

/** Work to do as soon as its slots are filled: check a condition, or build a path. */
export interface Pending {
  readonly needs: ReadonlySet<number>
  readonly fills?: number
  readonly check: Check
}
