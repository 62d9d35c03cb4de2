import type { Expression, RelationshipPattern, Span } from '#shared/spl/cypher/index.ts'
import type { Check, Evaluate } from '../compiler.ts'
import type { Hint } from './node-steps.ts'

/** A node of the patterns; the same variable in several places is one planned node. */
export interface PlannedNode {
  readonly slot: number
  readonly name: string
  readonly at: Span
  /** Bound before this MATCH began. */
  readonly given: boolean
  readonly labels: (readonly string[])[]
  readonly hints: Hint[]
}

/** A property that has to equal a value, and the slots the value is computed from. */
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

/** The conditions written inside a relationship pattern. */
export interface RelationConditions {
  readonly properties: readonly PropertyTest[]
  readonly where:
    { readonly at: Expression; readonly evaluate: Evaluate; readonly needs: ReadonlySet<number> } | undefined
}

/** Something to do as soon as the slots it needs are filled: judge a condition, or build a path. */
export interface Pending {
  readonly needs: ReadonlySet<number>
  readonly fills?: number
  readonly check: Check
}
