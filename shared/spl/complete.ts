import { SOURCES } from './ast.ts'
import { expectedAfter, failsAt } from './expected.ts'
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

const QUOTED_OPEN = /(['"])([^'"]*)$/

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

/** The stage that the end of a text stands in: its text from the last bar outside quotes and brackets. */
function currentStage(text: string): { readonly text: string; readonly first: boolean } {
  let depth = 0
  let quote = ''
  let from = 0
  let first = true
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (quote !== '') {
      if (character === '\\' && quote !== '`') at++
      else if (character === quote) quote = ''
    } else if (character === '"' || character === "'" || character === '`') quote = character
    else if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth--
    else if (character === '|' && depth === 0) {
      from = at + 1
      first = false
    }
  }
  return { text: text.slice(from), first }
}

function pairValue(text: string, key: string): string | undefined {
  return new RegExp(`[(,\\s]${key}\\s*=\\s*(?:'([^']*)'|"([^"]*)"|([^\\s,)'"]+))`)
    .exec(text)
    ?.slice(1)
    .find((one) => one !== undefined)
}

/**
 * What may be typed at a position so that the query goes on: sources, stages, keys, domains, names, fields, relation types, methods.
 * Options that do not continue the word at the position are left out.
 */
export function completeSpl(text: string, position: number, model: ModelFacts): CompletionResult {
  const before = text.slice(0, position)
  const source = SOURCES.find((name) => new RegExp(`^\\s*\\${name}(?=[\\s|])`).test(before))
  if (source === undefined) return sources(before)
  const word = /[^\s|,()[\]{}'"`=<>!~:]*$/.exec(before)?.[0] ?? ''
  const from = position - word.length
  const stage = currentStage(before)
  const inStage = stage.text.replace(new RegExp(`^\\s*\\${source}(?=\\s|$)`), '').trimStart()
  const name = /^([a-z-]+)(?=[\s(])/.exec(inStage)?.[1]
  const options =
    name === undefined
      ? stages(before.slice(0, from), source, stage.first)
      : inside(before, source, name, inStage, model)
  return narrowed(from, word, options)
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

function sources(before: string): CompletionResult {
  const word = /\S*$/.exec(before)?.[0] ?? ''
  if (before.trim() !== word) return { from: before.length, options: [] }
  return narrowed(before.length - word.length, word, of(SOURCE_FACTS, 'source'))
}

function stages(before: string, source: string, first: boolean): CompletionOption[] {
  const stop = failsAt(`${before} limit 1`)
  const bar: CompletionOption = { label: '| ', kind: 'keyword', about: 'Another stage.' }
  if (stop !== undefined) return [bar]
  const fitting = STAGE_FACTS.filter(({ only }) => only === undefined || only.some((one) => one === source))
  const options = fitting.map(({ name, about }): CompletionOption => ({
    label: name === 'with' ? 'with(' : `${name} `,
    kind: 'stage',
    about,
  }))
  return first ? [...options, bar] : options
}

function inside(
  before: string,
  source: string,
  stage: string,
  text: string,
  model: ModelFacts,
): CompletionOption[] {
  const fields = (): CompletionOption[] =>
    plain(
      [
        ...(SOURCE_FIELDS[source] ?? []),
        ...(source === '.entity' ? model.fields(pairValue(before, 'name')) : []),
      ],
      'field',
    )
  switch (stage) {
    case 'with':
      return text.includes(')') && !/[^)]*\([^)]*$/.test(text)
        ? continuing(before)
        : withOptions(source, text, model)
    case 'where':
      return whereOptions(before, text, fields(), model)
    case 'entity-call':
      return /\(/.test(text) ? callArguments(before, text, model) : of(ENTITY_METHOD_FACTS, 'method', '(')
    case 'graph-call':
      return /\(/.test(text) ? graphArguments(text, model) : of(GRAPH_CALL_FACTS, 'method', '(')
    case 'extend':
      return [...fields(), ...of(FUNCTION_FACTS, 'method', '(')]
    case 'stats':
      return [...of(AGGREGATE_FACTS, 'method', '('), ...fields(), { label: 'by ', kind: 'keyword' }]
    case 'project':
    case 'sort':
    case 'distinct':
      return /(?:,|project|sort|distinct)\s*[^\s,]*$/.test(text) ? fields() : continuing(before)
    default:
      return continuing(before)
  }
}

/** What the grammar itself says may follow. */
function continuing(before: string): CompletionOption[] {
  const head = before.replace(/\S*$/, '')
  const known = expectedAfter(before.trimEnd())
  return known.flatMap((label): CompletionOption[] =>
    /^[a-z|]+(?:-[a-z]+)?$/.test(label) && head !== undefined
      ? [{ label: `${label} `, kind: 'keyword' }]
      : [],
  )
}

function withOptions(source: string, text: string, model: ModelFacts): CompletionOption[] {
  const value = /([a-z_]+)\s*=\s*(?:\[[^\]]*)?(['"]?)[^'"=,)]*$/.exec(text)
  if (!value) {
    const keys = SOURCE_FACTS.find(({ name }) => name === source)?.keys ?? []
    return of(keys, 'key', '=')
  }
  const [, key = '', quote = ''] = value
  const close = quote === '' ? "'" : quote
  const options = (names: readonly string[]): CompletionOption[] =>
    plain(
      names.map((name) => (quote === '' ? close : '') + name + close),
      'value',
    )
  switch (key) {
    case 'domain':
      return options(model.domains)
    case 'kind':
    case 'kinds':
      return options(model.kinds)
    case 'name':
    case 'names': {
      const kind =
        source === '.model'
          ? pairValue(text, 'kind')
          : source === '.runbook_set'
            ? 'runbook_set'
            : 'entity_set'
      return options(model.names(pairValue(text, 'domain'), kind))
    }
    case 'mode':
      return options(['keyword', 'vector', 'hyper'])
    case 'relation_type':
      return options(model.relationTypes)
    case 'type':
      return options(source === '.runbook_set' ? SECTIONS : model.relationTypes)
    default:
      return []
  }
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

function whereOptions(
  before: string,
  text: string,
  fields: CompletionOption[],
  model: ModelFacts,
): CompletionOption[] {
  if (/(?:where|and|or|not|\()\s+[^\s=<>!~'"]*$/.test(text)) return fields
  const relation = /__relation_type__\s*(?:=|!=)\s*(['"]?)[^'"]*$/.exec(text)
  if (relation) {
    const quote = relation[1] ?? ''
    return plain(
      model.relationTypes.map((name) => (quote === '' ? `'${name}'` : name + quote)),
      'value',
    )
  }
  if (/(?:where|and|or|not|\()\s+[^\s=<>!~'"]+\s+$/.test(text)) return plain(COMPARISONS, 'keyword')
  if (QUOTED_OPEN.test(text) && failsAt(before.trimEnd()) !== undefined) return []
  return continuing(before)
}

function callArguments(before: string, text: string, model: ModelFacts): CompletionOption[] {
  const [, method = '', args = ''] = /entity-call\s+(\w+)\s*\(([^]*)$/.exec(text) ?? []
  const position = args.split(',').length
  const open =
    /['"][^'"]*$/.test(args.split(',').at(-1) ?? '') &&
    ((args.split(',').at(-1) ?? '').match(/['"]/g)?.length ?? 0) % 2 === 1
  const wrap = (names: readonly string[]): CompletionOption[] =>
    plain(
      names.map((name) => (open ? `${name}'` : `'${name}'`)),
      'value',
    )
  if (method.startsWith('get_')) {
    const kind = /log/.test(method) ? 'log_set' : 'metric_set'
    if (position === 1) return wrap(model.domains)
    if (position === 2) return wrap(model.names(/'([^']*)'/.exec(args)?.[1], kind))
  }
  if (method.startsWith('list_data'))
    return wrap(['metric_set', 'log_set', 'trace_set', 'event_set', 'profile_set'])
  return before === '' ? [] : continuing(before)
}

function graphArguments(text: string, model: ModelFacts): CompletionOption[] {
  const args = /\(([^]*)$/.exec(text)?.[1] ?? ''
  if (/getNeighborNodes/.test(text) && !args.includes(',')) {
    const open = args.includes("'")
    return NEIGHBOUR_TYPE_FACTS.map(({ name, about }) => ({
      label: open ? `${name}'` : `'${name}'`,
      kind: 'value',
      about,
    }))
  }
  const label = /\(\s*\w*\s*:\s*(["'])?[^"']*$/.exec(args)
  if (!label) return []
  const quote = label[1] ?? '"'
  const labels = model.domains.flatMap((domain) =>
    model.names(domain, 'entity_set').map((name) => `${domain}@${name}`),
  )
  return plain(
    labels.map((name) => (label[1] ? '' : quote) + name + quote),
    'value',
  )
}
