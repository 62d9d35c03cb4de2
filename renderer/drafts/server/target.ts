import { literal } from '#shared/spl/literal.ts'

/** The server and workspace to write to. */
export interface Target {
  readonly connection: string
  readonly workspace: string
  /** Prefix of the server's identifiers: `model`, `umodel`, … */
  readonly prefix: string
}

const withPairs = (pairs: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(pairs).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return given.length === 0
    ? ''
    : ` with(${given.map(([name, value]) => `${name}=${literal(value)}`).join(', ')})`
}

/** A search; an empty text matches everything. */
interface Search {
  readonly text: string
  /** Entity set as `domain/name`; for entities only. */
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

/** The query for one element by key `domain/name/kind`; undefined for other keys. */
export function elementQuery(prefix: string, key: string): string | undefined {
  const [, domain, name, kind] = /^([^/]+)\/(.+)\/([^/]+)$/.exec(key) ?? []
  return kind === undefined ? undefined : `.${prefix}${withPairs({ kind, domain, name })}`
}

/** The query for one entity by key `domain/type/id`. */
export function entityQuery(key: string): string | undefined {
  const [, domain, name, id] = /^([^/]+)\/([^/]+)\/([^/]+)$/.exec(key) ?? []
  if (domain === undefined || name === undefined || id === undefined) return undefined
  return `.entity with(domain=${literal(domain)}, name=${literal(name)}, ids=[${literal(id)}])`
}

/** The query for the relations between two ends, which include the given one. */
export function relationQuery(key: string): string | undefined {
  const parts = key.split('/')
  if (parts.length < 7) return undefined
  return `.topo${withPairs({
    relation_type: parts.slice(3, -3).join('/'),
    src: parts.slice(0, 3).join('/'),
    dest: parts.slice(-3).join('/'),
  })}`
}
