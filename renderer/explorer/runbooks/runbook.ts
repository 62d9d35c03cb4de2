import { type Fields, isFields } from '#shared/json/fields.ts'
import { parseEntityKey } from '#shared/model/entity.ts'
import { literal } from '#shared/spl/literal.ts'
import { localizedText } from '../../i18n/localized-text.ts'

/** What an observation shows: a query with tokens, a metric of the entity, or some of its fields. */
export type Evidence =
  | { readonly kind: 'query'; readonly text: string }
  | { readonly kind: 'metric'; readonly metric: string }
  | { readonly kind: 'fields'; readonly names: readonly string[] }

/** A step of a runbook. */
export interface Step {
  readonly name: string
  readonly title: string
  readonly about: string
}

export interface Observation extends Step {
  /** Absent if the step has nothing to query. */
  readonly evidence: Evidence | undefined
  readonly conclusions: readonly {
    readonly title: string
    readonly condition: string
    readonly severity: string
  }[]
}

/** Knowledge, or a file of a skill, to be read. */
export interface Reading extends Step {
  readonly content: string
}

export interface Runbook {
  readonly title: string
  readonly observations: readonly Observation[]
  readonly knowledge: readonly Reading[]
  readonly skills: readonly Reading[]
  /** Values of parameters: texts that contain `${field}` of the entity. */
  readonly tokens: Readonly<Record<string, string>>
}

const fields = (value: unknown): Fields => (isFields(value) ? value : {})
const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function stepOf(one: Fields): Step {
  const name = text(one['name'])
  return {
    name,
    title: localizedText(one['display_name']) ?? name,
    about: localizedText(one['short_description']) ?? localizedText(one['description']) ?? '',
  }
}

function evidenceOf(phenomenon: Fields): Evidence | undefined {
  if (phenomenon['phenomenon_type'] !== 'query') return undefined
  const inputs = fields(phenomenon['inputs'])
  const query = text(inputs['query']).trim()
  if (query !== '') return { kind: 'query', text: query }
  const metric = text(inputs['metric']).trim()
  if (metric !== '') return { kind: 'metric', metric }
  const named = Array.isArray(inputs['fields'])
    ? inputs['fields'].map(text)
    : text(inputs['fields']).split(',')
  const names = named.map((name) => name.trim()).filter((name) => /^[A-Za-z_]\w*$/.test(name))
  return names.length > 0 ? { kind: 'fields', names } : undefined
}

/** Parses a `runbook_set` and the `runbook_link` to it, as model rows. */
export function readRunbook(element: unknown, link: unknown): Runbook {
  const { metadata, spec, name } = fields(element)
  const parts = fields(spec)
  const tokens = Object.entries(fields(fields(fields(link)['spec'])['token_replace']))
  return {
    title: localizedText(fields(metadata)['display_name']) ?? text(name),
    observations: list(parts['observations']).map((one) => ({
      ...stepOf(one),
      evidence: evidenceOf(fields(one['phenomenon'])),
      conclusions: list(one['conclusions']).map((conclusion) => ({
        title: stepOf(conclusion).title,
        condition: text(conclusion['condition']),
        severity: text(conclusion['severity']),
      })),
    })),
    knowledge: list(parts['knowledge']).map((one) => ({
      ...stepOf(one),
      content: text(one['content']) || text(one['content_url']),
    })),
    skills: list(parts['skills']).map((one) => ({
      ...stepOf(one),
      content:
        list(one['files'])
          .map((file) => text(file['content']))
          .filter(Boolean)
          .join('\n\n') || text(one['skill_url']),
    })),
    tokens: Object.fromEntries(tokens.map(([token, value]) => [token, text(value)])),
  }
}

const TOKEN = /\$\{(\w+)\}/g

/** Escapes a value for insertion between the quotes around its token. */
const quotable = (value: string): string => literal(value).slice(1, -1)

/**
 * Fills in the runbook's tokens and the entity's fields. Unknown ones become parameters, which Query asks
 * for.
 */
export function filled(query: string, { tokens }: Runbook, entity: Fields): string {
  const own = (name: string): string | undefined => {
    const value = entity[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
  return query.replaceAll(TOKEN, (_, name: string) => {
    const template = tokens[name]
    const value =
      template === undefined ? own(name) : template.replaceAll(TOKEN, (__, field: string) => own(field) ?? '')
    return value === undefined ? `$${name}` : quotable(value)
  })
}

/** The query that shows some fields of an entity. */
export function fieldsQuery(key: string, names: readonly string[]): string {
  const { domain = '', type = '', id = '' } = parseEntityKey(key) ?? {}
  const source = `.entity with(domain=${literal(domain)}, name=${literal(type)}, ids=[${literal(id)}])`
  return `${source}\n| project ${['display_name', ...names].join(', ')}`
}
