import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answers like Prometheus to `query` and `query_range`, with an endless series whose value is the time of each step. */
export interface SeriesDouble {
  readonly url: string
  readonly server: Server
  /** Every range requested, in Unix seconds. */
  readonly ranges: { from: number; to: number }[]
  /** How it answers ranges from now on. */
  mode: 'answers' | 'fails' | 'hangs' | 'hangs after one'
  /** Range queries without an answer yet. */
  readonly waiting: Set<ServerResponse>
}

export async function seriesDouble(): Promise<SeriesDouble> {
  const ranges: SeriesDouble['ranges'] = []
  const waiting = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double')
    const given = (name: string): number => Number(searchParams.get(name))
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (pathname !== '/api/v1/query_range')
      return answer(200, { status: 'success', data: { resultType: 'scalar', result: [0, '1'] } })
    const [from, to, step] = [given('start'), given('end'), given('step')]
    ranges.push({ from, to })
    if (double.mode === 'fails')
      return answer(503, { status: 'error', errorType: 'unavailable', error: 'compaction under way' })
    if (double.mode === 'hangs') {
      waiting.add(response)
      response.on('close', () => waiting.delete(response))
      return undefined
    }
    const values = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, place) => {
      const time = from + place * step
      return [time, String(time)]
    })
    if (double.mode === 'hangs after one') double.mode = 'hangs'
    return answer(200, {
      status: 'success',
      data: { resultType: 'matrix', result: [{ metric: { service: 'checkout' }, values }] },
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const double: SeriesDouble = { url, server, ranges, mode: 'answers', waiting }
  return double
}
