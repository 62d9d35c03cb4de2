import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { SandboxPlatform } from '../../../../electron/workbench/sandboxes/client/index.ts'

/** A platform role with its own URL: records requested paths, and serves a description. */
async function role(described: readonly string[]) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://x').pathname
    asked.push(path.replace('/apis/envs/sandbox/v1', ''))
    const paths = Object.fromEntries(described.map((one) => [`/apis/envs/sandbox/v1${one}`, {}]))
    const result = { stdout: '', stderr: '', exit_code: 0, items: [], has_more: false, is_alive: true }
    const envelope = { status: 'Success', message: '', error: null, result }
    response.end(JSON.stringify(path.endsWith('openapi.json') ? { paths } : envelope))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/behind`
  return { asked, url, stop: () => (server.closeAllConnections(), server.close()) }
}

it('asks each role at its own address, and knows what both describe', async () => {
  const admin = await role(['/start', '/stop', '/get_status', '/get_sandbox_statistics'])
  const proxy = await role(['/execute', '/sandboxes', '/upload', '/sandboxes/{id}/proxy/{path}'])
  const platform = new SandboxPlatform({ baseUrl: admin.url, proxyUrl: `${proxy.url}/` })
  expect(await platform.capabilities()).toMatchObject({
    listing: true,
    statistics: true,
    upload: true,
    portForward: true,
    restart: false,
    source: 'openapi',
  })
  await platform.list()
  await platform.execute('a', ['true'])
  await platform.isAlive('a')
  await platform.stop('a')
  expect(admin.asked).toEqual(['/behind/openapi.json', '/behind/is_alive', '/behind/stop'])
  expect(proxy.asked).toEqual(['/behind/openapi.json', '/behind/sandboxes', '/behind/execute'])
  expect(platform.client.url('list', 'a', 'portforward').href).toContain(proxy.url)
  platform.close()
  admin.stop()
  proxy.stop()
})
