import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { SandboxPlatform } from '../../../../electron/workbench/sandboxes/client/index.ts'

const BASE = '/apis/envs/sandbox/v1'
const ADMIN = ['/execute', '/upload', '/stop', '/restart', '/delete', '/commit', '/get_sandbox_statistics']

/** The detected capabilities of a platform that documents some paths and answers others. */
async function offered(described: readonly string[] | undefined, answered: readonly string[]) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://platform')
    const tell = (status: number, body: unknown): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/openapi.json' && described)
      return tell(200, { paths: Object.fromEntries(described.map((path) => [BASE + path, {}])) })
    if (answered.includes(pathname.slice(BASE.length)))
      return tell(200, { status: 'Failed', message: 'no such sandbox', error: null, result: null })
    tell(404, { detail: 'Not Found' })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const platform = new SandboxPlatform({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  try {
    return await platform.capabilities()
  } finally {
    platform.close()
    server.close()
    server.closeAllConnections()
  }
}

it.each([
  ['an admin role alone', ADMIN, [], { listing: false, portForward: false, stop: true, upload: true }],
  [
    'a gateway that describes its admin role alone',
    ADMIN,
    ['/sandboxes', '/sandboxes/none/proxy'],
    { listing: true, portForward: true, restart: true },
  ],
  [
    'both roles',
    [...ADMIN, '/sandboxes', '/sandboxes/{id}/proxy'],
    [],
    { listing: true, portForward: true, commit: true, liveSessions: false },
  ],
  [
    'the seed alone',
    ['/start', '/execute', '/upload', '/stop'],
    [],
    { listing: false, statistics: false, restart: false, delete: false, commit: false, stop: true },
  ],
  [
    'no description, behind a gateway of both roles',
    undefined,
    ['/sandboxes', '/sandboxes/none/proxy'],
    { source: 'assumed', listing: true, portForward: true },
  ],
  // The admin role of rl-rock 1.11.0 with a newer FastAPI, whose OpenAPI document is an internal error.
  [
    'no description, and an admin role alone',
    undefined,
    [],
    { source: 'assumed', listing: false, portForward: false, stop: true },
  ],
] as const)('%s offers what it describes or answers', async (_name, described, answered, expected) => {
  expect(await offered(described, answered)).toMatchObject(expected)
})
