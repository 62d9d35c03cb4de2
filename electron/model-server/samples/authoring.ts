import { createHash } from 'node:crypto'
import type { Element } from '#shared/model/element.ts'
import type { EntityChange, EntityKey, RelationChange } from '#shared/model/entity.ts'
import type { JsonObject } from '#shared/model/json.ts'
import { aboutZh } from './about.zh.ts'
import { fieldNamesZh } from './field-names.zh.ts'
import { linkWordsZh } from './link-words.zh.ts'

/** A text in English and Chinese. */
type Words = readonly [en: string, zh: string]

/** A domain in the samples' file format. */
export interface DomainTable {
  readonly domain: string
  readonly sets?: { readonly [name: string]: SetTable }
  /** Pairs of entity keys, `a>b c>d`, by link: `from verb to`. */
  readonly links?: { readonly [link: string]: string }
}

/**
 * An entity set with its entities: lines of cells separated by bars, below the column names; the first cell
 * is the key, the second the display name. Columns `since` and `until` are not fields: they are when an
 * entity was first observed and when it expired, RFC 3339.
 */
interface SetTable {
  readonly words: Words
  readonly about: string
  /** The field that contains the first observation, instead of a column `since`. */
  readonly since?: string
  readonly table: string
}

/** First observation, and expiry if any, in Unix seconds. */
interface Span {
  readonly from: number
  readonly to?: number | undefined
}

interface EntityLine {
  readonly key: string
  readonly name: string
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly span: Span
}

/** @throws Error when a table has an unreadable time: a mistake in the sample */
function secondsOf(time: string | undefined): number | undefined {
  if (time === undefined || time === '') return undefined
  const milliseconds = Date.parse(time)
  if (Number.isNaN(milliseconds)) throw new Error(`the sample has no time ${time}`)
  return milliseconds / 1000
}

const TIMES: ReadonlySet<string> = new Set(['since', 'until'])

function cellsOf({ table, since = 'since' }: SetTable): {
  readonly columns: readonly string[]
  readonly rows: readonly EntityLine[]
} {
  const [[, , ...header] = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const lines = rows.map(([key = '', name = '', ...cells]): EntityLine => {
    const cell = (column: string): string | undefined => cells[header.indexOf(column)]
    return {
      key,
      name,
      fields: header.flatMap((column, at) =>
        cells[at] && !TIMES.has(column) ? [[column, cells[at]] as const] : [],
      ),
      span: { from: secondsOf(cell(since)) ?? FIRST_OBSERVED, to: secondsOf(cell('until')) },
    }
  })
  return { columns: header.filter((column) => !TIMES.has(column)), rows: lines }
}

/**
 * First observation, unless a table says otherwise, and last observation of the samples' data, in Unix
 * seconds: 2024 to 2100.
 */
const FIRST_OBSERVED = 1_704_067_200
const LAST_OBSERVED = 4_102_444_800
const KEEP_ALIVE = 3600

const VERSION = 'v0.1.0'

/** Hashes a readable name, so that ids are the same on every import (docs/model-service.md#ids). */
export function idOf(name: string): string {
  return createHash('md5').update(name).digest('hex')
}

function words([en, zh]: Words): JsonObject {
  return { en_us: en, zh_cn: zh }
}

/** A description in both languages, as far as there is Chinese. */
const described = (english: string): JsonObject => {
  const chinese = aboutZh[english]
  return { en_us: english, ...(chinese === undefined ? {} : { zh_cn: chinese }) }
}

/** Builds an element from the authoring form of files. */
export function element(
  kind: string,
  domain: string,
  name: string,
  texts: { readonly words?: Words; readonly about?: string },
  spec: JsonObject,
): Element {
  return {
    kind,
    domain,
    name,
    version: VERSION,
    metadata: {
      name,
      domain,
      ...(texts.words === undefined ? {} : { display_name: words(texts.words) }),
      ...(texts.about === undefined ? {} : { description: described(texts.about) }),
    },
    spec,
  }
}

/** A runbook in the samples' file format. */
export interface RunbookFile {
  readonly domain: string
  readonly name: string
  readonly words: Words
  readonly about: string
  readonly spec: JsonObject
}

export const runbookElement = ({ domain, name, spec, ...texts }: RunbookFile): Element =>
  element('runbook_set', domain, name, texts, spec)

/** Converts `change_request` to "Change request". */
function titleOf(name: string): string {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function field(name: string, type = 'string', more: JsonObject = {}): JsonObject {
  const chinese = fieldNamesZh[name]
  const words = { en_us: titleOf(name), ...(chinese === undefined ? {} : { zh_cn: chinese }) }
  return { name, type, display_name: words, filterable: true, ...more }
}

const typeName = (domain: string, set: string): string => (set.includes('.') ? set : `${domain}.${set}`)

/** Returns the domain of a type such as `k8s.workload`. */
const domainOf = (type: string): string => type.split('.')[0] ?? ''

function setElement(domain: string, set: string, table: SetTable): Element {
  return element('entity_set', domain, typeName(domain, set), table, {
    fields: [
      field('id', 'string', { description: { en_us: 'Entity ID', zh_cn: '实体 ID' } }),
      field('display_name', 'string', { analysable: true }),
      ...cellsOf(table).columns.map((column) => field(column)),
    ],
    primary_key_fields: ['id'],
    id_generator: 'id',
    name_fields: ['display_name'],
    first_observed_time_field: '__first_observed_time__',
    last_observed_time_field: '__last_observed_time__',
  })
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** Names a link by its sets, as in "Service runs in environment". */
function linkWords([from, fromZh]: Words, verb: string, [to, toZh]: Words): Words {
  const english = `${from} ${verb.replaceAll('_', ' ')} ${lowerFirst(to)}`
  const [between, after = ''] = linkWordsZh[verb] ?? []
  return [english, between === undefined ? english : `${fromZh}${between}${toZh}${after}`]
}

/** @param wordsOf the names of a set */
function linkElement(domain: string, link: string, wordsOf: (type: string) => Words): Element {
  const [from = '', verb = '', to = ''] = link.split(' ')
  const src = typeName(domain, from)
  const dest = typeName(domain, to)
  return element(
    'entity_set_link',
    domain,
    `${src}_${verb}_${dest}`,
    { words: linkWords(wordsOf(src), verb, wordsOf(dest)) },
    {
      src: { domain: domainOf(src), kind: 'entity_set', name: src },
      dest: { domain: domainOf(dest), kind: 'entity_set', name: dest },
      entity_link_type: verb,
    },
  )
}

/** Builds the entity sets of a domain. */
export const setElements = ({ domain, sets = {} }: DomainTable): Element[] =>
  Object.entries(sets).map(([set, table]) => setElement(domain, set, table))

/** Builds the links of the domains, which may lead from one to another. */
export function linkElements(domains: readonly DomainTable[]): Element[] {
  const words = new Map(
    domains.flatMap(({ domain, sets = {} }) =>
      Object.entries(sets).map(([set, table]) => [typeName(domain, set), table.words] as const),
    ),
  )
  const wordsOf = (type: string): Words => words.get(type) ?? [type, type]
  return domains.flatMap(({ domain, links = {} }) =>
    Object.keys(links).map((link) => linkElement(domain, link, wordsOf)),
  )
}

type Change<T> = Omit<T, 'method' | 'firstObserved' | 'lastObserved' | 'keepAlive'>

/** The changes that write something: an update, and its expiry if it is gone. */
const changesOf = <T extends object>(change: T, { from, to }: Span) => [
  {
    ...change,
    method: 'Update' as const,
    firstObserved: from,
    lastObserved: to ?? LAST_OBSERVED,
    keepAlive: KEEP_ALIVE,
  },
  ...(to === undefined
    ? []
    : [{ ...change, method: 'Expire' as const, firstObserved: from, lastObserved: to, properties: {} }]),
]

/** What the links between a set, its data, their storage and its runbook say. */
const LINK_NOUNS: Readonly<Record<string, Words>> = {
  data_link: ['Data', '数据'],
  storage_link: ['Storage', '存储'],
  runbook_link: ['Runbook', '运行手册'],
}

type Names = { readonly en_us: string; readonly zh_cn: string }

/** The elements, with the links that have no name yet named by their ends, as in "Data of service: service logs". */
export function withLinkNames(elements: readonly Element[]): Element[] {
  const placeOf = (at: unknown): string => {
    const { kind, name } = at as { readonly kind: string; readonly name: string }
    return `${kind} ${name}`
  }
  const names = new Map(elements.map((one) => [placeOf(one), one.metadata?.['display_name'] as Names]))
  return elements.map((one) => {
    const [noun, nounZh] = LINK_NOUNS[one.kind] ?? []
    if (noun === undefined || nounZh === undefined) return one
    const [of, to] = [one.spec?.['src'], one.spec?.['dest']].map((end) => names.get(placeOf(end)))
    if (!of || !to) return one
    const name = words([
      `${noun} of ${lowerFirst(of.en_us)}: ${lowerFirst(to.en_us)}`,
      `${of.zh_cn}的${nounZh}：${to.zh_cn}`,
    ])
    return { ...one, metadata: { ...one.metadata, display_name: name } }
  })
}

/** Looks up entities by type and key. */
export class Directory {
  readonly #known = new Map<string, { readonly id: string; readonly span: Span }>()

  /** Registers all entities of a domain; `fixed` contains ids known outside. */
  add({ domain, sets = {} }: DomainTable, fixed: { readonly [typeAndKey: string]: string }): void {
    for (const [set, table] of Object.entries(sets)) {
      for (const { key, span } of cellsOf(table).rows) {
        const place = `${typeName(domain, set)}:${key}`
        this.#known.set(place, { id: fixed[place] ?? idOf(place), span })
      }
    }
  }

  #entry(type: string, key: string): { readonly id: string; readonly span: Span } {
    const known = this.#known.get(`${type}:${key}`)
    if (known === undefined) throw new Error(`the sample has no ${type} ${key}`)
    return known
  }

  /** @throws Error when a table names an unknown entity: a mistake in the sample */
  key(type: string, key: string): EntityKey {
    return { domain: domainOf(type), type, id: this.#entry(type, key).id }
  }

  /** When an entity existed. */
  span(type: string, key: string): Span {
    return this.#entry(type, key).span
  }
}

export function entitiesOf({ domain, sets = {} }: DomainTable, directory: Directory): EntityChange[] {
  return Object.entries(sets).flatMap(([set, table]) => {
    const type = typeName(domain, set)
    return cellsOf(table).rows.flatMap(({ key, name, fields, span }): EntityChange[] => {
      const at = directory.key(type, key)
      const properties = { id: at.id, display_name: name, ...Object.fromEntries(fields) }
      return changesOf<Change<EntityChange>>({ ...at, category: 'entity', properties }, span)
    })
  })
}

/** A relation exists while both of its ends do. */
function together(one: Span, other: Span): Span {
  const ends = [one.to, other.to].filter((end) => end !== undefined)
  return {
    from: Math.max(one.from, other.from),
    to: ends.length === 0 ? undefined : Math.min(...ends),
  }
}

export function relationsOf({ domain, links = {} }: DomainTable, directory: Directory): RelationChange[] {
  return Object.entries(links).flatMap(([link, pairs]) => {
    const [from = '', verb = '', to = ''] = link.split(' ')
    const [src, dest] = [typeName(domain, from), typeName(domain, to)]
    return pairs.split(' ').flatMap((pair): RelationChange[] => {
      const [source = '', target = ''] = pair.split('>')
      return changesOf<Change<RelationChange>>(
        {
          src: directory.key(src, source),
          type: verb,
          dest: directory.key(dest, target),
          category: 'entity_link',
          properties: {},
        },
        together(directory.span(src, source), directory.span(dest, target)),
      )
    })
  })
}

/** Builds a data link from an entity set to a data set, which maps entity fields to its fields. */
export function dataLink(
  domain: string,
  set: string,
  kind: string,
  dataSet: string,
  mapping: JsonObject,
): Element {
  const name = `${set}_to_${dataSet}`
  return element(
    'data_link',
    domain,
    name,
    {},
    {
      src: { domain: domainOf(set), kind: 'entity_set', name: set },
      dest: { domain: domainOf(dataSet), kind, name: dataSet },
      data_link_type: 'related_to',
      fields_mapping: mapping,
    },
  )
}

export function storageLink(
  domain: string,
  kind: string,
  dataSet: string,
  storageKind: string,
  storage: string,
  mapping: JsonObject,
): Element {
  const name = `${dataSet}_in_${storage}`
  return element(
    'storage_link',
    domain,
    name,
    {},
    {
      src: { domain: domainOf(dataSet), kind, name: dataSet },
      dest: { domain: domainOf(storage), kind: storageKind, name: storage },
      fields_mapping: mapping,
    },
  )
}

export function runbookLink(domain: string, set: string, runbook: string): Element {
  return element(
    'runbook_link',
    domain,
    `${set}_to_${runbook}`,
    {},
    {
      src: { domain: domainOf(set), kind: 'entity_set', name: set },
      dest: { domain: domainOf(runbook), kind: 'runbook_set', name: runbook },
      token_replace: { service: '${display_name}' },
    },
  )
}
