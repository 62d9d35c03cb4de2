import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestServer } from './support/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer(['--no-auth', '--job-hours', '1'])))
afterAll(() => server.close())

const start = async (): Promise<string> =>
  (await server.post('/start', { image: 'local', memory: '512m', auto_clear_time_minutes: 1 })).result
    .sandbox_id

const status = async (id: string) =>
  (
    await server.get('/get_status', {
      sandbox_id: id,
      include_all_states: 'true',
      refresh_timeout: 'false',
    })
  ).result

const run = (id: string, command: string) =>
  server.post('/run_in_session', { sandbox_id: id, session: 'main', check: 'silent', command })

it('a job keeps its sandbox past the idle time, and an idle shell does not', async () => {
  const [busy, left, idle] = await Promise.all([start(), start(), start()])
  for (const id of [busy, left, idle])
    await server.post('/create_session', { sandbox_id: id, session: 'main' })
  await run(idle, 'true')
  await run(busy, 'sleep 90 &')
  await run(left, '(setsid sleep 90 > /dev/null 2>&1 &)')
  const last = Date.now()
  await expect
    .poll(async () => (await status(idle)).state, { timeout: 90_000, interval: 500 })
    .toBe('stopped')
  for (const id of [busy, left]) {
    await expect
      .poll(async () => (await status(id)).jobs_until, { timeout: 20_000, interval: 500 })
      .toBeDefined()
    const { state, jobs_until: until } = await status(id)
    expect(state).toBe('running')
    // An hour beyond the idle minute.
    expect(Math.abs(Date.parse(until) - last - 61 * 60_000)).toBeLessThan(20_000)
  }
  await expect
    .poll(async () => (await status(busy)).state, { timeout: 120_000, interval: 500 })
    .toBe('stopped')
})
