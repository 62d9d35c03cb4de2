import { describe, expect, it, onTestFinished } from 'vitest'
import WebSocket from 'ws'
import { readTraceparent } from '#shared/net/trace.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { ask, auditOf, secretOf } from './support/keys.ts'
import { startServer, type TestServer } from './support/server.ts'

const started = async (args: readonly string[] = []): Promise<TestServer> => {
  const server = await startServer(args)
  onTestFinished(() => server.close())
  return server
}

const sandboxOf = async (server: TestServer): Promise<string> =>
  (await server.post('/start', { image: 'local', memory: '256m' })).result.sandbox_id as string

describe('probes', () => {
  it.each(['/healthz', '/readyz'])('%s is answered without a token, by any name', async (path) => {
    const server = await started()
    for (const method of ['GET', 'HEAD']) {
      const headers = { host: 'pod.cluster.local' }
      expect((await fetch(server.url + path, { method, headers })).status).toBe(200)
    }
    expect((await fetch(server.url + path, { method: 'POST' })).status).toBe(401)
  })
})

describe('metrics', () => {
  it('are for the token and admins', async () => {
    const server = await started()
    const path = `${server.url}/metrics`
    expect((await fetch(path)).status).toBe(401)
    const user = await secretOf(server, 'ann', 'user', 'team')
    const refused = await ask(path, user)
    expect(refused.http).toBe(403)
    expect(refused.json.detail).toContain('/metrics needs an admin’s')
    expect((await ask(path, await secretOf(server, 'root', 'admin', 'ops'))).http).toBe(200)
    expect((await ask(path, server.token)).http).toBe(200)
  })

  it('are public if the server is configured so, and nothing else is', async () => {
    const server = await started(['--open-metrics'])
    const answer = await fetch(`${server.url}/metrics`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect((await fetch(`${server.url}/openapi.json`)).status).toBe(401)
  })

  it('count sandboxes, sessions, environments and calls', async () => {
    const server = await started()
    const id = await sandboxOf(server)
    await server.post('/create_session', { sandbox_id: id, session: 's' })
    await ask(`${server.url}/apis/v1/envs/gem/make`, server.token, {
      body: { env_id: 'game:GuessTheNumber-v0-easy' },
    })
    await ask(`${server.base}/sandboxes/${id}/proxy/port/9999/x`, server.token)
    await ask(`${server.url}/nothing/here`, server.token)
    const { text } = await ask(`${server.url}/metrics`, server.token)
    expect(text).toContain('orrery_sandboxes{state="running"} 1\n')
    expect(text).toContain('orrery_sessions 1\n')
    expect(text).toContain('orrery_environments 1\n')
    expect(text).toContain(
      'orrery_http_request_duration_seconds_count{operation="/start",method="POST",code="200"} 1\n',
    )
    expect(text).toContain('_count{operation="gem /make",method="POST",code="200"} 1\n')
    expect(text).toContain('_count{operation="none",method="GET",code="404"} 1\n')
    expect(text).not.toMatch(/["/ ]9999["/]/)
    expect(text).not.toContain(id)
  })
})

describe('WebSockets', () => {
  it('are counted among the calls, as long as they are open and with how they ended', async () => {
    const server = await started(['--log-format', 'json'])
    const id = await sandboxOf(server)
    await server.post('/create_session', { sandbox_id: id, session: 's' })
    const open = (token: string) => {
      const address = `${server.base.replace('http', 'ws')}/terminal?sandbox_id=${id}&session=s`
      const ws = new WebSocket(address, ['orrery.terminal.v1'], {
        headers: { authorization: `Bearer ${token}` },
      })
      ws.on('error', () => undefined)
      return ws
    }
    const metrics = async () => (await ask(`${server.url}/metrics`, server.token)).text
    const ws = open(server.token)
    await new Promise((resolve) => ws.once('message', resolve))
    // The question itself is one.
    await expect.poll(metrics).toContain('orrery_http_requests_in_flight 2\n')
    ws.close()
    const count = 'orrery_http_request_duration_seconds_count'
    await expect.poll(metrics).toContain(`${count}{operation="/terminal",method="GET",code="101"} 1\n`)
    await expect.poll(metrics).toContain('orrery_http_requests_in_flight 1\n')
    await new Promise((resolve) => open('a guess').once('close', resolve))
    await expect.poll(metrics).toContain(`${count}{operation="none",method="GET",code="401"} 1\n`)
    await expect
      .poll(() => server.stderr())
      .toMatch(/"message":"call","method":"GET","status":101,.*"operation":"\/terminal"/)
  })
})

describe('logs as JSON', () => {
  it('say as an error why the server cannot start', async () => {
    const data = await temporaryFolder()
    const server = await startServer([], data)
    onTestFinished(() => server.close())
    const why = await startServer(['--log-format', 'json'], data).then(
      () => 'it started',
      (error: Error) => error.message,
    )
    expect(why).toMatch(/"level":"error","message":"sandbox-server: .* has that data folder already/)
  })

  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

  it('have a line for each call, with its request, key and trace, and the audit has the trace, too', async () => {
    const server = await started(['--log-format', 'json'])
    const secret = await secretOf(server, 'ann', 'user', 'team')
    const headers = { traceparent, 'x-request-id': 'req-7' }
    await ask(`${server.base}/stop`, secret, { body: { sandbox_id: 'team--1' }, headers })
    await ask(`${server.url}/metrics`, server.token)
    await fetch(`${server.url}/healthz`)
    const lines = () =>
      server
        .stderr()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    await expect.poll(() => lines().some(({ message }) => message === 'call')).toBe(true)
    const calls = lines().filter(({ message }) => message === 'call')
    expect(calls).toEqual([
      {
        time: expect.any(String),
        level: 'info',
        message: 'call',
        method: 'POST',
        status: 200,
        ms: expect.any(Number),
        request: 'req-7',
        operation: '/stop',
        key: 'ann',
        trace_id: '0af7651916cd43dd8448eb211c80319c',
        span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
        parent_span_id: 'b7ad6b7169203331',
      },
    ])
    expect(auditOf(server)).toMatchObject([{ request: 'req-7', trace: readTraceparent(traceparent)?.trace }])
    expect(server.stderr()).not.toContain(secret)
  })
})

describe('a server that is asked to end', () => {
  const run = (server: TestServer, id: string, command: string) =>
    server.post('/run_in_session', { sandbox_id: id, session: 's', command, check: 'silent' })

  it('accepts nothing new, finishes what runs, and notifies followers', async () => {
    const server = await started(['--drain-seconds', '20'])
    const id = await sandboxOf(server)
    await server.post('/create_session', { sandbox_id: id, session: 's' })
    const ws = new WebSocket(
      `${server.base.replace('http', 'ws')}/terminal?sandbox_id=${id}&session=s`,
      ['orrery.terminal.v1'],
      { headers: { authorization: `Bearer ${server.token}` } },
    )
    const closed = new Promise<string>((resolve) =>
      ws.once('close', (code, reason) => resolve(`${code} ${String(reason)}`)),
    )
    await new Promise((resolve) => ws.once('message', resolve))
    const running = run(server, id, 'sleep 3; echo done')
    const work = async () =>
      /orrery_work_running (\d+)/.exec((await ask(`${server.url}/metrics`, server.token)).text)
    await expect.poll(async () => (await work())?.[1]).toBe('1')
    const exit = new Promise((resolve) => server.child.once('exit', resolve))
    server.child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    for (const path of ['/start', '/execute']) {
      const body = { image: 'local', sandbox_id: id, command: 'true' }
      const refused = await fetch(server.base + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(refused.status).toBe(503)
      expect(refused.headers.get('retry-after')).toBe('5')
    }
    // Reads still work.
    expect((await server.get('/get_status', { sandbox_id: id })).result.state).toBe('running')
    expect((await running).result).toMatchObject({ output: 'done', exit_code: 0 })
    expect(await closed).toBe('1001 the server ends')
    expect(await exit).toBe(0)
  })

  it('waits no longer than configured, and not after a second signal', async () => {
    for (const [seconds, isAskedAgain] of [
      ['1', false],
      ['60', true],
    ] as const) {
      const server = await started(['--drain-seconds', seconds])
      const id = await sandboxOf(server)
      await server.post('/create_session', { sandbox_id: id, session: 's' })
      const running = run(server, id, 'sleep 100').catch(() => undefined)
      await expect
        .poll(async () => (await ask(`${server.url}/metrics`, server.token)).text)
        .toContain('orrery_work_running 1\n')
      const began = performance.now()
      const exit = new Promise((resolve) => server.child.once('exit', resolve))
      server.child.kill('SIGTERM')
      await expect.poll(() => server.stderr()).toContain(' s for 1 running call')
      if (isAskedAgain) server.child.kill('SIGTERM')
      expect(await exit).toBe(0)
      await running
      expect(performance.now() - began).toBeLessThan(15_000)
      expect(server.stderr()).toContain('time is up; ending with 1 running call')
    }
  })

  it('lets commits come to their end, whose calls were answered before', async () => {
    const data = await temporaryFolder()
    const server = await startServer(['--drain-seconds', '60'], data)
    const id = await sandboxOf(server)
    // So much that it takes a moment.
    await server.post('/execute', { sandbox_id: id, command: 'head -c 100000000 /dev/zero > /root/large' })
    const begun = await server.post('/commit', {
      sandbox_id: id,
      image_tag: 'kept',
      username: '',
      password: '',
    })
    expect(begun.result.phase).toBe('RUNNING')
    const exit = new Promise((resolve) => server.child.once('exit', resolve))
    server.child.kill('SIGTERM')
    expect(await exit).toBe(0)
    const next = await startServer([], data)
    onTestFinished(() => next.close())
    const { images } = (await next.get('/images')).result as { images: { reference: string }[] }
    expect(images.map(({ reference }) => reference)).toContain('kept')
  })

  it('ends at once when nothing runs', async () => {
    const server = await started(['--drain-seconds', '60'])
    const began = performance.now()
    const exit = new Promise((resolve) => server.child.once('exit', resolve))
    server.child.kill('SIGTERM')
    expect(await exit).toBe(0)
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(server.stderr()).toContain('shutting down (SIGTERM)')
  })
})
