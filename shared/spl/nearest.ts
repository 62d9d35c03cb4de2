/**
 * Returns the candidate most similar to `typed`, if close: at most one edit for short words, two for longer
 * ones (letter case counts as zero edits, a swap of neighbours or of words as one). Also finds a candidate that
 * starts with `typed`.
 */
export function nearest(typed: string, candidates: Iterable<string>): string | undefined {
  const word = typed.toLowerCase()
  // One sign is not similar to another.
  if (!/[\p{L}\p{N}]/u.test(word)) return undefined
  const limit = word.length <= 4 ? 1 : 2
  const words = sortedWords(word)
  let best: { readonly name: string; readonly distance: number } | undefined
  for (const name of candidates) {
    const other = name.toLowerCase()
    const edits = other !== word && sortedWords(other) === words ? 1 : editDistance(word, other, limit)
    const distance = word.length >= 3 && other.startsWith(word) ? Math.min(limit, edits) : edits
    if (distance <= limit && (!best || distance < best.distance)) best = { name, distance }
  }
  return best?.name
}

const sortedWords = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .sort()
    .join(' ')

function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(
        (previous[j - 1] ?? 0) + (same ? 0 : 1),
        (previous[j] ?? 0) + 1,
        (current[j - 1] ?? 0) + 1,
      )
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      current.push(cost)
    }
    before = previous
    previous = current
  }
  return previous[b.length] ?? 0
}
