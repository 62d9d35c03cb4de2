import type { SyntaxNode } from '@lezer/common'
import type { SourceName, StageKind } from '../ast.ts'
import { CALLABLES, type Callable } from './callables.ts'
import { type Reading, situationAt } from './context.ts'
import {
  CONDITION_FACTS,
  type Fact,
  type Language,
  OPERATOR_FACTS,
  SOURCE_FACTS,
  STAGE_FACTS,
} from './facts.ts'
import { fieldsAfter } from './fields.ts'
import type { ModelFacts } from './model.ts'
import { parameterForm } from './signature.ts'

/** Content of a hover: what it is, its syntax, what it does. Offsets count from the start of the statement. */
export interface Hover {
  readonly from: number
  readonly to: number
  readonly title: string
  readonly form: string
  readonly documentation: string
}

type Description = Omit<Hover, 'from' | 'to'>

interface HoverRequest {
  /** A single statement with its tree, and an offset in it. */
  readonly text: string
  readonly reading: Reading
  readonly position: number
  readonly model: ModelFacts
  readonly language?: Language
}

/** Returns the hover for the word at an offset. */
export function hoverAt(request: HoverRequest): Hover | undefined {
  for (const side of [-1, 1] as const) {
    const inner = request.reading.tree.resolve(request.position, side)
    // A comparison operator is a token inside the node to look up.
    const node = inner.parent?.name === 'CompareOp' ? inner.parent : inner
    const found = describe(node, request)
    if (found) return { from: node.from, to: node.to, ...found }
  }
  return undefined
}

/** Operators that are words; they have no node of their own in the condition. Longer spellings first. */
const WORD_OPERATORS: Readonly<Record<string, readonly string[]>> = {
  Membership: ['not in', 'in'],
  Likeness: ['not like', 'like'],
  NullTest: ['is not null', 'is null'],
  Contains: ['contains'],
  Not: ['not'],
}

function describe(node: SyntaxNode, request: HoverRequest): Description | undefined {
  const { text, language = 'en' } = request
  const word = text.slice(node.from, node.to)
  const factOf = (facts: readonly Fact[], name = word): Description | undefined => {
    const fact = facts.find((each) => each.name === name)
    return (
      fact && { title: name, form: fact.form ?? fact.example, documentation: fact.documentation[language] }
    )
  }
  const callableOf = (...callables: readonly Callable[]): Description | undefined =>
    factOf(
      callables.map((callable) => ({
        ...callable,
        form: `${callable.name}(${callable.parameters.map(parameterForm).join(', ')})`,
      })),
    )
  switch (node.name) {
    case 'Source':
      return factOf(Object.values(SOURCE_FACTS))
    case 'StageName':
      return factOf([STAGE_FACTS[word as StageKind]])
    case 'MethodName':
      return callableOf(...CALLABLES.method, ...CALLABLES.graph)
    case 'FunctionName':
      return callableOf(...CALLABLES.aggregate)
    case 'CallName':
      return callableOf(...CALLABLES.expression)
    case 'CompareOp':
      return factOf(OPERATOR_FACTS)
    case 'Key': {
      const source = /\.[a-z_]+/.exec(text)?.[0] as SourceName
      return factOf(SOURCE_FACTS[source]?.keys ?? [])
    }
    case 'Field':
    case 'FieldRef':
      return describeField(word, node.to, request)
    case 'String':
    case 'Bare':
      return describeElement(word.replaceAll(/^['"]|['"]$/g, ''), request.model)
    default: {
      const operator = WORD_OPERATORS[node.name]?.find((name) => word.replaceAll(/\s+/g, ' ').includes(name))
      return operator === undefined ? undefined : factOf([...OPERATOR_FACTS, ...CONDITION_FACTS], operator)
    }
  }
}

function describeField(
  word: string,
  end: number,
  { text, reading, model }: HoverRequest,
): Description | undefined {
  const { earlier, source = '' } = situationAt(text, end, reading)
  const field = fieldsAfter(earlier || source, model).known.find(({ name }) => name === word)
  return field && { title: field.name, form: field.type ?? '', documentation: field.documentation ?? '' }
}

function describeElement(word: string, { elements }: ModelFacts): Description | undefined {
  const name = word.slice(word.indexOf('@') + 1)
  const found = elements.filter((element) => element.name === name)
  const [first] = found
  if (!first) return undefined
  return {
    title: first.title || first.name,
    form: found.map(({ kind, domain }) => `${kind} · ${domain}`).join(', '),
    documentation: first.title ? first.name : '',
  }
}
