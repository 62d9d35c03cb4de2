import { expectedAfter as cypherExpectedAfter } from './cypher/index.ts'
import { type Context, type Situation, situationAt } from './editor/context.ts'
import { expectedAfter } from './expected.ts'
import {
  AGGREGATE_FACTS,
  ENTITY_METHOD_FACTS,
  type Fact,
  FUNCTION_FACTS,
  GRAPH_CALL_FACTS,
  NEIGHBOUR_TYPE_FACTS,
  SOURCE_FACTS,
  STAGE_FACTS,
} from './language-facts.ts'

/** What the workspace adds to the words of the language. Answers are lists of names. */
export interface ModelFacts {
  readonly domains: readonly string[]
  readonly kinds: readonly string[]
  /** Names of elements of a domain (any when undefined) and kind (any when undefined). */
  names(domain: string | undefined, kind: string | undefined): readonly string[]
  /** Fields of an entity type, or of all. */
  fields(type: string | undefined): readonly string[]
  readonly relationTypes: readonly string[]
}

export interface CompletionOption {
  /** What is inserted between `from` and the position asked for. */
  readonly label: string
  readonly kind: 'source' | 'stage' | 'key' | 'value' | 'field' | 'method' | 'keyword'
  readonly about?: string
}

export interface CompletionResult {
  /** Start of the word that is being typed. */
  readonly from: number
  readonly options: readonly CompletionOption[]
}

/** Columns that every row of a source has. */
const SOURCE_FIELDS: { readonly [source: string]: readonly string[] } = {
  '.model': ['kind', 'domain', 'name', 'version', 'metadata', 'spec'],
  '.entity': [
    '__domain__',
    '__entity_type__',
    '__entity_id__',
    '__method__',
    '__first_observed_time__',
    '__last_observed_time__',
    '__deleted__',
  ],
  '.topo': ['src', 'relation', 'dest', '__relation_type__', '__deleted__'],
  '.runbook_set': ['__type__', '__domain__', 'kind', 'name', 'metadata', 'spec', '__score__'],
  '.entity_set': [],
}

const SECTIONS = ['observations', 'knowledge', 'actions', 'automations', 'skills'] as const

function of(facts: readonly Fact[], kind: CompletionOption['kind'], tail = ''): CompletionOption[] {
  return facts.map(({ name, about }) => ({ label: name + tail, kind, about }))
}

function plain(names: readonly string[], kind: CompletionOption['kind']): CompletionOption[] {
  return names.map((label) => ({ label, kind }))
}

const COMPARISONS = [
  '= ',
  '!= ',
  '> ',
  '>= ',
  '< ',
  '<= ',
  '~ ',
  '=~ ',
  'in [',
  'like ',
  'is null',
  'is not null',
]

const DATA_SETS = ['metric_set', 'log_set', 'trace_set', 'event_set', 'profile_set']

/**
 * What may be typed at a position so that the query goes on: sources, stages, keys, domains, names, fields, relation types, methods.
 * Options that do not continue the word at the position are left out. Where the position is, the grammar says (`situationAt`).
 */
export function completeSpl(text: string, position: number, model: ModelFacts): CompletionResult {
  const before = text.slice(0, position)
  const situation = situationAt(before, position)
  const { context } = situation
  if (context.kind === 'cypher') return inCypher(position, context.before, model)
  return narrowed(context.from, before.slice(context.from), optionsFor(situation, before, model))
}

function narrowed(from: number, word: string, options: readonly CompletionOption[]): CompletionResult {
  const typed = word.toLowerCase()
  const seen = new Set<string>()
  const kept = options.filter(({ label }) => {
    if (!label.toLowerCase().includes(typed) || seen.has(label)) return false
    seen.add(label)
    return true
  })
  const starts = (option: CompletionOption): number => (option.label.toLowerCase().startsWith(typed) ? 0 : 1)
  return { from, options: kept.sort((a, b) => starts(a) - starts(b)) }
}

function optionsFor(situation: Situation, before: string, model: ModelFacts): CompletionOption[] {
  const { context } = situation
  const head = before.slice(0, context.from)
  switch (context.kind) {
    case 'source':
      return of(SOURCE_FACTS, 'source')
    case 'stage':
      return stages(situation.source, !head.trimEnd().endsWith('|'))
    case 'pipe':
    case 'direction':
      return continuing(head)
    case 'key':
      return keys(situation.source, head, context.used)
    case 'keyValue':
      return quoted(context.quote, pairValues(situation.source, context.key, context.pairs, model))
    case 'field':
      return fields(situation, model)
    case 'operator':
      return plain(COMPARISONS, 'keyword')
    case 'fieldValue':
      return quoted(context.quote, fieldValues(situation.source, context.field, model))
    case 'aggregate':
      return of(AGGREGATE_FACTS, 'method', '(')
    case 'function':
      return [...fields(situation, model), ...of(FUNCTION_FACTS, 'method', '(')]
    case 'method':
      return of(ENTITY_METHOD_FACTS, 'method', '(')
    case 'graphFunction':
      return of(GRAPH_CALL_FACTS, 'method', '(')
    case 'argument':
      return argumentValues(context, head, model)
    case 'graphArgument':
      return context.method === 'getNeighborNodes' && context.index === 0
        ? NEIGHBOUR_TYPE_FACTS.flatMap((fact) =>
            quoted(context.quote, [fact.name]).map((one) => ({ ...one, about: fact.about })),
          )
        : []
    case 'label':
      return quoted(context.quote || '"', labels(model), context.quote === '')
    case 'nodeKey':
      return [{ label: '__entity_id__: ', kind: 'key' }]
    case 'cypher':
    case 'parameter':
    case 'none':
      return []
  }
}

/** Values in quotes; inside a quote that is open, only its end is added. */
function quoted(quote: string, names: readonly string[], opening = quote === ''): CompletionOption[] {
  const mark = quote === '' ? "'" : quote
  return plain(
    names.map((name) => `${opening ? mark : ''}${name}${mark}`),
    'value',
  )
}

function stages(source: Situation['source'], first: boolean): CompletionOption[] {
  const fitting = STAGE_FACTS.filter(({ only }) => only === undefined || only.some((one) => one === source))
  const options = fitting.map(({ name, about }): CompletionOption => ({
    label: name === 'with' ? 'with(' : `${name} `,
    kind: 'stage',
    about,
  }))
  const bar: CompletionOption = { label: '| ', kind: 'keyword', about: 'Another stage.' }
  return first ? [...options, bar] : options
}

/** What the grammar itself says may follow. */
function continuing(head: string): CompletionOption[] {
  return expectedAfter(head.trimEnd()).flatMap((label): CompletionOption[] =>
    /^[a-z|]+(?:-[a-z]+)?$/.test(label) ? [{ label: `${label} `, kind: 'keyword' }] : [],
  )
}

/** Keys that are not there yet; behind a whole pair first what parts it from the next. */
function keys(source: Situation['source'], head: string, used: readonly string[]): CompletionOption[] {
  if (!/[(,]\s*$/.test(head)) return plain([', ', ')'], 'keyword')
  const known = SOURCE_FACTS.find(({ name }) => name === source)?.keys ?? []
  return of(
    known.filter(({ name }) => !used.includes(name)),
    'key',
    '=',
  )
}

function pairValues(
  source: Situation['source'],
  key: string,
  pairs: Situation['pairs'],
  model: ModelFacts,
): readonly string[] {
  switch (key) {
    case 'domain':
      return model.domains
    case 'kind':
    case 'kinds':
      return model.kinds
    case 'name':
    case 'names': {
      const kind =
        source === '.model' ? pairs['kind'] : source === '.runbook_set' ? 'runbook_set' : 'entity_set'
      return model.names(pairs['domain'], kind)
    }
    case 'mode':
      return ['keyword', 'vector', 'hyper']
    case 'relation_type':
      return model.relationTypes
    case 'type':
      return source === '.runbook_set' ? SECTIONS : model.relationTypes
    default:
      return []
  }
}

function fields({ source, pairs }: Situation, model: ModelFacts): CompletionOption[] {
  const own = source === '.entity' ? model.fields(pairs['name']) : []
  return plain([...(SOURCE_FIELDS[source ?? ''] ?? []), ...own], 'field')
}

/** Values of the columns that hold names of the model. */
function fieldValues(source: Situation['source'], field: string, model: ModelFacts): readonly string[] {
  if (field === '__relation_type__') return model.relationTypes
  if (field === '__domain__' || (field === 'domain' && source === '.model')) return model.domains
  if (field === 'kind' && source === '.model') return model.kinds
  return field === '__entity_type__' ? model.names(undefined, 'entity_set') : []
}

function argumentValues(
  { method, index, quote, key }: Extract<Context, { kind: 'argument' }>,
  head: string,
  model: ModelFacts,
): CompletionOption[] {
  if (key !== undefined) return []
  if (method.startsWith('list_data')) return quoted(quote, DATA_SETS)
  if (!method.startsWith('get_')) return []
  if (index === 0) return quoted(quote, model.domains)
  const domain = /\(\s*['"]([^'"]*)['"]\s*,[^(]*$/.exec(head)?.[1]
  return index === 1
    ? quoted(quote, model.names(domain, method.includes('log') ? 'log_set' : 'metric_set'))
    : []
}

const labels = (model: ModelFacts): string[] =>
  model.domains.flatMap((domain) => model.names(domain, 'entity_set').map((name) => `${domain}@${name}`))

/** Cypher stands in backticks, so its own backticks are doubled. */
const escaped = (name: string): string => (/^\w+$/.test(name) ? name : `\`\`${name}\`\``)

/** Labels and relation types behind a colon, and the words that its grammar expects. */
function inCypher(position: number, before: string, model: ModelFacts): CompletionResult {
  const named = /(?<open>[([])\s*\w*\s*:(?:[^\s()[\]{}*]*[|:])?(?<word>[^\s()[\]{}|*]*)$/.exec(before)?.groups
  if (named) {
    const word = named['word'] ?? ''
    const names = named['open'] === '(' ? labels(model) : model.relationTypes
    const from = position - word.length
    return narrowed(from, word.replaceAll('`', ''), plain(names.map(escaped), 'value'))
  }
  const word = /\w*$/.exec(before)?.[0] ?? ''
  const words = cypherExpectedAfter(before.slice(0, before.length - word.length)).filter((one) =>
    /^[A-Z]+$/.test(one),
  )
  return narrowed(
    position - word.length,
    word,
    plain(
      words.map((one) => `${one} `),
      'keyword',
    ),
  )
}
