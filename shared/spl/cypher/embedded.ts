/**
 * Maps positions in an unquoted text to the query that holds it quoted: escapes and doubled backticks take two
 * characters there.
 * @param written the text between the quotes
 * @param from where it begins in the query
 */
export function unquotedOffsets(written: string, quote: string, from: number): (position: number) => number {
  const places: number[] = []
  for (let at = 0; at < written.length; at++) {
    places.push(from + at)
    const next = written[at + 1]
    const pair =
      quote === '`'
        ? written[at] === '`' && next === '`'
        : written[at] === '\\' && (next === quote || next === '\\')
    if (pair) at++
  }
  return (position) => places[position] ?? from + written.length
}
