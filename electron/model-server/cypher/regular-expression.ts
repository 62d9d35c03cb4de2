import { type Span, planError } from '#shared/spl/cypher/index.ts'
import { RegularExpressionError, compileRegularExpression } from '#shared/spl/regular-expression.ts'

/** Patterns usually come from a literal and are asked for row after row. */
const compiled = new Map<string, (text: string) => boolean>()
const MAX_COMPILED = 64

/** The test of a `=~` pattern; a broken pattern is a QUERY_PLAN_ERROR at `at`. */
export function regularExpression(pattern: string, at: Span): (text: string) => boolean {
  const known = compiled.get(pattern)
  if (known) return known
  try {
    const test = compileRegularExpression(pattern)
    if (compiled.size >= MAX_COMPILED) compiled.clear()
    compiled.set(pattern, test)
    return test
  } catch (error) {
    if (error instanceof RegularExpressionError) throw planError(at, error.message)
    throw error
  }
}
