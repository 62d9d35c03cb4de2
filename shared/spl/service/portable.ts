import type { Condition, Query, Span, Stage } from '../ast.ts'
import { parseSpl } from '../parse.ts'
import type { Diagnostic } from './diagnose.ts'

/** Stages that only our service has (docs/decisions.md#model-service). */
const OWN_STAGES = new Set<Stage['kind']>(['distinct', 'extend', 'offset', 'stats'])
const OWN_OPERATORS = new Set(['=~', '!~'])

/** Display name of a part of a stage that other graph-model services lack. */
type Own = Span & { readonly word: string }

/** Other services allow only a single comparison in `where`: no `and`, lists or patterns. */
function ownCondition(condition: Condition): Own | undefined {
  const { from, to, kind } = condition
  if (kind !== 'compare') return { from, to, word: `where … ${kind === 'null' ? 'is null' : kind}` }
  return OWN_OPERATORS.has(condition.operator) ? { from, to, word: condition.operator } : undefined
}

function ownPart(stage: Stage): Own | undefined {
  const { from, to, kind } = stage
  if (OWN_STAGES.has(kind)) return { from, to: from + kind.length, word: kind }
  if (kind === 'where') return ownCondition(stage.condition)
  const [, second] = kind === 'sort' ? stage.keys : []
  if (second) return { from: second.field.from, to, word: `sort …, ${second.field.name}` }
  const renamed = kind === 'project' ? stage.columns.find(({ as }) => as)?.as : undefined
  return renamed && { from: renamed.from, to: renamed.to, word: 'project … as' }
}

/**
 * Reports what other graph-model services may refuse in a statement. Reports nothing for a statement with
 * errors, which matter more.
 */
export function portabilityDiagnostics(text: string): Diagnostic[] {
  let query: Query
  try {
    query = parseSpl(text)
  } catch {
    return []
  }
  return query.stages.flatMap((stage): Diagnostic[] => {
    const own = ownPart(stage)
    if (!own) return []
    const { from, to, word } = own
    return [{ severity: 'warning', from, to, message: { key: 'own', values: { word } }, fixes: [] }]
  })
}
