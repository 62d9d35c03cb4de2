/** A Neo4j Community of one node, from the libraries that it publishes: what a store must do, and the server's settings. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeStore } from '../electron/model-server/graphstore/store-contract.ts'
import { openBoltStore } from '../../electron/model-server/graphstore/bolt/index.ts'
import { rowsOf, services, startModelServer } from './graph-databases.ts'
import { javaLibraries } from './libraries.ts'
import { freePort, startTool } from './peers.ts'

/** The long-term line, which is the last for Java 17. */
const VERSION = '5.26.30'
const PASSWORD = 'a pass-word'

const { folder, reason } = javaLibraries(`neo4j-${VERSION}`, [
  `org.neo4j:neo4j:${VERSION}`,
  `org.neo4j:neo4j-bolt:${VERSION}`,
])
const port = await freePort()
if (reason === undefined) {
  const peer = await startTool('java.mjs', [`${folder}/lib`, 'Neo4jNode.java', String(port), PASSWORD])
  afterAll(() => peer.end())
  process.env['GRAPHDB_URI'] = `bolt://127.0.0.1:${port}`
  process.env['GRAPHDB_PASSWORD'] = PASSWORD
  await import('../electron/model-server/graphstore/real-graphdb.server.test.ts')
}
const direct = `bolt://127.0.0.1:${port}`
const routed = `neo4j://127.0.0.1:${port}`
const server = { uri: direct, username: 'neo4j', password: PASSWORD }
/** Workspaces of one test would be those of the next. */
const clean = async () => void (await rowsOf(server, 'MATCH (n) DETACH DELETE n'))

describeStore('Neo4j by its routing table', {
  durable: true,
  skip: reason ?? false,
  clean,
  open: () => openBoltStore({ uri: routed, password: PASSWORD, environment: {} }),
})

describeStore('Neo4j with the opencypher dialect', {
  durable: true,
  skip: reason ?? false,
  clean,
  open: () => openBoltStore({ uri: direct, password: PASSWORD, dialect: 'opencypher', environment: {} }),
})

describe.skipIf(reason)('the model server on Neo4j', () => {
  beforeAll(clean)

  test.each([
    ['a direct address', { GRAPHDB_URI: direct }],
    ['a routed one', { GRAPHDB_URI: routed }],
    ['the opencypher dialect', { GRAPHDB_URI: direct, GRAPHDB_DIALECT: 'opencypher', GRAPHDB_DATABASE: '' }],
  ])('finds with %s what another wrote', async (_, variables) => {
    const writer = startModelServer({ GRAPHDB_URI: direct, GRAPHDB_PASSWORD: PASSWORD }, '--quickstart')
    expect(await services(writer)).toEqual([{ n: 4 }])
    expect(await services(startModelServer({ GRAPHDB_PASSWORD: PASSWORD, ...variables }))).toEqual([{ n: 4 }])
  })

  test.each([
    ['another password', { GRAPHDB_PASSWORD: 'wrong-word' }, 'GRAPHDB_PASSWORD'],
    ['another user', { GRAPHDB_USERNAME: 'nobody' }, 'GRAPHDB_USERNAME'],
    ['a database that is not there', { GRAPHDB_DATABASE: 'nothing' }, 'nothing'],
  ])('says in one line why %s does not do', async (_, variables, word) => {
    const refused = startModelServer({ GRAPHDB_URI: routed, GRAPHDB_PASSWORD: PASSWORD, ...variables })
    expect(await refused.ended).toBe(1)
    expect(refused.stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(refused.stderr).toContain(word)
    expect(refused.stderr).not.toContain('wrong-word')
  })

  test('makes its constraints and indexes', async () => {
    await (await openBoltStore({ uri: routed, password: PASSWORD, environment: {} })).close()
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
