import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openBoltStore } from '../../../../electron/model-server/graphstore/bolt/index.ts'
import type { GraphStore } from '../../../../electron/model-server/graphstore/store.ts'
import { sharedFolder } from '../../../temporary-folder.ts'
import { type BoltTestServer, startBoltServer } from './bolt-server/server.ts'
import { batch, entity } from './records.ts'
import { describeStore } from './store-contract.ts'
import { noLadybug } from './no-ladybug.ts'

/*
 * The contract against a Bolt test server. Against a real database:
 * GRAPHDB_URI=bolt://localhost:7687 GRAPHDB_PASSWORD=… npx vitest run -c test/vitest.config.ts --project server \
 * test/electron/model-server/graphstore/real-graphdb.server.test.ts
 */
const folder = sharedFolder()
const password = 'correct horse'
const running: BoltTestServer[] = []
const stores: GraphStore[] = []
let databases = 0

async function start(version: '5.4' | '3'): Promise<BoltTestServer> {
  databases += 1
  const server = await startBoltServer({ path: join(folder, `db${databases}`), version, password })
  running.push(server)
  return server
}

async function open(server: BoltTestServer, options: Partial<Parameters<typeof openBoltStore>[0]> = {}) {
  const store = await openBoltStore({ uri: server.uri, password, environment: {}, ...options })
  stores.push(store)
  return store
}

afterAll(async () => {
  for (const server of running) await server.close()
})

let native: Promise<BoltTestServer> | undefined
let plain: Promise<BoltTestServer> | undefined

describeStore('graphdb, native dialect over Bolt 5.4', {
  durable: true,
  skip: noLadybug,
  open: async () => {
    native ??= start('5.4')
    return openBoltStore({ uri: (await native).uri, password, environment: {} })
  },
})

describeStore('graphdb, opencypher dialect over Bolt 3', {
  durable: true,
  skip: noLadybug,
  open: async () => {
    plain ??= start('3')
    return openBoltStore({ uri: (await plain).uri, password, dialect: 'opencypher', environment: {} })
  },
})

describe.skipIf(noLadybug)('a graph database over Bolt', () => {
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close()
  })

  it('makes constraints and indexes on a native server', async () => {
    const server = await start('5.4')
    await open(server)
    const schema = server.messages.flatMap(({ text }) => (text?.startsWith('CREATE') ? [text] : []))
    expect(schema.filter((text) => text.startsWith('CREATE CONSTRAINT'))).toHaveLength(3)
    expect(schema.every((text) => text.includes('IF NOT EXISTS'))).toBe(true)
  })

  it('only checks the connection of an opencypher server', async () => {
    const server = await start('3')
    const store = await open(server, { dialect: 'opencypher' })
    expect(server.messages.filter(({ name }) => name === 'RUN').map(({ text }) => text)).toEqual([
      'RETURN 1 AS one',
    ])
    expect(await store.health()).toEqual({
      status: 'ok',
      message: expect.stringContaining('exactly one') as string,
    })
  })

  it('sends no bookmarks and no telemetry to an opencypher server', async () => {
    const server = await start('3')
    const store = await open(server, { dialect: 'opencypher' })
    const workspace = store.workspace('w')
    for (const name of ['service/x', 'service/y'])
      await workspace.write(batch([entity(name)]), { partial: false })
    const extras = server.messages.flatMap(({ extra }) => (extra ? [extra] : []))
    expect(extras.filter((extra) => 'bookmarks' in extra)).toEqual([])
    expect(server.messages.map(({ name }) => name)).not.toContain('TELEMETRY')
  })

  it('reads its own writes through bookmarks on a native server', async () => {
    const server = await start('5.4')
    const store = await open(server)
    await store.workspace('w').write(batch([entity('service/x')]), { partial: false })
    await store.workspace('w').counts()
    const bookmarked = server.messages.filter(({ extra }) => extra && 'bookmarks' in extra)
    expect(bookmarked.length).toBeGreaterThan(0)
  })

  it('never shows the password', async () => {
    const server = await start('5.4')
    const wrong = open(server, { password: 'wrong-secret-7' })
    const error: unknown = await wrong.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    expect(JSON.stringify([String(error), error])).not.toContain('wrong-secret-7')
    const store = await open(server)
    server.failWith(`cannot connect with ${password}`)
    const failure: unknown = await Promise.resolve(store.workspace('w').counts()).catch(
      (reason: unknown) => reason,
    )
    expect(String(failure)).toContain('cannot connect with ***')
    expect(await store.health()).toMatchObject({ status: 'unavailable' })
    server.failWith(undefined)
    expect(await store.health()).toEqual({ status: 'ok' })
  })

  it('reports when nothing answers', async () => {
    const attempt = openBoltStore({ uri: 'bolt://127.0.0.1:1', password, timeoutMs: 500, environment: {} })
    await expect(attempt).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message:
        'The graph database at bolt://127.0.0.1:1 cannot be reached; check GRAPHDB_URI and that it is running.',
    })
  })

  it('gives up an operation that takes too long, or was cancelled', async () => {
    const server = await start('3')
    const store = await open(server, { dialect: 'opencypher', timeoutMs: 400 })
    server.hold(true)
    await expect(store.workspace('w').counts()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    const controller = new AbortController()
    const attempt = store.workspace('w').counts(controller.signal)
    controller.abort(new Error('enough'))
    await expect(attempt).rejects.toThrow('enough')
    server.hold(false)
    expect(await store.workspace('w').counts()).toMatchObject({ entities: 0 })
  })

  it('lets one write at a time through to an opencypher server', async () => {
    const server = await start('3')
    const store = await open(server, { dialect: 'opencypher' })
    const workspace = store.workspace('w')
    await Promise.all(
      ['service/x', 'service/y', 'service/z'].map(async (name) =>
        workspace.write(batch([entity(name)]), { partial: false }),
      ),
    )
    const order = server.messages.flatMap(({ name }) => (name === 'BEGIN' || name === 'COMMIT' ? [name] : []))
    expect(order).toEqual(['BEGIN', 'COMMIT', 'BEGIN', 'COMMIT', 'BEGIN', 'COMMIT'])
  })
})
