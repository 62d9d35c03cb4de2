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

    test('is stopped by another, and both report it at their next call', async () => {
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

/** Pods that wait for a start, kept by several servers. */
export function readyPods(image: string, kubectl: Kubectl): void {
  const own = ['--runtime', 'kubernetes', '--kube-owner', 'ready-tests']
  const warm = ['--kube-warm', `${image}=2/0.1/64m/1g`]
  const small = { image, cpus: 0.1, memory: '64m', disk: '1g' }
  const names = (labels: string, output = 'name') =>
    kubectl('get', 'pods', '-l', `orrery.owner=ready-tests,${labels}`, '-o', output)
      .split('\n')
      .filter(Boolean)
  const areReady = async (count: number) => {
    const phase = "jsonpath={range .items[?(@.status.phase=='Running')]}{.metadata.name}{'\\n'}{end}"
    await expect.poll(() => names('orrery.warm', phase).length, { timeout: 60_000 }).toBe(count)
  }

  test('are taken by starts of two servers, filled up, nobody’s sandboxes, and go when nobody wants them', async () => {
    const servers = [await startServer([...own, ...warm]), await startServer([...own, ...warm])]
    await areReady(2)
    const waiting = names('orrery.warm')
    expect((await servers[0]?.get('/sandboxes'))?.result.items).toEqual([])
    const started = await Promise.all(servers.map((server) => server.post('/start', small)))
    const ids = started.map(({ result }) => result.sandbox_id as string)
    expect(ids.flatMap((id) => names(`orrery.sandbox=${id}`)).toSorted()).toEqual(waiting.toSorted())
    await areReady(2)
    const [id = ''] = ids
    const execute = async (server: TestServer | undefined) =>
      (await server?.post('/execute', { sandbox_id: id, command: 'cat /root/mine', shell: true }))?.result
    await servers[0]?.post('/write_file', { sandbox_id: id, path: '/root/mine', content: 'yes' })
    expect(await execute(servers[1])).toMatchObject({ stdout: 'yes' })
    const policies = kubectl('get', 'networkpolicies', '-l', `orrery.sandbox=${id}`, '-o', 'name')
    expect(policies.split('\n')).toHaveLength(1)
    await Promise.all(servers.map((server) => server.close()))

    const last = await startServer(own)
    await expect.poll(() => names('orrery.warm')).toEqual([])
    expect(await execute(last)).toMatchObject({ stdout: 'yes' })
    for (const one of ids) {
      expect((await last.post('/stop', { sandbox_id: one })).status).toBe('Success')
      await last.post('/delete', { sandbox_id: one })
    }
    expect(kubectl('get', 'pods,networkpolicies', '-l', 'orrery.owner=ready-tests', '-o', 'name')).toBe('')
    await last.close()
  })
}

/** Sessions go on without a server, and are joined by the next one. */
export function sessionsOfDeadServers(image: string): void {
  const own = ['--runtime', 'kubernetes', '--kube-owner', 'sessions']
  let server: TestServer
  let id: string
  beforeAll(async () => {
    server = await startServer(own)
    id = (await server.post('/start', { image, cpus: 0.5, memory: '256m' })).result.sandbox_id as string
  })
  afterAll(async () => {
    await server.post('/stop', { sandbox_id: id })
    await server.close()
  })
  const restart = async () => {
    await server.kill()
    server = await startServer(own)
  }
  const open = async (session: string, more: object = {}) =>
    expect(await server.post('/create_session', { sandbox_id: id, session, ...more })).toMatchObject({
      status: 'Success',
    })
  const run = (session: string, command: string, more: object = {}) =>
    server.post('/run_in_session', { sandbox_id: id, session, command, check: 'silent', ...more })
  const said = async (session: string, command: string, more: object = {}) => {
    const { result, error } = await run(session, command, more)
    return error ? `error: ${error}` : `${result.exit_code}: ${result.output}`
  }

  test('keeps variables, directory and jobs of one that waits', async () => {
    await open('calm')
    await run('calm', 'cd /tmp; X=kept; sleep 4731 & (exit 3)')
    await restart()
    const { sessions } = (await server.get('/sessions', { sandbox_id: id })).result
    expect(sessions).toEqual([expect.objectContaining({ session: 'calm', ended: false })])
    expect(await said('calm', 'echo $? $X $PWD; jobs | grep -c 4731; test -t 1 && stty size')).toBe(
      '0: 3 kept /tmp\r\n1\r\n24 80',
    )
    expect(await said('calm', 'echo $X', { raw: true })).toBe('0: kept\r\n')
  })

  test('lets a command continue, and the next one wait for it', async () => {
    await open('busy')
    void run('busy', 'for i in $(seq 40); do echo $i >> /tmp/count; sleep 0.1; done; Y=done; cd /var').catch(
      () => undefined,
    )
    await expect.poll(() => said('calm', 'cat /tmp/count 2>/dev/null | wc -l')).not.toBe('0: 0')
    await restart()
    expect(await said('busy', 'echo $Y $PWD; wc -l < /tmp/count')).toBe('0: done /var\r\n40')
  })

  test('ends a command of before on an interrupt', async () => {
    void run('busy', 'sleep 4732').catch(() => undefined)
    await expect.poll(() => said('calm', 'ps ax | grep -c "[s]leep 4732"')).toBe('0: 1')
    await restart()
    const interrupted = await server.post('/interrupt_session', {
      sandbox_id: id,
      session: 'busy',
      signal: 'INT',
    })
    expect(interrupted.result).toEqual({ delivered: true })
    expect(await said('busy', 'echo $?', { timeout: 20 })).toBe('0: 130')
  })

  test('loses nothing that a flood prints meanwhile, and blocks nobody', async () => {
    void run(
      'busy',
      ': > /tmp/flooding; head -c 5000000 /dev/zero | tr "\\\\0" x; echo end > /tmp/flooded',
    ).catch(() => undefined)
    await expect.poll(() => said('calm', 'ls /tmp/flooding')).toBe('0: /tmp/flooding')
    await restart()
    expect(await said('busy', 'cat /tmp/flooded')).toBe('0: end')
  })

  test('belongs to the user it was opened for', async () => {
    await open('nobody', { remote_user: 'nobody' })
    await restart()
    expect(await said('nobody', 'id -un; echo x > /dev/tty; stty size > /dev/null && echo mine')).toBe(
      '0: nobody\r\nx\r\nmine',
    )
  })

  test('says that it ended where its shell did meanwhile', async () => {
    await open('short')
    await run('short', '(sleep 1; kill -KILL $$) &')
    await server.kill()
    await new Promise((resolve) => setTimeout(resolve, 2000))
    server = await startServer(own)
    expect(await said('short', 'echo')).toMatch(/session 'short' ended while no server held it/)
    expect(await said('short', 'echo')).toMatch(/does not exist/)
    await open('short')
    expect(await said('short', 'echo again')).toBe('0: again')
  })

  test('goes from one server to another, and back', async () => {
    const other = await startServer(own)
    const there = (command: string) =>
      other.post('/run_in_session', { sandbox_id: id, session: 'calm', command, check: 'silent' })
    expect((await there('Z=there; echo $X')).result.output).toBe('kept')
    expect(await said('calm', 'echo $Z')).toBe('0: there')
    expect((await there('echo $Z')).result.output).toBe('there')
    const again = await other.post('/create_session', { sandbox_id: id, session: 'busy' })
    expect(again.error).toContain("session 'busy' already exists")
    await other.post('/close_session', { sandbox_id: id, session: 'calm' })
    expect(await said('calm', 'echo')).toMatch(/does not exist/)
    await other.close()
  })
}
