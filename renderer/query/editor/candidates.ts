import { SOURCES } from '#shared/spl/ast.ts'
import { CYPHER_KEYWORDS } from '#shared/spl/cypher/index.ts'
import type { Context, Situation } from '#shared/spl/editor/context.ts'
import {
  ELEMENT_KINDS,
  GRAPH_FUNCTIONS,
  METHODS,
  NEIGHBOR_TYPES,
  OPERATORS,
  RUNBOOK_SECTIONS,
  SEARCH_MODES,
  SOURCE_FACTS,
  STAGE_FACTS,
  STAGE_SOURCES,
  WITH_KEYS,
  type Callable,
  type Fact,
} from '#shared/spl/editor/facts.ts'
import { AGGREGATES, EXPRESSION_FUNCTIONS } from '#shared/spl/editor/functions.ts'
import type { FieldFact } from '#shared/spl/editor/fields.ts'
import { STAGE_NAMES } from '#shared/spl/stage-names.ts'
import type { ElementFact, Vocabulary } from './vocabulary.ts'

/** Words of long lists, so that a list reads as lines. */
const words = (...lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' '))

/** Something that may stand at the cursor. */
export interface Candidate {
  readonly label: string
  /** What is written instead of the label. `#` marks where the cursor comes to stand. */
  readonly insert?: string
  readonly detail?: string
  readonly documentation?: string
  /** CodeMirror's kind of icon. */
  readonly type: string
  readonly boost?: number
  /** A text value, which is quoted unless a quote is open. */
  readonly value?: boolean
}

/** Everything besides the cursor that candidates depend on. */
export interface Surroundings {
  readonly vocabulary: Pick<Vocabulary, 'elements' | 'domains' | 'relations'>
  /** The fields that the earlier stages left; `undefined` when nobody knows. */
  readonly fields: readonly FieldFact[] | undefined
  /** Names of the tab's parameters. */
  readonly parameters: readonly string[]
}

/** How many names are offered at once; typing narrows the rest. */
export const MAX_NAMES = 400

const fromFacts = (facts: readonly Fact[], type: string, insert?: (fact: Fact) => string): Candidate[] =>
  facts.map((fact) => ({
    label: fact.name,
    type,
    documentation: fact.documentation,
    ...(fact.form ? { detail: fact.form } : {}),
    ...(insert ? { insert: insert(fact) } : {}),
  }))

const signature = ({ parameters }: Callable): string =>
  `(${parameters.map(({ name, required }) => (required ? name : `${name}?`)).join(', ')})`

const fromCallables = (callables: readonly Callable[]): Candidate[] =>
  callables.map((callable) => ({
    label: callable.name,
    type: 'function',
    detail: signature(callable),
    documentation: callable.documentation,
    insert: callable.parameters.length === 0 ? `${callable.name}()` : `${callable.name}(#)`,
  }))

const values = (names: readonly string[], detail = ''): Candidate[] =>
  names.map((label) => ({ label, type: 'constant', value: true, ...(detail ? { detail } : {}) }))

function fieldCandidates(fields: readonly FieldFact[] | undefined): Candidate[] {
  return (fields ?? []).map(({ name, type, documentation }) => ({
    label: name,
    type: 'property',
    boost: name.startsWith('__') ? -1 : 1,
    ...(type ? { detail: type } : {}),
    ...(documentation ? { documentation } : {}),
    ...(/^[A-Za-z_][\w.@-]*$/.test(name) ? {} : { insert: `\`${name}\`` }),
  }))
}

function stages({ source }: Situation): Candidate[] {
  return STAGE_NAMES.filter((stage) => {
    const only = STAGE_SOURCES[stage]
    return only === undefined || source === undefined || only.includes(source)
  }).map((stage) => {
    const { form = '', documentation } = STAGE_FACTS[stage]
    return {
      label: stage,
      type: 'keyword',
      detail: form,
      documentation,
      insert: stage === 'with' ? 'with(#)' : `${stage} #`,
    }
  })
}

function elementNames(elements: readonly ElementFact[], word: string): Candidate[] {
  const needle = word.toLowerCase()
  const found: Candidate[] = []
  for (const { name, kind, domain, title } of elements) {
    if (needle !== '' && !name.toLowerCase().includes(needle) && !title.toLowerCase().includes(needle))
      continue
    found.push({
      label: name,
      type: 'class',
      detail: `${kind} · ${domain}`,
      value: true,
      ...(title ? { documentation: title } : {}),
    })
    if (found.length >= MAX_NAMES) break
  }
  return found
}

/** Elements that a with(name=…) of a source can mean, narrowed by the other pairs. */
function namesFor(
  { source, pairs }: Situation,
  { elements }: Surroundings['vocabulary'],
  word: string,
): Candidate[] {
  const kind = source === '.model' ? pairs['kind'] : source === '.runbook_set' ? 'runbook_set' : 'entity_set'
  const domain = pairs['domain']
  return elementNames(
    elements.filter((element) => (!kind || element.kind === kind) && (!domain || element.domain === domain)),
    word,
  )
}

function keyValues(key: string, situation: Situation, around: Surroundings, word: string): Candidate[] {
  const { vocabulary } = around
  switch (key) {
    case 'domain':
      return values(vocabulary.domains, 'domain')
    case 'kind':
    case 'kinds': {
      const present = new Set(vocabulary.elements.map((element) => element.kind))
      return values(ELEMENT_KINDS).map((each) => ({ ...each, boost: present.has(each.label) ? 2 : 0 }))
    }
    case 'name':
    case 'names':
      return namesFor(situation, vocabulary, word)
    case 'mode':
      return values(SEARCH_MODES)
    case 'type':
      return situation.source === '.topo'
        ? values(vocabulary.relations, 'relation')
        : values(RUNBOOK_SECTIONS)
    case 'relation_type':
    case '__relation_type__':
      return values(vocabulary.relations, 'relation')
    default:
      return []
  }
}

/** Data sets that a method's first two arguments name. */
const DATA_SETS: Readonly<Record<string, readonly string[]>> = {
  get_logs: ['log_set', 'event_set', 'trace_set'],
  get_metrics: ['metric_set'],
}

function argumentCandidates(
  context: Context & { kind: 'argument' },
  { vocabulary }: Surroundings,
  word: string,
): Candidate[] {
  const method = METHODS.find(({ name }) => name === context.method)
  if (!method) return []
  const parameter =
    method.parameters.find(({ name }) => name === context.key) ?? method.parameters[context.index]
  const sets = vocabulary.elements.filter(({ kind }) => DATA_SETS[method.name]?.includes(kind))
  const named: Candidate[] =
    context.key === undefined && context.quote === ''
      ? method.parameters.map(({ name, type, documentation }) => ({
          label: `${name}=`,
          type: 'property',
          detail: type,
          documentation,
          insert: type === 'boolean' ? `${name}=` : `${name}='#'`,
          boost: -1,
        }))
      : []
  switch (parameter?.name) {
    case 'domain':
      return [...values([...new Set(sets.map(({ domain }) => domain))], 'domain'), ...named]
    case 'name':
      return [...elementNames(sets, word), ...named]
    case 'data_set_types':
      return [...values(['metric_set', 'log_set', 'trace_set', 'event_set', 'profile_set'], 'kind'), ...named]
    default:
      if (parameter?.type !== 'boolean') return named
      return [...['true', 'false'].map((label) => ({ label, type: 'constant' })), ...named]
  }
}

function labels(elements: readonly ElementFact[], word: string): Candidate[] {
  const sets = elements.filter(({ kind }) => kind === 'entity_set')
  return elementNames(sets, word.split('@').at(-1) ?? '').map((candidate) => {
    const set = sets.find(({ name }) => name === candidate.label)
    return set ? { ...candidate, label: `${set.domain}@${set.name}` } : candidate
  })
}

const CYPHER_FUNCTIONS = words(
  'count collect sum avg min max size coalesce labels',
  'properties type id nodes relationships length keys head last',
  'tail range toString toInteger toFloat toLower toUpper trim split',
  'replace substring startNode endNode abs round ceil floor exists',
)

function cypherCandidates(
  before: string,
  around: Surroundings,
  entityFields: (label: string) => readonly FieldFact[],
): Candidate[] {
  if (/\(\s*\w*\s*:\s*`?[\w.@]*$/.test(before) || /\|\s*`?[\w.@]*$/.test(before.replace(/\[[^\]]*$/, ''))) {
    const open = before.lastIndexOf('`') >= 0 && /`[\w.@]*$/.test(before)
    return labels(around.vocabulary.elements, /[\w.@]*$/.exec(before)?.[0] ?? '').map((each) => ({
      ...each,
      value: false,
      insert: open ? each.label : `\`\`${each.label}\`\``,
    }))
  }
  if (/\[\s*\w*\s*:[\w|:\s]*$/.test(before)) {
    return around.vocabulary.relations.map((label) => ({ label, type: 'type', detail: 'relation' }))
  }
  const property = /(\w+)\.\w*$/.exec(before)?.[1]
  if (property !== undefined) {
    const label = new RegExp(`\\(\\s*${property}\\s*:\\s*\`*([\\w.@]+)`).exec(before)?.[1]
    return fieldCandidates([
      ...entityFields(label ?? ''),
      { name: '__entity_id__' },
      { name: '__entity_type__' },
    ])
  }
  const variables = [
    ...new Set([...before.matchAll(/[([]\s*([A-Za-z_]\w*)/g)].map((match) => match[1] ?? '')),
  ]
  return [
    ...variables.map((label) => ({ label, type: 'variable', boost: 2 })),
    ...CYPHER_KEYWORDS.map((label) => ({ label, type: 'keyword', insert: `${label} #` })),
    ...CYPHER_FUNCTIONS.map((label) => ({ label, type: 'function', insert: `${label}(#)` })),
  ]
}

/** What may stand at the cursor, without asking anybody. Values from the data and from the server come on top. */
export function candidatesFor(
  situation: Situation,
  around: Surroundings,
  word: string,
  entityFields: (label: string) => readonly FieldFact[] = () => [],
): Candidate[] {
  const { context, source } = situation
  switch (context.kind) {
    case 'source':
      return fromFacts(
        SOURCES.map((name) => SOURCE_FACTS[name]),
        'namespace',
        ({ name }) => `${name} #`,
      )
    case 'stage':
      return stages(situation)
    case 'pipe':
      return [{ label: '|', type: 'keyword', insert: '| #' }, ...(context.condition ? CONNECTIVES : [])]
    case 'key': {
      const keys = WITH_KEYS[source ?? '.entity'].filter(({ name }) => !context.used.includes(name))
      return fromFacts(keys, 'property', ({ name }) =>
        name === 'topk' || name === 'hybrid_k' ? `${name}=#` : `${name}='#'`,
      )
    }
    case 'keyValue':
      return keyValues(context.key, situation, around, word)
    case 'field':
      return fieldCandidates(around.fields)
    case 'function':
      return [...fieldCandidates(around.fields), ...fromCallables(EXPRESSION_FUNCTIONS)]
    case 'operator':
      return fromFacts(OPERATORS, 'operator', ({ name }) =>
        name.startsWith('is') ? `${name} ` : `${name} #`,
      )
    case 'fieldValue':
      return context.field === '__relation_type__' ? values(around.vocabulary.relations, 'relation') : []
    case 'direction':
      return ['asc', 'desc'].map((label) => ({ label, type: 'keyword' }))
    case 'aggregate':
      return fromCallables(AGGREGATES)
    case 'method':
      return fromCallables(METHODS)
    case 'graphFunction':
      return fromCallables(GRAPH_FUNCTIONS).map((each) =>
        each.label === 'cypher' ? { ...each, insert: 'cypher(`#`)' } : each,
      )
    case 'argument':
      return argumentCandidates(context, around, word)
    case 'graphArgument':
      return context.method === 'getNeighborNodes' && context.index === 0
        ? NEIGHBOR_TYPES.map(({ name, documentation }) => ({
            label: name,
            documentation,
            type: 'constant',
            value: true,
          }))
        : []
    case 'label':
      return labels(around.vocabulary.elements, word)
    case 'nodeKey':
      return [{ label: '__entity_id__', type: 'property', insert: "__entity_id__: '#'" }]
    case 'parameter':
      return around.parameters.map((label) => ({ label, type: 'variable' }))
    case 'cypher':
      return cypherCandidates(context.before, around, entityFields)
    case 'none':
      return []
  }
}

/** Words that may go on after a whole condition. */
const CONNECTIVES: readonly Candidate[] = ['and', 'or'].map((label) => ({
  label,
  type: 'keyword',
  insert: `${label} #`,
  boost: -2,
}))
