// Why the editor does not read its text with CodeMirror's `LRLanguage`: that makes one tree of the whole text, in which a quote
// that is still open would swallow every statement behind it. A line that begins with a source begins a new statement
// whatever is open before it, so each statement has a tree of its own, kept from change to change as LRLanguage would.
import { StateField, type ChangeDesc, type EditorState, type Extension } from '@codemirror/state'
import { TreeFragment, type ChangedRange, type Parser, type Tree } from '@lezer/common'

/** What of a statement is known from its last reading. */
interface Kept {
  readonly length: number
  /** Parts of the last tree that still hold, in characters of the statement as it is now. */
  readonly fragments: readonly TreeFragment[]
  /** Undefined once the statement was changed and not yet read again. */
  readonly tree: Tree | undefined
}

/** Statements remembered at once; more than are ever in sight. */
const MAX_KEPT = 400

/** The same reading for a statement of another length: what goes beyond the shorter one is read again. */
function fitted({ length, fragments }: Kept, actual: number): readonly TreeFragment[] {
  if (actual === length) return fragments
  const same = Math.min(actual, length)
  return TreeFragment.applyChanges(fragments, [{ fromA: same, toA: length, fromB: same, toB: actual }])
}

/** What still holds of a statement that began at `from`, and where it begins now; undefined when nothing is worth keeping. */
function afterChange(
  from: number,
  kept: Kept,
  changes: ChangeDesc,
): { readonly from: number; readonly kept: Kept } | undefined {
  const to = from + kept.length
  const touching: ChangedRange[] = []
  let start = from
  let lost = false
  let grown = 0
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    if (toA < from || (fromA < from && toA === from)) start += toB - fromB - (toA - fromA)
    else if (fromA < from) lost = true
    else if (fromA <= to) {
      const begin = fromA - from
      const end = Math.min(toA, to) - from
      const inserted = toB - fromB
      touching.push({ fromA: begin, toA: end, fromB: begin + grown, toB: begin + grown + inserted })
      grown += inserted - (end - begin)
    }
  })
  if (lost) return undefined
  if (touching.length === 0) return { from: start, kept }
  const fragments = TreeFragment.applyChanges(kept.fragments, touching)
  return { from: start, kept: { length: kept.length + grown, fragments, tree: undefined } }
}

/**
 * Trees of the statements, each read anew only where it was changed. Colours, hover, completion and signature help all look
 * at the same tree, so a key costs one short reading, however long its statement is.
 */
class StatementTrees {
  readonly #parser: Parser
  readonly #kept: Map<number, Kept>

  constructor(parser: Parser, kept: Map<number, Kept> = new Map()) {
    this.#parser = parser
    this.#kept = kept
  }

  /** The trees behind a change of the text. */
  after(changes: ChangeDesc): StatementTrees {
    const next = new Map<number, Kept>()
    for (const [from, kept] of this.#kept) {
      const moved = afterChange(from, kept, changes)
      if (moved) next.set(moved.from, moved.kept)
    }
    return new StatementTrees(this.#parser, next)
  }

  /** The tree of the statement that begins at `from`; its places count from there. */
  read(from: number, text: string): Tree {
    const kept = this.#kept.get(from)
    if (kept?.tree && kept.length === text.length) return kept.tree
    const tree = this.#parser.parse(text, kept ? fitted(kept, text.length) : [])
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear()
    this.#kept.set(from, { length: text.length, fragments: TreeFragment.addTree(tree), tree })
    return tree
  }
}

/** The trees of an editor, and the way to ask for one. */
export function treesOf(parser: Parser): {
  readonly extension: Extension
  treeAt(state: EditorState, statement: { readonly from: number; readonly text: string }): Tree
} {
  const field = StateField.define<StatementTrees>({
    create: () => new StatementTrees(parser),
    update: (trees, { docChanged, changes }) => (docChanged ? trees.after(changes) : trees),
  })
  return {
    extension: field,
    treeAt: (state, { from, text }) => state.field(field, false)?.read(from, text) ?? parser.parse(text),
  }
}
