import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ToolAnswer } from '#shared/workbench/areas/models.ts'
import { workbench } from '../../../renderer/app/workbench.ts'
import {
  entitiesById,
  entitiesOfSet,
  everyRelation,
  relationsAmong,
} from '../../../renderer/explorer/topology/read-topology.ts'

afterEach(() => vi.restoreAllMocks())

const idOf = (place: number): string => (place * 2_654_435_761).toString(16).padStart(32, 'f')
const entities = Array.from({ length: 250 }, (_, place) => ({
  __domain__: 'shop',
  __entity_type__: 'shop.item',
  __entity_id__: idOf(place),
})).toSorted((a, b) => (a.__entity_id__ < b.__entity_id__ ? -1 : 1))
const keyOf = (id: string): string => `shop/shop.item/${id}`
/** A ring, and a hub linked with half of it. */
const relations = entities.flatMap(({ __entity_id__: id }, place) => {
  const to = (end: string, type: string) => ({ src: keyOf(id), dest: keyOf(end), __relation_type__: type })
  const ring = to(entities[(place + 1) % entities.length]?.__entity_id__ ?? '', 'next')
  return place % 3 === 1 ? [ring, to(entities[0]?.__entity_id__ ?? '', 'part_of')] : [ring]
})

interface Ways {
  readonly most: number
  /** Whether `where` is applied after the limit, as in earlier versions. */
  readonly comparesLate?: boolean
}

let servers = 0
/**
 * The real service in memory, with a small page size and no `offset`; a new connection each time, since
 * limits are cached.
 */
function realService({ most, comparesLate = false }: Ways) {
  const asked: string[] = []
  vi.spyOn(workbench, 'call').mockImplementation(((_: string, input: { query: string; limit?: number }) => {
    const { query, limit = 100 } = input
    asked.push(query)
    const answer = (structured: unknown, isError = false): Promise<ToolAnswer> =>
      Promise.resolve({ isError, structured, text: '', milliseconds: 1, bytes: 1, sequence: 1 })
    if (limit > most)
      return answer({ code: 'VALIDATION_FAILED', error: 'limit', details: { max_limit: most } }, true)
    if (query.includes('| offset')) return answer({ code: 'QUERY_PARSE_ERROR', error: 'offset' }, true)
    const after = /where __entity_id__ > '(.*?)'/.exec(query)?.[1]
    const ids = /ids=\[(.*?)\]/.exec(query)?.[1]
    const seeds = [...query.matchAll(/__entity_id__: '(\w+)'/g)].map(([, id]) => keyOf(id ?? ''))
    let rows: readonly object[] = relations
    if (query.startsWith('.entity')) {
      const known = ids === undefined ? entities : entities.filter((row) => ids.includes(row.__entity_id__))
      const seen = comparesLate ? known.slice(0, limit) : known
      rows = after === undefined ? seen : seen.filter((row) => row.__entity_id__ > after)
    } else if (seeds.length > 0)
      rows = relations.filter(({ src, dest }) => seeds.includes(src) || seeds.includes(dest))
    return answer({ ok: true, output: { rows: rows.slice(0, limit) } })
  }) as never)
  return { source: { connection: `real ${++servers}` }, asked }
}

const set = { domain: 'shop', name: 'shop.item' }
const options = () => ({ signal: new AbortController().signal, page: 5000 })

describe('a service that gives a hundred rows at once and knows no offset', () => {
  it('tells every entity of a set, by their ids in order', async () => {
    const { source, asked } = realService({ most: 100 })
    const { rows, complete } = await entitiesOfSet(source, set, options())
    expect(rows).toHaveLength(250)
    expect(complete).toBe(true)
    asked.length = 0
    await entitiesOfSet(source, set, options())
    expect(asked.filter((query) => query.includes('offset'))).toEqual([])
  })

  it('is not believed to have told all where it compares too late', async () => {
    const { source } = realService({ most: 100, comparesLate: true })
    expect(await entitiesOfSet(source, set, options())).toMatchObject({
      rows: { length: 100 },
      complete: false,
    })
  })

  it('tells entities by their ids, however many are asked for', async () => {
    const { source } = realService({ most: 100 })
    const ids = entities.map((row) => row.__entity_id__)
    const { rows, complete } = await entitiesById(
      source,
      { domain: 'shop', type: 'shop.item', ids },
      options(),
    )
    expect({ count: rows.length, complete }).toEqual({ count: 250, complete: true })
  })

  it('tells every relation, by the entities that they hold together', async () => {
    const { source } = realService({ most: 100 })
    const keys = entities.map((row) => keyOf(row.__entity_id__))
    const { rows, complete } = await everyRelation(source, keys, options())
    expect({ count: rows.length, complete }).toEqual({ count: relations.length, complete: true })
  })

  it('tells of relations whose entities no set names, and that there may be more', async () => {
    const { source } = realService({ most: 100 })
    const { rows, complete } = await everyRelation(source, [], options())
    expect({ count: rows.length, complete }).toEqual({ count: relations.length, complete: false })
  })

  it('says what is missing of an entity that has more relations than it gives at once', async () => {
    const { source } = realService({ most: 50 })
    const keys = entities.map((row) => keyOf(row.__entity_id__))
    const { rows, complete } = await everyRelation(source, keys, options())
    expect(complete).toBe(false)
    // The hub's own result is truncated; its neighbours supply the rest.
    expect(rows).toHaveLength(relations.length)
  })
})

describe('a hub with thousands of links, of which few are among what is shown', () => {
  const link = (place: number) => ({
    src: keyOf(`leaf${place}`),
    dest: keyOf('hub'),
    __relation_type__: 'of',
  })
  const all = Array.from({ length: 3000 }, (_, place) => link(place))
  /** A service that selects relations by their ends, before or after it takes the first rows. */
  function selectingService(isLate: boolean) {
    const told = { rows: 0 }
    vi.spyOn(workbench, 'call').mockImplementation(((_: string, { query }: { query: string }) => {
      const [, offset = '0'] = /\| offset (\d+)/.exec(query) ?? []
      const [, limit = '100'] = /\| limit (\d+)/.exec(query) ?? []
      const wanted = /where src in \[(.*?)\]/.exec(query)?.[1]
      const page = (rows: typeof all): typeof all =>
        rows.slice(Number(offset), Number(offset) + Number(limit))
      const selected = (rows: typeof all): typeof all =>
        wanted === undefined ? rows : rows.filter(({ src }) => wanted.includes(`'${src}'`))
      const rows = isLate ? selected(page(all)) : page(selected(all))
      told.rows += rows.length
      return Promise.resolve({ isError: false, structured: { ok: true, output: { rows } }, text: '' })
    }) as never)
    return { source: { connection: `selecting ${++servers}` }, told }
  }
  const shown = [keyOf('hub'), keyOf('leaf7'), keyOf('leaf2999')]

  it('are read only as far as they are', async () => {
    const { source, told } = selectingService(false)
    const { rows, complete } = await relationsAmong(source, shown, new Set(shown), options())
    expect({ rows, complete }).toEqual({ rows: [link(7), link(2999)], complete: true })
    expect(told.rows).toBe(1000 + 1 + 2)
  })

  it('are all read from a service that selects from its first rows only', async () => {
    const { source } = selectingService(true)
    const { rows, complete } = await relationsAmong(source, shown, new Set(shown), options())
    expect({ count: rows.length, complete }).toEqual({ count: 3000, complete: true })
  })
})
