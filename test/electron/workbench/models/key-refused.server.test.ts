import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HttpServer } from '../../../../electron/model-server/mcp/transports/http.ts'
import { addKey, revokeKey } from '../../../../electron/node/access/key-file.ts'
import { KeyRing } from '../../../../electron/node/access/key-ring.ts'
import { routesOf } from '../../../../electron/workbench/connections/own-connections.ts'
import { ModelConnection } from '../../../../electron/workbench/models/model-connection.ts'
import { SignIn } from '../../../../electron/workbench/models/sign-in.ts'
import { sharedFolder } from '../../../temporary-folder.ts'
import { serveTest, testServer } from '../../model-server/server.ts'

/** A model server with keys, and a connection to it with one of them. */
const folder = sharedFolder()
const ignore = () => undefined
let http: HttpServer
let keys: KeyRing
let connection: ModelConnection

beforeAll(async () => {
  const { service } = await testServer()
  const wish = { name: 'vic', namespace: 'team', expires: undefined, caps: {}, hasSecret: true }
  const { secret } = await addKey(folder, { ...wish, role: 'viewer' })
  keys = new KeyRing(folder, ignore)
  http = await serveTest(service, { token: 'the token', keys })
  const definition = { url: http.url, headers: { Authorization: `Bearer ${secret}` } }
  const placeholders = { env: {}, secret: () => Promise.resolve(undefined) }
  const grants = { read: () => Promise.resolve(undefined), write: async () => {}, remove: async () => {} }
  connection = new ModelConnection({
    id: 'team',
    name: 'Team',
    transport: 'http',
    workspace: undefined,
    version: '0',
    pinging: { every: 100, patience: 5000 },
    sendsKey: true,
    routes: routesOf(definition, {}, placeholders, new SignIn(http.url, grants)).routes,
    onChange: ignore,
    onLog: ignore,
    onTrace: ignore,
    onNotification: ignore,
    onQuestion: () => Promise.resolve({}),
    roots: () => ({ roots: [] }),
  })
})
afterAll(async () => {
  await connection.dispose()
  await http.close()
  keys.close()
})

it('a model server whose key is revoked is not ready any more, and says that it is the key', async () => {
  await connection.start()
  await expect.poll(() => connection.info.state, { timeout: 20_000 }).toBe('ready')
  expect(connection.info.key).toEqual({ name: 'vic', role: 'viewer', namespace: 'team' })
  await revokeKey(folder, 'vic')
  await expect.poll(() => connection.info.state, { timeout: 20_000 }).toBe('failed')
  expect(connection.info.failure).toMatchObject({ step: 'signIn', said: { key: 'START.keyRefused' } })
})
