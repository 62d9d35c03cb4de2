import { afterEach, expect, it, vi } from 'vitest'
import type { ToolAnswer } from '#shared/workbench/areas/models.ts'
import { workbench } from '../../../renderer/app/workbench.ts'
import * as texts from '../../../renderer/i18n/text.ts'
import { loadModel, queryAllRows } from '../../../renderer/explorer/graph/load.ts'

afterEach(() => vi.restoreAllMocks())

const elements = ['entity_set', 'metric_set'].flatMap((kind) =>
  Array.from({ length: 150 }, (_, place) => ({
    kind,
    domain: place < 80 ? 'shop' : 'k8s',
    name: `${kind}.${place}`,
    spec: {},
  })),
)

const answer = (structured: unknown, isError = false): ToolAnswer => ({
  isError,
  structured,
  text: '',
  milliseconds: 1,
  bytes: 1,
  sequence: 1,
})

/** A server with a page size of `most`, which it reports, without `offset`, and with an empty index. */
function smallServer(most: number): string[] {
  const asked: string[] = []
  vi.spyOn(workbench, 'call').mockImplementation(((
    name: string,
    input: { query: string; limit?: number },
  ) => {
    if (name === 'models.readIndex') return Promise.resolve({ uri: '' })
    const { query, limit = 100 } = input
    asked.push(query)
    const refuse = (code: string, details = {}) =>
      Promise.resolve(
        answer({ ok: false, code, error: 'query limit exceeds provider capability', details }, true),
      )
    if (limit > most) return refuse('VALIDATION_FAILED', { limit, max_limit: most })
    if (query.includes('offset')) return refuse('QUERY_PARSE_ERROR')
    const kind = /kind='(\w+)'/.exec(query)?.[1]
    const domain = /domain='(\w+)'/.exec(query)?.[1]
    const rows = elements.filter((row) => (!kind || row.kind === kind) && (!domain || row.domain === domain))
    return Promise.resolve(answer({ ok: true, output: { rows: rows.slice(0, limit) } }))
  }) as never)
  return asked
}

it('the whole model of a server with a small limit is read by kind and domain', async () => {
  smallServer(100)
  const source = { connection: 'small', prefix: 'umodel' }
  const { graph, origin } = await loadModel(source, new AbortController().signal, () => undefined)
  expect(origin).toBe('queries')
  expect(graph.nodes).toHaveLength(300)
})

it('a limit is learned once, and what is left out is said', async () => {
  const asked = smallServer(90)
  const { signal } = new AbortController()
  const source = { connection: 'learning' }
  expect(await queryAllRows(source, '.umodel', { signal })).toMatchObject({ complete: false })
  expect(asked).toEqual(['.umodel | limit 1000', '.umodel | limit 90', '.umodel | offset 90 | limit 90'])
  asked.length = 0
  await queryAllRows(source, '.umodel', { signal })
  expect(asked[0]).toBe('.umodel | limit 90')
})

it.each([
  ['en', 'Dealer'],
  ['zh', '经销商'],
] as const)('names in %s are read where the index has them in English only', async (language, label) => {
  vi.spyOn(texts, 'locale').mockReturnValue(language)
  vi.spyOn(workbench, 'call').mockImplementation(((
    name: string,
    _input: unknown,
    options: { onProgress(part: unknown): void },
  ) => {
    if (name === 'models.readIndex') {
      const element = { kind: 'entity_set', domain: 'cars', name: 'cars.dealer', display_name: 'Dealer' }
      options.onProgress({ elements: [element, { ...element, name: 'cars.plant' }], links: [] })
      return Promise.resolve({ uri: '' })
    }
    const metadata = { display_name: { en_us: 'Dealer', zh_cn: '经销商' } }
    const rows = [{ kind: 'entity_set', domain: 'cars', name: 'cars.dealer', metadata }]
    return Promise.resolve(answer({ ok: true, output: { rows } }))
  }) as never)
  const { graph } = await loadModel(
    { connection: 'c', prefix: 'model' },
    new AbortController().signal,
    () => undefined,
  )
  expect(graph.nodes.map((node) => node.label)).toEqual([label, 'Dealer'])
})
