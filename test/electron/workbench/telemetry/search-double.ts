import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A document of the double. */
export type Document = Readonly<Record<string, unknown>>

interface Body {
  readonly from?: number
  readonly size?: number
  readonly track_total_hits?: boolean | number
  readonly query?: Query
  readonly sort?: readonly Readonly<Record<string, { readonly order?: 'asc' | 'desc' }>>[]
  readonly _source?: readonly string[]
}
type Query = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const WINDOW = 10_000

class UnknownQuery extends Error {}

function matches(document: Document, query: Query): boolean {
  const [kind = '', clause = {}] = Object.entries(query)[0] ?? []
  const [field = '', value] = Object.entries(clause)[0] ?? []
  if (kind === 'match_all') return true
  if (kind === 'term') return document[field] === value
  if (kind === 'terms') return (value as unknown[]).includes(document[field])
  if (kind === 'bool') {
    const { filter = [], should = [], must_not: not = [] } = clause as Record<string, Query[]>
    const any = should.length === 0 || should.some((one) => matches(document, one))
    return any && filter.every((one) => matches(document, one)) && !not.some((one) => matches(document, one))
  }
  if (kind === 'range') {
    const at = Date.parse(String(document[field]))
    const { gte, lte } = value as { gte?: string; lte?: string }
    return (gte === undefined || at >= Date.parse(gte)) && (lte === undefined || at <= Date.parse(lte))
  }
  throw new UnknownQuery(`unknown query [${kind}]`)
}

/**
 * Answers like Elasticsearch 8 to `GET /` and `POST /{index}/_search`, according to its public reference: the error body, the window of
 * `from` + `size`, totals counted up to 10,000 by default, `sort` values with each hit, `_source` filtering.
 */
export async function searchDouble(
  indices: Readonly<Record<string, readonly Document[]>>,
  token?: string,
): Promise<{ url: string; server: Server; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      asked.push(`${request.method} ${request.url} ${text}`)
      const { status, body } = answered(request, text)
      response.writeHead(status, { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, asked }

  function answered({ method = '', url = '', headers }: IncomingMessage, text: string) {
    try {
      return answer(method, url, headers.authorization, text)
    } catch (error) {
      if (!(error instanceof UnknownQuery)) throw error
      return failed(400, 'parsing_exception', error.message)
    }
  }

  function answer(method: string, url: string, authorization: string | undefined, text: string) {
    if (token !== undefined && authorization !== `Bearer ${token}`)
      return failed(401, 'security_exception', 'missing authentication credentials for REST request')
    if (method === 'GET' && url === '/')
      return {
        status: 200,
        body: { cluster_name: 'double', version: { number: '8.15.0' }, tagline: 'You Know, for Search' },
      }
    const index = /^\/([^/]+)\/_search$/.exec(url)?.[1]
    if (index === undefined)
      return failed(400, 'illegal_argument_exception', `no handler found for uri [${url}]`)
    const pattern = decodeURIComponent(index)
    const names = Object.keys(indices).filter((name) =>
      new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(name),
    )
    if (names.length === 0 && !pattern.includes('*'))
      return failed(404, 'index_not_found_exception', `no such index [${pattern}]`)
    const body = JSON.parse(text) as Body
    const { from = 0, size = 10, query = { match_all: {} }, sort = [], _source: wanted } = body
    if (from + size > WINDOW)
      return failed(
        400,
        'illegal_argument_exception',
        `Result window is too large, from + size must be less than or equal to: [${WINDOW}]`,
      )
    const [field = '', { order = 'asc' } = {}] = Object.entries(sort[0] ?? {})[0] ?? []
    const at = (document: Document): number => Date.parse(String(document[field]))
    const found = names
      .flatMap((name) => (indices[name] ?? []).map((document, place) => ({ name, document, id: `${place}` })))
      .filter(({ document }) => matches(document, query))
      .sort((a, b) => (at(a.document) - at(b.document)) * (order === 'asc' ? 1 : -1))
    const exact = body.track_total_hits === true || found.length <= WINDOW
    const hits = found.slice(from, from + size).map(({ name, document, id }) => ({
      _index: name,
      _id: id,
      _score: null,
      _source: wanted
        ? Object.fromEntries(Object.entries(document).filter(([key]) => wanted.includes(key)))
        : document,
      sort: [at(document)],
    }))
    const total = exact ? { value: found.length, relation: 'eq' } : { value: WINDOW, relation: 'gte' }
    const shards = { total: names.length, successful: names.length, skipped: 0, failed: 0 }
    return {
      status: 200,
      body: { took: 1, timed_out: false, _shards: shards, hits: { total, max_score: null, hits } },
    }
  }
}

function failed(status: number, type: string, reason: string) {
  return { status, body: { error: { root_cause: [{ type, reason }], type, reason }, status } }
}
