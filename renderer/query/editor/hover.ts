import type { EditorState } from '@codemirror/state'
import { hoverTooltip, type EditorView, type Tooltip } from '@codemirror/view'
import type { SyntaxNode } from '@lezer/common'
import type { SourceName, StageKind } from '#shared/spl/ast.ts'
import {
  GRAPH_FUNCTIONS,
  METHODS,
  OPERATORS,
  SOURCE_FACTS,
  STAGE_FACTS,
  WITH_KEYS,
  type Callable,
  type Fact,
} from '#shared/spl/editor/facts.ts'
import { AGGREGATES, EXPRESSION_FUNCTIONS } from '#shared/spl/editor/functions.ts'
import type { Statement } from '#shared/spl/editor/statements.ts'
import { fieldsAfter } from '#shared/spl/editor/fields.ts'
import { situationIn, treeAt } from './language.ts'
import { statementsNear } from './visible-statements.ts'
import { knownFields, useVocabulary } from './vocabulary.ts'

/** What a hover shows: what it is, how it is written, what it does. */
export interface Hover {
  readonly from: number
  readonly to: number
  readonly title: string
  readonly form: string
  readonly documentation: string
}

const callableForm = ({ name, parameters }: Callable): string =>
  `${name}(${parameters.map(({ name: each, type }) => `${each}: ${type}`).join(', ')})`

function describe(
  state: EditorState,
  statement: Statement,
  node: SyntaxNode,
): Omit<Hover, 'from' | 'to'> | undefined {
  const { text } = statement
  const word = text.slice(node.from, node.to)
  const fromFact = (fact: Fact | undefined): Omit<Hover, 'from' | 'to'> | undefined =>
    fact && { title: fact.name, form: fact.form ?? '', documentation: fact.documentation }
  const fromCallable = (all: readonly Callable[]): Omit<Hover, 'from' | 'to'> | undefined => {
    const found = all.find(({ name }) => name === word)
    return found && { title: found.name, form: callableForm(found), documentation: found.documentation }
  }
  switch (node.name) {
    case 'Source':
      return fromFact(SOURCE_FACTS[word as SourceName])
    case 'StageName':
      return fromFact(STAGE_FACTS[word as StageKind])
    case 'MethodName':
      return fromCallable(METHODS) ?? fromCallable(GRAPH_FUNCTIONS)
    case 'FunctionName':
      return fromCallable(AGGREGATES)
    case 'CallName':
      return fromCallable(EXPRESSION_FUNCTIONS)
    case 'CompareOp':
      return fromFact(OPERATORS.find(({ name }) => name === word))
    case 'Key': {
      const source = /\.[a-z_]+/.exec(text)?.[0] as SourceName | undefined
      return fromFact(source && WITH_KEYS[source]?.find(({ name }) => name === word))
    }
    case 'Field':
    case 'FieldRef':
      return fieldHover(state, statement, node, word)
    case 'String':
    case 'Bare':
      return elementHover(word.replaceAll(/^['"]|['"]$/g, ''))
    default:
      return undefined
  }
}

function fieldHover(
  state: EditorState,
  statement: Statement,
  node: SyntaxNode,
  word: string,
): Omit<Hover, 'from' | 'to'> | undefined {
  const { earlier, source } = situationIn(state, statement, statement.from + node.to)
  const field = fieldsAfter(earlier || (source ?? ''), knownFields)?.find(({ name }) => name === word)
  return field && { title: field.name, form: field.type ?? '', documentation: field.documentation ?? '' }
}

function elementHover(name: string): Omit<Hover, 'from' | 'to'> | undefined {
  const { elements } = useVocabulary.getState()
  const plain = name.includes('@') ? (name.split('@')[1] ?? '') : name
  const found = elements.filter((element) => element.name === plain)
  const [first] = found
  if (!first) return undefined
  return {
    title: first.title || first.name,
    form: found.map(({ kind, domain }) => `${kind} · ${domain}`).join(', '),
    documentation: first.title ? first.name : '',
  }
}

/** What can be said of the word at a place in the text. */
export function hoverAt(state: EditorState, at: number): Hover | undefined {
  const statement = statementsNear(state.doc, at, at)[0]
  if (!statement) return undefined
  const tree = treeAt(state, statement)
  for (const side of [-1, 1] as const) {
    const inner = tree.resolve(at - statement.from, side)
    // An operator's own node stands around the token that it is written with.
    for (const node of [inner, inner.parent]) {
      const found = node && describe(state, statement, node)
      if (found) return { from: statement.from + node.from, to: statement.from + node.to, ...found }
    }
  }
  return undefined
}

/** The box that both hover and signature help are shown in. */
export function documentationBox(title: string, form: string, documentation: string): HTMLElement {
  const box = document.createElement('div')
  box.className = 'cm-documentation'
  for (const [tag, content] of [
    ['strong', title],
    ['code', form],
    ['p', documentation],
  ] as const) {
    if (content === '') continue
    const part = document.createElement(tag)
    part.textContent = content
    box.append(part)
  }
  return box
}

export const hover = hoverTooltip((view: EditorView, at: number): Tooltip | null => {
  const found = hoverAt(view.state, at)
  if (!found) return null
  const { from, to, title, form, documentation } = found
  return {
    pos: from,
    end: to,
    above: true,
    create: () => ({ dom: documentationBox(title, form, documentation) }),
  }
})
