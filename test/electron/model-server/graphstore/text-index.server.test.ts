import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { type EntityChange, type EntityRecord, entityKey } from '#shared/model/entity.ts'
import { EntityTextIndex } from '../../../../electron/model-server/graphstore/ladybug/entity-text-index.ts'
import { LadybugDatabase } from '../../../../electron/model-server/graphstore/ladybug/ladybug-database.ts'
import { loadLadybug } from '../../../../electron/model-server/graphstore/ladybug/native.ts'
import { openMemoryStore } from '../../../../electron/model-server/graphstore/memory/index.ts'
import { RemoteWorkspace } from '../../../../electron/model-server/graphstore/remote/remote-workspace.ts'
import { searchText } from '../../../../electron/model-server/graphstore/semantics.ts'
import type { EntityScan, Workspace } from '../../../../electron/model-server/graphstore/store.ts'
import { sharedFolder } from '../../../temporary-folder.ts'
import { noLadybug } from './no-ladybug.ts'
import { batch, drain } from './records.ts'

const anyLetters = (most: number) =>
  fc.array(fc.constantFrom('a', 'b', 'B', '-'), { maxLength: most }).map((letters) => letters.join(''))
const anyRecord: fc.Arbitrary<EntityRecord> = fc
  .record({ type: fc.constantFrom('t', 'u', 'tt'), id: anyLetters(5), label: anyLetters(12) })
  .map(({ type, id, label }) => ({
    domain: 'd',
    type,
    id: `x${id}`,
    method: 'Update',
    firstObserved: 0,
    lastObserved: 1,
    properties: { label },
  }))

/** All that the index names, `most` keys at a time. */
function named(
  index: EntityTextIndex,
  text: string,
  pattern: { prefix: string; part: string },
  most: number,
) {
  const keys: string[] = []
  for (;;) {
    const found = index.candidates({ text, ...pattern, after: keys.at(-1) ?? '', most })
    if (!found) return undefined
    keys.push(...found.keys)
    if (found.isAll) return keys
    expect(found.keys).toHaveLength(most)
  }
}

describe('the index of texts', () => {
  it('names every entity that contains a text once, in the order of keys', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRecord, { maxLength: 60 }),
        fc.array(anyRecord, { maxLength: 20 }),
        anyLetters(4).filter((text) => text.length > 1),
        fc.constantFrom({ prefix: '', part: '/' }, { prefix: 'd/t/', part: '' }, { prefix: '', part: '/t' }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(0, 5, 1_000),
        async (first, later, text, pattern, most, few) => {
          const index = new EntityTextIndex({ left: 1_000 }, few)
          const latest = new Map<string, EntityRecord>()
          const put = (record: EntityRecord) => {
            expect(index.put(record)).toBe(true)
            latest.set(entityKey(record), record)
          }
          first.forEach(put)
          await index.settle()
          later.forEach(put)
          const keys = named(index, text.toLowerCase(), pattern, most) ?? []
          expect(keys).toEqual([...new Set(keys)].sort())
          const within = (key: string) => key.startsWith(pattern.prefix) && key.includes(pattern.part)
          expect(keys.filter((key) => !(latest.has(key) && within(key)))).toEqual([])
          const matching = [...latest.keys()].filter(
            (key) => within(key) && searchText(latest.get(key)!).includes(text.toLowerCase()),
          )
          expect(keys).toEqual(expect.arrayContaining(matching))
        },
      ),
    )
  })

  const record = (id: string, label = 'label'): EntityRecord => ({
    domain: 'd',
    type: 't',
    id,
    method: 'Update',
    firstObserved: 0,
    lastObserved: 1,
    properties: { label },
  })
  const every = { text: 'label', prefix: '', part: '', after: '', most: 100_000 }

  it('does not answer while many new keys are sorted in, and has all of them afterwards', async () => {
    const index = new EntityTextIndex({ left: 100_000 })
    const ids = Array.from({ length: 9_000 }, (_, at) => String((at * 7_919) % 9_000).padStart(4, '0'))
    for (const id of ids) index.put(record(id))
    expect(index.candidates(every)).toBeUndefined()
    await vi.waitFor(() => expect(index.candidates(every)).toBeDefined(), { timeout: 30_000 })
    index.put(record('0000-later'))
    const expected = [...ids, '0000-later'].sort().map((id) => `d/t/${id}`)
    expect(index.candidates(every)).toEqual({ keys: expected, isAll: true })
  })

  it('is saved once all keys are sorted in, and answers the same when it is read back', async () => {
    const index = new EntityTextIndex({ left: 100_000 })
    for (let at = 0; at < 5_000; at += 1)
      index.put(record(`${(at * 7_919) % 5_000}`, at % 3 ? 'label' : 'other'))
    expect(index.candidates(every)).toBeUndefined()
    expect(() => index.save()).toThrow('not settled')
    await index.settle()
    const { shape, parts } = index.save()
    const bytes = Buffer.concat(parts)
    let read = 0
    const source = {
      fill: async (target: Uint8Array) => {
        target.set(bytes.subarray(read, (read += target.length)))
      },
    }
    const room = { left: 5_000 }
    const restored = await EntityTextIndex.restore(room, shape, source)
    expect(room.left).toBe(0)
    expect(restored?.candidates(every)).toEqual(index.candidates(every))
    expect(await EntityTextIndex.restore({ left: 4_999 }, shape, source)).toBeUndefined()
  })

  it('leaves texts to the engine that are too short, or that it may store differently', () => {
    const index = new EntityTextIndex({ left: 100 })
    index.put(record('a'))
    for (const text of ['l', '\ud800x', 'x\ufffd', '😀'])
      expect(index.candidates({ ...every, text })).toBeUndefined()
  })

  it('does not hold keys that the engine may order differently', () => {
    expect(new EntityTextIndex({ left: 100 }).put(record('😀'))).toBe(false)
  })

  it('says when there is no room, and gives its room back', () => {
    const room = { left: 3 }
    const index = new EntityTextIndex(room)
    expect(index.put(record('a'))).toBe(true)
    expect(index.put(record('a', 'other'))).toBe(true)
    // A long key takes more room.
    expect(index.put(record('x'.repeat(128)))).toBe(true)
    expect(index.put(record('b'))).toBe(false)
    index.release()
    expect(room.left).toBe(3)
  })

  it('is stale once most texts were replaced', () => {
    const index = new EntityTextIndex({ left: 100 })
    for (let round = 0; round < 1_002; round += 1) index.put(record('a', String(round)))
    expect(index.isStale).toBe(false)
    index.put(record('a'))
    expect(index.isStale).toBe(true)
  })
})

describe.skipIf(noLadybug)('the embedded database with its index of texts', () => {
  const path = join(sharedFolder(), 'database')
  const TYPES = ['shop.a', 'shop.b', 'shop.bb']
  const WORDS = ['Falcon', 'garden', 'harbor', 'Ünder', 'needle\nin', '😀 smile', '']
  const METHODS = ['Update', 'Update', 'Expire', 'Delete'] as const

  const round = (number: number): EntityChange[] =>
    Array.from({ length: 60 }, (_, at) => ({
      domain: at % 5 === 0 ? 'other' : 'shop',
      type: TYPES[at % 3] ?? '',
      id: `${(at * 37) % 60}-id`,
      method: METHODS[(at + number * 3) % METHODS.length] ?? 'Update',
      firstObserved: 1_000 + at,
      lastObserved: 2_000 + number,
      properties: { name: WORDS[(at * 3 + number) % WORDS.length] ?? '', count: at, tags: [`n${at}`, 'Tag'] },
    }))

  const texts = ['falcon', 'ÜNDER', 'needle\nin', '😀', 'a', 'id', '7-id', 'garden', 'tag', 'absent']
  const patterns: EntityScan[] = [
    {},
    { domain: 'shop', type: 'shop.b' },
    { domain: 'shop', type: 'shop.b*' },
    { domain: 's*', type: 'shop.a' },
    { type: 'shop.bb', time: { from: 1_500, to: 1_030 } },
    { ids: ['0-id', '37-id'] },
    { equal: [{ field: 'name', value: 'harbor' }] },
  ]
  const scans = texts.flatMap((text) =>
    patterns.flatMap((pattern) => [
      { ...pattern, text },
      { ...pattern, text, limit: 3 },
      { ...pattern, text, unordered: true },
    ]),
  )

  /** What each scan finds; what has no order, in that of the keys, and by what the caller checks. */
  async function found(workspace: Workspace) {
    const answers: unknown[] = []
    for (const scan of scans) {
      const records = await drain(workspace.scanEntities(scan))
      const exact = records.filter(({ properties }) => !scan.equal || properties['name'] === 'harbor')
      // Equality is a hint, never combined with a limit.
      if (scan.equal && scan.limit) continue
      answers.push(scan.unordered ? exact.sort((a, b) => (entityKey(a) < entityKey(b) ? -1 : 1)) : exact)
    }
    return answers
  }

  it('answers as the store in memory does, before it is filled, once it is, and while it writes', async () => {
    const plain = (await openMemoryStore({})).workspace('w')
    for (const number of [0, 1, 2]) {
      const database = await LadybugDatabase.open({
        native: loadLadybug(),
        path,
        bufferBytes: 256 * 1024 ** 2,
        room: { left: 10_000 },
        fieldRoom: { left: 10_000 },
      })
      const known = () =>
        database.entitiesWithText({ text: 'id', prefix: '', part: '', after: '', most: 1_000 })
      const workspace = new RemoteWorkspace('w', database)
      expect(await found(workspace)).toEqual(await found(plain))
      await vi.waitFor(async () => expect(await known()).toBeDefined(), { timeout: 30_000 })
      for (const target of [workspace, plain]) await target.write(batch(round(number)), { partial: true })
      expect(await known()).toMatchObject({ isAll: true })
      expect(await found(workspace)).toEqual(await found(plain))
      const refused = batch([
        { ...round(9)[1]!, id: 'refused', method: 'Create' },
        { ...round(9)[1]!, id: 'refused', method: 'Create' },
      ])
      for (const target of [workspace, plain])
        expect((await target.write(refused, { partial: false })).committed).toBe(false)
      expect(await found(workspace)).toEqual(await found(plain))
      await database.close()
    }
  })
})
