import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Job } from '#shared/terminals/terminal.ts'
import { Platforms } from '../../../../../electron/workbench/sandboxes/platforms.ts'
import { Sessions } from '../../../../../electron/workbench/sandboxes/sessions.ts'
import { Jobs } from '../../../../../electron/workbench/sandboxes/terminals/jobs.ts'
import { startServer, type TestServer } from '../../../sandbox-server/support/server.ts'

let server: TestServer
let platforms: Platforms
let sandboxId: string

beforeAll(async () => {
  server = await startServer()
  sandboxId = await server.platform.start({ image: 'local' })
  const headers = { authorization: `Bearer ${server.token}` }
  platforms = new Platforms(() => ({ address: async () => ({ url: server.url, headers }) }))
})
afterAll(() => server.close())

it('a job has its session’s variables, both streams, the real exit code, and can be ended with all it started', async () => {
  const sessions = new Sessions(platforms)
  const place = { platform: 'p', sandboxId, session: 's' }
  let kept: readonly Job[] = []
  const jobs = new Jobs({
    sessions,
    execute: async (_place, argv) => (await server.platform.execute(sandboxId, argv)).stdout,
    isWatched: () => true,
    read: async () => [],
    write: async (all) => void (kept = all),
    tell: () => undefined,
  })
  await sessions.open(place, { env: {} })
  await sessions.run(place, { command: `word='it is'` }, () => undefined)

  const quick = await jobs.start(place, `echo "$word out"; echo err >&2; (exit 5)`)
  await vi.waitFor(() => expect(kept).toMatchObject([{ state: 'done', exitCode: 5 }]), { timeout: 20_000 })
  expect(await jobs.output(quick.id)).toBe('it is out\nerr\n')
  await jobs.remove(quick.id)
  expect(kept).toEqual([])

  const long = await jobs.start(place, 'sleep 100 & sleep 100; echo never')
  await jobs.end(long.id)
  await vi.waitFor(() => expect(kept[0]?.state).not.toBe('running'), { timeout: 20_000 })
  jobs.dispose()
}, 60_000)
