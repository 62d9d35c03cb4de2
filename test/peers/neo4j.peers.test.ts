/** A Neo4j Community of one node, from the libraries that it publishes: what a store must do, and the server's settings. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { batch, element, entity } from '../electron/model-server/graphstore/records.ts'
import { describeStore } from '../electron/model-server/graphstore/store-contract.ts'
import { openBoltStore } from '../../electron/model-server/graphstore/bolt/index.ts'
import { count, rowsOf, services, startModelServer } from './graph-databases.ts'
import { NEO4J_PASSWORD, NEO4J_USER, neo4jLibraries, startNeo4j } from './neo4j-node.ts'

const libraries = neo4jLibraries()
const { reason } = libraries
const { port, end } = reason === undefined ? await startNeo4j(libraries) : { port: 0, end: undefined }
if (end) {
  afterAll(end)
  process.env['GRAPHDB_URI'] = `bolt://127.0.0.1:${port}`
  process.env['GRAPHDB_PASSWORD'] = NEO4J_PASSWORD
  await import('../electron/model-server/graphstore/real-graphdb.server.test.ts')
}
const direct = `bolt://127.0.0.1:${port}`
const routed = `neo4j://127.0.0.1:${port}`
const server = { uri: direct, username: NEO4J_USER, password: NEO4J_PASSWORD }
/** Workspaces of one test would be those of the next. */
const clean = async () => void (await rowsOf(server, 'MATCH (n) DETACH DELETE n'))

describeStore('Neo4j by its routing table', {
  durable: true,
  skip: reason ?? false,
  clean,
  open: () => openBoltStore({ uri: routed, password: NEO4J_PASSWORD, environment: {} }),
})

describeStore('Neo4j with the opencypher dialect', {
  durable: true,
  skip: reason ?? false,
  clean,
  open: () =>
    openBoltStore({ uri: direct, password: NEO4J_PASSWORD, dialect: 'opencypher', environment: {} }),
})

describe.skipIf(reason)('the model server on Neo4j', () => {
  beforeAll(clean)

  test.each([
    ['a direct address', { GRAPHDB_URI: direct }],
    ['a routed one', { GRAPHDB_URI: routed }],
    ['the opencypher dialect', { GRAPHDB_URI: direct, GRAPHDB_DIALECT: 'opencypher', GRAPHDB_DATABASE: '' }],
  ])('finds with %s what another wrote', async (_, variables) => {
    const writer = startModelServer({ GRAPHDB_URI: direct, GRAPHDB_PASSWORD: NEO4J_PASSWORD }, '--quickstart')
    expect(await services(writer)).toEqual([{ n: 4 }])
    expect(await services(startModelServer({ GRAPHDB_PASSWORD: NEO4J_PASSWORD, ...variables }))).toEqual([
      { n: 4 },
    ])
  })

  test.each([
    ['another password', { GRAPHDB_PASSWORD: 'wrong-word' }, 'GRAPHDB_PASSWORD'],
    ['another user', { GRAPHDB_USERNAME: 'nobody' }, 'GRAPHDB_USERNAME'],
    ['a database that is not there', { GRAPHDB_DATABASE: 'nothing' }, 'nothing'],
  ])('says in one line why %s does not do', async (_, variables, word) => {
    const refused = startModelServer({ GRAPHDB_URI: routed, GRAPHDB_PASSWORD: NEO4J_PASSWORD, ...variables })
    expect(await refused.ended).toBe(1)
    expect(refused.stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(refused.stderr).toContain(word)
    expect(refused.stderr).not.toContain('wrong-word')
  })

  test('makes its constraints and indexes', async () => {
    await (await openBoltStore({ uri: routed, password: NEO4J_PASSWORD, environment: {} })).close()
    const rows = await rowsOf(
      server,
      'SHOW INDEXES YIELD name WHERE name STARTS WITH "model_" RETURN name ORDER BY name',
    )
    expect(rows.map(({ name }) => name)).toEqual([
      'model_element_uid',
      'model_entity_id',
      'model_entity_type',
      'model_entity_uid',
      'model_relation_uid',
      'model_workspace_name',
    ])
  })
})

describe.skipIf(reason)('model servers on one Neo4j', () => {
  beforeAll(clean)

  const variables = { GRAPHDB_URI: routed, GRAPHDB_PASSWORD: NEO4J_PASSWORD }
  const replica = () => startModelServer(variables, '--enable-writes')
  const created = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: {
      name: 'entity_write',
      arguments: {
        entities: [
          {
            __domain__: 'w',
            __entity_type__: 'w.n',
            __entity_id__: id.toString(16).padStart(32, '0'),
            __method__: 'Create',
            __first_observed_time__: 1,
            __last_observed_time__: 2,
          },
        ],
      },
    },
  })
  const stored = () =>
    rowsOf(server, "MATCH (e:ModelEntity {type: 'w.n'}) RETURN e.id AS id, count(*) AS times ORDER BY id")

  test('read what any of them wrote', async () => {
    const [one, other] = [replica(), replica()]
    expect((await one.ask(created(1))).result).toMatchObject({ isError: false })
    expect((await other.ask(created(2))).result).toMatchObject({ isError: false })
    for (const each of [one, other]) expect(await count(each, 'w.n')).toEqual([{ n: 2 }])
  })

  test('write at the same time, and each key once', async () => {
    const stores = await Promise.all(
      [1, 2, 3].map(() => openBoltStore({ uri: routed, password: NEO4J_PASSWORD, environment: {} })),
    )
    onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))))
    const names = Array.from({ length: 20 }, (_, index) => `service/${index}`)
    const results = await Promise.all(
      names.flatMap((name) =>
        stores.map(async (store) =>
          store.workspace('together').write(batch([entity(name)]), { partial: false }),
        ),
      ),
    )
    expect(results.filter(({ committed }) => committed)).toHaveLength(names.length)
    for (const store of stores)
      expect(await store.workspace('together').counts()).toMatchObject({ entities: 20 })
    // An element that one replaces is not what another had kept in memory.
    for (const [round, store] of stores.entries()) {
      await store.workspace('together').putElements([element('thing', { round })])
      for (const each of stores)
        expect((await each.workspace('together').elements())[0]?.spec).toEqual({ round })
    }
  })

  test('go on when one is killed, and what it acknowledged is there', async () => {
    const [one, other] = [replica(), replica()]
    for (let id = 100; id < 160; id++) one.send(created(id))
    const acknowledged: string[] = []
    while (acknowledged.length < 20) {
      const { id, result } = await one.next()
      expect(result).toMatchObject({ isError: false })
      acknowledged.push(Number(id).toString(16).padStart(32, '0'))
    }
    one.child.kill('SIGKILL')
    await one.ended
    expect((await other.ask(created(200))).result).toMatchObject({ isError: false })
    const rows = await stored()
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
    expect(rows.every(({ times }) => Number(times) === 1)).toBe(true)
  })
})
