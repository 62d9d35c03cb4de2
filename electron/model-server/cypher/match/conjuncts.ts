import type { Expression } from '#shared/spl/cypher/index.ts'

/** The conditions that all have to hold for `where` to hold. */
export function conjunctsOf(where: Expression | undefined): readonly Expression[] {
  if (!where) return []
  return where.kind === 'and' ? where.operands.flatMap(conjunctsOf) : [where]
}

/**
 * Names of all variables that occur anywhere in a syntax tree. Names that an inner expression binds itself are among
 * them, which may delay a condition by a step but never lets it run too early.
 */
export function variablesIn(node: unknown, into = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const item of node) variablesIn(item, into)
  else if (node !== null && typeof node === 'object') {
    if ('kind' in node && node.kind === 'variable' && 'name' in node) into.add(String(node.name))
    for (const inner of Object.values(node)) variablesIn(inner, into)
  }
  return into
}
