import { type Fields, isFields } from '#shared/json/fields.ts'
import { readableName } from '../../form/field-name.tsx'
import { typeName } from '../graph/set-names.ts'
import { localizedText } from '../../i18n/localized-text.ts'
import { showExact } from '../../i18n/moment.ts'
import { shownText } from '../../ui/shown-name.ts'
import type { GraphNode } from '../graph/graph.ts'

/** A displayable group of facts: a table, or pairs. */
export type Section =
  | { readonly title: SectionTitle; readonly pairs: readonly (readonly [string, string])[] }
  | {
      readonly title: SectionTitle
      readonly columns: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }

export type SectionTitle =
  | 'overview'
  | 'keys'
  | 'fields'
  | 'labels'
  | 'metrics'
  | 'ends'
  | 'mappings'
  | 'storage'
  | 'observations'
  | 'actions'
  | 'knowledge'
  | 'skills'
  | 'toolkits'
  | 'automations'
  | 'times'
  | 'properties'
  | 'system'

/** Formats any value on one line, with invisible characters shown. */
export const inLine = (value: unknown): string => shownText(lineOf(value))

function lineOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ')
  if (isFields(value)) return wordsOfLanguages(value) ?? JSON.stringify(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value as number | boolean)
}

/** The text of a value that has one text per language. */
function wordsOfLanguages(value: Fields): string | undefined {
  const texts = Object.entries(value)
  if (texts.length === 0 || !texts.every(([key]) => /^[a-z]{2}(_[a-z]{2})?$/.test(key))) return undefined
  return localizedText(value) ?? (texts.every(([, text]) => text === '') ? '' : undefined)
}

const KEY_FACTS = [
  'primary_key_fields',
  'id_generator',
  'name_fields',
  'time_field',
  'first_observed_time_field',
  'last_observed_time_field',
  'default_order',
  'query_type',
  'tag_fields',
  'hidden_fields',
  'ordered_fields',
]
const STORAGE_FACTS = [
  'endpoint',
  'api_prefix',
  'index',
  'table',
  'database',
  'family',
  'tenant',
  'default_query_type',
  'default_step',
  'query_dialect',
  'credential_ref',
]
const RUNBOOK = ['observations', 'actions', 'knowledge', 'skills', 'toolkits', 'automations'] as const

/** Members with a section of their own. */
const PLACED = new Set<string>([
  ...KEY_FACTS,
  ...STORAGE_FACTS,
  ...RUNBOOK,
  'fields',
  'labels',
  'metrics',
  'src',
  'dest',
  'source',
  'destination',
  'fields_mapping',
])

function table(title: SectionTitle, list: unknown, columns: readonly string[]): Section[] {
  const rows = (Array.isArray(list) ? list : []).filter(isFields)
  if (rows.length === 0) return []
  const used = columns.filter((column) => rows.some((row) => row[column] !== undefined))
  return [{ title, columns: used, rows: rows.map((row) => used.map((column) => inLine(row[column]))) }]
}

function pairs(title: SectionTitle, facts: Fields, keys: readonly string[]): Section[] {
  const found = keys
    .filter((key) => facts[key] !== undefined)
    .map((key) => [key, inLine(facts[key])] as const)
  return found.length === 0 ? [] : [{ title, pairs: found }]
}

function ends(spec: Fields): Section[] {
  const end = (key: string): (readonly [string, string])[] => {
    const value = spec[key]
    return isFields(value)
      ? [[key, [inLine(value['domain']), inLine(value['name']), typeName(inLine(value['kind']))].join(' / ')]]
      : []
  }
  const found = ['src', 'source', 'dest', 'destination'].flatMap(end)
  return found.length === 0 ? [] : [{ title: 'ends', pairs: found }]
}

/** A fact of an element in words, as the forms of Edit say it; a mapping has names of fields. */
export const factName = (title: SectionTitle, name: string): string =>
  title === 'mappings' ? name : readableName(name, undefined)

/** What a fact of an element says in words, if it does not say so itself. */
export const factWords = (title: SectionTitle, name: string, value: string): string | undefined =>
  title === 'overview' && name === 'kind' ? typeName(value) : undefined

/** The display names of an entity set's fields, by field. */
export function fieldNames(set: Fields): ReadonlyMap<string, string> {
  const spec = isFields(set['spec']) ? set['spec'] : {}
  const fields = (Array.isArray(spec['fields']) ? spec['fields'] : []).filter(isFields)
  return new Map(
    fields.flatMap(({ name, display_name }) => {
      const words = localizedText(display_name)
      return typeof name === 'string' && words !== undefined ? [[name, shownText(words)] as const] : []
    }),
  )
}

/** What the graph knows of a node that its server says nothing more of. */
export const knownSection = ({
  kind,
  domain,
  name,
  label,
}: Pick<GraphNode, 'kind' | 'domain' | 'name' | 'label'>): Section => ({
  title: 'overview',
  pairs: Object.entries({ kind, domain, name, ...(label === name ? {} : { display_name: label }) }),
})

const FIELD_COLUMNS = [
  'name',
  'type',
  'display_name',
  'description',
  'unit',
  'pattern',
  'default_value',
  'example',
]

/**
 * Groups everything in a whole element (a `.model` row or an authoring file) into sections; nothing is left
 * out.
 */
export function sectionsOf(element: Fields): Section[] {
  const spec = isFields(element['spec']) ? element['spec'] : {}
  const metadata = isFields(element['metadata']) ? element['metadata'] : {}
  const labels = isFields(spec['labels']) ? spec['labels'] : {}
  const mapping = isFields(spec['fields_mapping']) ? spec['fields_mapping'] : {}
  const rest = Object.keys(spec).filter((key) => !PLACED.has(key))
  const known = new Set(['name', 'domain'])
  return [
    ...pairs('overview', element, ['kind', 'domain', 'name', 'version']),
    ...pairs(
      'properties',
      metadata,
      Object.keys(metadata).filter((key) => !known.has(key)),
    ),
    ...ends(spec),
    ...pairs('keys', spec, KEY_FACTS),
    ...pairs('mappings', mapping, Object.keys(mapping)),
    ...table('fields', spec['fields'], FIELD_COLUMNS),
    ...table('labels', labels['keys'], FIELD_COLUMNS),
    ...table('metrics', spec['metrics'], [
      'name',
      'type',
      'unit',
      'aggregator',
      'generator',
      'description',
      'golden_metric',
    ]),
    ...pairs('storage', spec, STORAGE_FACTS),
    ...RUNBOOK.flatMap((part) =>
      table(part, spec[part], ['name', 'display_name', 'short_description', 'description', 'content']),
    ),
    ...pairs('properties', spec, rest),
  ]
}

const TIMES = ['__first_observed_time__', '__last_observed_time__', '__keep_alive_seconds__']

/** Formats Unix seconds in full; other values are returned unchanged. */
function momentOf(value: unknown): string {
  const seconds = Number(value)
  if (!Number.isFinite(seconds) || seconds < 1e6 || seconds > 8e12) return inLine(value)
  return showExact(seconds * 1000)
}

/** Groups the facts of an entity or relation: properties first, then times and system fields. */
export function entitySections(payload: Fields): Section[] {
  const own = Object.keys(payload).filter((key) => !key.startsWith('__'))
  const system = Object.keys(payload).filter((key) => key.startsWith('__') && !TIMES.includes(key))
  const times = TIMES.filter((key) => payload[key] !== undefined).map(
    (key) => [key, key.includes('seconds') ? inLine(payload[key]) : momentOf(payload[key])] as const,
  )
  return [
    ...pairs('properties', payload, own),
    ...(times.length > 0 ? [{ title: 'times' as const, pairs: times }] : []),
    ...pairs('system', payload, system),
  ]
}
