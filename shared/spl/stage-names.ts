import type { StageKind } from './ast.ts'

/** The stages in the order in which a reader meets them. */
export const STAGE_NAMES: readonly StageKind[] = [
  'with',
  'where',
  'project',
  'sort',
  'limit',
  'offset',
  'extend',
  'stats',
  'distinct',
  'entity-call',
  'graph-call',
  'graph-match',
]
