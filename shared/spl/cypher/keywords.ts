import * as terms from '../generated/cypher.terms.ts'

/**
 * The reserved words of the grammar, upper case. Elsewhere than where the grammar expects them they may still be
 * labels, relation types, property keys and map keys; as variable names they need backticks (openCypher 9 §ReservedWord).
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
 * Lezer's external specialiser: the keyword's term for an identifier in any letter case, −1 for every other identifier.
 * Lezer also passes its stack, which the decision does not need.
 */
export function keywordTerm(identifier: string, _stack?: unknown): number {
  if (identifier.length > longest) return -1
  return termOf.get(identifier.toUpperCase()) ?? -1
}
