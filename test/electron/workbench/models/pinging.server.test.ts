import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { ModelConnection } from '../../../../electron/workbench/models/model-connection.ts'
import { StdioTransport } from '../../../../electron/workbench/models/stdio-transport.ts'

const script = fileURLToPath(new URL('../../../fixtures/mcp/broken-server.mjs', import.meta.url))
const ignore = () => undefined
const opened: ModelConnection[] = []

/** A supervised server of this kind, pinged often with a short timeout. */
async function connect(kind: 'busy' | 'hanging'): Promise<ModelConnection> {
  const connection = new ModelConnection({
    id: kind,
    name: kind,
    transport: 'stdio',
    workspace: 'demo',
    version: '0',
    pinging: { every: 100, patience: 200 },
    routes: [
      {
        label: kind,
        open: (observer) =>
          new StdioTransport({ command: process.execPath, args: [script, kind], env: {}, observer }),
      },
    ],
    onChange: ignore,
    onLog: ignore,
    onTrace: ignore,
    onNotification: ignore,
    onQuestion: () => Promise.resolve({}),
    roots: () => ({ roots: [] }),
  })
  opened.push(connection)
  await connection.start()
  return connection
}

const call = (connection: ModelConnection) =>
  connection.request('tools/call', { name: 'work', arguments: {} }, { timeout: 30_000 })

afterEach(async () => {
  await Promise.all(opened.splice(0).map((connection) => connection.dispose()))
})

it('lets a server finish a call, although it answers no ping meanwhile', async () => {
  const connection = await connect('busy')
  const { pid } = connection.info
  expect((await call(connection)).result).toMatchObject({ content: [{ text: 'worked' }] })
  expect(connection.info).toMatchObject({ state: 'ready', restarts: 0, pid })
})

it('starts a server again that answers no ping although nobody asks it anything', async () => {
  const connection = await connect('hanging')
  const { pid } = connection.info
  await call(connection)
  await expect.poll(() => connection.info).toMatchObject({ state: 'ready', restarts: 1 })
  expect(connection.info.pid).not.toBe(pid)
})
