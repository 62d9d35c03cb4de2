/**
 * Returns the candidates most similar to a mistyped name, best first: at most `count`, and none that differs
 * in more than half of its letters. Case is ignored, and a substring counts as similar.
 */
export function nearest(name: string, candidates: readonly string[], count = 3): string[] {
  const wanted = name.toLowerCase()
  return candidates
    .map((candidate) => ({ candidate, distance: likeness(wanted, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(wanted.length, candidate.length) / 2)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

/** Returns the edit distance, or less if one name contains the other. */
function likeness(wanted: string, candidate: string): number {
  const contained = wanted.length >= 4 && candidate.includes(wanted)
  const distance = editDistance(wanted, candidate)
  return contained ? Math.min(distance, 2 + distance / 100) : distance
}

/** Levenshtein distance in O(n·m) time and one row of memory. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
