import type { StageKind } from './ast.ts'

/** Stages in the order a reader meets them. */
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
