import { isMap, isScalar, isSeq, type Document, type Node } from 'yaml'

type Path = readonly (string | number)[]

/**
 * The steps of a path such as `spec.fields[0].type` through a value. Names may hold dots themselves, so the longest name that is
 * there wins; what is not there is taken up to the next dot.
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

/** Where the path is in the text: the member's name, or an item; where it is missing, what should hold it. Character offsets. */
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
  // What is written there is what is wrong, not its name.
  return isScalar(node) && node.range && node.range[1] > node.range[0] ? rangeOfNode(node, false) : range
}

/** A whole map or list would paint the page red; its first name says enough. */
function rangeOfNode(node: Node | null, short: boolean): { from: number; to: number } {
  if (node === null || !node.range) return { from: 0, to: 0 }
  if (short && isMap(node)) {
    const key = node.items[0]?.key
    return key ? rangeOfNode(key as Node, false) : { from: node.range[0], to: node.range[1] }
  }
  return { from: node.range[0], to: node.range[1] }
}
