import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedFolder } from '../../temporary-folder.ts'
import { type BoltTestServer, startBoltServer } from './graphstore/bolt-server/server.ts'
import { noLadybug } from './graphstore/no-ladybug.ts'
import { ServerProcess } from './process.ts'

/**
 * The environment variables of docs/model-service.md#stores: the built server against a Bolt server that requires a password.
 */

const folder = sharedFolder()
const password = 'a pass word'
const variables = { GRAPHDB_USERNAME: 'someone', GRAPHDB_PASSWORD: password }
const servers: ServerProcess[] = []
let database: BoltTestServer
let old: BoltTestServer

beforeAll(async () => {
  database = await startBoltServer({ path: join(folder, 'new'), version: '5.4', password })
  old = await startBoltServer({ path: join(folder, 'old'), version: '3', password })
})
afterAll(async () => {
  for (const { child } of servers) child.kill('SIGKILL')
  await database.close()
  await old.close()
})

function start(env: NodeJS.ProcessEnv, ...more: string[]): ServerProcess {
  const server = new ServerProcess(['--graphstore', 'graphdb', '--log-level', 'error', ...more], env)
  servers.push(server)
  return server
}

async function services(server: ServerProcess): Promise<unknown> {
  const query = ".entity with(name='devops.service') | stats count() as n"
  const params = { name: 'query_spl_execute', arguments: { query } }
  const { result } = await server.ask({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  return (result?.['structuredContent'] as { output?: { rows: unknown } } | undefined)?.output?.rows
}

describe.skipIf(noLadybug)('§4.5 environment of the graph database', () => {
  it('GRAPHDB_URI is the server where its data goes', async () => {
    const env = { ...variables, GRAPHDB_URI: database.uri, GRAPHDB_DATABASE: 'things' }
    const server = start(env, '--quickstart')
    expect(await services(server)).toEqual([{ n: 4 }])
    server.child.stdin.end()
    expect(await server.ended).toBe(0)
    const second = start(env)
    expect(await services(second)).toEqual([{ n: 4 }])
  })

  it('GRAPHDB_USERNAME is who logs on', () => {
    expect(database.messages).toContainEqual(expect.objectContaining({ user: 'someone' }))
  })

  it('GRAPHDB_DATABASE is the database that it names', () => {
    expect(database.messages).toContainEqual(
      expect.objectContaining({ name: 'BEGIN', extra: expect.objectContaining({ db: 'things' }) as unknown }),
    )
  })

  it('GRAPHDB_PASSWORD opens it, another does not, and neither is shown', async () => {
    const wrong = 'an other word'
    const server = start({ GRAPHDB_URI: database.uri, GRAPHDB_PASSWORD: wrong })
    expect(await server.ended).toBe(1)
    expect(server.stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(server.stderr).not.toContain(wrong)
  })

  it('GRAPHDB_DIALECT=opencypher asks a direct Bolt endpoint for no database', async () => {
    const env = { ...variables, GRAPHDB_URI: old.uri, GRAPHDB_DIALECT: 'opencypher', GRAPHDB_DATABASE: '' }
    expect(await services(start(env, '--quickstart'))).toEqual([{ n: 4 }])
    for (const { extra } of old.messages) expect(extra ?? {}).not.toHaveProperty('db')
  })

  it.each([
    ['a database', { GRAPHDB_DATABASE: 'things' }, 'GRAPHDB_DATABASE'],
    ['a routed address', { GRAPHDB_URI: 'neo4j://127.0.0.1:7687' }, 'GRAPHDB_URI'],
  ])('GRAPHDB_DIALECT=opencypher refuses %s', async (_, env, name) => {
    const server = start({ ...variables, GRAPHDB_DIALECT: 'opencypher', ...env })
    expect(await server.ended).toBe(2)
    expect(server.stderr).toContain(name)
  })

  it.each([
    ['no user', { GRAPHDB_USERNAME: '' }, 'GRAPHDB_USERNAME'],
    ['no database', { GRAPHDB_DATABASE: '' }, 'GRAPHDB_DATABASE'],
    ['no host', { GRAPHDB_URI: 'bolt://' }, 'GRAPHDB_URI'],
    ['a path', { GRAPHDB_URI: 'bolt://127.0.0.1/things' }, 'GRAPHDB_URI'],
    ['a user in the address', { GRAPHDB_URI: `bolt://me:${encodeURIComponent(password)}@h` }, 'GRAPHDB_URI'],
  ])('with %s it is refused before it connects, in one line without a secret', async (_, env, name) => {
    const server = start({ ...variables, ...env })
    expect(await server.ended).toBe(2)
    expect(server.stderr).toMatch(new RegExp(`^model-server: ${name} .*\\n$`))
    expect(server.stderr).not.toContain(password)
    expect(server.stderr).not.toContain(encodeURIComponent(password))
  })
})
