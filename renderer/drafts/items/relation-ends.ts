/** Keys of the two ends of a relation's key; empty if it is incomplete. The type may contain slashes. */
export function endsOf(key: string | undefined): readonly string[] {
  const parts = key?.split('/') ?? []
  const ends = [parts.slice(0, 3), parts.slice(-3)]
  return parts.length < 7 || ends.flat().includes('') ? [] : ends.map((end) => end.join('/'))
}
