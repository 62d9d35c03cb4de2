import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LogsAnswer, PlanRun } from '#shared/telemetry/answer.ts'
import { documentQuery } from '../../../../electron/model-server/query/entity-call/storage/elasticsearch.ts'
import { holds, parseFilter } from '../../../../electron/model-server/query/filter/filter.ts'
import { SecretMask } from '../../../../electron/node/secret-mask.ts'
import { telemetryCalls } from '../../../../electron/workbench/telemetry/runner.ts'
import { TelemetryConnection } from '../../../../electron/workbench/telemetry/telemetry-connection.ts'
import { searchDouble } from './search-double.ts'

/** URLs of real servers, separated by spaces, and their credentials; only a dedicated test index is touched. */
const { ORRERY_ELASTICSEARCH: real = '', ORRERY_ELASTICSEARCH_AUTHORIZATION: authorization } = process.env
const addresses = real.split(' ').filter(Boolean)
const reason = 'ORRERY_ELASTICSEARCH names no address of an Elasticsearch or OpenSearch'
const reals = addresses.map((address) => ({ name: `a real one at ${address}`, address, skip: '' }))
const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization }

const FROM = Date.parse('2026-01-01T00:00:00Z')
const COUNT = 250
const index = `orrery-test-${randomUUID().slice(0, 8)}`
const DOCUMENTS = Array.from({ length: COUNT }, (_, place) => ({
  '@timestamp': new Date(FROM + place * 1000).toISOString(),
  level: place % 10 === 0 ? 'ERROR' : 'INFO',
  message: `message ${place}`,
  service: place % 2 === 0 ? 'payment' : 'cart',
  status: place % 5 === 0 ? 500 : 200,
}))

async function send(url: string, method: string, path: string, body?: string): Promise<void> {
  const type = { 'content-type': path.startsWith('/_bulk') ? 'application/x-ndjson' : 'application/json' }
  const answer = await fetch(`${url}${path}`, { method, body, headers: { ...headers, ...type } })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
}

const lines = DOCUMENTS.flatMap((document) => [{ index: { _index: index } }, document])
const bulk = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
const mappings = JSON.stringify({
  mappings: {
    properties: {
      '@timestamp': { type: 'date' },
      level: { type: 'keyword' },
      service: { type: 'keyword' },
      status: { type: 'long' },
      message: { type: 'text' },
    },
  },
})

describe.each([
  { name: 'the double of it', address: '', skip: '' },
  ...(reals.length === 0 ? [{ name: 'a real one', address: '', skip: reason }] : reals),
])('an Elasticsearch: $name', ({ address, skip }) => {
  let url = address
  const ending: (() => unknown)[] = []
  beforeAll(async () => {
    if (skip !== '') return
    if (address === '') {
      const double = await searchDouble({ [index]: DOCUMENTS })
      ending.push(() => double.server.close())
      ;({ url } = double)
      return
    }
    await send(url, 'PUT', `/${index}`, mappings)
    ending.push(() => send(url, 'DELETE', `/${index}`))
    await send(url, 'POST', '/_bulk?refresh=true', bulk)
  })
  afterAll(async () => {
    for (const end of ending.toReversed()) await end()
  })

  async function run(query: object, { offset = 0, size = 100 } = {}): Promise<PlanRun> {
    const connection = new TelemetryConnection({
      id: 'telemetry:t',
      name: 'tried',
      definition: { speaks: 'elasticsearch', url, headers },
      placeholders: { env: {}, secret: () => Promise.resolve(undefined) },
      mask: new SecretMask(),
      onChange: () => undefined,
      onLog: () => undefined,
    })
    ending.push(() => connection.kill())
    await connection.start()
    expect(connection.info.state).toBe('ready')
    const plan = {
      time_range: { from: '2026-01-01T00:00:00Z', to: '2026-01-01T01:00:00Z' },
      query: {
        dialect: 'elasticsearch_dsl',
        index,
        body: { size, query, sort: [{ '@timestamp': { order: 'desc' } }] },
      },
    }
    const context = {
      signal: new AbortController().signal,
      report: () => undefined,
      channel: undefined as never,
    }
    return telemetryCalls(() => connection).run({ connection: 't', plan, offset }, context)
  }
  const logsOf = ({ answer, failure }: PlanRun): LogsAnswer => {
    if (answer?.kind !== 'logs') throw new Error(failure?.message ?? 'no logs')
    return answer
  }

  it.skipIf(skip)('answers page by page, newest first, with the count of all', async () => {
    const first = logsOf(await run({ match_all: {} }))
    expect(first).toMatchObject({ total: { count: COUNT, atLeast: false }, next: 100, notes: [] })
    expect(first.rows[0]).toMatchObject({
      time: FROM + (COUNT - 1) * 1000,
      level: 'INFO',
      message: `message ${COUNT - 1}`,
    })
    const last = logsOf(await run({ match_all: {} }, { offset: 200 }))
    expect(last.rows).toHaveLength(50)
    expect(last.next).toBe(undefined)
  })

  it.skipIf(skip)('answers what a plan asks for', async () => {
    const filter = [{ term: { service: 'payment' } }, { terms: { level: ['ERROR'] } }]
    const { total, rows } = logsOf(await run({ bool: { filter } }))
    expect(total?.count).toBe(25)
    expect(rows.every(({ level, fields }) => level === 'ERROR' && fields['service'] === 'payment')).toBe(true)
  })

  // The double only supports what the tests above use.
  if (address !== '') {
    it.each([
      ['an equal value', "service = 'payment'"],
      ['another value', "level != 'INFO'"],
      ['one of some, and none of others', "service in ('cart', 'mail') and level not in ('ERROR')"],
      ['signs that stand for others', "service like 'pay%' or service like 'c_rt'"],
      ['a number in bounds', 'status >= 500 and status < 501'],
      ['what is not so', "not (service = 'cart' and status > 200)"],
      ['nothing', "service = 'nobody'"],
    ])('finds %s as the model server plans it', async (_, text) => {
      const filter = parseFilter(text)
      const query = documentQuery({ ids: undefined, entityRows: [], filters: [{ text, filter }] })
      const { total } = logsOf(await run(query))
      const expected = DOCUMENTS.filter((document) =>
        holds(filter, (name) => String(document[name as keyof typeof document])),
      )
      expect(total).toEqual({ count: expected.length, atLeast: false })
    })

    it('finds what cannot be read as a filter by the words of a search', async () => {
      const filters = [{ text: 'service:payment AND message:(24 OR 42)' }]
      const { rows } = logsOf(await run(documentQuery({ ids: undefined, entityRows: [], filters })))
      expect(rows.map(({ message }) => message)).toEqual(['message 42', 'message 24'])
    })
  }

  it.skipIf(skip)('says what it refuses', async () => {
    const { failure } = await run({ no_such_query: {} })
    expect(failure).toMatchObject({
      code: 'TELEMETRY_FAILED',
      message: expect.stringMatching(/HTTP 400: .*no_such_query/) as string,
    })
  })
})
