import { readFileSync, readdirSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { WorkbenchClient } from '#shared/workbench/contract.ts'
import { Workbench } from '../../../../electron/workbench/core.ts'
import { nodePrograms } from '../../../../electron/workbench/programs.ts'
import type { SecretBox } from '../../../../electron/workbench/secrets/secrets.ts'
import { sharedFolder } from '../../../temporary-folder.ts'
import { attachPage, bareHost } from '../bare-host.ts'

/** A secret goes only to the program or URL that needs it. */
const SECRET = 'hunter2-of-the-cluster'
const shapes = fileURLToPath(new URL('../../../fixtures/mcp/shapes-server.mjs', import.meta.url))

const telltale = fileURLToPath(new URL('../../../fixtures/mcp/telltale-server.mjs', import.meta.url))

const box: SecretBox = {
  strength: 'encrypted',
  seal: (text) => Promise.resolve(Buffer.from(text).reverse().toString('base64')),
  open: (sealed) => Promise.resolve(Buffer.from(sealed, 'base64').reverse().toString()),
}

const folder = sharedFolder()
let workbench: Workbench
let client: WorkbenchClient
let platform: Server
const seen: (string | undefined)[] = []
const told: unknown[] = []

beforeAll(async () => {
  platform = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.writeHead(500).end('no')
  })
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`
  const headers = { authorization: 'Bearer ${secret:cluster}' }
  await writeFile(
    join(folder, 'connections.json'),
    JSON.stringify({
      mcpServers: {
        run: { command: process.execPath, args: [shapes], env: { KEY: '${secret:cluster}' } },
        tell: { command: process.execPath, args: [telltale], env: { KEY: '${secret:cluster}' } },
        web: { url: `${url}/mcp`, headers },
      },
      platforms: { far: { url, headers } },
    }),
  )
  workbench = await Workbench.open({
    host: bareHost(folder, box),
    programs: nodePrograms(join(folder, 'no servers')),
    dataFolder: folder,
  })
  client = attachPage(workbench, told)
})

afterAll(async () => {
  await workbench.dispose()
  platform.closeAllConnections()
  platform.close()
})

function filesBelow(path: string): string[] {
  return readdirSync(path).flatMap((name) => {
    const file = join(path, name)
    return statSync(file).isDirectory() ? filesBelow(file) : [file]
  })
}

it('a secret reaches what needs it, and no log, trace, answer, event, backup or file', async () => {
  await client.call('secrets.set', { name: 'cluster', value: SECRET })
  await client.call('connections.consent', { id: 'model:run' })
  await client.call('connections.restart', { id: 'model:web' })
  await client.call('connections.restart', { id: 'platform:far' })
  await vi.waitFor(() => expect(seen).toContain(`Bearer ${SECRET}`), { timeout: 20_000 })
  await client.call('console.request', {
    connection: 'model:run',
    method: 'tools/call',
    params: { name: 'shapes', arguments: { kind: 'small' } },
  })
  await client
    .call('environments.catalogue', { platform: 'platform:far' })
    .catch((error: unknown) => told.push(error))
  const ids = ['model:run', 'model:web', 'platform:far']
  const logs = await Promise.all(ids.map((id) => client.call('connections.log', { id })))
  const { entries } = await client.call('trace.list', { connection: 'model:run' })
  const messages = await Promise.all(
    entries.map(({ sequence }) => client.call('trace.read', { connection: 'model:run', sequence })),
  )
  const backup = await client.call('data.backup', {})
  const definitions = await client.call('connections.definitions', {})
  const everything = JSON.stringify([told, logs, entries, messages, backup, definitions])
  expect(entries.length).toBeGreaterThan(2)
  expect(everything).toContain('${secret:cluster}')
  expect(everything).not.toContain(SECRET)
  for (const file of filesBelow(folder)) expect(readFileSync(file, 'utf8'), file).not.toContain(SECRET)
})

it('a server that prints the secret it was given finds it hidden in its log, trace, notifications and last words', async () => {
  const id = 'model:tell'
  await client.call('secrets.set', { name: 'cluster', value: SECRET })
  await client.call('connections.consent', { id })
  const call = { method: 'tools/call', params: { name: 'tell', arguments: {} } }
  await client
    .call('console.request', { connection: id, ...call })
    .catch((error: unknown) => told.push(error))
  await vi.waitFor(
    async () => {
      const log = await client.call('connections.log', { id })
      for (const source of ['stderr', 'stdout', 'notification'])
        expect(log.filter((line) => line.source === source).map(({ text }) => text)).toContainEqual(
          expect.stringContaining('${secret:cluster}'),
        )
      expect(JSON.stringify(log)).toContain('the last word is ${secret:cluster}')
    },
    { timeout: 20_000 },
  )
  const { entries } = await client.call('trace.list', { connection: id })
  const messages = await Promise.all(
    entries.map(({ sequence }) => client.call('trace.read', { connection: id, sequence })),
  )
  expect(JSON.stringify(messages)).toContain('"authorization":"${secret:cluster}"')
  const connections = await client.call('connections.list', {})
  expect(JSON.stringify([told, connections, messages])).not.toContain(SECRET)
})
