import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type EntityRecord,
  type RelationRecord,
  type TimeRange,
  entityKey,
  parseRelationKey,
  relationKey,
} from '#shared/model/entity.ts'
import { runCypher } from '../../../../electron/model-server/cypher/index.ts'
import type {
  Direction,
  EntityScan,
  GraphStore,
  RelationScan,
  Workspace,
} from '../../../../electron/model-server/graphstore/store.ts'
import { CYPHER_CASES } from './cypher-cases.ts'
import { batch, drain, element, entity, idOf, key, relation } from './records.ts'

export interface StoreUnderTest {
  /** Opens the store, each time on the same data. */
  open(): Promise<GraphStore>
  /** Removes the data of the tests. */
  clean?(): Promise<void>
  /** Whether the store can be reopened with its data. */
  readonly durable: boolean
  /** Why it cannot be tested here. */
  readonly skip?: string | false
}

const short = (record: { type: string; id: string }, names: ReadonlyMap<string, string>): string =>
  `${record.type.split('.')[1]}/${names.get(record.id) ?? record.id}`

/** The contract of every graph store, whatever its backend: the same calls give the same answers. */
export function describeStore(title: string, subject: StoreUnderTest): void {
  describe.skipIf(subject.skip)(`graph store: ${title}`, () => {
    let store: GraphStore
    let count = 0

    beforeAll(async () => {
      await subject.clean?.()
      store = await subject.open()
    })
    afterAll(async () => {
      await store.close()
      await subject.clean?.()
    })

    /** A separate workspace for each test. */
    const fresh = (): Workspace => {
      count += 1
      return store.workspace(`t${count}`)
    }
    const names = new Map(
      ['cart', 'checkout', 'payment', 'ledger', 'web', 'ghost', 'x', 'y', 'z', 'ops'].map((name) => [
        idOf(name),
        name,
      ]),
    )
    const entities = async (workspace: Workspace, scan: EntityScan = {}) =>
      (await drain<EntityRecord>(workspace.scanEntities(scan))).map((record) => short(record, names))
    const relations = async (workspace: Workspace, scan: RelationScan = {}) =>
      (await drain<RelationRecord>(workspace.scanRelations(scan))).map(
        (record) => `${short(record.src, names)} ${record.type} ${short(record.dest, names)}`,
      )
    const write = async (workspace: Workspace, ...args: Parameters<typeof batch>) => {
      const result = await workspace.write(batch(...args), { partial: false })
      expect(result.committed).toBe(true)
    }

    const shop = async (): Promise<Workspace> => {
      const workspace = fresh()
      await write(
        workspace,
        [
          entity('service/cart', { display_name: 'Cart', tier: 1, tags: ['a', 'b'], up: true }),
          entity('service/checkout', { display_name: 'Checkout', tier: 2, note: 'Größe "x"\n\\ end' }),
          entity('service/payment', { display_name: 'Payment', tier: 1, nested: { deep: [1, null, 'z'] } }),
          entity('team/ops', { display_name: 'Ops' }),
        ],
        [
          relation('service/web', 'calls', 'service/checkout'),
          relation('service/checkout', 'calls', 'service/payment', { rate: 5 }),
          relation('service/checkout', 'calls', 'service/cart', { rate: 2.5 }),
          relation('service/payment', 'calls', 'service/payment'),
          relation('team/ops', 'owns', 'service/payment'),
        ],
      )
      return workspace
    }

    it('a workspace without writes is empty', async () => {
      const workspace = fresh()
      expect(await entities(workspace)).toEqual([])
      expect(await relations(workspace)).toEqual([])
      expect(await workspace.elements()).toEqual([])
      expect(await workspace.entity(entityKey(key('service/cart')))).toBeUndefined()
      expect(await workspace.counts()).toEqual({ elements: 0, entities: 0, relations: 0 })
      expect(await workspace.traverse({ seeds: ['a/b/c'], direction: 'both', depth: 2 })).toEqual([])
      expect(await store.workspaces()).not.toContain(workspace.name)
    })

    it('returns exactly what was written', async () => {
      const workspace = await shop()
      expect(await workspace.entity(entityKey(key('service/checkout')))).toEqual({
        ...key('service/checkout'),
        method: 'Create',
        firstObserved: 1000,
        lastObserved: 2000,
        properties: { display_name: 'Checkout', tier: 2, note: 'Größe "x"\n\\ end' },
      })
      const [found] = await drain(workspace.scanRelations({ type: 'owns' }))
      expect(found).toEqual({
        src: key('team/ops'),
        type: 'owns',
        dest: key('service/payment'),
        method: 'Create',
        firstObserved: 1000,
        lastObserved: 2000,
        properties: {},
      })
    })

    it('keeps workspaces apart', async () => {
      const [one, two] = [await shop(), fresh()]
      await write(
        two,
        [entity('service/cart', { display_name: 'Other' })],
        [relation('service/cart', 'calls', 'service/x')],
      )
      expect(await entities(two)).toEqual(['service/cart'])
      expect(await relations(two)).toEqual(['service/cart calls service/x'])
      expect((await one.entity(entityKey(key('service/cart'))))?.properties['display_name']).toBe('Cart')
      expect(await store.workspaces()).toEqual(expect.arrayContaining([one.name, two.name]))
    })

    describe('elements', () => {
      it('are added, replaced by key, and come in key order', async () => {
        const workspace = fresh()
        await workspace.putElements([element('b'), element('a', { v: 1 })])
        await workspace.putElements([element('a', { v: 2 }), element('c')])
        expect(await workspace.elements()).toEqual([element('a', { v: 2 }), element('b'), element('c')])
        expect((await workspace.counts()).elements).toBe(3)
      })

      it('are the same array until something changes', async () => {
        const workspace = fresh()
        await workspace.putElements([element('a')])
        const before = await workspace.elements()
        expect(await workspace.elements()).toBe(before)
        await workspace.putElements([element('b')])
        expect(await workspace.elements()).toHaveLength(2)
      })
    })

    describe('changes', () => {
      const table: readonly [
        title: string,
        life: { method: 'Create' | 'Update' | 'Expire' | 'Delete' }[],
        end: string,
      ][] = [
        ['create', [{ method: 'Create' }], 'alive'],
        ['create twice', [{ method: 'Create' }, { method: 'Create' }], 'ALREADY_EXISTS'],
        ['update what is not there', [{ method: 'Update' }], 'alive'],
        ['update', [{ method: 'Create' }, { method: 'Update' }], 'alive'],
        ['expire', [{ method: 'Create' }, { method: 'Expire' }], 'expired'],
        ['expire what is not there', [{ method: 'Expire' }], 'NOT_FOUND'],
        ['expire again', [{ method: 'Create' }, { method: 'Expire' }, { method: 'Expire' }], 'expired'],
        ['delete', [{ method: 'Create' }, { method: 'Delete' }], 'deleted'],
        ['delete what is not there', [{ method: 'Delete' }], 'NOT_FOUND'],
        ['create after delete', [{ method: 'Create' }, { method: 'Delete' }, { method: 'Create' }], 'alive'],
        ['update after expire', [{ method: 'Create' }, { method: 'Expire' }, { method: 'Update' }], 'alive'],
      ]

      it.each(table)('of an entity: %s', async (_, life, end) => {
        const workspace = fresh()
        let last = 'nothing'
        for (const step of life) {
          const result = await workspace.write(batch([entity('service/x', { n: 1 }, step)]), {
            partial: false,
          })
          const found = await workspace.entity(entityKey(key('service/x')))
          last = result.entities[0]?.code ?? found?.tombstone ?? 'alive'
          expect(result.committed).toBe(!result.entities[0])
        }
        expect(last).toBe(end)
      })

      it.each(table)('of a relation: %s', async (_, life, end) => {
        const workspace = fresh()
        let last = 'nothing'
        for (const step of life) {
          const change = relation('service/x', 'calls', 'service/y', { n: 1 }, step)
          const result = await workspace.write(batch([], [change]), { partial: false })
          const [alive] = await drain(workspace.scanRelations({}))
          const [hidden] = await drain(workspace.scanRelations({ time: {} }))
          last = result.relations[0]?.code ?? (alive ? 'alive' : (hidden?.tombstone ?? 'deleted'))
        }
        expect(last).toBe(end)
      })

      it('replaces all properties on update and keeps only the first observation', async () => {
        const workspace = fresh()
        await write(workspace, [entity('service/x', { a: 1, b: 2 }, { first: 10, last: 20 })])
        await write(workspace, [
          entity('service/x', { c: 3 }, { method: 'Update', first: 30, last: 40, keepAlive: 5 }),
        ])
        expect(await workspace.entity(entityKey(key('service/x')))).toMatchObject({
          firstObserved: 10,
          lastObserved: 40,
          keepAlive: 5,
          properties: { c: 3 },
        })
      })

      it('keeps properties on expiry', async () => {
        const workspace = fresh()
        await write(workspace, [entity('service/x', { a: 1 })])
        await write(workspace, [entity('service/x', {}, { method: 'Expire', last: 9 })])
        expect(await workspace.entity(entityKey(key('service/x')))).toMatchObject({
          tombstone: 'expired',
          lastObserved: 9,
          properties: { a: 1 },
        })
      })

      it('sees earlier items of the same batch', async () => {
        const workspace = fresh()
        const result = await workspace.write(
          batch([
            entity('service/x', { n: 1 }),
            entity('service/x', { n: 2 }, { method: 'Update' }),
            entity('service/x', { n: 3 }),
          ]),
          { partial: true },
        )
        expect(result.entities.map((item) => item?.code ?? null)).toEqual([null, null, 'ALREADY_EXISTS'])
        expect((await workspace.entity(entityKey(key('service/x'))))?.properties).toEqual({ n: 2 })
      })

      it('writes nothing of a batch with a refused item', async () => {
        const workspace = fresh()
        const changes = batch(
          [entity('service/x'), entity('service/y', {}, { method: 'Delete' })],
          [relation('service/x', 'calls', 'service/z')],
        )
        const result = await workspace.write(changes, { partial: false })
        expect(result.committed).toBe(false)
        expect(result.entities.map((item) => item?.code ?? null)).toEqual([null, 'NOT_FOUND'])
        expect(result.relations).toEqual([null])
        expect(await entities(workspace)).toEqual([])
        expect(await relations(workspace)).toEqual([])
      })

      it('leaves a refused item out when partial success is allowed', async () => {
        const workspace = fresh()
        const changes = batch([entity('service/x'), entity('service/y', {}, { method: 'Expire' })])
        const result = await workspace.write(changes, { partial: true })
        expect(result.committed).toBe(true)
        expect(await entities(workspace)).toEqual(['service/x'])
      })

      it('takes a relation before its entities', async () => {
        const workspace = fresh()
        await write(workspace, [], [relation('service/x', 'calls', 'service/y')])
        expect(await entities(workspace)).toEqual([])
        await write(workspace, [entity('service/x', { late: true })])
        expect(await entities(workspace)).toEqual(['service/x'])
        expect(await relations(workspace)).toEqual(['service/x calls service/y'])
        expect(await workspace.counts()).toMatchObject({ entities: 1, relations: 1 })
      })
    })

    describe('entity scans', () => {
      const cases: readonly [title: string, scan: EntityScan, rows: string[]][] = [
        ['everything, in key order', {}, ['service/payment', 'service/checkout', 'service/cart', 'team/ops']],
        [
          'by domain',
          { domain: 'shop' },
          ['service/payment', 'service/checkout', 'service/cart', 'team/ops'],
        ],
        ['by another domain', { domain: 'bank' }, []],
        ['by type', { type: 'shop.team' }, ['team/ops']],
        [
          'by a prefix of the type',
          { type: 'shop.s*' },
          ['service/payment', 'service/checkout', 'service/cart'],
        ],
        ['by any type', { type: '*' }, ['service/payment', 'service/checkout', 'service/cart', 'team/ops']],
        ['by ids', { ids: [idOf('cart'), idOf('ops'), idOf('ghost')] }, ['service/cart', 'team/ops']],
        [
          'by ids of one type',
          {
            domain: 'shop',
            type: 'shop.service',
            ids: [idOf('cart'), idOf('cart'), idOf('payment'), idOf('web')],
          },
          ['service/payment', 'service/cart'],
        ],
        [
          'by ids, type and text',
          { domain: 'shop', type: 'shop.service', ids: [idOf('cart'), idOf('payment')], text: 'pay' },
          ['service/payment'],
        ],
        ['by no ids', { ids: [] }, []],
        ['by text in any case', { text: 'cHeCk' }, ['service/checkout']],
        ['by text beyond ASCII', { text: 'größe' }, ['service/checkout']],
        ['by text in a nested value', { text: '"deep":[1' }, ['service/payment']],
        ['by part of an id', { text: idOf('cart').slice(4, 12) }, ['service/cart']],
        ['by text that is only a name of a property', { text: 'display_name' }, []],
        ['with a limit', { limit: 2 }, ['service/payment', 'service/checkout']],
        ['with text and limit', { text: 'c', type: 'shop.service', limit: 1 }, ['service/checkout']],
      ]
      it.each(cases)('%s', async (_, scan, rows) => {
        const found = await entities(await shop(), scan)
        // Ids are hashes, so their order depends on the data, and the expectation is sorted accordingly.
        const inOrder = rows.toSorted((a, b) => (entityKey(key(a)) < entityKey(key(b)) ? -1 : 1))
        expect(found).toEqual(scan.limit === undefined ? inOrder : found.slice(0, scan.limit))
        expect(found).toHaveLength(rows.length)
      })

      it('may use equality hints, but never lose a row by them', async () => {
        const workspace = await shop()
        expect(await entities(workspace, { equal: [{ field: 'display_name', value: 'Cart' }] })).toContain(
          'service/cart',
        )
        expect(await entities(workspace, { equal: [{ field: 'tier', value: '2' }] })).toContain(
          'service/checkout',
        )
      })
    })

    describe('relation scans', () => {
      const cases: readonly [title: string, scan: RelationScan, rows: string[]][] = [
        [
          'everything',
          {},
          [
            'service/web calls service/checkout',
            'service/checkout calls service/payment',
            'service/checkout calls service/cart',
            'service/payment calls service/payment',
            'team/ops owns service/payment',
          ],
        ],
        ['by type', { type: 'owns' }, ['team/ops owns service/payment']],
        ['by a prefix of the type', { type: 'ow*' }, ['team/ops owns service/payment']],
        ['by source', { src: entityKey(key('service/web')) }, ['service/web calls service/checkout']],
        ['by a prefix of the source', { src: 'shop/shop.team/*' }, ['team/ops owns service/payment']],
        [
          'by destination',
          { dest: entityKey(key('service/payment')), type: 'calls' },
          ['service/checkout calls service/payment', 'service/payment calls service/payment'],
        ],
        [
          'touching an entity at either end, a loop once',
          { touching: [entityKey(key('service/payment'))] },
          [
            'service/checkout calls service/payment',
            'service/payment calls service/payment',
            'team/ops owns service/payment',
          ],
        ],
        [
          'touching, of one type',
          { touching: [entityKey(key('service/payment'))], type: 'owns' },
          ['team/ops owns service/payment'],
        ],
        ['touching nothing', { touching: [] }, []],
        ['by text of the type', { text: 'OWN' }, ['team/ops owns service/payment']],
        ['by text of a property', { text: '2.5' }, ['service/checkout calls service/cart']],
      ]
      it.each(cases)('%s', async (_, scan, rows) => {
        const workspace = await shop()
        const found = await drain<RelationRecord>(workspace.scanRelations(scan))
        const keys = found.map(relationKey)
        expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)))
        expect((await relations(workspace, scan)).sort()).toEqual(rows.toSorted())
      })

      it('with a limit', async () => {
        const workspace = await shop()
        const all = await relations(workspace)
        expect(await relations(workspace, { limit: 2 })).toEqual(all.slice(0, 2))
      })

      it('keeps a relation type with a slash whole', async () => {
        const workspace = fresh()
        await write(workspace, [], [relation('service/x', 'calls/over/http', 'service/y')])
        const [record] = await drain(workspace.scanRelations({}))
        expect(record && parseRelationKey(relationKey(record))?.type).toBe('calls/over/http')
      })
    })

    describe('time', () => {
      const timed = async (): Promise<Workspace> => {
        const workspace = fresh()
        const life = { first: 100, last: 200, keepAlive: 50 }
        await write(
          workspace,
          [entity('service/x', {}, life), entity('service/y', {}, life), entity('service/z', {}, life)],
          [
            relation('service/x', 'calls', 'service/y', {}, life),
            relation('service/x', 'calls', 'service/z', {}, life),
          ],
        )
        await write(
          workspace,
          [
            entity('service/y', {}, { method: 'Expire', last: 220 }),
            entity('service/z', {}, { method: 'Delete', last: 220 }),
          ],
          [
            relation('service/x', 'calls', 'service/y', {}, { method: 'Expire', last: 220 }),
            relation('service/x', 'calls', 'service/z', {}, { method: 'Delete', last: 220 }),
          ],
        )
        return workspace
      }
      const cases: readonly [title: string, time: TimeRange | undefined, living: string[], links: number][] =
        [
          ['without a range tombstones are hidden', undefined, ['service/x'], 0],
          ['an open range shows what expired', {}, ['service/x', 'service/y'], 1],
          ['inside the lifetime', { from: 150, to: 160 }, ['service/x', 'service/y'], 1],
          ['before it', { to: 100 }, [], 0],
          ['just at its start', { to: 101 }, ['service/x', 'service/y'], 1],
          ['after the expiry but within the keep-alive of the living', { from: 220 }, ['service/x'], 0],
          ['just before the expiry', { from: 219 }, ['service/x', 'service/y'], 1],
          ['after the keep-alive', { from: 250 }, [], 0],
        ]
      it.each(cases)('%s', async (_, time, living, links) => {
        const workspace = await timed()
        const scan = time ? { time } : {}
        expect((await entities(workspace, scan)).sort()).toEqual(living)
        expect(await relations(workspace, scan)).toHaveLength(links)
        const seeds = [entityKey(key('service/x'))]
        expect(await workspace.traverse({ seeds, direction: 'out', depth: 1, ...scan })).toHaveLength(links)
        const { rows } = await runCypher({
          text: 'MATCH ()-[r]->() RETURN count(r) AS n',
          graph: workspace.graph(time),
        })
        expect(rows).toEqual([{ n: links }])
      })
    })

    describe('traversal', () => {
      const cases: readonly [direction: Direction, depth: number, seed: string, rows: string[]][] = [
        [
          'out',
          1,
          'service/checkout',
          ['service/checkout calls service/cart', 'service/checkout calls service/payment'],
        ],
        ['in', 1, 'service/checkout', ['service/web calls service/checkout']],
        ['out', 1, 'service/web', ['service/web calls service/checkout']],
        [
          'out',
          2,
          'service/web',
          [
            'service/checkout calls service/cart',
            'service/checkout calls service/payment',
            'service/web calls service/checkout',
          ],
        ],
        [
          'both',
          1,
          'service/payment',
          [
            'service/checkout calls service/payment',
            'service/payment calls service/payment',
            'team/ops owns service/payment',
          ],
        ],
        [
          'in',
          3,
          'service/cart',
          ['service/checkout calls service/cart', 'service/web calls service/checkout'],
        ],
        ['both', 1, 'service/ghost', []],
      ]
      it.each(cases)('%s, %i deep from %s', async (direction, depth, seed, rows) => {
        const workspace = await shop()
        const found = await workspace.traverse({ seeds: [entityKey(key(seed))], direction, depth })
        const keys = found.map(relationKey)
        expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)))
        const shown = found.map(
          (record) => `${short(record.src, names)} ${record.type} ${short(record.dest, names)}`,
        )
        expect(shown.sort()).toEqual(rows.toSorted())
      })
    })

    describe('as a graph for Cypher', () => {
      it.each(CYPHER_CASES)('%s', async (_, text, rows) => {
        const workspace = await shop()
        const parameters = { id: idOf('cart'), web: idOf('web'), ghost: idOf('ghost') }
        const result = await runCypher({ text, parameters, graph: workspace.graph() })
        expect(result.rows.map((row) => Object.values(row))).toEqual(rows)
      })

      it('shows a tombstoned end as a bare node', async () => {
        const workspace = await shop()
        await write(workspace, [entity('service/cart', {}, { method: 'Expire' })])
        const text =
          'MATCH ({display_name: "Checkout"})-[:calls]->(t) RETURN t.display_name AS name, t.__entity_id__ AS id ORDER BY name'
        const { rows } = await runCypher({ text, graph: workspace.graph() })
        expect(rows).toEqual([
          { name: null, id: idOf('cart') },
          { name: 'Payment', id: idOf('payment') },
        ])
      })
    })

    it('loses no row of a large workspace', async () => {
      const workspace = fresh()
      const many = Array.from({ length: 2_500 }, (_, index) => entity(`service/n${index}`, { n: index }))
      const hub = many.slice(0, 1_500).map((_, index) => relation('team/ops', 'owns', `service/n${index}`))
      await write(workspace, many, hub)
      expect(await drain(workspace.scanEntities({}))).toHaveLength(2_500)
      expect(await drain(workspace.scanRelations({}))).toHaveLength(1_500)
      expect(await workspace.counts()).toEqual({ elements: 0, entities: 2_500, relations: 1_500 })
      const text = 'MATCH (:`shop.team`)-[:owns]->(s) RETURN count(s) AS hub, sum(s.n) AS total'
      const { rows } = await runCypher({ text, graph: workspace.graph() })
      expect(rows).toEqual([{ hub: 1_500, total: (1_499 * 1_500) / 2 }])
      const all = await runCypher({
        text: 'MATCH (s:`shop.service`) RETURN count(*) AS n',
        graph: workspace.graph(),
      })
      expect(all.rows).toEqual([{ n: 2_500 }])
    })

    it('serves concurrent writes one after the other', async () => {
      const workspace = fresh()
      const writes = Array.from({ length: 12 }, async (_, index) =>
        workspace.write(batch([entity('service/x', { n: index }), entity(`service/n${index}`)]), {
          partial: true,
        }),
      )
      const results = await Promise.all(writes)
      const first = results.filter((result) => result.entities[0] === null)
      expect(first).toHaveLength(1)
      expect((await workspace.counts()).entities).toBe(13)
    })

    it('refuses a write whose signal is aborted, and stays usable', async () => {
      const workspace = fresh()
      const aborted = AbortSignal.abort(new Error('stop'))
      const attempt = async () => workspace.write(batch([entity('service/x')]), { partial: false }, aborted)
      await expect(attempt()).rejects.toThrow('stop')
      expect(await entities(workspace)).toEqual([])
      await write(workspace, [entity('service/x')])
      expect(await entities(workspace)).toEqual(['service/x'])
    })

    it('is healthy', async () => {
      expect(await store.health()).toMatchObject({ status: 'ok' })
    })

    it.skipIf(!subject.durable && 'this store keeps nothing')(
      'has everything again after a restart',
      async () => {
        const workspace = await shop()
        await workspace.putElements([element('a')])
        await store.close()
        store = await subject.open()
        const again = store.workspace(workspace.name)
        expect(await again.counts()).toEqual({ elements: 1, entities: 4, relations: 5 })
        expect((await again.entity(entityKey(key('service/payment'))))?.properties).toEqual({
          display_name: 'Payment',
          tier: 1,
          nested: { deep: [1, null, 'z'] },
        })
      },
    )

    it('refuses everything once it is closed', async () => {
      await store.close()
      await expect(async () => store.workspace('t1').counts()).rejects.toMatchObject({
        code: 'PROVIDER_UNAVAILABLE',
      })
      store = await subject.open()
    })
  })
}
