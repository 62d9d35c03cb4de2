/**
 * Abstract syntax of read-only openCypher. Every node has its half-open source range, already in the
 * coordinates of the caller's text (Cypher is usually embedded in SPL backticks).
 */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface CypherQuery extends Span {
  readonly parts: readonly SingleQuery[]
  /** `all[i]`: whether the union of part i and part i + 1 keeps duplicates. */
  readonly all: readonly boolean[]
}

export interface SingleQuery extends Span {
  readonly clauses: readonly Clause[]
}

export type Clause = MatchClause | UnwindClause | ProjectionClause

export interface MatchClause extends Span {
  readonly kind: 'match'
  readonly optional: boolean
  readonly patterns: readonly Pattern[]
  readonly where?: Expression
}

export interface UnwindClause extends Span {
  readonly kind: 'unwind'
  readonly list: Expression
  readonly variable: Variable
}

/** WITH and RETURN: the same projection, but only WITH filters and only RETURN ends a query. */
export interface ProjectionClause extends Span {
  readonly kind: 'with' | 'return'
  readonly distinct: boolean
  readonly star: boolean
  readonly items: readonly ProjectionItem[]
  readonly orderBy: readonly SortItem[]
  readonly skip?: Expression
  readonly limit?: Expression
  readonly where?: Expression
}

export interface ProjectionItem extends Span {
  readonly expression: Expression
  readonly alias?: string
  /** Source text of the expression, used to name a column without alias. */
  readonly text: string
}

export interface SortItem extends Span {
  readonly expression: Expression
  readonly descending: boolean
}

export interface Pattern extends Span {
  /** The path variable of `p = …`. */
  readonly path?: Variable
  readonly shortest?: 'one' | 'all'
  /** One more node than relationships; relationship i connects node i and node i + 1. */
  readonly nodes: readonly NodePattern[]
  readonly relationships: readonly RelationshipPattern[]
}

export interface NodePattern extends Span {
  readonly variable?: Variable
  /** A conjunction of groups; within a group any one label suffices. */
  readonly labels: readonly (readonly Name[])[]
  readonly properties?: MapExpression | ParameterExpression
  readonly where?: Expression
}

export type Direction = 'out' | 'in' | 'both'

export interface RelationshipPattern extends Span {
  readonly variable?: Variable
  readonly types: readonly Name[]
  readonly direction: Direction
  readonly range?: HopRange
  readonly properties?: MapExpression | ParameterExpression
  readonly where?: Expression
}

/** Range of hops of a variable-length relationship, inclusive; at most {@link MAX_HOPS}. */
export interface HopRange extends Span {
  readonly min: number
  readonly max: number
}

/**
 * Maximum depth of variable-length relationships (docs/spl.md#graph-calls): `*` and `*2..` stop here; larger
 * bounds are refused.
 */
export const MAX_HOPS = 16

export interface Name extends Span {
  readonly name: string
}
export interface Variable extends Name {
  readonly kind: 'variable'
}

export interface LiteralExpression extends Span {
  readonly kind: 'literal'
  readonly value: null | boolean | string | number
  /** True for number literals with a point or an exponent, which stay floating point even for integral values. */
  readonly float?: boolean
}
export interface ParameterExpression extends Span {
  readonly kind: 'parameter'
  readonly name: string
}
export interface PropertyExpression extends Span {
  readonly kind: 'property'
  readonly target: Expression
  readonly key: Name
}
export interface IndexExpression extends Span {
  readonly kind: 'index'
  readonly target: Expression
  readonly index: Expression
}
export interface SliceExpression extends Span {
  readonly kind: 'slice'
  readonly target: Expression
  readonly start?: Expression
  readonly end?: Expression
}
export interface ListExpression extends Span {
  readonly kind: 'list'
  readonly items: readonly Expression[]
}
export interface MapExpression extends Span {
  readonly kind: 'map'
  readonly entries: readonly { readonly key: Name; readonly value: Expression }[]
}
export interface MapProjection extends Span {
  readonly kind: 'mapProjection'
  readonly variable: Variable
  readonly entries: readonly MapProjectionEntry[]
}
export type MapProjectionEntry =
  | { readonly kind: 'all' }
  | { readonly kind: 'own'; readonly key: Name }
  | { readonly kind: 'entry'; readonly key: Name; readonly value: Expression }
export interface NotExpression extends Span {
  readonly kind: 'not'
  readonly operand: Expression
}
export interface SignExpression extends Span {
  readonly kind: 'sign'
  readonly negative: boolean
  readonly operand: Expression
}
export interface LogicExpression extends Span {
  readonly kind: 'and' | 'or' | 'xor'
  readonly operands: readonly Expression[]
}
export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>='
/** `a < b <= c` holds when every neighbouring pair does. */
export interface ComparisonExpression extends Span {
  readonly kind: 'comparison'
  readonly operands: readonly Expression[]
  readonly operators: readonly ComparisonOperator[]
}
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%' | '^'
export interface ArithmeticExpression extends Span {
  readonly kind: 'arithmetic'
  readonly operator: ArithmeticOperator
  readonly left: Expression
  readonly right: Expression
}
export interface StringTestExpression extends Span {
  readonly kind: 'stringTest'
  readonly operator: 'startsWith' | 'endsWith' | 'contains' | 'matches'
  readonly left: Expression
  readonly right: Expression
}
export interface MembershipExpression extends Span {
  readonly kind: 'membership'
  readonly item: Expression
  readonly list: Expression
}
export interface NullTestExpression extends Span {
  readonly kind: 'nullTest'
  readonly operand: Expression
  readonly negated: boolean
}
export interface LabelTestExpression extends Span {
  readonly kind: 'labelTest'
  readonly target: Expression
  readonly labels: readonly Name[]
}
export interface CallExpression extends Span {
  readonly kind: 'call'
  readonly name: Name
  readonly distinct: boolean
  readonly star: boolean
  readonly args: readonly Expression[]
}
export interface QuantifierExpression extends Span {
  readonly kind: 'quantifier'
  readonly mode: 'all' | 'any' | 'none' | 'single'
  readonly variable: Variable
  readonly list: Expression
  readonly predicate: Expression
}
export interface ReduceExpression extends Span {
  readonly kind: 'reduce'
  readonly accumulator: Variable
  readonly initial: Expression
  readonly variable: Variable
  readonly list: Expression
  readonly step: Expression
}
export interface CaseExpression extends Span {
  readonly kind: 'case'
  readonly subject?: Expression
  readonly branches: readonly { readonly when: Expression; readonly then: Expression }[]
  readonly otherwise?: Expression
}
export interface ListComprehension extends Span {
  readonly kind: 'listComprehension'
  readonly variable: Variable
  readonly list: Expression
  readonly where?: Expression
  readonly projection?: Expression
}
export interface PatternComprehension extends Span {
  readonly kind: 'patternComprehension'
  readonly pattern: Pattern
  readonly where?: Expression
  readonly projection: Expression
}
/** A pattern as an expression: true when it matches at least once. */
export interface PatternExpression extends Span {
  readonly kind: 'pattern'
  readonly pattern: Pattern
}
/** `EXISTS { … }`, `COUNT { … }` and `COLLECT { … }`. */
export interface SubqueryExpression extends Span {
  readonly kind: 'subquery'
  readonly mode: 'exists' | 'count' | 'collect'
  readonly query: SingleQuery
}

export type Expression =
  | LiteralExpression
  | ParameterExpression
  | (Variable & { readonly kind: 'variable' })
  | PropertyExpression
  | IndexExpression
  | SliceExpression
  | ListExpression
  | MapExpression
  | MapProjection
  | NotExpression
  | SignExpression
  | LogicExpression
  | ComparisonExpression
  | ArithmeticExpression
  | StringTestExpression
  | MembershipExpression
  | NullTestExpression
  | LabelTestExpression
  | CallExpression
  | QuantifierExpression
  | ReduceExpression
  | CaseExpression
  | ListComprehension
  | PatternComprehension
  | PatternExpression
  | SubqueryExpression
