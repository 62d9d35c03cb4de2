/** What several servers on one cluster know of each other's sandboxes, and what a server finds that has nothing of its own. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../electron/sandbox-server/support/server.ts'

type Kubectl = (...args: string[]) => string

export function serversOnOneCluster(image: string, kubectl: Kubectl): void {
  const own = ['--runtime', 'kubernetes', '--kube-owner', 'fleet']
  const small = { image, cpus: 0.5, memory: '128m' }
  const servers: TestServer[] = []
  const start = async (): Promise<TestServer> => {
    const server = await startServer(own)
    servers.push(server)
    return server
  }
  let one: TestServer
  let other: TestServer
  beforeAll(async () => {
    one = await start()
    other = await start()
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
  })
  const echo = (server: TestServer, id: string, command: string) =>
    server.post('/execute', { sandbox_id: id, command: ['/bin/sh', '-c', command] })
  const status = async (server: TestServer, id: string) =>
    (
      await server.get('/get_status', {
        sandbox_id: id,
        include_all_states: 'true',
        refresh_timeout: 'false',
      })
    ).result
  const started = async (server: TestServer, more: object = {}): Promise<string> =>
    (await server.post('/start', { ...small, ...more })).result.sandbox_id as string

  describe('a sandbox that one started', () => {
    let id: string
    beforeAll(async () => {
      id = await started(one, {
        name: 'Ours',
        notes: 'of both',
        env: { GIVEN: 'yes' },
        auto_clear_time_minutes: 7,
        auto_delete_seconds: 600,
      })
    })

    test('is another’s at its next call, with all that was said of it', async () => {
      expect(await status(other, id)).toMatchObject({
        state: 'running',
        name: 'Ours',
        notes: 'of both',
        idle_minutes: 7,
      })
      expect((await echo(other, id, 'echo $GIVEN > /root/from-other; echo done')).result.stdout).toBe(
        'done\n',
      )
      expect((await echo(one, id, 'cat /root/from-other')).result.stdout).toBe('yes\n')
      const { items } = (await other.get('/sandboxes')).result
      expect(items.map((item: { sandbox_id: string }) => item.sandbox_id)).toContain(id)
    })

    test('cannot be started again under its id', async () => {
      const again = await other.post('/start', { ...small, sandbox_id: id })
      expect(again.error).toContain('already exists')
    })

    test('is stopped by another, and both say so at their next call', async () => {
      expect((await other.post('/stop', { sandbox_id: id })).status).toBe('Success')
      expect((await one.get('/is_alive', { sandbox_id: id })).result.is_alive).toBe(false)
      expect(await status(one, id)).toMatchObject({ state: 'stopped' })
      expect((await echo(one, id, 'echo')).error).toContain('not started')
      expect((await one.post('/delete', { sandbox_id: id })).status).toBe('Success')
      expect((await other.get('/get_status', { sandbox_id: id })).error).toContain('not found')
      expect(kubectl('get', 'pods,secrets,networkpolicies', '-l', `orrery.sandbox=${id}`, '-o', 'name')).toBe(
        '',
      )
    })
  })

  describe('a server that has nothing of its own', () => {
    afterEach(async () => {
      for (const { sandbox_id: id } of (await one.get('/sandboxes')).result.items) {
        await one.post('/stop', { sandbox_id: id })
      }
    })

    test('finds what runs, and what was stopped', async () => {
      const runs = await started(one, { name: 'Runs' })
      const stopped = await started(one, { name: 'Stopped' })
      await one.post('/stop', { sandbox_id: stopped })
      const third = await start()
      expect(await status(third, runs)).toMatchObject({ state: 'running', name: 'Runs' })
      expect(await status(third, stopped)).toMatchObject({ state: 'stopped', name: 'Stopped' })
      expect((await echo(third, runs, 'echo here')).result.stdout).toBe('here\n')
    })

    test('ends no sandbox that another is just starting', async () => {
      const { sandbox_id: id } = (await one.post('/start_async', small)).result
      await start()
      await expect.poll(async () => (await status(one, id)).state, { timeout: 30_000 }).toBe('running')
      expect((await echo(other, id, 'echo up')).result.stdout).toBe('up\n')
    })
  })

  test('what a sandbox had in the cluster goes with its record', async () => {
    const id = await started(one)
    const name = kubectl('get', 'secrets', '-l', `orrery.sandbox=${id},orrery.holds=record`, '-o', 'name')
    kubectl('delete', name)
    const left = () => kubectl('get', 'pods,networkpolicies', '-l', `orrery.sandbox=${id}`, '-o', 'name')
    await expect.poll(left, { timeout: 60_000 }).toBe('')
    expect((await one.get('/is_alive', { sandbox_id: id })).result.is_alive).toBe(false)
  })
}
