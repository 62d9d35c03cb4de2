import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { type EntityChange, type EntityRecord, entityKey } from '#shared/model/entity.ts'
import type { JsonObject } from '#shared/model/json.ts'
import { KEYED_LAYOUT } from '../../../../electron/model-server/graphstore/ladybug/keyed-layout.ts'
import { LadybugDatabase } from '../../../../electron/model-server/graphstore/ladybug/ladybug-database.ts'
import { loadLadybug } from '../../../../electron/model-server/graphstore/ladybug/native.ts'
import {
  NumberField,
  SortedEntities,
} from '../../../../electron/model-server/graphstore/ladybug/sorted-entities.ts'
import { openMemoryStore } from '../../../../electron/model-server/graphstore/memory/index.ts'
import { RemoteWorkspace } from '../../../../electron/model-server/graphstore/remote/remote-workspace.ts'
import { visible } from '../../../../electron/model-server/graphstore/semantics.ts'
import type { GraphStore, Workspace } from '../../../../electron/model-server/graphstore/store.ts'
import { executeQuery } from '../../../../electron/model-server/query/engine.ts'
import { decodeQueryRequest } from '../../../../electron/model-server/query/request.ts'
import { sharedFolder } from '../../../temporary-folder.ts'
import { noLadybug } from './no-ladybug.ts'
import { batch } from './records.ts'

const DONE = { timeout: 30_000 }

function record(id: string, properties: JsonObject, tombstone?: 'deleted' | 'expired'): EntityRecord {
  const life = { method: 'Update' as const, firstObserved: 0, lastObserved: 1, properties }
  return { domain: 'd', type: 't', id, ...life, ...(tombstone ? { tombstone } : {}) }
}

const anyRecord = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'),
    load: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
    tombstone: fc.constantFrom(undefined, undefined, 'deleted' as const, 'expired' as const),
  })
  .map(({ id, load, tombstone }) => record(id, { load }, tombstone))
const anyRecords = fc.array(anyRecord, { maxLength: 40 })

describe('a field of numbers', () => {
  it('gives every visible entity once, in parts that follow each other', () => {
    fc.assert(
      fc.property(
        anyRecords,
        anyRecords,
        fc.boolean(),
        fc.integer({ min: 1, max: 7 }),
        (read, later, descending, size) => {
          const field = new NumberField({ left: 100 }, 'load')
          const latest = new Map<string, EntityRecord>()
          for (const one of read) {
            field.put(one, true)
            if (!latest.has(entityKey(one))) latest.set(entityKey(one), one)
          }
          field.sort()
          for (const one of later) {
            field.put(one)
            latest.set(entityKey(one), one)
          }
          const sign = descending ? -1 : 1
          const found: [string, number][] = []
          let [above, from] = [-Infinity, 0]
          while (above !== Infinity) {
            const { values, bound } = field.page({ descending, above, from, size })
            for (const value of values.values())
              expect(sign * value > above && sign * value <= bound).toBe(true)
            found.push(...values)
            ;[above, from] = [bound, from + size]
          }
          const expected = [...latest.values()]
            .filter((one) => visible(one, undefined))
            .map((one) => [entityKey(one), one.properties['load']])
          expect(found).toHaveLength(expected.length)
          expect(new Map(found)).toEqual(new Map(expected as [string, number][]))
        },
      ),
    )
  })

  it.each([
    ['a text', { load: '7' }],
    ['nothing', {}],
    ['another field', { other: 7 }],
  ])('is not held when an entity has %s there, and gives its room back', (_, properties) => {
    const room = { left: 10 }
    const field = new NumberField(room, 'load')
    field.put(record('a', { load: 1 }))
    expect(room.left).toBe(9)
    field.put(record('b', properties))
    expect(field.isUsable).toBe(false)
    expect(room.left).toBe(10)
  })

  it('is not held when there is no room', () => {
    const field = new NumberField({ left: 1 }, 'load')
    field.put(record('a', { load: 1 }))
    field.put(record('b', { load: 2 }))
    expect(field.isUsable).toBe(false)
  })
})

describe('the fields that entities were sorted by', () => {
  const signal = undefined
  const request = { domain: 'd', type: 't', descending: false, above: -Infinity, from: 0, size: 9, signal }

  it('hold what was committed while they were read, rather than what was read', async () => {
    const read = async (text: string) => {
      if (text.includes('count(')) return [{ n: 2 }]
      if (text.includes('LIMIT 1')) return []
      fields.add([
        record('a', { load: 5 }),
        record('b', {}, 'deleted'),
        { ...record('c', { load: 9 }), type: 'u' },
      ])
      return [{ lines: ['a', 'b'].map((id) => JSON.stringify(record(id, { load: 1 }))).join('\n') }]
    }
    const fields = new SortedEntities({ left: 100 }, read)
    const found = await fields.first({ ...request, field: 'load' })
    expect(found?.values).toEqual(new Map([['d/t/a', 5]]))
  })

  /** Answers as the engine does for one type. */
  const readOf = (records: readonly EntityRecord[]) =>
    vi.fn(async (text: string) => {
      if (text.includes('count(')) return [{ n: records.length }]
      const lines = records.map((one) => JSON.stringify(one))
      return text.includes('LIMIT 1') ? [{ data: lines[0] ?? '' }] : [{ lines: lines.join('\n') }]
    })
  const wholeReads = (read: ReturnType<typeof readOf>): number =>
    read.mock.calls.filter(([text]) => text.includes('AS lines')).length

  it('are read once for all who ask meanwhile, who wait for it', async () => {
    const read = readOf([record('a', { load: 2 }), record('b', { load: 1 })])
    const fields = new SortedEntities({ left: 100 }, read)
    const asked = Array.from({ length: 3 }, () => fields.first({ ...request, field: 'load' }))
    for (const found of await Promise.all(asked)) expect(found?.values.size).toBe(2)
    expect(wholeReads(read)).toBe(1)
  })

  it('are not read when the first record shows that they are not numbers', async () => {
    const read = readOf([record('a', { load: 'high' }), record('b', { load: 1 })])
    const fields = new SortedEntities({ left: 100 }, read)
    expect(await fields.first({ ...request, field: 'load' })).toBeUndefined()
    expect(wholeReads(read)).toBe(0)
  })

  it('keep nobody who gives up', async () => {
    const fields = new SortedEntities({ left: 100 }, () => new Promise(() => {}))
    const stop = new AbortController()
    const found = fields.first({ ...request, field: 'load', signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(found).rejects.toThrow('enough')
  })

  it.each([
    { left: 100, most: 64 },
    { left: 5, most: 5 },
  ])('are $most at the most with room for $left, and return their room', async ({ left, most }) => {
    const room = { left }
    const read = vi.fn(async (text: string) => [
      text.includes('count(')
        ? { n: 1 }
        : { [text.includes('LIMIT 1') ? 'data' : 'lines']: JSON.stringify(record('a', properties)) },
    ])
    const names = Array.from({ length: 70 }, (_, at) => `f${at}`)
    const properties = Object.fromEntries(names.map((name, at) => [name, at]))
    const fields = new SortedEntities(room, read)
    for (const field of names) expect(await fields.first({ ...request, field })).toBeDefined()
    expect(room.left).toBe(left - most)
    fields.release()
    expect(room.left).toBe(left)
  })
})

describe.skipIf(noLadybug)('the embedded database with fields that it was sorted by', () => {
  const path = join(sharedFolder(), 'database')
  const SIZE = 7_000

  const change = (
    at: number,
    properties: JsonObject,
    method: EntityChange['method'] = 'Update',
  ): EntityChange => ({
    domain: 'shop',
    type: at % 50 === 0 ? 'shop.few' : 'shop.item',
    id: `id-${(at * 7_919) % SIZE}`,
    method,
    firstObserved: 1_000,
    lastObserved: 2_000,
    properties,
  })
  const propertiesAt = (at: number): JsonObject => ({
    load: ((at * 7_919) % 10_007) / 100,
    rank: at % 5,
    mixed: at % 7 === 0 ? `n${at}` : at,
    name: `name-${at % 13}`,
  })
  const written = [
    Array.from({ length: SIZE }, (_, at) => change(at, propertiesAt(at))),
    Array.from({ length: 300 }, (_, at) => change(at, { ...propertiesAt(at), load: (-at - 1) / 10 })),
    Array.from({ length: 200 }, (_, at) => change(at * 3, {}, at % 2 === 0 ? 'Delete' : 'Expire')),
    [change(1, { ...propertiesAt(1), load: 1_000 }), change(SIZE + 1, { load: 500, rank: 9, mixed: 1 })],
    [change(2, { rank: 1, mixed: 2 })],
  ]

  const queries = ['shop.item', 'shop.few'].flatMap((type) =>
    [
      'where load > 50 | sort load desc | limit 20',
      'sort load asc | limit 7',
      'sort load desc | offset 5 | limit 100 | project __entity_id__, load',
      'sort rank desc, load asc | limit 30',
      'sort rank asc, name desc | limit 30',
      "where name = 'name-3' | sort load desc | limit 20",
      'where load < 0.2 | sort load desc | limit 20',
      'where load > 5000 | sort load desc | limit 20',
      'sort mixed desc | limit 20',
      'sort load desc | stats count() by rank',
      'sort load desc | limit 500',
    ].map((stages) => `.entity with(domain='shop', name='${type}') | ${stages}`),
  )

  const storeOf = (workspace: Workspace): GraphStore => ({
    provider: 'local.ladybug',
    capabilities: { graphMatch: true, maxDepth: 16, maxLimit: 10_000, timeoutMs: 60_000, durable: true },
    workspace: () => workspace,
    workspaces: () => ['w'],
    health: () => ({ status: 'ok' }),
    close: async () => undefined,
  })

  async function answers(workspace: Workspace) {
    const found: unknown[] = []
    for (const query of queries)
      found.push((await executeQuery(storeOf(workspace), 'w', decodeQueryRequest({ query }))).rows)
    return found
  }

  it('answers as the store in memory does, before it holds them, once it does, and after writes', async () => {
    const plain = (await openMemoryStore({})).workspace('w')
    const database = await LadybugDatabase.open({
      native: loadLadybug(),
      path,
      bufferBytes: 256 * 1024 ** 2,
      room: { left: 100_000 },
      fieldRoom: { left: 100_000 },
    })
    const workspace = new RemoteWorkspace('w', database)
    const known = (field: string) =>
      database.firstEntities({
        domain: 'shop',
        type: 'shop.item',
        field,
        descending: true,
        above: -Infinity,
        from: 0,
        size: 1,
        signal: undefined,
      })
    for (const changes of written) {
      for (const target of [workspace, plain]) await target.write(batch(changes), { partial: true })
      expect(await answers(workspace)).toEqual(await answers(plain))
      const isHeld = changes.length > 1
      if (!isHeld) expect(await known('load')).toBeUndefined()
      else await vi.waitFor(async () => expect(await known('load')).toBeDefined(), DONE)
      await vi.waitFor(async () => expect(await known('rank')).toBeDefined(), DONE)
      const whole = vi.spyOn(KEYED_LAYOUT, 'entityLines')
      const [query = ''] = queries
      await executeQuery(storeOf(workspace), 'w', decodeQueryRequest({ query }))
      expect(whole).toHaveBeenCalledTimes(isHeld ? 0 : 1)
      whole.mockRestore()
      expect(await answers(workspace)).toEqual(await answers(plain))
    }
    await database.close()
  })

  it.each([
    ['moves behind the first page', 0, 70.5],
    ['moves into the first page', 70, 0.5],
  ])('answers with every entity once when one %s while it reads', async (_, moved, load) => {
    const SMALL = 140
    const database = await LadybugDatabase.open({
      native: loadLadybug(),
      path: join(sharedFolder(), `moving-${moved}`),
      bufferBytes: 256 * 1024 ** 2,
      room: { left: 10_000 },
      fieldRoom: { left: 10_000 },
    })
    const workspace = new RemoteWorkspace('w', database)
    const loads = Array.from({ length: SMALL }, (_, at) => change(at * 50, { load: at }))
    await workspace.write(batch(loads), { partial: true })
    const first = { field: 'load', descending: false }
    const range = { above: -Infinity, from: 0, size: 1 }
    const part = { domain: 'shop', type: 'shop.few', ...first, ...range, signal: undefined }
    expect(await database.firstEntities(part)).toBeDefined()
    const read = database.firstEntities.bind(database)
    vi.spyOn(database, 'firstEntities').mockImplementation(async (request) => {
      if (request.from > 0 && request.from < 100)
        await workspace.write(batch([change(moved * 50, { load })]), { partial: true })
      return read(request)
    })
    const query = ".entity with(domain='shop', name='shop.few') | sort load asc | limit 100"
    const { rows } = await executeQuery(storeOf(workspace), 'w', decodeQueryRequest({ query }))
    const ids = JSON.stringify(rows).match(/id-\d+/g) ?? []
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toContain(`id-${(moved * 50 * 7_919) % SIZE}`)
    await database.close()
  })
})
