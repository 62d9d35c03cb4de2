import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isFields } from '#shared/json/fields.ts'
import { secondsOf } from '#shared/telemetry/plan.ts'
import { bearerOf, foreignHeader, isSecret, LOOPBACK } from '../../../node/guard.ts'
import { readParts } from '../../../node/http-body.ts'
import { evaluate, type Row } from './evaluate.ts'
import { BadQuery, parsePromql } from './promql.ts'
import type { Recording } from './recording.ts'
import { BadSearch, search } from './search.ts'

const MAX_BODY_BYTES = 1 << 20
/** Prometheus also rejects more points per series. */
const MAX_POINTS = 11_000
const INDEX = 'services-recorded'

interface Answer {
  readonly status: number
  readonly body: unknown
}

/**
 * Serves recorded metrics and logs on loopback: Prometheus's HTTP API below `/prometheus` and Elasticsearch's search
 * below `/elasticsearch`. Requests need its token.
 */
export class RecordedEndpoint {
  readonly token = randomBytes(24).toString('base64url')
  readonly #load: () => Recording
  #http: Promise<Server> | undefined
  #url = ''
  #recording: Recording | undefined

  constructor(load: () => Recording) {
    this.#load = load
  }

  /** The URL it listens on; empty before that. */
  get url(): string {
    return this.#url
  }

  async open(): Promise<void> {
    this.#http ??= this.#listen()
    await this.#http
  }

  async close(): Promise<void> {
    const http = await this.#http
    this.#http = undefined
    this.#url = ''
    http?.close()
    http?.closeAllConnections()
  }

  async #listen(): Promise<Server> {
    const http = createServer((request, response) => {
      void this.#answer(request).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      })
    })
    // The server must not keep the process alive.
    http.unref()
    await new Promise<void>((resolve, reject) => {
      http.once('error', reject)
      http.listen(0, '127.0.0.1', resolve)
    })
    this.#url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
    return http
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const foreign = foreignHeader(request.headers, { ...LOOPBACK, port: request.socket.localPort })
    if (foreign !== undefined) return { status: 403, body: { error: `foreign ${foreign}` } }
    if (!isSecret(bearerOf(request.headers.authorization), this.token))
      return { status: 401, body: { error: 'missing or wrong token' } }
    try {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const text = (await readParts(request, MAX_BODY_BYTES)).toString('utf8')
      this.#recording ??= this.#load()
      const recording = this.#recording
      const [, protocol, path = '/'] = /^\/(prometheus|elasticsearch)(\/.*)?$/.exec(pathname) ?? []
      if (protocol === 'prometheus') {
        const form = request.method === 'POST' ? new URLSearchParams(text) : searchParams
        return metrics(recording, path, form)
      }
      if (protocol === 'elasticsearch') return logs(recording, path, text)
      return { status: 404, body: { error: 'not found' } }
    } catch (error) {
      return failure(error)
    }
  }
}

function failure(error: unknown): Answer {
  if (error instanceof BadQuery)
    return { status: 400, body: { status: 'error', errorType: 'bad_data', error: error.message } }
  if (error instanceof BadSearch) return searchFailure(400, error.type, error.message)
  const message = error instanceof Error ? error.message : String(error)
  return { status: 400, body: { error: message } }
}

const searchFailure = (status: number, type: string, reason: string): Answer => ({
  status,
  body: { error: { root_cause: [{ type, reason }], type, reason }, status },
})

const succeeded = (data: unknown): Answer => ({ status: 200, body: { status: 'success', data } })

function metrics(recording: Recording, path: string, form: URLSearchParams): Answer {
  if (path === '/api/v1/query_range') return overRange(recording, form)
  if (path === '/api/v1/query') return atMoment(recording, form)
  if (path === '/api/v1/labels')
    return succeeded([...new Set(recording.series.flatMap(({ labels }) => Object.keys(labels)))].toSorted())
  const label = /^\/api\/v1\/label\/(\w+)\/values$/.exec(path)?.[1]
  if (label !== undefined)
    return succeeded([...new Set(recording.series.flatMap(({ labels }) => labels[label] ?? []))].toSorted())
  return { status: 404, body: { status: 'error', errorType: 'not_found', error: `no such path ${path}` } }
}

/** Parses Unix seconds or an ISO time. */
function momentOf(form: URLSearchParams, name: string): number {
  const text = form.get(name) ?? ''
  const moment = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Date.parse(text) / 1000
  if (Number.isFinite(moment)) return moment
  throw new BadQuery(`invalid parameter "${name}": cannot parse "${text}" to a valid timestamp`)
}

function overRange(recording: Recording, form: URLSearchParams): Answer {
  const expression = parsePromql(form.get('query') ?? '')
  const [start, end] = [momentOf(form, 'start'), momentOf(form, 'end')]
  const step = secondsOf(form.get('step') ?? '')
  if (step === undefined) throw new BadQuery('invalid parameter "step": cannot parse it to a valid duration')
  if (end < start) throw new BadQuery('invalid parameter "end": end timestamp must not be before start time')
  if ((end - start) / step > MAX_POINTS)
    throw new BadQuery(
      `exceeded maximum resolution of ${MAX_POINTS.toLocaleString('en')} points per timeseries`,
    )
  const count = Math.floor((end - start) / step) + 1
  const times = Array.from({ length: count }, (_, place) => start + place * step)
  const value = evaluate(expression, { recording, times })
  const rows: readonly Row[] =
    typeof value === 'number' ? [{ labels: {}, values: times.map(() => value) }] : value
  const result = rows.flatMap(({ labels, values }) => {
    const samples = times.flatMap((time, place) => {
      const sample = values[place]
      return sample === undefined ? [] : [[time, shown(sample)]]
    })
    return samples.length === 0 ? [] : [{ metric: labels, values: samples }]
  })
  return succeeded({ resultType: 'matrix', result })
}

function atMoment(recording: Recording, form: URLSearchParams): Answer {
  const time = form.has('time') ? momentOf(form, 'time') : Date.now() / 1000
  const value = evaluate(parsePromql(form.get('query') ?? ''), { recording, times: [time] })
  if (typeof value === 'number') return succeeded({ resultType: 'scalar', result: [time, shown(value)] })
  const result = value.flatMap(({ labels, values: [sample] }) =>
    sample === undefined ? [] : [{ metric: labels, value: [time, shown(sample)] }],
  )
  return succeeded({ resultType: 'vector', result })
}

const shown = (value: number): string =>
  value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : String(value)

function logs({ documents }: Recording, path: string, text: string): Answer {
  if (path === '/')
    return {
      status: 200,
      body: { cluster_name: 'recorded', version: { number: '8.15.0' }, tagline: 'You Know, for Search' },
    }
  const named = /^\/([^/]+)\/_search$/.exec(path)?.[1]
  if (named === undefined)
    return searchFailure(400, 'illegal_argument_exception', `no handler found for uri [${path}]`)
  const patterns = decodeURIComponent(named).split(',')
  const isHere = patterns.some((one) => one.split('*').every((part) => INDEX.includes(part)))
  if (!isHere && !patterns.some((one) => one.includes('*')))
    return searchFailure(404, 'index_not_found_exception', `no such index [${patterns.join(',')}]`)
  const body: unknown = text.trim() === '' ? {} : JSON.parse(text)
  if (!isFields(body)) throw new BadSearch('parsing_exception', 'the body is no object')
  return { status: 200, body: search(isHere ? documents : [], INDEX, body) }
}
