import { describe, expect, it } from 'vitest'
import { MAX_ROWS, ownLimit, readPages, type Pager } from '../../../renderer/spl/pages.ts'

interface ServerOptions {
  /** Number of rows in total. */
  readonly total: number
  /** Page size. */
  readonly most?: number
  /** A server without offset support. */
  readonly deaf?: boolean
  /** The request, from 1, at which the user cancels. */
  readonly cancelAt?: number
}

const CANCEL = new Error('cancelled')

/**
 * A server of numbered rows that plans as ours does: the request's limit before the query's, 100 by default.
 */
function server({ total, most = 10_000, deaf = false, cancelAt }: ServerOptions) {
  const asked: { text: string; limit: number | undefined }[] = []
  const learned: number[] = []
  const progress: number[] = []
  const answer = (structured: unknown, isError = false) => ({
    isError,
    structured,
    text: `answer ${asked.length}`,
    milliseconds: 1,
    bytes: 10,
    sequence: asked.length,
  })
  const pager: Pager = {
    page: 10_000,
    async ask(text, limit) {
      asked.push({ text, limit })
      if (asked.length === cancelAt) throw CANCEL
      const own = /limit (\d+)/.exec(text)?.[1]
      const planned = limit ?? (own === undefined ? 100 : Number(own))
      if (planned > most) {
        const details = { field: 'limit', limit: planned, max_limit: most }
        return answer({ ok: false, code: 'VALIDATION_FAILED', error: 'Too many.', details }, true)
      }
      const offset = deaf ? 0 : Number(/offset (\d+)/.exec(text)?.[1] ?? 0)
      const end = Math.min(total, own === undefined ? Infinity : Number(own), offset + planned)
      const rows = Array.from({ length: Math.max(0, end - offset) }, (_, n) => ({ n: offset + n }))
      return answer({ ok: true, output: { columns: ['n'], rows, page: { limit: planned } } })
    },
    cancelled: (error) => error === CANCEL,
    learned: (page) => void learned.push(page),
    progressed: (rows) => void progress.push(rows),
  }
  return { pager, asked, learned, progress }
}

async function run(options: ServerOptions, text: string, limit?: number) {
  const made = server(options)
  const answer = await readPages({ text, limit, parameters: {} }, made.pager)
  const { outcome } = answer
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.message)
  const { rows, bound } = outcome.result
  expect(rows.map(({ n }) => n)).toEqual(rows.map((_, place) => place))
  return {
    ...made,
    answer,
    rows: rows.length,
    bound,
    limit: outcome.result.limit,
    requests: made.asked.length,
  }
}

describe('rows beyond what the server gives at once', () => {
  it.each<[string, ServerOptions, string, number | undefined, object]>([
    ['the server’s default', { total: 500 }, '.topo', undefined, { rows: 100, bound: 'limit', requests: 1 }],
    ['everything there is', { total: 30 }, '.topo', undefined, { rows: 30, bound: undefined, requests: 1 }],
    ['a limit of the tab', { total: 500 }, '.topo', 50, { rows: 50, bound: 'limit', limit: 50, requests: 1 }],
    [
      'the query’s own limit',
      { total: 500 },
      '.topo | limit 20',
      undefined,
      { rows: 20, bound: 'query', limit: 20 },
    ],
    ['the lower of both', { total: 500 }, '.topo | limit 20', 200, { rows: 20, bound: 'query', limit: 20 }],
    [
      'a limit over one answer',
      { total: 90_000 },
      '.topo',
      25_000,
      { rows: 25_000, bound: 'limit', requests: 3 },
    ],
    [
      'less than was asked',
      { total: 12_000 },
      '.topo',
      50_000,
      { rows: 12_000, bound: undefined, requests: 2 },
    ],
    [
      'a whole number of answers',
      { total: 20_000 },
      '.topo',
      50_000,
      { rows: 20_000, bound: undefined, requests: 3 },
    ],
    ['100,000 rows', { total: 100_000 }, '.topo', 100_000, { rows: 100_000, bound: 'page', requests: 10 }],
    ['no more than the page holds', { total: 300_000 }, '.topo', 250_000, { rows: MAX_ROWS, bound: 'page' }],
    [
      'an own limit over one answer',
      { total: 90_000 },
      '.topo | limit 15000',
      undefined,
      { rows: 15_000, bound: 'query' },
    ],
    [
      'a stricter server',
      { total: 5000, most: 1000 },
      '.topo',
      2500,
      { rows: 2500, bound: 'limit', learned: [1000] },
    ],
    [
      'a stricter server, in parts',
      { total: 50_000, most: 1000 },
      '.topo',
      12_000,
      { rows: 12_000, learned: [1000] },
    ],
    [
      'an own limit over a stricter server’s',
      { total: 5000, most: 1000 },
      '.topo | limit 3000',
      undefined,
      { rows: 3000, bound: 'query' },
    ],
    [
      'a server without offset',
      { total: 90_000, deaf: true },
      '.topo',
      50_000,
      { rows: 10_000, bound: undefined, requests: 2 },
    ],
    [
      'what came before a cancel',
      { total: 90_000, cancelAt: 3 },
      '.topo',
      50_000,
      { rows: 20_000, bound: 'stopped' },
    ],
  ])('%s', async (_, options, text, limit, expected) => {
    expect(await run(options, text, limit)).toMatchObject(expected)
  })

  it('asks with offsets, tells its progress and keeps every answer’s text', async () => {
    const { asked, progress, answer } = await run({ total: 25_000 }, '.topo -- all', 50_000)
    expect(asked).toEqual([
      { text: '.topo -- all', limit: 10_000 },
      { text: '.topo -- all\n| offset 10000', limit: 10_000 },
      { text: '.topo -- all\n| offset 20000', limit: 10_000 },
    ])
    expect(progress).toEqual([10_000, 20_000, 25_000])
    expect(answer).toMatchObject({ toon: 'answer 1\n\nanswer 2\n\nanswer 3', bytes: 30, sequence: 1 })
  })

  it('is cancelled as a whole where nothing came yet', async () => {
    const { pager } = server({ total: 90_000, cancelAt: 1 })
    await expect(readPages({ text: '.topo', limit: 50_000, parameters: {} }, pager)).rejects.toBe(CANCEL)
  })

  it('is refused as a whole', async () => {
    const { pager } = server({ total: 5 })
    const refusing: Pager = {
      ...pager,
      ask: async (text, limit) => ({
        ...(await pager.ask(text, limit)),
        isError: true,
        structured: { code: 'X' },
      }),
    }
    const { outcome } = await readPages({ text: '.topo', limit: 50_000, parameters: {} }, refusing)
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { code: 'X' } })
  })
})

describe('the limit that a query sets itself', () => {
  it.each<[string, object | undefined]>([
    ['.topo | limit 20', { count: 20, place: { from: 14, to: 16 } }],
    ['.topo | limit 20 | where a = 1 | limit 5', { count: 5 }],
    ['.topo | limit $n', { count: 7, place: undefined }],
    ['.topo | limit $other', undefined],
    ['.topo', undefined],
    ['.topo | lim', undefined],
  ])('%s', (text, expected) => {
    const own = ownLimit(text, { n: 7 })
    if (expected) expect(own).toMatchObject(expected)
    else expect(own).toBeUndefined()
  })
})
