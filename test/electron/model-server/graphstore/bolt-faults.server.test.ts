import { entityKey } from '#shared/model/entity.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { BoltDatabase } from '../../../../electron/model-server/graphstore/bolt/database.ts'
import {
  type BoltOptions,
  boltSettings,
  openBoltStore,
} from '../../../../electron/model-server/graphstore/bolt/index.ts'
import { RemoteWorkspace } from '../../../../electron/model-server/graphstore/remote/remote-workspace.ts'
import { Cluster, type Fault } from './bolt-server/cluster.ts'
import { faultStorm } from './fault-storm.ts'
import { batch, element, entity, key, relation } from './records.ts'

/** A cluster with a function that causes a fault, once or always. */
async function start({ lag = 0, ttl = 300 } = {}) {
  let next: Fault | undefined
  let always = false
  const cluster = await Cluster.start({
    fault: (possible) => {
      const fault = next !== undefined && possible.includes(next) ? next : undefined
      if (fault !== undefined && !always) next = undefined
      return fault
    },
    lag: () => lag,
    ttl,
  })
  onTestFinished(() => cluster.close())
  const open = async (options: BoltOptions = {}) => {
    const store = await openBoltStore({ uri: cluster.uri, password: 'x', environment: {}, ...options })
    onTestFinished(() => store.close())
    return store
  }
  const cause = (fault: Fault | undefined, how: 'once' | 'always' = 'once') => {
    next = fault
    always = how === 'always'
  }
  return { cluster, open, cause }
}

const things = () => batch([entity('service/x')], [relation('service/x', 'calls', 'service/y')])
const OPENCYPHER: BoltOptions = { dialect: 'opencypher', database: '' }

describe('a cluster over Bolt', () => {
  it.each<[Fault]>([
    ['deadlock'],
    ['database away'],
    ['authorization expired'],
    ['token expired'],
    ['another leads'],
    ['connection lost'],
    ['commit fails in passing'],
    ['lost before the commit'],
    ['lost after the commit'],
    ['lost while it commits'],
  ])('%s: a write is done once, and its answer is the first one’s', async (fault) => {
    const { cluster, open, cause } = await start()
    const store = await open()
    await store.workspace('w').write(batch([entity('service/z')]), { partial: false })
    cause(fault)
    const result = await store.workspace('w').write(things(), { partial: false })
    expect(cluster.faults.get(fault)).toBe(1)
    expect(result).toEqual({ committed: true, entities: [null], relations: [null] })
    expect(cluster.state.entities).toHaveLength(3)
    expect(cluster.state.relations).toHaveLength(1)
    expect(cluster.state.workspaces.get('w')).toBe(2)
  })

  it.each<[Fault]>([['no routing table'], ['old routing table'], ['connection lost']])(
    '%s: it is asked for again',
    async (fault) => {
      // With a lifetime of 0 every operation asks for the table.
      const { cluster, open, cause } = await start({ ttl: 0 })
      const store = await open()
      cause('another leads')
      await store.workspace('w').write(batch([entity('service/z')]), { partial: false })
      cause(fault)
      await store.workspace('w').write(things(), { partial: false })
      expect(cluster.faults.get(fault)).toBe(1)
      expect(cluster.state.entities).toHaveLength(3)
    },
  )

  it('reads what it wrote, though those that it reads from are behind', async () => {
    const { cluster, open } = await start({ lag: 30 })
    const workspace = (await open()).workspace('w')
    for (let round = 0; round < 5; round++) {
      await workspace.write(batch([entity('service/x', { round }, { method: 'Update' })]), { partial: false })
      expect((await workspace.entity(entityKey(key('service/x'))))?.properties).toEqual({ round })
      await workspace.putElements([element('thing', { round })])
      expect((await workspace.elements())[0]?.spec).toEqual({ round })
    }
    expect(cluster.waitedFor).toBeGreaterThan(0)
  })

  it('says that the credentials are refused if they stay so', async () => {
    const { open, cause } = await start()
    const store = await open({ timeoutMs: 300 })
    cause('token expired', 'always')
    await expect(store.workspace('w').write(things(), { partial: false })).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: expect.stringContaining('GRAPHDB_PASSWORD') as string,
    })
    cause(undefined)
    expect(await store.workspace('w').write(things(), { partial: false })).toMatchObject({ committed: true })
  })

  it('deletes the marks of its writes when it is closed', async () => {
    const { cluster, open } = await start()
    const store = await open()
    await Promise.all(
      ['service/x', 'service/y'].map(async (name) =>
        store.workspace('w').write(batch([entity(name)]), { partial: false }),
      ),
    )
    expect(cluster.state.writers.size).toBeGreaterThan(0)
    await store.close()
    expect(cluster.state.writers.size).toBe(0)
  })

  it.each([
    ['few faults', 300, 7],
    ['as many others', 300, 8],
  ])('loses and doubles no write under %s', async (_, faults, seed) => {
    expect((await faultStorm(faults, seed)).size).toBeGreaterThan(8)
  })
})

describe('a server of the opencypher dialect', () => {
  it.each<[Fault]>([['deadlock'], ['database away'], ['token expired'], ['connection lost']])(
    '%s: a write is attempted again, since its commit was not sent',
    async (fault) => {
      const { cluster, open, cause } = await start()
      const store = await open({ ...OPENCYPHER, uri: cluster.directUri })
      cause(fault)
      const result = await store.workspace('w').write(things(), { partial: false })
      expect(result).toMatchObject({ committed: true, entities: [null] })
      expect(cluster.state.entities).toHaveLength(2)
    },
  )

  it.each<[Fault, number]>([
    ['commit fails in passing', 0],
    ['lost before the commit', 0],
    ['lost after the commit', 2],
  ])('%s: reports that the outcome of the write is unknown', async (fault, entities) => {
    const { cluster, open, cause } = await start()
    const store = await open({ ...OPENCYPHER, uri: cluster.directUri })
    cause(fault)
    await expect(store.workspace('w').write(things(), { partial: false })).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: expect.stringContaining('not known') as string,
      details: { outcome: 'unknown' },
    })
    expect(cluster.state.entities).toHaveLength(entities)
  })
})

describe('an engine with an address for reads', () => {
  it('is written to at the other one, and read there', async () => {
    const { cluster } = await start()
    const database = await BoltDatabase.connect({
      ...boltSettings({ uri: cluster.directUri, password: 'x', ...OPENCYPHER }, {}),
      readerUri: cluster.followerUri,
    })
    onTestFinished(() => database.close())
    const workspace = new RemoteWorkspace('w', database)
    // A follower would refuse it.
    await workspace.write(things(), { partial: false })
    const before = cluster.readsOfFollowers
    await expect.poll(() => workspace.entity(entityKey(key('service/x')))).toBeDefined()
    expect(cluster.readsOfFollowers).toBeGreaterThan(before)
  })
})
