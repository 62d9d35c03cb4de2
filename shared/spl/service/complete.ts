import { KINDS } from '../../model/kinds/names.ts'
import { type SourceName, SOURCES } from '../ast.ts'
import { begins, expectedAfter, MAX_PROBED_CHARACTERS } from '../expected.ts'
import { STAGE_NAMES } from '../stage-names.ts'
import { CALLABLES, type Callable, METHOD_FACTS, NEIGHBOR_TYPE_FACTS } from './callables.ts'
import { completeCypher } from './complete-cypher.ts'
import { type Completion, type Completions, matching, quoted } from './completion.ts'
import { type Context, type Situation, situationAt } from './context.ts'
import {
  CONDITION_FACTS,
  DATA_SET_KINDS,
  type Fact,
  type Language,
  OPERATOR_FACTS,
  RUNBOOK_SECTIONS,
  SEARCH_MODES,
  SOURCE_FACTS,
  STAGE_FACTS,
} from './facts.ts'
import { fieldsAfter } from './fields.ts'
import type { ElementFact, FieldFact, ModelFacts } from './model.ts'
import { parameterNames } from './parameters.ts'

/** Maximum names offered at once; typing narrows the list. */
const MAX_NAMES = 400

interface CompletionRequest {
  /** A single statement, and the cursor position in it. */
  readonly text: string
  readonly position: number
  /** The cursor's situation, if already computed. */
  readonly situation?: Situation
  readonly model: ModelFacts
  /** Names for `$`; defaults to those in the text before the cursor. */
  readonly parameters?: readonly string[]
  readonly language?: Language
}

/**
 * Returns completions at a position of a statement: what the grammar accepts there, using names of the
 * language and the model. Does not filter by the word under the cursor; the caller does (see `matching`).
 */
export function completeSpl(request: CompletionRequest): Completions {
  const { text, position } = request
  const situation = request.situation ?? situationAt(text, position)
  const { context } = situation
  if (context.kind === 'cypher') return completeCypher(position, context.before, request.model)
  const completions = new Completer(request, situation).at(context)
  return { from: context.from, completions: accepted(text.slice(0, context.from), completions) }
}

/**
 * Removes what the grammar does not accept after `head`. The situation is read from a tree with a placeholder in it,
 * and in text such as `where project =$p ` the parser may mend that tree otherwise than the person means.
 */
function accepted(head: string, completions: readonly Completion[]): readonly Completion[] {
  if (head.length > MAX_PROBED_CHARACTERS || !begins(head)) return completions
  const verdicts = new Map<string, boolean>()
  return completions.filter(({ kind, insert }) => {
    // All names in the same quotes are one token to the grammar; words are each their own.
    const token = NAMES.has(kind) ? `${kind}${insert.at(0)}${insert.at(-1)}` : insert
    const verdict = verdicts.get(token) ?? begins(head + insert)
    verdicts.set(token, verdict)
    return verdict
  })
}

const NAMES: ReadonlySet<Completion['kind']> = new Set(['value', 'element', 'field', 'variable'])

/**
 * Returns complete texts that the text before the cursor could become; those that start with the typed word
 * come first.
 */
export function continuations(text: string, model: ModelFacts): string[] {
  const { from, completions } = completeSpl({ text, position: text.length, model })
  const head = text.slice(0, from)
  return matching(completions, text.slice(from)).map(({ insert }) => head + insert)
}

const BAR: Completion = { label: '|', kind: 'keyword', insert: '| ', boost: 1 }

/** Words that the grammar does not accept as a field unless in backticks. */
const RESERVED = new Set(['and', 'or', 'not', 'in', 'like', 'is', 'null', 'true', 'false'])

/** Kinds of data sets that a method's first two arguments accept. */
const DATA_SETS: Readonly<Record<string, readonly string[]>> = {
  get_logs: ['log_set', 'event_set', 'trace_set'],
  get_metrics: ['metric_set'],
}

class Completer {
  readonly #text: string
  /** The text before the current word, and the current word. */
  readonly #head: string
  readonly #word: string
  readonly #situation: Situation
  readonly #model: ModelFacts
  readonly #parameters: readonly string[] | undefined
  readonly #language: Language

  constructor(
    { text, position, model, parameters, language = 'en' }: CompletionRequest,
    situation: Situation,
  ) {
    const { from } = situation.context
    this.#text = text
    this.#head = text.slice(0, from)
    this.#word = text.slice(from, position)
    this.#situation = situation
    this.#model = model
    this.#parameters = parameters
    this.#language = language
  }

  at(context: Context): Completion[] {
    const { source } = this.#situation
    switch (context.kind) {
      case 'source':
        return SOURCES.map((name) => this.#fact(SOURCE_FACTS[name], 'source', name, `${name} #`))
      case 'stage':
        return this.#stages(source)
      case 'pipe':
      case 'direction':
        return this.#following()
      case 'key':
        return this.#keys(context.used)
      case 'keyValue':
        return this.#values(this.#namesFor(context.key))
      case 'field':
        return [...this.#fields(), ...(context.condition ? this.#conditionWords() : [])]
      case 'operator':
        return OPERATOR_FACTS.filter(({ alias }) => !alias).map((fact) => {
          const list = fact.name.endsWith('in')
          return this.#fact(
            fact,
            'operator',
            `${fact.name} ${list ? '[' : ''}`,
            list ? `${fact.name} [#]` : undefined,
          )
        })
      case 'fieldValue':
        return this.#values(this.#valuesOf(context.field))
      case 'function':
        return [...this.#fields(), ...this.#callables(CALLABLES.expression)]
      case 'aggregate':
        return this.#callables(CALLABLES.aggregate)
      case 'method':
        return this.#callables(CALLABLES.method)
      case 'graphFunction':
        return this.#callables(CALLABLES.graph)
      case 'argument':
        return this.#arguments(context)
      case 'graphArgument':
        return context.method === 'getNeighborNodes' && context.index === 0
          ? NEIGHBOR_TYPE_FACTS.map((fact) => this.#fact(fact, 'value', this.#quoted(fact.name)))
          : []
      case 'label':
        return this.#values(this.#labels(), '"')
      case 'nodeKey':
        return [
          { label: '__entity_id__', kind: 'key', insert: '__entity_id__: ', template: "__entity_id__: '#'" },
        ]
      case 'parameter':
        return (this.#parameters ?? parameterNames(this.#head)).map((label) => ({
          label,
          kind: 'variable',
          insert: label,
        }))
      case 'cypher':
      case 'none':
        return []
    }
  }

  #fact(fact: Fact, kind: Completion['kind'], insert: string, template?: string): Completion {
    const { name, form, documentation } = fact
    return { label: name, kind, insert, template, detail: form, documentation: documentation[this.#language] }
  }

  #stages(source: SourceName | undefined): Completion[] {
    const stages = STAGE_NAMES.map((name) => STAGE_FACTS[name]).filter(
      ({ sources }) => sources === undefined || source === undefined || sources.includes(source),
    )
    const first = !this.#head.trimEnd().endsWith('|')
    return [
      ...stages.map((fact) =>
        fact.name === 'with'
          ? // What selects from the source comes first there; it need not be searched for in the alphabet.
            { ...this.#fact(fact, 'stage', 'with(', 'with(#)'), ...(first ? { boost: 2 } : {}) }
          : this.#fact(fact, 'stage', `${fact.name} `),
      ),
      ...(first ? [BAR] : []),
    ]
  }

  /** Returns the words that the grammar accepts next, without parsing the earlier stages. */
  #following(): Completion[] {
    const { earlier } = this.#situation
    const stage = earlier === '' ? this.#head : `.model ${this.#head.slice(earlier.length)}`
    return expectedAfter(stage.trimEnd()).flatMap((label): Completion[] => {
      if (label === '|') return [BAR]
      return /^[a-z]+(?:-[a-z]+)?$/.test(label) ? [{ label, kind: 'keyword', insert: `${label} ` }] : []
    })
  }

  /** Returns the unused keys; after a complete pair, the separator. */
  #keys(used: readonly string[]): Completion[] {
    const { source } = this.#situation
    if (!/[(,]\s*$/.test(this.#head)) {
      return [
        { label: ',', kind: 'keyword', insert: ', ' },
        { label: ')', kind: 'keyword', insert: ')' },
      ]
    }
    if (source === undefined) return []
    return SOURCE_FACTS[source].keys
      .filter(({ name, standing }) => standing === undefined && !used.includes(name))
      .map((fact) => this.#fact(fact, 'key', `${fact.name}=`, templateOf(fact)))
  }

  /** Returns the names that a with(…) key accepts. */
  #namesFor(key: string): readonly (string | ElementFact)[] {
    const { source, pairs } = this.#situation
    const { domains, elements, relationTypes } = this.#model
    switch (key) {
      case 'domain':
        return domains
      case 'kind':
      case 'kinds':
        return this.#kinds()
      case 'name':
      case 'names': {
        const kind =
          source === '.model' ? pairs['kind'] : source === '.runbook_set' ? 'runbook_set' : 'entity_set'
        const domain = pairs['domain']
        return elements.filter((one) => (!kind || one.kind === kind) && (!domain || one.domain === domain))
      }
      case 'mode':
        return SEARCH_MODES
      case 'relation_type':
      case '__relation_type__':
        return relationTypes
      case 'type':
        return source === '.runbook_set' ? RUNBOOK_SECTIONS : relationTypes
      default:
        return []
    }
  }

  /** Returns element kinds, those in the model first. */
  #kinds(): string[] {
    const present = new Set(this.#model.elements.map(({ kind }) => kind))
    return [...present, ...KINDS.filter((kind) => !present.has(kind))]
  }

  /** Returns values for columns that contain model names. */
  #valuesOf(field: string): readonly (string | ElementFact)[] {
    const { source } = this.#situation
    if (field === '__relation_type__') return this.#model.relationTypes
    if (field === '__domain__' || (field === 'domain' && source === '.model')) return this.#model.domains
    if (field === 'kind' && source === '.model') return this.#kinds()
    return field === '__entity_type__' ? this.#elements('entity_set') : []
  }

  #elements(...kinds: readonly string[]): ElementFact[] {
    return this.#model.elements.filter(({ kind }) => kinds.includes(kind))
  }

  #labels(): ElementFact[] {
    return this.#elements('entity_set').map((set) => ({ ...set, name: `${set.domain}@${set.name}` }))
  }

  /** Formats names and texts as quoted values, up to the limit. */
  #values(values: readonly (string | ElementFact)[], mark?: string): Completion[] {
    const needle = this.#word.toLowerCase()
    const found: Completion[] = []
    for (const value of values) {
      const label = typeof value === 'string' ? value : value.name
      if (!label.toLowerCase().includes(needle)) continue
      const insert = this.#quoted(label, mark)
      found.push(
        typeof value === 'string'
          ? { label, kind: 'value', insert }
          : {
              label,
              kind: 'element',
              insert,
              detail: `${value.kind} · ${value.domain}`,
              documentation: value.title,
            },
      )
      if (found.length === MAX_NAMES) break
    }
    return found
  }

  #quoted(name: string, mark?: string): string {
    return quoted(
      name,
      this.#situation.context.quote,
      this.#text.slice(this.#head.length + this.#word.length),
      mark,
    )
  }

  #fields(): Completion[] {
    const { earlier, source = '' } = this.#situation
    const { known } = fieldsAfter(earlier || source, this.#model)
    return known.map((field) => fieldCompletion(field))
  }

  #conditionWords(): Completion[] {
    return CONDITION_FACTS.map((fact) =>
      fact.example.startsWith(`${fact.name}(`)
        ? this.#fact(fact, 'function', `${fact.name}(`, `${fact.name}(#)`)
        : this.#fact(fact, 'keyword', `${fact.name} `),
    )
  }

  #callables(callables: readonly Callable[]): Completion[] {
    return callables.map((callable) => {
      const { name, parameters } = callable
      const shown = parameters.map(
        (each) => `${each.name}${each.required ? '' : '?'}${each.rest ? ', …' : ''}`,
      )
      const fact = { ...callable, form: `(${shown.join(', ')})` }
      if (parameters.length === 0) return this.#fact(fact, 'function', `${name}()`)
      return this.#fact(fact, 'function', `${name}(`, name === 'cypher' ? 'cypher(`#`)' : `${name}(#)`)
    })
  }

  #arguments({ method: name, index, key, quote }: Extract<Context, { kind: 'argument' }>): Completion[] {
    const method = METHOD_FACTS.find((fact) => fact.name === name || fact.aliases.includes(name))
    if (!method) return []
    const parameter = method.parameters.find((each) => each.name === key) ?? method.parameters[index]
    const inList = /\[[^\]()]*$/.test(this.#head)
    const keys =
      key !== undefined || quote !== '' || inList
        ? []
        : method.parameters.map(({ name: label, type, documentation }): Completion => ({
            label: `${label}=`,
            kind: 'key',
            insert: `${label}=`,
            template: type === 'boolean' ? undefined : type === 'varchar' ? `${label}='#'` : `${label}=['#']`,
            detail: type,
            documentation: documentation[this.#language],
            boost: -1,
          }))
    const sets = this.#elements(...(DATA_SETS[method.name] ?? []))
    switch (parameter?.name) {
      case 'domain':
        return [...this.#values([...new Set(sets.map(({ domain }) => domain))]), ...keys]
      case 'name': {
        const domain = /\(\s*['"]([^'"]*)['"]\s*,[^(]*$/.exec(this.#head)?.[1]
        return [...this.#values(sets.filter((set) => domain === undefined || set.domain === domain)), ...keys]
      }
      case 'metric': {
        const [, domain = '', set = ''] = METRIC_SET.exec(this.#head) ?? []
        const metrics = this.#model.metrics(domain, set) ?? []
        return [
          ...metrics.map((one) => ({ ...fieldCompletion(one), insert: this.#quoted(one.name) })),
          ...keys,
        ]
      }
      case 'data_set_types': {
        const kinds = this.#values(DATA_SET_KINDS)
        return [...(inList ? kinds : kinds.map((one) => ({ ...one, insert: `[${one.insert}]` }))), ...keys]
      }
      default:
        if (parameter?.type !== 'boolean') return keys
        return [
          ...['true', 'false'].map((label): Completion => ({ label, kind: 'value', insert: label })),
          ...keys,
        ]
    }
  }
}

/** The domain and the name of a call's metric set, before its further arguments. */
const METRIC_SET = /\(\s*(?:domain\s*=\s*)?['"]([^'"]*)['"]\s*,\s*(?:name\s*=\s*)?['"]([^'"]*)['"]\s*,[^(]*$/

/** Turns a key's example into a template by removing its value: `ids=['#']`. */
const templateOf = ({ example }: Fact): string => example.replace(/=(\[?'?).*?('?\]?)$/, '=$1#$2')

function fieldCompletion({ name, type, documentation }: FieldFact): Completion {
  const plain = /^[A-Za-z_][\w.@]*$/.test(name) && !RESERVED.has(name.toLowerCase())
  return {
    label: name,
    kind: 'field',
    insert: plain ? name : `\`${name.replaceAll('`', '``')}\``,
    detail: type,
    documentation,
    boost: name.startsWith('__') ? -1 : 1,
  }
}
