/**
 * The candidate most like `typed`, if one is near: at most one edit for short words and two for longer ones
 * (Damerau-Levenshtein without letter case).
 */
export function nearest(typed: string, candidates: Iterable<string>): string | undefined {
  const limit = typed.length <= 4 ? 1 : 2
  let best: { name: string; distance: number } | undefined
  for (const name of candidates) {
    if (Math.abs(name.length - typed.length) > limit) continue
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase())
    if (distance <= limit && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { name, distance }
  }
  return best?.name
}

function editDistance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replace = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let cost = Math.min(replace, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      current.push(cost)
    }
    before = previous
    previous = current
  }
  return previous[b.length] ?? 0
}
