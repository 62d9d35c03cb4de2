import type { SyntaxNode } from '@lezer/common'

/** Returns the named children, without punctuation, comments and errors. */
export function children(node: SyntaxNode): SyntaxNode[] {
  const out: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (!child.type.isSkipped && /^[A-Z]/.test(child.name)) out.push(child)
  }
  return out
}

/** Returns the first child called `name`; the grammar guarantees that it exists. */
export function child(node: SyntaxNode, name: string): SyntaxNode {
  const found = node.getChild(name)
  if (!found) throw new Error(`${node.name} has no ${name}`)
  return found
}
