/** An ArcadeDB of one node, by its Bolt listener: what a store must do with the opencypher dialect, and the server's settings. */
import { afterAll, describe, expect, test } from 'vitest'
import { rowsOf, services, startModelServer } from './graph-databases.ts'
import { pythonPackage } from './libraries.ts'
import { freePort, startTool } from './peers.ts'

const VERSION = '26.10.2'
const PASSWORD = 'a pass-word'

const { folder, reason } = pythonPackage(`arcadedb-embedded==${VERSION}.post1`)
const port = await freePort()
const server = { uri: `bolt://127.0.0.1:${port}`, username: 'root', password: PASSWORD }
const variables = {
  GRAPHDB_URI: server.uri,
  GRAPHDB_USERNAME: server.username,
  GRAPHDB_PASSWORD: PASSWORD,
  GRAPHDB_DATABASE: '',
  GRAPHDB_PROFILE: 'arcadedb',
}
if (reason === undefined) {
  const peer = await startTool('arcadedb.mjs', [`${folder}/lib/arcadedb_embedded`, String(port), PASSWORD])
  afterAll(() => peer.end())
  Object.assign(process.env, variables)
  await import('../electron/model-server/graphstore/real-graphdb.server.test.ts')
}

describe.skipIf(reason)('the model server on ArcadeDB', () => {
  test('finds what another wrote', async () => {
    expect(await services(startModelServer(variables, '--quickstart'))).toEqual([{ n: 4 }])
    expect(await services(startModelServer(variables))).toEqual([{ n: 4 }])
    expect(await rowsOf(server, 'MATCH (w:ModelWorkspace) RETURN count(w) AS n')).not.toEqual([{ n: 0 }])
  })

  test('reports why another password is refused', async () => {
    const refused = startModelServer({ ...variables, GRAPHDB_PASSWORD: 'wrong-word' })
    expect(await refused.ended).toBe(1)
    expect(refused.stderr).toContain('GRAPHDB_PASSWORD')
    expect(refused.stderr).not.toContain('wrong-word')
  })
})
