import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GEM_BASE } from '../../../../shared/gem/rest.ts'
import { startServer, type TestServer } from '../support/server.ts'

const EXAMPLES = fileURLToPath(new URL('../../../../electron/sandbox-server/gem/examples', import.meta.url))

let server: TestServer
beforeAll(async () => {
  server = await startServer(['--runtime', 'process', '--max-sandboxes', '1100', '--gem-plugins', EXAMPLES])
})
afterAll(() => server.close())

async function gem(path: string, body: unknown, token = server.token) {
  const response = await fetch(`${server.url}${GEM_BASE}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return { http: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('an episode over HTTP, in a sandbox of its own', async () => {
  const { sandbox_id } = (await gem('/make', { env_id: 'game:GuessTheNumber-v0-easy' })).body
  const status = await server.get('/get_status', { sandbox_id: String(sandbox_id) })
  expect(status.status).toBe('Success')
  expect((await gem('/reset', { sandbox_id, seed: 1 })).body).toMatchObject({ status: 'Success' })
  const step = await gem('/step', { sandbox_id, action: 'I think it is \\boxed{3}' })
  expect(step.body).toMatchObject({ reward: 1, terminated: true, truncated: false })
  // Client libraries declare an action as text or a number.
  await gem('/reset', { sandbox_id, seed: 1 })
  expect((await gem('/step', { sandbox_id, action: 3 })).body).toMatchObject({ status: 'Success' })
  expect((await gem('/step', { sandbox_id, action: true })).body).toMatchObject({ status: 'Failed' })
  expect((await gem('/close', { sandbox_id })).http).toBe(200)
  expect((await gem('/step', { sandbox_id, action: 'x' })).http).toBe(500)
})

test('stopping the sandbox releases the environment', async () => {
  const { sandbox_id } = (await gem('/make', { env_id: 'rg:gcd' })).body
  expect((await server.post('/stop', { sandbox_id })).status).toBe('Success')
  expect((await gem('/reset', { sandbox_id })).body).toMatchObject({ code: 'SANDBOX_UNKNOWN' })
})

test('an environment’s sandbox says why it runs no commands', async () => {
  const { sandbox_id } = (await gem('/make', { env_id: 'rg:gcd' })).body
  expect(await server.get('/get_status', { sandbox_id: String(sandbox_id) })).toMatchObject({
    status: 'Success',
    result: { is_alive: true },
  })
  for (const [operation, body] of [
    ['/execute', { command: 'true' }],
    ['/create_session', { session: 's' }],
    ['/run_in_session', { session: 's', command: 'true' }],
    ['/read_file', { path: '/etc/hostname' }],
  ] as const) {
    expect(await server.post(operation, { sandbox_id, ...body }), operation).toMatchObject({
      status: 'Failed',
      error: expect.stringMatching(/holds a GEM environment and runs no commands/) as string,
    })
  }
  await gem('/close', { sandbox_id })
})

test('a plugin of the folder can be made', async () => {
  const { sandbox_id } = (await gem('/make', { env_id: 'my:LightsOut-v0' })).body
  expect((await gem('/reset', { sandbox_id, seed: 3 })).body.observation).toMatch(/^Lights Out/)
  await gem('/close', { sandbox_id })
})

test('the token guards the GEM API too', async () => {
  expect((await gem('/list', {}, 'wrong')).http).toBe(401)
})

test.skipIf(process.platform !== 'linux' && 'only Linux has /proc')(
  'a thousand environments leave the server below 500 MB',
  async () => {
    const ids = (await gem('/list', {})).body.env_id as string[]
    const made: unknown[] = []
    for (let i = 0; i < 1000; i++) {
      const { sandbox_id } = (await gem('/make', { env_id: ids[i % ids.length] })).body
      expect((await gem('/reset', { sandbox_id, seed: i })).http).toBe(200)
      made.push(sandbox_id)
    }
    const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]
    expect(Number(resident) / 1024).toBeLessThan(500)
    for (const sandbox_id of made) await gem('/close', { sandbox_id })
  },
)
