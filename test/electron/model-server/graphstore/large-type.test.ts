import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { EntityChange } from '#shared/model/entity.ts'
import { textOf } from '#shared/model/json.ts'
import { openMemoryStore } from '../../../../electron/model-server/graphstore/memory/index.ts'
import { executeQuery } from '../../../../electron/model-server/query/engine.ts'
import { decodeQueryRequest } from '../../../../electron/model-server/query/request.ts'

/** Enough for the text index, and for a sort to truncate its rows several times. */
const SIZE = 8_000

const entities = Array.from({ length: SIZE }, (_, index): EntityChange => ({
  domain: 'shop',
  type: 'shop.item',
  id: createHash('md5').update(String(index)).digest('hex'),
  method: 'Create',
  firstObserved: 1_700_000_000,
  lastObserved: 1_700_000_600,
  properties: { label: `item-${index}-end`, load: (index * 7919) % 1_000 },
})).sort((a, b) => (a.id < b.id ? -1 : 1))

async function idsFor(query: string): Promise<unknown[]> {
  const store = await openMemoryStore({})
  await store.workspace('one').write({ entities: entities.toReversed(), relations: [] }, { partial: false })
  const { rows } = await executeQuery(store, 'one', decodeQueryRequest({ query, limit: 200 }))
  await store.close()
  return rows.map((row) => row['__entity_id__'])
}

test.each(['item-4711-end', '-31', '-7', 'm-12', 'item', 'absent'])(
  'a text %s finds in key order what looking at every entity finds',
  async (text) => {
    const texts = ({ id, properties }: EntityChange): string[] => [
      id,
      ...Object.values(properties).map(textOf),
    ]
    const expected = entities.filter((entity) => texts(entity).some((value) => value.includes(text)))
    expect(await idsFor(`.entity with(query='${text}')`)).toEqual(expected.slice(0, 200).map(({ id }) => id))
  },
)

test.each(['asc', 'desc'])('sorting %s for the first rows keeps ties in key order', async (direction) => {
  const sign = direction === 'asc' ? 1 : -1
  const load = (entity: EntityChange): number => Number(entity.properties['load'])
  const expected = entities.toSorted((a, b) => sign * (load(a) - load(b)))
  expect(await idsFor(`.entity | sort load ${direction}`)).toEqual(expected.slice(0, 200).map(({ id }) => id))
})

test('a second sort keeps the order of the first where it finds ties', async () => {
  const load = (entity: EntityChange): number => Number(entity.properties['load'])
  const expected = entities
    .filter((entity) => load(entity) >= 900)
    .toSorted((a, b) => load(b) - load(a))
    .slice(0, 200)
  const query = '.entity | where load >= 900 | sort load desc | sort __entity_type__'
  expect(await idsFor(query)).toEqual(expected.map(({ id }) => id))
})

test('the first search for a text can be stopped before every text was looked at', async () => {
  const store = await openMemoryStore({})
  const workspace = store.workspace('one')
  await workspace.write({ entities, relations: [] }, { partial: false })
  const stop = new AbortController()
  const pages = workspace.scanEntities({ text: 'item-4711-end' }, stop.signal)
  expect(await pages.next()).toEqual([])
  stop.abort(new Error('enough'))
  await expect(async () => pages.next()).rejects.toThrow('enough')
  await store.close()
})

test('a text written during a search is found by the next one', async () => {
  const store = await openMemoryStore({})
  const workspace = store.workspace('one')
  await workspace.write({ entities: entities.slice(1), relations: [] }, { partial: false })
  await workspace.scanEntities({ text: 'added-later' }).next()
  const [late] = entities
  const change = { ...late, properties: { label: 'added-later' } } as EntityChange
  await workspace.write({ entities: [change], relations: [] }, { partial: false })
  const { rows } = await executeQuery(
    store,
    'one',
    decodeQueryRequest({ query: ".entity with(query='added-later')" }),
  )
  expect(rows.map((row) => row['__entity_id__'])).toEqual([late?.id])
  await store.close()
})
