import type { Condition, Query, Stage, Value } from '../ast.ts'
import { unquotedOffsets } from '../cypher/embedded.ts'
import { CypherError, parseCypher } from '../cypher/index.ts'
import { SplError } from '../error.ts'
import { misplacedStages, refusalOf } from '../misplaced.ts'
import { nearest } from '../nearest.ts'
import { parseSpl } from '../parse.ts'
import { embeddedName } from './complete-cypher.ts'
import { unknownNames } from './cypher-names.ts'
import { RELATION_KEYS, SOURCE_FACTS } from './facts.ts'
import { fieldsOf } from './fields.ts'
import type { ModelFacts } from './model.ts'
import { writtenOtherwise } from './otherwise.ts'
import { unknownLabels, unknownValue } from './unknown-values.ts'

/** An edit that fixes a diagnostic. Offsets count from the start of the statement. */
export interface Fix {
  readonly title: FixTitle
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** Label key of a fix, translated by the page. */
export type FixTitle =
  | { readonly key: 'replace' | 'insert'; readonly values: { readonly text: string } }
  | { readonly key: 'limit'; readonly values: { readonly count: number } }
  | { readonly key: 'source'; readonly values: { readonly source: string } }
  | { readonly key: 'order'; readonly values: { readonly stage: string } }

/** A problem in a statement: a parser error (`text`), or advice with a translated text (`message`). */
export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'info'
  readonly from: number
  readonly to: number
  readonly code?: string
  readonly text?: string
  /** What the parser says of its error in data, of which `text` is the English sentence. */
  readonly facts?: Pick<SplError['details'], 'found' | 'expected' | 'suggestion' | 'unknown'>
  readonly message?: {
    readonly key: AdviceKey
    readonly values: Readonly<Record<string, string | number>>
  }
  readonly fixes: readonly Fix[]
}

export type AdviceKey =
  | 'field'
  | 'name'
  | 'domain'
  | 'kind'
  | 'element'
  | 'key'
  | 'foreignKey'
  | 'label'
  | 'relationType'
  | 'property'
  | 'limit'
  | 'source'
  | 'order'
  | 'own'
  | 'braced'
  | 'alias'

/** Limit suggested by the quick fix for a missing limit. */
const SUGGESTED_LIMIT = 100

/** Returns all diagnostics of a statement. Errors have the server's own text and position; the rest is advice. */
export function diagnose(text: string, model: ModelFacts): Diagnostic[] {
  let query: Query
  try {
    query = parseSpl(text)
  } catch (error) {
    if (error instanceof SplError) return [fromError(error, text)]
    throw error
  }
  const cypher = query.stages.flatMap((stage) => diagnoseCypher(stage, text, model))
  return [
    ...cypher,
    ...diagnoseSource(query, text),
    ...query.stages.flatMap((stage, index) => diagnoseFields(query, stage, index, model)),
    ...diagnosePairs(query, model),
    ...diagnoseNodes(query, text, model),
    ...diagnoseOrder(query, text),
    ...(cypher.length > 0 ? [] : diagnoseLimit(query, text)),
  ]
}

const replace = (from: number, to: number, insert: string): Fix => ({
  title: { key: 'replace', values: { text: insert } },
  from,
  to,
  insert,
})

const insertion = (at: number, text: string): Fix => ({
  title: { key: 'insert', values: { text } },
  from: at,
  to: at,
  insert: text,
})

const CLOSERS = new Set([')', ']', '}'])

/** Returns the closing brackets for those left open at the end of a text, innermost first. */
export function missingBrackets(text: string): string {
  const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
  const open: string[] = []
  for (const [token] of text.matchAll(
    /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|`(?:[^`]|``)*`|(?:--|\/\/)[^\n]*|[()[\]{}]/g,
  )) {
    const close = pairs[token]
    if (close !== undefined) open.unshift(close)
    else if (CLOSERS.has(token) && open[0] === token) open.shift()
  }
  return open.join('')
}

/** What a parser refuses, at a place that can be seen. */
function refused({ code, message, details }: SplError | CypherError, fixes: readonly Fix[]): Diagnostic {
  const { from, to } = details
  return { severity: 'error', from, to: Math.max(to, from + 1), code, text: message, facts: details, fixes }
}

function fromError(error: SplError, text: string): Diagnostic {
  const { from, to, suggestion, expected = [] } = error.details
  const otherwise = writtenOtherwise(text, from, to)
  if (otherwise) {
    const { key, here, ...span } = otherwise
    const message = { key, values: { name: here } }
    return {
      severity: 'error',
      ...span,
      code: error.code,
      message,
      fixes: [replace(span.from, span.to, here)],
    }
  }
  const fixes: Fix[] = []
  if (suggestion !== undefined) fixes.push(replace(from, to, suggestion))
  const quote = /^a closing (['"`])$/.exec(expected[0] ?? '')?.[1]
  if (quote !== undefined) {
    const line = text.indexOf('\n', from)
    const bar = text.slice(from + 1, line < 0 ? text.length : line).search(/\s*[|)\]]/)
    const at = bar >= 0 ? from + 1 + bar : line < 0 ? text.trimEnd().length : line
    fixes.push(insertion(at, quote))
  }
  const brackets = quote === undefined ? missingBrackets(text.slice(0, from)) : ''
  if (brackets !== '' && expected.some((each) => brackets.startsWith(each))) {
    fixes.push(insertion(text.slice(0, from).trimEnd().length, brackets))
  }
  return refused(error, fixes)
}

function diagnoseCypher(stage: Stage, text: string, model: ModelFacts): Diagnostic[] {
  if (stage.kind !== 'graph-call' || stage.method.name !== 'cypher') return []
  const value = stage.args[0]?.value
  if (value?.kind !== 'string' || value.quote !== '`') return []
  const offset = unquotedOffsets(text.slice(value.from + 1, value.to - 1), '`', value.from + 1)
  try {
    return unknownNames(parseCypher(value.value, offset), model).map(({ is, name, near, from, to }) => ({
      severity: 'warning',
      from,
      to,
      message: { key: is, values: { name } },
      fixes: near === undefined ? [] : [replace(from, to, embeddedName(near))],
    }))
  } catch (error) {
    if (!(error instanceof CypherError)) throw error
    const { from, to, suggestion } = error.details
    return [refused(error, suggestion === undefined ? [] : [replace(from, to, suggestion)])]
  }
}

function diagnoseSource(query: Query, text: string): Diagnostic[] {
  const misplaced = misplacedStages(query)
  const refusal = misplaced.length > 0 ? undefined : refusalOf(query)
  if (refusal) return [fromError(refusal, text)]
  const { from, to } = query.source
  return misplaced.map(({ stage, sources: [source = '.entity_set'] }) => ({
    severity: 'error',
    from,
    to,
    message: { key: 'source', values: { stage: stage.kind, source } },
    fixes: [{ title: { key: 'source', values: { source } }, from, to, insert: source }],
  }))
}

interface Named {
  readonly name: string
  readonly from: number
  readonly to: number
}

function conditionFields(condition: Condition): Named[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return [...conditionFields(condition.left), ...conditionFields(condition.right)]
    case 'not':
      return conditionFields(condition.operand)
    default:
      return [condition.field]
  }
}

function fieldsNamed(stage: Stage): Named[] {
  switch (stage.kind) {
    case 'where':
      return conditionFields(stage.condition)
    case 'project':
      return stage.columns.map(({ field }) => field)
    case 'sort':
      return stage.keys.map(({ field }) => field)
    case 'distinct':
      return [...stage.fields]
    case 'stats':
      return [...stage.by, ...stage.aggregates.flatMap(({ field }) => (field ? [field] : []))]
    default:
      return []
  }
}

/** Most fields that a message names. */
const MAX_NAMED = 8

const listed = (names: readonly string[]) => ({
  count: names.length,
  names: names.slice(0, MAX_NAMED).join(', '),
  more: Math.max(0, names.length - MAX_NAMED),
})

function diagnoseFields(query: Query, stage: Stage, index: number, model: ModelFacts): Diagnostic[] {
  const { known, complete } = fieldsOf(query, index, model)
  if (!complete) return []
  const names = new Set(known.map(({ name }) => name))
  return fieldsNamed(stage)
    .filter(({ name }) => !names.has(name) && !names.has(name.split('.')[0] ?? ''))
    .map(({ name, from, to }) => {
      const near = nearest(name, names)
      return {
        severity: 'warning',
        from,
        to,
        message: { key: 'field', values: { name, ...listed([...names]) } },
        fixes: near === undefined ? [] : [replace(from, to, near)],
      }
    })
}

function diagnosePairs(query: Query, model: ModelFacts): Diagnostic[] {
  const pairs = query.stages.flatMap((stage) => (stage.kind === 'with' ? stage.pairs : []))
  return pairs.flatMap(({ key, value }) => [
    ...diagnoseKey(query, key),
    ...(value.kind === 'string' ? diagnoseName(query, key.name, value, model) : []),
  ])
}

function diagnoseKey({ source, stages }: Query, key: Named): Diagnostic[] {
  const { keys } = SOURCE_FACTS[source.name]
  const fact = keys.find(({ name }) => name === key.name)
  // With a graph-call, a key filters the relations by the column of its name.
  if (RELATION_KEYS.test(key.name) && stages.some(({ kind }) => kind === 'graph-call')) return []
  if (fact && fact.standing !== 'foreign') return []
  const offered = keys.flatMap(({ name, standing }) => (standing === undefined ? [name] : []))
  const near = fact ? undefined : nearest(key.name, offered)
  return [
    {
      severity: fact ? 'info' : 'warning',
      from: key.from,
      to: key.to,
      message: { key: fact ? 'foreignKey' : 'key', values: { key: key.name, source: source.name } },
      fixes: near === undefined ? [] : [replace(key.from, key.to, near)],
    },
  ]
}

/** Reports a domain, kind or name that the model does not contain. */
function diagnoseName(
  query: Query,
  key: string,
  { value, quote, from, to }: Extract<Value, { kind: 'string' }>,
  model: ModelFacts,
): Diagnostic[] {
  const unknown = /[*$]/.test(value) || value === '' ? undefined : unknownValue(key, value, query, model)
  if (!unknown) return []
  const { is, kind, near } = unknown
  return [
    {
      severity: 'warning',
      from,
      to,
      message: { key: is, values: { name: value, ...(kind === undefined ? {} : { kind }) } },
      fixes: near === undefined ? [] : [replace(from, to, `${quote}${near}${quote}`)],
    },
  ]
}

/** Reports nodes of a graph call whose entity set the model does not contain. */
function diagnoseNodes({ stages }: Query, text: string, model: ModelFacts): Diagnostic[] {
  return stages.flatMap((stage) =>
    stage.kind === 'graph-call'
      ? unknownLabels(stage, text, model).map(({ name, near, from, to }): Diagnostic => ({
          severity: 'warning',
          from,
          to,
          message: { key: 'label', values: { name } },
          fixes: near === undefined ? [] : [replace(from, to, near)],
        }))
      : [],
  )
}

/** Stages that are only meaningful before the rows are limited. */
const BEFORE_LIMIT = new Set<Stage['kind']>(['where', 'sort', 'stats', 'distinct'])

function diagnoseOrder(query: Query, text: string): Diagnostic[] {
  const limit = query.stages.findIndex(({ kind }) => kind === 'limit')
  if (limit < 0) return []
  return query.stages.slice(limit + 1).flatMap((stage): Diagnostic[] => {
    const limitStage = query.stages[limit]
    if (!BEFORE_LIMIT.has(stage.kind) || !limitStage) return []
    const between = text.slice(limitStage.to, stage.from)
    const moved = `${text.slice(stage.from, stage.to)}${between}${text.slice(limitStage.from, limitStage.to)}`
    const next = query.stages[limit + 1] === stage
    return [
      {
        severity: 'info',
        from: stage.from,
        to: stage.to,
        message: { key: 'order', values: { stage: stage.kind } },
        fixes: next
          ? [
              {
                title: { key: 'order', values: { stage: 'limit' } },
                from: limitStage.from,
                to: stage.to,
                insert: moved,
              },
            ]
          : [],
      },
    ]
  })
}

/** Pairs that leave few rows. */
const FEW = new Set(['topk', 'ids'])

/** Whether a pair names one element of the model. */
const isOneName = ({ source }: Query, key: string, value: Value): boolean =>
  source.name === '.model' && key === 'name' && value.kind === 'string' && !value.value.includes('*')

function diagnoseLimit(query: Query, text: string): Diagnostic[] {
  const bounded = query.stages.some(
    (stage) =>
      stage.kind === 'limit' ||
      stage.kind === 'entity-call' ||
      stage.kind === 'stats' ||
      (stage.kind === 'with' &&
        stage.pairs.some(({ key, value }) => FEW.has(key.name) || isOneName(query, key.name, value))) ||
      // What is around some nodes is small, and Cypher has limits of its own.
      stage.kind === 'graph-call',
  )
  if (bounded) return []
  const end = text.trimEnd().length
  const line = text.includes('\n') ? '\n' : ' '
  return [
    {
      severity: 'info',
      from: query.source.from,
      to: query.source.to,
      message: { key: 'limit', values: {} },
      fixes: [
        {
          title: { key: 'limit', values: { count: SUGGESTED_LIMIT } },
          from: end,
          to: end,
          insert: `${line}| limit ${SUGGESTED_LIMIT}`,
        },
      ],
    },
  ]
}
