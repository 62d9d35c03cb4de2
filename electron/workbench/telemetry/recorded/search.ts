import { type Fields, isFields } from '#shared/json/fields.ts'
import { escapeRegExp } from '../../../node/escape-reg-exp.ts'
import type { RecordedDocument } from './recording.ts'

/** A rejected request, with the protocol's error message. */
export class BadSearch extends Error {
  override readonly name = 'BadSearch'
  readonly type: string

  constructor(type: string, reason: string) {
    super(reason)
    this.type = type
  }
}

type Test = (document: RecordedDocument) => boolean

/** Maximum number of documents that can be paged through. */
const WINDOW = 10_000
/** Number of hits to count if the request does not set a limit. */
const COUNTED = 10_000
const MEMBERS = new Set(['from', 'size', 'query', 'sort', '_source', 'track_total_hits'])
const MAX_DEPTH = 30

const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]
const parsing = (reason: string): BadSearch => new BadSearch('parsing_exception', reason)
const text = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''

function only(fields: unknown, what: string): [name: string, value: unknown] {
  const [first, ...others] = isFields(fields) ? Object.entries(fields) : []
  if (!first || others.length > 0) throw parsing(`[${what}] malformed query, expected one member`)
  return first
}

const CLAUSES: Readonly<Record<string, (body: unknown, depth: number) => Test>> = {
  match_all: () => () => true,
  term(body) {
    const [field, given] = only(body, 'term')
    const value = text(isFields(given) ? given['value'] : given)
    return (document) => document[field] === value
  },
  terms(body) {
    const [field, given] = only(body, 'terms')
    const values = new Set(list(given).map(text))
    return (document) => values.has(document[field] ?? '')
  },
  exists(body) {
    const field = text(isFields(body) ? body['field'] : undefined)
    return (document) => document[field] !== undefined
  },
  wildcard(body) {
    const [field, given] = only(body, 'wildcard')
    const pattern = text(isFields(given) ? given['value'] : given)
    const parts = pattern.split(/(\\.|[*?])/).map((part) => {
      if (part === '*') return '[^]*'
      return part === '?' ? '[^]' : escapeRegExp(part.replace(/^\\(.)$/, '$1'))
    })
    const expression = new RegExp(`^${parts.join('').replaceAll(/(?:\[\^\]\*)+/g, '[^]*')}$`)
    return (document) => expression.test(document[field] ?? '')
  },
  query_string(body) {
    const words = text(isFields(body) ? body['query'] : undefined)
      .toLowerCase()
      .split(/\s+(?:and\s+)?/)
      .filter(Boolean)
    if (words.some((word) => /[()[\]{}\\"^~]|^(?:or|not)$/.test(word)))
      throw parsing('[query_string] only words that must all be there are understood')
    return (document) => words.every((word) => hasWord(document, word))
  },
  range(body) {
    const [field, bounds] = only(body, 'range')
    const tests = Object.entries(isFields(bounds) ? bounds : {}).map(([sign, bound]) =>
      comparison(sign, bound),
    )
    return (document) => {
      const value = document[field]
      return value !== undefined && tests.every((passes) => passes(value))
    }
  },
  bool(body, depth) {
    const parts = (name: string): Test[] =>
      list(isFields(body) ? body[name] : undefined).map((one) => testOf(one, depth + 1))
    const [all, any, none] = [[...parts('filter'), ...parts('must')], parts('should'), parts('must_not')]
    const least = isFields(body) ? Number(body['minimum_should_match'] ?? (all.length > 0 ? 0 : 1)) : 0
    return (document) =>
      all.every((passes) => passes(document)) &&
      !none.some((passes) => passes(document)) &&
      (any.length === 0 || any.filter((passes) => passes(document)).length >= least)
  },
}

function hasWord(document: RecordedDocument, word: string): boolean {
  const [, field, wanted] = /^([\w.@-]+):(.+)$/.exec(word) ?? []
  if (field !== undefined) return document[field]?.toLowerCase().includes(wanted ?? '') ?? false
  return Object.values(document).some((value) => value.toLowerCase().includes(word))
}

/** Compares dates as dates, numbers as numbers, anything else as text. */
function comparison(sign: string, bound: unknown): (value: string) => boolean {
  const limit = text(bound)
  const asNumber = (value: string): number => (/^\d{4}-/.test(value) ? Date.parse(value) : Number(value))
  const compare = (value: string): number => {
    const difference = asNumber(value) - asNumber(limit)
    if (!Number.isNaN(difference)) return difference
    return value < limit ? -1 : value > limit ? 1 : 0
  }
  switch (sign) {
    case 'gte':
      return (value) => compare(value) >= 0
    case 'gt':
      return (value) => compare(value) > 0
    case 'lte':
      return (value) => compare(value) <= 0
    case 'lt':
      return (value) => compare(value) < 0
    case 'format':
    case 'time_zone':
      return () => true
    default:
      throw parsing(`[range] query does not support [${sign}]`)
  }
}

function testOf(query: unknown, depth = 0): Test {
  if (depth > MAX_DEPTH) throw parsing('the query is nested too deeply')
  const [kind, body] = only(query, 'query')
  const clause = Object.hasOwn(CLAUSES, kind) ? CLAUSES[kind] : undefined
  if (!clause) throw parsing(`unknown query [${kind}]`)
  return clause(body, depth)
}

function sorting(sort: unknown): { field: string; descending: boolean } | undefined {
  const [first] = list(sort)
  if (first === undefined) return undefined
  if (typeof first === 'string') return { field: first, descending: false }
  const [field, how] = only(first, 'sort')
  return { field, descending: (isFields(how) ? how['order'] : how) === 'desc' }
}

/**
 * Answers the body of a `_search` (Elasticsearch, search API) over documents in chronological order. @throws BadSearch for unsupported
 * requests
 */
export function search(documents: readonly RecordedDocument[], index: string, body: Fields): Fields {
  const unknown = Object.keys(body).find((name) => !MEMBERS.has(name))
  if (unknown !== undefined) throw parsing(`unknown key [${unknown}]`)
  const [from, size] = [Number(body['from'] ?? 0), Number(body['size'] ?? 10)]
  if (!Number.isInteger(from) || !Number.isInteger(size) || from < 0 || size < 0)
    throw new BadSearch('illegal_argument_exception', '[from] and [size] must be whole and not negative')
  if (from + size > WINDOW)
    throw new BadSearch(
      'illegal_argument_exception',
      `Result window is too large, from + size must be less than or equal to: [${WINDOW}] but was [${from + size}]`,
    )
  const passes = testOf(body['query'] ?? { match_all: {} })
  const sort = sorting(body['sort'])
  const wanted = body['_source'] === undefined ? undefined : new Set(list(body['_source']).map(text))
  const found = documents.flatMap((document, place) => (passes(document) ? [{ document, place }] : []))
  if (sort) {
    const { field, descending } = sort
    const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0) * (descending ? -1 : 1)
    found.sort((a, b) => order(a.document[field] ?? '', b.document[field] ?? ''))
  }
  const hits = found.slice(from, from + size).map(({ document, place }) => ({
    _index: index,
    _id: String(place),
    _score: null,
    _source: wanted
      ? Object.fromEntries(Object.entries(document).filter(([field]) => wanted.has(field)))
      : document,
    ...(sort ? { sort: [Date.parse(document[sort.field] ?? '') || document[sort.field]] } : {}),
  }))
  const track = body['track_total_hits']
  const most = track === true ? Infinity : typeof track === 'number' ? track : COUNTED
  const total =
    found.length > most ? { value: most, relation: 'gte' } : { value: found.length, relation: 'eq' }
  return {
    took: 1,
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: { ...(track === false ? {} : { total }), max_score: null, hits },
  }
}
