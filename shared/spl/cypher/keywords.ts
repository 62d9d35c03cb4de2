import * as terms from '../generated/cypher.terms.ts'

/**
 * Reserved words of the grammar, upper case. Where the grammar does not expect them they may still be labels,
 * relation types, property keys and map keys; as variable names they need backticks (openCypher 9
 * §ReservedWord).
 */
export const CYPHER_KEYWORDS = [
  'ALL',
  'AND',
  'AS',
  'ASC',
  'ASCENDING',
  'BY',
  'CASE',
  'CONTAINS',
  'DESC',
  'DESCENDING',
  'DISTINCT',
  'ELSE',
  'END',
  'ENDS',
  'EXISTS',
  'FALSE',
  'IN',
  'IS',
  'LIMIT',
  'MATCH',
  'NOT',
  'NULL',
  'OPTIONAL',
  'OR',
  'ORDER',
  'RETURN',
  'SKIP',
  'STARTS',
  'THEN',
  'TRUE',
  'UNION',
  'UNWIND',
  'WHEN',
  'WHERE',
  'WITH',
  'XOR',
] as const

const reserved = new Set<string>(CYPHER_KEYWORDS)
const termOf = new Map(Object.entries(terms).filter(([word]) => reserved.has(word)))
const longest = Math.max(...CYPHER_KEYWORDS.map((word) => word.length))

/**
 * Lezer's external specialiser: returns the keyword's term for an identifier in any letter case, −1 for any
 * other identifier. Lezer also passes its stack, which is not needed.
 */
export function keywordTerm(identifier: string, _stack?: unknown): number {
  if (identifier.length > longest) return -1
  return termOf.get(identifier.toUpperCase()) ?? -1
}
