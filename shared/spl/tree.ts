import type { SyntaxNode } from '@lezer/common'

/** Children with a name, i.e. without the punctuation, comments and errors between them. */
export function children(node: SyntaxNode): SyntaxNode[] {
  const out: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (!child.type.isSkipped && /^[A-Z]/.test(child.name)) out.push(child)
  }
  return out
}

/** The first child called `name`; the grammar guarantees it where this is used. */
export function child(node: SyntaxNode, name: string): SyntaxNode {
  const found = node.getChild(name)
  if (!found) throw new Error(`${node.name} has no ${name}`)
  return found
}
