import { type Query, parseSpl, refusalOf } from '#shared/spl/index.ts'

/** Queries kept parsed, and the longest of them, in characters: at most a few megabytes. */
const MOST = 256
const LONGEST = 4_096

const parsed = new Map<string, Query>()

/**
 * A query's tree. Clients send the same few texts again and again, with other parameters; a tree is immutable, so the latest
 * are kept.
 *
 * @throws SplError
 */
export function parsedQuery(text: string): Query {
  const known = parsed.get(text)
  if (known) {
    // To the end of the line: the first is the one that was not asked for the longest.
    parsed.delete(text)
    parsed.set(text, known)
    return known
  }
  const query = parseSpl(text)
  const refusal = refusalOf(query)
  if (refusal) throw refusal
  if (text.length > LONGEST) return query
  if (parsed.size === MOST) parsed.delete(parsed.keys().next().value as string)
  parsed.set(text, query)
  return query
}
