/** Quoted words without spaces from this length on, such as ids, are shortened in the middle. */
const LONG = 24
/** Letters kept at either end. */
const ENDS = 6

/** Shortens a query for a list: one line, long ids abbreviated, so that differences are visible. */
export function briefQuery(query: string): string {
  return query
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(['"])([^'"\s]+)\1/g, (whole, quote: string, word: string) =>
      word.length >= LONG ? `${quote}${word.slice(0, ENDS)}…${word.slice(-ENDS)}${quote}` : whole,
    )
    .trim()
}
