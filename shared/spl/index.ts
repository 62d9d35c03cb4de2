export type {
  Aggregate,
  Argument,
  CompareOperator,
  Condition,
  Expression,
  Field,
  NodeValue,
  Pair,
  Query,
  SourceName,
  Span,
  Stage,
  StageKind,
  StageOf,
  Value,
} from './ast.ts'
export { SOURCES } from './ast.ts'
export { SplError, choices } from './error.ts'
export type { SplErrorDetails } from './error.ts'
export { expectedAfter } from './expected.ts'
export { nearest } from './nearest.ts'
export { MAX_NESTING, MAX_QUERY_LENGTH, lintSpl, parseSpl } from './parse.ts'
export { STAGE_NAMES } from './stage-names.ts'
