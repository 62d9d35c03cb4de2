import { jsonLanguage } from '@codemirror/lang-json'
import { foldService } from '@codemirror/language'
import {
  EditorState,
  RangeSet,
  StateField,
  type ChangeDesc,
  type Extension,
  type Range,
} from '@codemirror/state'
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view'
import {
  parseMixed,
  type Input,
  type SyntaxNodeRef,
  TreeFragment,
  type ChangedRange,
  type Parser,
  type Tree,
} from '@lezer/common'
import { highlightTree, styleTags, tags } from '@lezer/highlight'
import { parser as cypherBase } from '#shared/spl/generated/cypher.ts'
import { CYPHER_KEYWORDS } from '#shared/spl/cypher/index.ts'
import { parser as splBase } from '#shared/spl/generated/spl.ts'
import { situationAt, type Reading, type Situation } from '#shared/spl/service/context.ts'
import { colours } from '../editor/theme.ts'
import { followSources, statementsNear, stretchAround } from './visible-statements.ts'

// Why not CodeMirror's `LRLanguage`: it parses the text into one tree, in which an unclosed quote would
// swallow all statements after it. A line that begins with a source always starts a new statement, so each
// statement has its own tree, parsed incrementally as LRLanguage would.

/** Parse state of a statement. */
interface ParseState {
  readonly length: number
  /** Reusable parts of the last tree, in offsets of the current statement. */
  readonly fragments: readonly TreeFragment[]
  /** Undefined while the statement has changed and is not yet reparsed. */
  readonly tree: Tree | undefined
}

/** Maximum number of cached statements; more than are ever visible. */
const MAX_STATES = 400

/** Fits a statement's parse state to another length: what extends beyond the shorter one is reparsed. */
function fitted({ length, fragments }: ParseState, actual: number): readonly TreeFragment[] {
  if (actual === length) return fragments
  const same = Math.min(actual, length)
  return TreeFragment.applyChanges(fragments, [{ fromA: same, toA: length, fromB: same, toB: actual }])
}

/**
 * The reusable parse state after a change of the statement at `from`, and its new start; undefined if nothing
 * is reusable.
 */
function afterChange(
  from: number,
  state: ParseState,
  changes: ChangeDesc,
): { readonly from: number; readonly state: ParseState } | undefined {
  const to = from + state.length
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
  if (touching.length === 0) return { from: start, state }
  const fragments = TreeFragment.applyChanges(state.fragments, touching)
  return { from: start, state: { length: state.length + grown, fragments, tree: undefined } }
}

/**
 * Incremental parse trees, one per statement. Highlighting, hover, completion and signature help share them,
 * so a key press costs one short reparse however long the statement is.
 */
class StatementTrees {
  readonly #parser: Parser
  readonly #states: Map<number, ParseState>

  constructor(parser: Parser, states: Map<number, ParseState> = new Map()) {
    this.#parser = parser
    this.#states = states
  }

  /** Maps the trees through a change of the text. */
  after(changes: ChangeDesc): StatementTrees {
    const next = new Map<number, ParseState>()
    for (const [from, state] of this.#states) {
      const moved = afterChange(from, state, changes)
      if (moved) next.set(moved.from, moved.state)
    }
    return new StatementTrees(this.#parser, next)
  }

  /** Returns the tree of the statement at `from`; offsets are relative to it. */
  read(from: number, text: string): Tree {
    const state = this.#states.get(from)
    if (state?.tree && state.length === text.length) return state.tree
    const tree = this.#parser.parse(text, state ? fitted(state, text.length) : [])
    if (this.#states.size >= MAX_STATES) this.#states.clear()
    this.#states.set(from, { length: text.length, fragments: TreeFragment.addTree(tree), tree })
    return tree
  }
}

/** The state field with the trees of an editor, and its accessor. */
function treesOf(parser: Parser): {
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

const cypherStyle = styleTags({
  [CYPHER_KEYWORDS.join(' ')]: tags.keyword,
  'Variable/...': tags.variableName,
  'Labels/... LabelGroup/... TestedLabel/... RelationshipTypes/...': tags.typeName,
  'Property/Name MapEntry/Name OwnProperty/Name': tags.propertyName,
  'Call/Variable Quantifier/Variable': tags.function(tags.variableName),
  String: tags.string,
  'Integer Float': tags.number,
  'Boolean/... Null/...': tags.bool,
  Parameter: tags.special(tags.variableName),
  'ComparisonOperator SumOperator ProductOperator SignOperator Matches Star': tags.operator,
  'LineComment BlockComment': tags.comment,
})

/** Nodes whose keywords (`and`, `like`, `by`, …) have no node of their own. */
const splStyle = styleTags({
  Source: tags.definitionKeyword,
  StageName: tags.keyword,
  'And Or Not Membership Likeness NullTest Contains Column Aggregate': tags.operatorKeyword,
  'Stats Asc Desc DistinctMark AndExpression OrExpression NotExpression': tags.operatorKeyword,
  'Key PropertyKey': tags.propertyName,
  'Field Target FieldRef': tags.variableName,
  'MethodName FunctionName CallName': tags.function(tags.variableName),
  Label: tags.typeName,
  NodeVariable: tags.variableName,
  'String Label/String': tags.string,
  Backtick: tags.string,
  Bare: tags.atom,
  'Number Constant': tags.number,
  Parameter: tags.special(tags.variableName),
  'CompareOp PlusOp TimesOp': tags.compareOperator,
  MatchPattern: tags.string,
  Comment: tags.comment,
  '( ) [ ] { }': tags.bracket,
})

const cypher = cypherBase.configure({ props: [cypherStyle] })

/**
 * Nested languages: Cypher in the backticks of `cypher(…)`, JSON in strings that contain an object or a list.
 */
function inside(node: SyntaxNodeRef, input: Input) {
  const { name, from, to } = node
  if (to - from < 4) return null
  if (name === 'Backtick' && node.node.parent?.name === 'GraphCall') {
    return { parser: cypher, overlay: [{ from: from + 1, to: to - 1 }] }
  }
  if (name === 'MatchPattern') return { parser: cypher }
  if (name !== 'String') return null
  const text = input.read(from + 1, to - 1).trim()
  if (!/^\{\s*["}]/.test(text) && !/^\[\s*["[{\d]/.test(text)) return null
  return { parser: jsonLanguage.parser, overlay: [{ from: from + 1, to: to - 1 }] }
}

/** Plain SPL; shares its node types with the mixed parser, so each can continue the other's trees. */
const splParser = splBase.configure({ props: [splStyle] })
/** SPL with nested Cypher and JSON. */
export const mixedParser = splParser.configure({ wrap: parseMixed(inside) })

const { extension: statementTrees, treeAt } = treesOf(mixedParser)
export { treeAt }

/** A statement's tree, and the parser that can continue it. */
export const readingOf = (
  state: EditorState,
  statement: { readonly from: number; readonly text: string },
): Reading => ({ parser: splParser, tree: treeAt(state, statement) })

/** The language service's context at the cursor, from its tree. */
export function situationIn(
  state: EditorState,
  statement: { readonly from: number; readonly text: string },
  cursor: number,
): Situation {
  return situationAt(statement.text, cursor - statement.from, readingOf(state, statement))
}

const COMMENT = Decoration.mark({ class: 'cm-note' })
const marks = new Map<string, Decoration>()

function markOf(classes: string): Decoration {
  const known = marks.get(classes) ?? Decoration.mark({ class: classes })
  marks.set(classes, known)
  return known
}

/** A part of a text. */
interface Part {
  readonly from: number
  readonly to: number
}

/** The highlighting of a part of the text, in order. */
function marksIn(state: EditorState, { from, to }: Part): Range<Decoration>[] {
  const found: Range<Decoration>[] = []
  let at = from
  for (const statement of statementsNear(state.doc, from, to)) {
    found.push(...commentsIn(state, at, statement.from))
    highlightTree(
      treeAt(state, statement),
      colours,
      (start, end, classes) =>
        found.push(markOf(classes).range(statement.from + start, statement.from + end)),
      Math.max(0, from - statement.from),
      Math.min(to, statement.to) - statement.from,
    )
    at = Math.max(at, statement.to)
  }
  found.push(...commentsIn(state, at, to))
  return found
}

/** Highlighting of comments between statements. */
function commentsIn({ doc }: EditorState, from: number, to: number): Range<Decoration>[] {
  if (to <= from) return []
  return [...doc.sliceString(from, to).matchAll(/(?:--|\/\/)[^\n]*/g)].map(({ 0: comment, index }) =>
    COMMENT.range(from + index, from + index + comment.length),
  )
}

/** Highlights the visible parts of a text. */
export const coloursOf = (state: EditorState, visible: readonly Part[]): DecorationSet =>
  RangeSet.of(visible.flatMap((part) => marksIn(state, part)))

/** The change of an editor's text. */
type TextChange = Pick<ViewUpdate, 'changes' | 'startState' | 'state'>

/** Where highlighting may differ after a change, in offsets of the new text. */
function touched({ changes, startState, state }: TextChange): Part {
  let from = state.doc.length
  let to = 0
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    const before = stretchAround(startState.doc, fromA, toA)
    const after = stretchAround(state.doc, fromB, toB)
    from = Math.min(from, after.from, changes.mapPos(before.from, -1))
    to = Math.max(to, after.to, changes.mapPos(before.to, 1))
  })
  return { from, to }
}

/**
 * Highlights the visible parts after a change, given the highlighting before it. Of a text that stays in view only the
 * statements that changed are read again, so that marks elsewhere are the same and CodeMirror leaves their lines alone.
 */
export function coloursAfter(
  colouring: DecorationSet,
  seen: readonly Part[],
  change: TextChange,
  visible: readonly Part[],
): DecorationSet {
  const { changes, state } = change
  const before = seen.map(({ from, to }) => ({ from: changes.mapPos(from, -1), to: changes.mapPos(to, 1) }))
  const isKnown = ({ from, to }: Part): boolean => before.some((part) => part.from <= from && part.to >= to)
  if (!visible.every(isKnown)) return coloursOf(state, visible)
  const around = touched(change)
  let next = colouring.map(changes)
  for (const part of visible) {
    const from = Math.max(part.from, around.from)
    const to = Math.min(part.to, around.to)
    if (from > to) continue
    next = next.update({
      filterFrom: from,
      filterTo: to,
      filter: (start, end) => end <= from || start >= to,
      add: marksIn(state, { from, to }),
    })
  }
  return next
}

const colouring = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    #seen: readonly Part[]
    constructor({ state, visibleRanges }: EditorView) {
      this.decorations = coloursOf(state, visibleRanges)
      this.#seen = visibleRanges
    }
    update(update: ViewUpdate): void {
      const { docChanged, viewportChanged, state, view } = update
      const { visibleRanges } = view
      if (docChanged) this.decorations = coloursAfter(this.decorations, this.#seen, update, visibleRanges)
      else if (viewportChanged) this.decorations = coloursOf(state, visibleRanges)
      this.#seen = visibleRanges
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

/** A statement folds after its first line. */
const folding = foldService.of((state, from, to) => {
  const statement = statementsNear(state.doc, from, to).find((each) => each.from >= from && each.from <= to)
  return statement && statement.to > to ? { from: to, to: statement.to } : null
})

/** SPL language support: highlighting of the visible ranges, folding, comments, bracket closing. */
export const spl: Extension = [
  followSources,
  statementTrees,
  colouring,
  folding,
  EditorState.languageData.of(() => [
    {
      commentTokens: { line: '--' },
      closeBrackets: { brackets: ['(', '[', '{', "'", '"', '`'] },
    },
  ]),
]
