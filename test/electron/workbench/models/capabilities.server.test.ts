import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { routesOf } from '../../../../electron/workbench/connections/own-connections.ts'
import { ModelSession } from '../../../../electron/workbench/models/model-session.ts'
import { connectionTo, whatRuns } from '../../connection-to.ts'
import { serverProgram } from '../../model-server/process.ts'

const script = fileURLToPath(new URL('../../../fixtures/mcp/app-server.mjs', import.meta.url))
let session: ModelSession | undefined
afterEach(() => session?.stop())

it.each([
  ['a host of apps', { showsApps: true }, 9],
  ['a script, which shows none', {}, 0],
])('a server with apps gives them to %s', async (_who, shows, count) => {
  const placeholders = { env: {}, secret: () => Promise.resolve(undefined) }
  const [route] = routesOf({ command: process.execPath, args: [script] }, {}, placeholders).routes
  const observer = { onStderr: () => undefined, onNoise: () => undefined, onTrace: () => undefined }
  const transport = await route?.open(observer)
  if (!transport) throw new Error('There is no way there.')
  const options = {
    name: 'apps',
    version: '0',
    onNotification: () => undefined,
    onQuestion: () => Promise.reject(new Error('nobody')),
    roots: () => ({ roots: [] }),
    ...shows,
  }
  const { signal } = new AbortController()
  session = await ModelSession.start(transport, options, signal)
  const { result } = await session.request('tools/list', {}, { signal, timeout: 10_000 })
  expect(result['tools']).toHaveLength(count)
})

it.each([
  ['that it was told', 'own', 'own'],
  ['that is the server’s own where nobody named one', undefined, 'shop'],
])('the workspace of a connection is the one %s', async (_which, workspace, expected) => {
  const { ending, end } = whatRuns()
  const definition = { command: process.execPath, args: [serverProgram(), '--workspace', 'shop'] }
  const { connection } = connectionTo(definition, ending, { workspace })
  await connection.start()
  await connection.session()
  expect(connection.info.workspace).toBe(expected)
  await end()
})
