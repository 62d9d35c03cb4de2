import { jsonLanguage } from '@codemirror/lang-json'
import {
  foldNodeProp,
  foldInside,
  indentNodeProp,
  Language,
  LanguageSupport,
  defineLanguageFacet,
} from '@codemirror/language'
import { parseMixed, type Input, type SyntaxNodeRef } from '@lezer/common'
import { styleTags, tags } from '@lezer/highlight'
import { parser as cypherBase } from '#shared/spl/generated/cypher.ts'
import { CYPHER_KEYWORDS } from '#shared/spl/cypher/index.ts'
import { parser as scriptBase } from '#shared/spl/editor/generated/script.ts'
import { parser as splBase } from '#shared/spl/generated/spl.ts'

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

const spl = splBase.configure({ props: [splStyle], wrap: parseMixed(inside) })

const script = scriptBase.configure({
  props: [
    styleTags({ Comment: tags.comment, Separator: tags.separator }),
    foldNodeProp.add({ Statement: foldInside }),
    indentNodeProp.add({ Statement: (context) => context.baseIndent }),
  ],
  wrap: parseMixed((node) => (node.name === 'Statement' ? { parser: spl } : null)),
})

const facet = defineLanguageFacet({
  commentTokens: { line: '--' },
  closeBrackets: { brackets: ['(', '[', '{', "'", '"', '`'] },
})

/** A text of SPL statements, with Cypher and JSON coloured where they are nested. */
export const splScript = new LanguageSupport(new Language(facet, script, [], 'spl'))
