import { beforeAll, describe, expect, it } from 'vitest'
import { type Json, textOf } from '#shared/model/json.ts'
import { type TestServer, testServer } from './server.ts'

/** Values of every kind, unordered; `n` is the index in this list. */
const VALUES: readonly Json[] = ['b', 10, '1a', 2, null, '9', '', 1.5, 'a', -3, '10', 1e21, '2024-06-01']
const FIRST_SEEN = 1000

let server: TestServer
beforeAll(async () => {
  server = await testServer({})
  const entities = VALUES.map((v, n) => ({
    __domain__: 'd',
    __entity_type__: 'd.thing',
    __entity_id__: String(n).padStart(32, '0'),
    __method__: 'Create',
    __first_observed_time__: FIRST_SEEN,
    __last_observed_time__: 2000,
    v,
    n,
    half: n % 2 === 0 ? 'even' : 'odd',
    note: 'a note',
  }))
  const content = await server.tool('entity_write', { entities })
  if (content['ok'] !== true) throw new Error(JSON.stringify(content))
})

const numbers = async (query: string): Promise<Json[]> =>
  (await server.rows(`.entity with(name='d.thing') ${query}`)).map((row) => row['n'] ?? null)

describe('what a sort hands on', () => {
  it.each([
    ['| sort n | limit 12 | offset 3 | limit 2', [3, 4]],
    ['| sort n | offset 2 | limit 9 | offset 3 | limit 2', [5, 6]],
    ['| sort n | limit 10 | where n > 7 | limit 2', [8, 9]],
    ['| sort n desc | limit 2 | offset 1', [11]],
  ])('%s', async (stages, expected) => {
    expect(await numbers(stages)).toEqual(expected)
  })

  it('is all that its limit lets through, however few groups are asked for', async () => {
    const query = ".entity with(name='d.thing') | sort n | limit 10 | stats count() as c by half | limit 2"
    const groups = [
      { half: 'even', c: 5 },
      { half: 'odd', c: 5 },
    ]
    expect(await server.rows(query)).toEqual(groups)
    expect(await server.rows(query.replace(' | limit 2', ''), { limit: 1 })).toEqual(groups.slice(0, 1))
  })
})

describe('values of several kinds', () => {
  const ordered = [null, '', -3, 1.5, 2, '9', 10, '10', 1e21, '1a', '2024-06-01', 'a', 'b']
  const values = async (query: string): Promise<Json[]> =>
    (await server.rows(`.entity with(name='d.thing') ${query}`)).map((row) => row['v'] ?? null)

  it('have one order: missing, numbers, texts', async () => {
    const sorted = await values('| sort v')
    expect(sorted).toEqual(ordered)
    for (const before of ['n', 'n desc', 'half, n desc'])
      expect((await values(`| sort ${before} | sort v`)).map((v) => textOf(v))).toEqual(
        sorted.map((v) => textOf(v)),
      )
  })

  it('have one least and one greatest', async () => {
    for (const before of ['n', 'n desc']) {
      const query = `.entity with(name='d.thing') | where v in [2, 10, '1a'] | sort ${before} | stats min(v) as least, max(v) as most`
      expect(await server.rows(query)).toEqual([{ least: 2, most: '1a' }])
    }
  })
})

describe('stages behind a search', () => {
  const search = ".entity with(name='d.thing', query='note', mode='keyword')"
  it.each([
    ['where', '| where n = 11 | limit 1', [11]],
    ['sort', '| sort n desc | limit 2', [12, 11]],
    ['offset', '| sort n | offset 3 | limit 2', [3, 4]],
  ])('%s works on all that was found, not on as many as are wanted', async (_, stages, expected) => {
    expect((await server.rows(`${search} ${stages}`)).map((row) => row['n'])).toEqual(expected)
  })

  it('work on the best ones where topk says how many', async () => {
    const query = search.replace("mode='keyword'", "mode='keyword', topk=5")
    expect(await server.rows(`${query} | stats count() as c`)).toEqual([{ c: 5 }])
  })
})

describe('fractions of a second in time_range', () => {
  const at = (second: number, fraction: string): string =>
    new Date(second * 1000).toISOString().replace('.000Z', `${fraction}Z`)
  it.each([
    ['an end just behind the first sight', { to: at(FIRST_SEEN, '.5') }, VALUES.length],
    ['an end at the first sight', { to: at(FIRST_SEEN, '') }, 0],
    ['a range within one second', { from: at(FIRST_SEEN, '.2'), to: at(FIRST_SEEN, '.7') }, VALUES.length],
  ])('%s', async (_, time_range, count) => {
    const rows = await server.rows(".entity with(name='d.thing') | stats count() as c", { time_range })
    expect(rows).toEqual([{ c: count }])
  })
})

it.each(['2026-02-31T00:00:00Z', '2025-02-29T12:00:00+02:00'])(
  'a day that no calendar has is no time: %s',
  async (from) => {
    const query = '.entity | limit 1'
    expect(await server.tool('query_spl_execute', { query, time_range: { from } })).toMatchObject({
      ok: false,
      code: 'INVALID_ARGUMENT',
    })
    const leap = { from: '2024-02-29T23:59:59-08:00' }
    expect(await server.tool('query_spl_execute', { query, time_range: leap })).toMatchObject({ ok: true })
  },
)
