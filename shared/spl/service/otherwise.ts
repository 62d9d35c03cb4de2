/** What another language writes otherwise, and how it is written here. */
interface Otherwise {
  readonly key: 'braced' | 'alias'
  readonly from: number
  readonly to: number
  readonly here: string
}

/** A parameter in braces, or an aggregate named before it, that overlaps a place where a query is refused. */
export function writtenOtherwise(text: string, from: number, to: number): Otherwise | undefined {
  for (const { 0: braced, 1: name = '', index } of text.matchAll(/\$\{\s*([A-Za-z_]\w*)\s*\}/g))
    if (index <= to && from <= index + braced.length)
      return { key: 'braced', from: index, to: index + braced.length, here: `$${name}` }
  const [, name] = /\|\s*stats\b[^|]*?\b([A-Za-z_]\w*)\s*$/.exec(text.slice(0, from)) ?? []
  const [assigned, value = ''] = /^=\s*([A-Za-z_]\w*\s*\([^()|]*\))/.exec(text.slice(from)) ?? []
  if (name === undefined || assigned === undefined) return undefined
  const start = text.slice(0, from).lastIndexOf(name)
  return { key: 'alias', from: start, to: from + assigned.length, here: `${value} as ${name}` }
}
