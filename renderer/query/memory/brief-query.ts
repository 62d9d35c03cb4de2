/** Quoted words without a space from this many letters on, such as ids, lose their middle. */
const LONG = 20
/** Letters of such a word that stay at either end. */
const ENDS = 6

/** A query as it is listed: on one line, long ids without their middle, so that what differs between queries is seen. */
export function briefQuery(query: string): string {
  return query
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(['"])([^'"\s]+)\1/g, (whole, quote: string, word: string) =>
      word.length >= LONG ? `${quote}${word.slice(0, ENDS)}…${word.slice(-ENDS)}${quote}` : whole,
    )
    .trim()
}
