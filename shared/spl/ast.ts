/** Character range in the query text: 0-based, `to` exclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

export const SOURCES = ['.model', '.entity_set', '.entity', '.topo', '.runbook_set'] as const
export type SourceName = (typeof SOURCES)[number]

/**
 * A literal or placeholder as written. Bare words are strings unless they parse as a number or boolean
 * (docs/spl.md#values).
 */
export type Value = Span &
  (
    | {
        readonly kind: 'string'
        readonly value: string
        readonly quote: "'" | '"' | '`' | ''
      }
    | { readonly kind: 'number'; readonly value: number; readonly written: string }
    | { readonly kind: 'boolean'; readonly value: boolean }
    | { readonly kind: 'parameter'; readonly name: string }
    | { readonly kind: 'list'; readonly items: readonly Value[] }
    | NodeValue
  )

/** A node argument of a graph call: `(:"domain@type" {__entity_id__: '…'})`. */
export interface NodeValue extends Span {
  readonly kind: 'node'
  readonly label: string
  readonly properties: readonly Pair[]
}

export interface Field extends Span {
  readonly name: string
}

export interface Pair extends Span {
  readonly key: Field
  readonly value: Value
}

export type CompareOperator = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~' | '=~' | '!~'

export type Condition = Span &
  (
    | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition }
    | { readonly kind: 'not'; readonly operand: Condition }
    | {
        readonly kind: 'compare'
        readonly field: Field
        readonly operator: CompareOperator
        readonly value: Value
      }
    | { readonly kind: 'in'; readonly field: Field; readonly negated: boolean; readonly value: Value }
    | { readonly kind: 'like'; readonly field: Field; readonly negated: boolean; readonly value: Value }
    | { readonly kind: 'null'; readonly field: Field; readonly negated: boolean }
  )

export type Expression = Span &
  (
    | { readonly kind: 'field'; readonly name: string }
    | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
    | { readonly kind: 'parameter'; readonly name: string }
    | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
    | { readonly kind: 'negative' | 'not'; readonly operand: Expression }
    | {
        readonly kind: 'binary'
        readonly operator: string
        readonly left: Expression
        readonly right: Expression
      }
  )

export interface Aggregate extends Span {
  readonly name: string
  /** Undefined for `count()` and `count(*)`. */
  readonly field?: Field
  readonly distinct: boolean
  /** The alias, or a name derived from function and field. */
  readonly as: string
}

export interface Argument extends Span {
  readonly key?: Field
  readonly value: Value
}

export type Stage = Span &
  (
    | { readonly kind: 'with'; readonly pairs: readonly Pair[] }
    | { readonly kind: 'where'; readonly condition: Condition }
    | {
        readonly kind: 'project'
        readonly columns: readonly { readonly field: Field; readonly as?: Field }[]
      }
    | {
        readonly kind: 'sort'
        readonly keys: readonly { readonly field: Field; readonly descending: boolean }[]
      }
    | { readonly kind: 'limit' | 'offset'; readonly count: Value }
    | { readonly kind: 'distinct'; readonly fields: readonly Field[] }
    | {
        readonly kind: 'extend'
        readonly assignments: readonly { readonly target: Field; readonly expression: Expression }[]
      }
    | { readonly kind: 'stats'; readonly aggregates: readonly Aggregate[]; readonly by: readonly Field[] }
    | {
        readonly kind: 'entity-call' | 'graph-call'
        readonly method: Field
        readonly args: readonly Argument[]
      }
    | { readonly kind: 'graph-match'; readonly pattern: string; readonly patternFrom: number }
  )

export type StageKind = Stage['kind']
export type StageOf<K extends StageKind> = Stage & { readonly kind: K }

export interface Query {
  readonly text: string
  readonly source: Span & { readonly name: SourceName }
  readonly stages: readonly Stage[]
}
