import { CypherError, parseCypher } from '#shared/spl/cypher/index.ts'
import type { Condition, Query, SourceName, Stage } from '#shared/spl/ast.ts'
import { SplError } from '#shared/spl/error.ts'
import { STAGE_SOURCES, WITH_KEYS } from '#shared/spl/editor/facts.ts'
import { fieldsOf, type FieldSource } from '#shared/spl/editor/fields.ts'
import { nearest } from '#shared/spl/nearest.ts'
import { parseSpl } from '#shared/spl/parse.ts'
import type { ElementFact } from './vocabulary.ts'

/** A change that mends a finding; places count in the statement. */
export interface Fix {
  readonly title: FixTitle
  readonly from: number
  readonly to: number
  readonly insert: string
}

export type FixTitle =
  | { readonly key: 'query.fix.replace' | 'query.fix.insert'; readonly values: { readonly text: string } }
  | { readonly key: 'query.fix.limit'; readonly values: { readonly count: number } }
  | { readonly key: 'query.fix.source'; readonly values: { readonly source: string } }
  | { readonly key: 'query.fix.order'; readonly values: { readonly stage: string } }
  | { readonly key: 'query.fix.remove'; readonly values?: undefined }

/** Something to say about a statement: the server's own sentence, or a message of ours. */
export interface Finding {
  readonly severity: 'error' | 'warning' | 'info'
  readonly from: number
  readonly to: number
  readonly code?: string
  readonly text?: string
  readonly message?: { readonly key: FindingKey; readonly values: Readonly<Record<string, string | number>> }
  readonly fixes: readonly Fix[]
}

type FindingKey =
  | 'query.lint.field'
  | 'query.lint.name'
  | 'query.lint.domain'
  | 'query.lint.key'
  | 'query.lint.limit'
  | 'query.lint.source'
  | 'query.lint.order'

export interface ModelFacts extends FieldSource {
  readonly elements: readonly ElementFact[]
  readonly domains: readonly string[]
}

/** Rows that the quick fix for a missing limit lets through. */
const SUGGESTED_LIMIT = 100

/** Everything there is to say about one statement. Errors are the server's own, at its own places; the rest is advice. */
export function reviewStatement(text: string, model: ModelFacts): Finding[] {
  let query: Query
  try {
    query = parseSpl(text)
  } catch (error) {
    if (error instanceof SplError) return [fromError(error, text)]
    throw error
  }
  const cypher = query.stages.flatMap((stage) => reviewCypher(stage))
  return [
    ...cypher,
    ...query.stages.flatMap((stage, index) => [
      ...reviewSource(query, stage),
      ...reviewFields(query, stage, index, model),
    ]),
    ...reviewPairs(query, model),
    ...reviewOrder(query, text),
    ...(cypher.length > 0 ? [] : reviewLimit(query, text)),
  ]
}

const replace = (from: number, to: number, insert: string): Fix => ({
  title: { key: 'query.fix.replace', values: { text: insert } },
  from,
  to,
  insert,
})

const insertion = (at: number, text: string): Fix => ({
  title: { key: 'query.fix.insert', values: { text } },
  from: at,
  to: at,
  insert: text,
})

const CLOSERS = new Set([')', ']', '}'])

/** The brackets that are open at the end of a text, as what closes them, innermost first. */
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

function fromError(error: SplError, text: string): Finding {
  const { from, to, suggestion, expected = [] } = error.details
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
  const end = Math.max(to, from + 1)
  return { severity: 'error', from, to: end, code: error.code, text: error.message, fixes }
}

function reviewCypher(stage: Stage): Finding[] {
  if (stage.kind !== 'graph-call' || stage.method.name !== 'cypher') return []
  const value = stage.args[0]?.value
  if (value?.kind !== 'string' || value.quote !== '`') return []
  try {
    parseCypher(value.value, value.from + 1)
    return []
  } catch (error) {
    if (!(error instanceof CypherError)) throw error
    const { from, to, suggestion } = error.details
    const fixes = suggestion === undefined ? [] : [replace(from, to, suggestion)]
    return [
      { severity: 'error', from, to: Math.max(to, from + 1), code: error.code, text: error.message, fixes },
    ]
  }
}

function reviewSource(query: Query, stage: Stage): Finding[] {
  const only = STAGE_SOURCES[stage.kind]
  if (only === undefined || only.includes(query.source.name)) return []
  const [source = '.entity_set'] = only
  return [
    {
      severity: 'error',
      from: query.source.from,
      to: query.source.to,
      message: { key: 'query.lint.source', values: { stage: stage.kind, source } },
      fixes: [
        {
          title: { key: 'query.fix.source', values: { source } },
          from: query.source.from,
          to: query.source.to,
          insert: source,
        },
      ],
    },
  ]
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

function reviewFields(query: Query, stage: Stage, index: number, model: ModelFacts): Finding[] {
  const fields = fieldsOf(query, index, model)
  if (fields === undefined) return []
  const names = new Set(fields.map(({ name }) => name))
  return fieldsNamed(stage)
    .filter(({ name }) => !names.has(name) && !names.has(name.split('.')[0] ?? ''))
    .map(({ name, from, to }) => {
      const near = nearest(name, names)
      return {
        severity: 'warning',
        from,
        to,
        message: { key: 'query.lint.field', values: { name, count: names.size } },
        fixes: near === undefined ? [] : [replace(from, to, near)],
      }
    })
}

const KINDS: Partial<Readonly<Record<SourceName, string>>> = {
  '.entity': 'entity_set',
  '.entity_set': 'entity_set',
}

function reviewPairs(query: Query, model: ModelFacts): Finding[] {
  const pairs = query.stages.flatMap((stage) => (stage.kind === 'with' ? stage.pairs : []))
  const text = (key: string): string | undefined => {
    const value = pairs.findLast((pair) => pair.key.name === key)?.value
    return value?.kind === 'string' ? value.value : undefined
  }
  const keys = new Set(WITH_KEYS[query.source.name].map(({ name }) => name))
  const findings: Finding[] = []
  for (const { key, value } of pairs) {
    if (!keys.has(key.name) && key.name !== 'id') {
      const near = nearest(key.name, keys)
      findings.push({
        severity: 'warning',
        from: key.from,
        to: key.to,
        message: { key: 'query.lint.key', values: { key: key.name, source: query.source.name } },
        fixes: near === undefined ? [] : [replace(key.from, key.to, near)],
      })
    }
    if (
      value.kind !== 'string' ||
      model.elements.length === 0 ||
      /[*$]/.test(value.value) ||
      value.value === ''
    )
      continue
    const known = knownValues(key.name, query.source.name, text, model)
    if (known === undefined || known.names.includes(value.value)) continue
    const near = nearestName(value.value, known.names)
    const quoted = near === undefined ? undefined : `${value.quote}${near}${value.quote}`
    findings.push({
      severity: 'warning',
      from: value.from,
      to: value.to,
      message: {
        key: key.name === 'domain' ? 'query.lint.domain' : 'query.lint.name',
        values: { name: value.value, kind: known.kind },
      },
      fixes: quoted === undefined ? [] : [replace(value.from, value.to, quoted)],
    })
  }
  return findings
}

/** Near names found before: a text may name the same unknown element often, and there may be thousands to compare with. */
const nearNames = new WeakMap<readonly string[], Map<string, string | undefined>>()

function nearestName(name: string, names: readonly string[]): string | undefined {
  const known = nearNames.get(names) ?? new Map<string, string | undefined>()
  nearNames.set(names, known)
  if (!known.has(name)) known.set(name, nearest(name, names))
  return known.get(name)
}

/** Names of a kind, collected once per model. */
const namesByKind = new WeakMap<readonly ElementFact[], Map<string, readonly string[]>>()

function namesOf(elements: readonly ElementFact[], kind: string): readonly string[] {
  const kinds = namesByKind.get(elements) ?? new Map<string, readonly string[]>()
  namesByKind.set(elements, kinds)
  const known = kinds.get(kind)
  if (known) return known
  const names = elements.filter((element) => element.kind === kind).map(({ name }) => name)
  kinds.set(kind, names)
  return names
}

function knownValues(
  key: string,
  source: SourceName,
  text: (key: string) => string | undefined,
  { elements, domains }: ModelFacts,
): { readonly names: readonly string[]; readonly kind: string } | undefined {
  if (key === 'domain' && source !== '.topo') return { names: domains, kind: 'domain' }
  if (key !== 'name') return undefined
  const kind = KINDS[source] ?? (source === '.model' ? text('kind') : undefined)
  if (kind === undefined) return undefined
  return { names: namesOf(elements, kind), kind }
}

/** Stages that only make sense on all rows. */
const BEFORE_LIMIT = new Set<Stage['kind']>(['where', 'sort', 'stats', 'distinct'])

function reviewOrder(query: Query, text: string): Finding[] {
  const limit = query.stages.findIndex(({ kind }) => kind === 'limit')
  if (limit < 0) return []
  return query.stages.slice(limit + 1).flatMap((stage): Finding[] => {
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
        message: { key: 'query.lint.order', values: { stage: stage.kind } },
        fixes: next
          ? [
              {
                title: { key: 'query.fix.order', values: { stage: 'limit' } },
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

function reviewLimit(query: Query, text: string): Finding[] {
  const bounded = query.stages.some(
    (stage) =>
      stage.kind === 'limit' ||
      stage.kind === 'entity-call' ||
      stage.kind === 'stats' ||
      (stage.kind === 'with' && stage.pairs.some(({ key }) => key.name === 'topk')) ||
      (stage.kind === 'graph-call' && stage.method.name === 'cypher'),
  )
  if (bounded) return []
  const end = text.trimEnd().length
  const line = text.includes('\n') ? '\n' : ' '
  return [
    {
      severity: 'info',
      from: query.source.from,
      to: query.source.to,
      message: { key: 'query.lint.limit', values: {} },
      fixes: [
        {
          title: { key: 'query.fix.limit', values: { count: SUGGESTED_LIMIT } },
          from: end,
          to: end,
          insert: `${line}| limit ${SUGGESTED_LIMIT}`,
        },
      ],
    },
  ]
}
