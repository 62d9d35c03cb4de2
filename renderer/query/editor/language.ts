import { jsonLanguage } from '@codemirror/lang-json'
import { foldService } from '@codemirror/language'
import { EditorState, RangeSetBuilder, type Extension } from '@codemirror/state'
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view'
import { parseMixed, type Input, type SyntaxNodeRef } from '@lezer/common'
import { highlightTree, styleTags, tags } from '@lezer/highlight'
import { parser as cypherBase } from '#shared/spl/generated/cypher.ts'
import { CYPHER_KEYWORDS } from '#shared/spl/cypher/index.ts'
import { parser as splBase } from '#shared/spl/generated/spl.ts'
import { situationAt, type Reading, type Situation } from '#shared/spl/service/context.ts'
import { followSources, statementsNear } from './visible-statements.ts'
import { colours } from '../../editor/theme.ts'
import { treesOf } from './statement-trees.ts'

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

/** Nodes whose own words (`and`, `like`, `by`, …) have no node of their own in the tree. */
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

/** What is inside a quoted text: Cypher in the backticks of `cypher(…)`, JSON where a string holds an object or a list. */
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

/** SPL alone; it shares its nodes with the mixed one, so trees of either can be read on by the other. */
const splParser = splBase.configure({ props: [splStyle] })
/** SPL with Cypher and JSON mounted where they are nested. */
const mixedParser = splParser.configure({ wrap: parseMixed(inside) })

const { extension: statementTrees, treeAt } = treesOf(mixedParser)
export { treeAt }

/** A statement's tree, and the parser that reads on from it. */
export const readingOf = (
  state: EditorState,
  statement: { readonly from: number; readonly text: string },
): Reading => ({ parser: splParser, tree: treeAt(state, statement) })

/** What is known of a statement at the cursor, over its tree. */
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

/** Colours of what is in sight. */
function decorate({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of visibleRanges) {
    let at = from
    for (const statement of statementsNear(state.doc, from, to)) {
      addComments(builder, state, at, statement.from)
      highlightTree(
        treeAt(state, statement),
        colours,
        (start, end, classes) => builder.add(statement.from + start, statement.from + end, markOf(classes)),
        Math.max(0, from - statement.from),
        Math.min(to, statement.to) - statement.from,
      )
      at = Math.max(at, statement.to)
    }
    addComments(builder, state, at, to)
  }
  return builder.finish()
}

/** Comments that stand between statements. */
function addComments(
  builder: RangeSetBuilder<Decoration>,
  { doc }: EditorState,
  from: number,
  to: number,
): void {
  if (to <= from) return
  const text = doc.sliceString(from, to)
  for (const match of text.matchAll(/(?:--|\/\/)[^\n]*/g)) {
    builder.add(from + match.index, from + match.index + match[0].length, COMMENT)
  }
}

const colouring = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = decorate(view)
    }
    update({ docChanged, viewportChanged, view }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.decorations = decorate(view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

/** A statement folds behind its first line. */
const folding = foldService.of((state, from, to) => {
  const statement = statementsNear(state.doc, from, to).find((each) => each.from >= from && each.from <= to)
  return statement && statement.to > to ? { from: to, to: statement.to } : null
})

/** SPL in the editor: colours for what is in sight, folding, comments, brackets that close themselves. */
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
