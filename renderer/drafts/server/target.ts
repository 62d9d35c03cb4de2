import { literal } from '#shared/spl/literal.ts'

/** The server and workspace that is written to. */
export interface Target {
  readonly connection: string
  readonly workspace: string
  /** The word that the server's identifiers start with: `model`, `umodel`, … */
  readonly prefix: string
}

const withPairs = (pairs: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(pairs).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return given.length === 0
    ? ''
    : ` with(${given.map(([name, value]) => `${name}=${literal(value)}`).join(', ')})`
}

/** What is searched for; an empty text means everything. */
interface Search {
  readonly text: string
  /** Entity set, as `domain/name`; for entities only. */
  readonly set?: string
}

export function elementsQuery(prefix: string, { text, kind }: Search & { readonly kind?: string }): string {
  return `.${prefix}${withPairs({ kind, query: text })}`
}

export function entitiesQuery({ text, set = '' }: Search): string {
  const slash = set.indexOf('/')
  return `.entity${withPairs({ domain: set.slice(0, Math.max(slash, 0)), name: set.slice(slash + 1), query: text })}`
}

export function relationsQuery({ text }: Search): string {
  return `.topo${withPairs({ query: text })}`
}

/** The query that reads one element by its key `domain/name/kind`; undefined when the key has another form. */
export function elementQuery(prefix: string, key: string): string | undefined {
  const [, domain, name, kind] = /^([^/]+)\/(.+)\/([^/]+)$/.exec(key) ?? []
  return kind === undefined ? undefined : `.${prefix}${withPairs({ kind, domain, name })}`
}

/** The query that reads one entity by its key `domain/type/id`. */
export function entityQuery(key: string): string | undefined {
  const [, domain, name, id] = /^([^/]+)\/([^/]+)\/([^/]+)$/.exec(key) ?? []
  if (domain === undefined || name === undefined || id === undefined) return undefined
  return `.entity with(domain=${literal(domain)}, name=${literal(name)}, ids=[${literal(id)}])`
}

/** The query that reads the relations between two ends; the relation is among them. */
export function relationQuery(key: string): string | undefined {
  const parts = key.split('/')
  if (parts.length < 7) return undefined
  return `.topo${withPairs({
    relation_type: parts.slice(3, -3).join('/'),
    src: parts.slice(0, 3).join('/'),
    dest: parts.slice(-3).join('/'),
  })}`
}
