import { commentEnd, quotedEnd } from './statements.ts'

/**
 * Returns the `$name` placeholders in a text, in order of appearance. Includes quoted ones, because the
 * server also fills `'$name'` (docs/spl.md#values), but not those in comments.
 */
export function parameterNames(text: string): string[] {
  const names = new Set<string>()
  const collect = (part: string): void => {
    for (const [, name = ''] of part.matchAll(/\$([A-Za-z_][A-Za-z0-9_]*)/g)) names.add(name)
  }
  let plain = 0
  for (let at = 0; at < text.length;) {
    const quote = text[at] === '"' || text[at] === "'" || text[at] === '`'
    const end = quote ? quotedEnd(text, at) : commentEnd(text, at)
    if (end === at) {
      at++
      continue
    }
    collect(text.slice(plain, quote ? end : at))
    plain = end
    at = end
  }
  collect(text.slice(plain))
  return [...names]
}
