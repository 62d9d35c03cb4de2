import { isMap, isScalar, isSeq, type Document, type Node } from 'yaml'

type Path = readonly (string | number)[]

/**
 * Splits a path such as `spec.fields[0].type` along a value. Names may contain dots, so the longest existing
 * name wins; a missing one extends to the next dot.
 */
export function stepsOf(path: string, value: unknown): Path {
  const steps: (string | number)[] = []
  let rest = path
  let at = value
  while (rest !== '') {
    const index = /^\.?\[(\d+)\]/.exec(rest)
    if (index) {
      steps.push(Number(index[1]))
      at = Array.isArray(at) ? (at as unknown[])[Number(index[1])] : undefined
      rest = rest.slice(index[0].length)
      continue
    }
    const text = rest.replace(/^\./, '')
    const name = nameAt(text, at)
    if (name === '') break
    steps.push(name)
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined
    rest = text.slice(name.length)
  }
  return steps
}

function nameAt(text: string, at: unknown): string {
  const plain = /^[^.[]+/.exec(text)?.[0] ?? ''
  if (typeof at !== 'object' || at === null || Array.isArray(at)) return plain
  const there = Object.keys(at)
    .filter(
      (name) =>
        text === name || (text.startsWith(name) && name !== '' && '.['.includes(text[name.length] ?? '')),
    )
    .sort((a, b) => b.length - a.length)
  return there[0] ?? plain
}

/**
 * Text range of a path: the member's name, or an item; if it is missing, its closest ancestor. Character
 * offsets.
 */
export function rangeOf(doc: Document, steps: Path): { readonly from: number; readonly to: number } {
  let node = doc.contents as Node | null
  let range = rangeOfNode(node, true)
  for (const step of steps) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step))
      if (!pair) return range
      range = rangeOfNode(pair.key as Node, false)
      node = pair.value as Node | null
    } else if (isSeq(node)) {
      const item = node.items[Number(step)] as Node | undefined
      if (!item) return range
      node = item
      range = rangeOfNode(item, true)
    } else return range
  }
  // The value is wrong, not its name.
  return isScalar(node) && node.range && node.range[1] > node.range[0] ? rangeOfNode(node, false) : range
}

/** Marks only the first name of a map or list, not the whole block. */
function rangeOfNode(node: Node | null, short: boolean): { from: number; to: number } {
  if (node === null || !node.range) return { from: 0, to: 0 }
  if (short && isMap(node)) {
    const key = node.items[0]?.key
    return key ? rangeOfNode(key as Node, false) : { from: node.range[0], to: node.range[1] }
  }
  return { from: node.range[0], to: node.range[1] }
}
