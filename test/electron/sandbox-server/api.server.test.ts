import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROCESSES } from './support/processes.ts'
import { onCluster, startServer, TESTED_RUNTIME, type TestServer } from './support/server.ts'

let server: TestServer
let id: string

beforeAll(async () => {
  server = await startServer()
  id = (await server.post('/start', { image: 'local', resources: { cpu: '1', memory: '512m' } })).result
    .sandbox_id
})
afterAll(() => server.close())

const failure = (message: string | null, error: unknown, result: unknown = null) => ({
  http: 200,
  status: 'Failed',
  message,
  error,
  result,
})
const coded = (reason: string) => ({ code: 4000, exit_code: null, failure_reason: reason })
const status = async (sandbox: string, more: Record<string, string> = {}) =>
  server.get('/get_status', { sandbox_id: sandbox, refresh_timeout: 'false', ...more })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('the door', () => {
  it('announces itself with one line', () => {
    expect(server.ready).toEqual({
      event: 'listening',
      url: server.url,
      runtime: TESTED_RUNTIME,
      isolated: true,
      version: expect.any(String),
      backends: [{ name: TESTED_RUNTIME, works: true, missing: expect.any(Array), commands: [] }],
    })
    expect(server.stderr()).not.toContain(server.token)
  })
  it('answers health without a token, and nothing else', async () => {
    expect(await (await fetch(server.url)).json()).toMatchObject({ message: expect.any(String) })
    expect((await fetch(`${server.base}/sandboxes`)).status).toBe(401)
    expect((await fetch(`${server.url}/openapi.json`)).status).toBe(401)
    expect((await fetch(`${server.url}/apis/v1/envs/gem/list`)).status).toBe(401)
  })
  it.each([
    ['Host', { host: 'evil.example:80' }],
    ['Origin', { origin: 'https://evil.example' }],
  ])('refuses a foreign %s', async (_name, headers) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const lines = Object.entries({ host: new URL(server.url).host, ...headers }).map(
      ([key, value]) => `${key}: ${value}`,
    )
    socket.write(
      `GET /apis HTTP/1.1\r\n${lines.join('\r\n')}\r\nauthorization: Bearer ${server.token}\r\n\r\n`,
    )
    const answer = await new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(String(data))),
    )
    expect(answer).toContain('403')
    socket.destroy()
  })
  it('has no such path, and no such verb', async () => {
    expect(await server.get('/nothing')).toMatchObject({ http: 404, detail: 'Not Found' })
    expect(await server.get('/start')).toMatchObject({ http: 405, detail: 'Method Not Allowed' })
    expect(await server.post('/is_alive', {})).toMatchObject({ http: 405 })
    expect(await server.get('/upload')).toMatchObject({ http: 405 })
  })
  it('describes every operation that it has', async () => {
    const authorization = `Bearer ${server.token}`
    const document = await (await fetch(`${server.url}/openapi.json`, { headers: { authorization } })).json()
    expect(document.openapi).toBe('3.1.0')
    const base = '/apis/envs/sandbox/v1'
    for (const path of [
      '/start',
      '/get_status',
      '/upload',
      '/commit/{id}',
      '/run_in_session',
      '/sandboxes/batch',
    ]) {
      expect(document.paths).toHaveProperty([base + path])
    }
    const result = (path: string, method = 'get') =>
      document.paths[`${base}${path}`][method].responses[200].content['application/json'].schema.anyOf[0]
        .allOf[1].properties.result
    expect(result('/connections').properties.connections.items.properties.verdict.enum).toEqual([
      'allowed',
      'refused',
      'failed',
    ])
    expect(result('/all_sandboxes').properties.problems).toEqual({ type: 'array', items: { type: 'string' } })
    expect(result('/set_network', 'post').properties.takes_effect.enum).toEqual(['now', 'restart'])
    const run = document.paths[`${base}/run_in_session`].post.requestBody.content['application/json'].schema
    expect(run.properties.check).toMatchObject({ default: 'raise', enum: ['silent', 'raise', 'ignore'] })
    expect(run.required).toEqual(['sandbox_id', 'command'])
    expect(JSON.stringify(run.properties.timeout)).toContain('"exclusiveMinimum":0')
    const start = document.paths[`${base}/start`].post.requestBody.content['application/json'].schema
    expect(start.properties.image).toMatchObject({ type: 'string', pattern: String.raw`\S` })
    expect(JSON.stringify(start.properties.auto_delete_seconds)).toMatch(/"minimum":0,"type":"integer"/)
    const gem = '/apis/v1/envs/gem'
    for (const path of ['/make', '/reset', '/step', '/close', '/list', '/catalogue']) {
      const { post } = document.paths[gem + path]
      expect(post).toMatchObject({ summary: expect.any(String), responses: { 200: {}, 500: {} } })
      expect(
        (await fetch(`${server.url}${gem}${path}`, { method: 'DELETE', headers: { authorization } })).status,
      ).toBe(405)
    }
    const step = document.paths[`${gem}/step`].post
    expect(step.requestBody.content['application/json'].schema.required).toEqual(['sandbox_id', 'action'])
    expect(JSON.stringify(step.responses[200])).toContain('terminated')
    expect(document.paths[`${gem}/list`]).toHaveProperty('get')
  })
})

describe('validation', () => {
  it.each([
    ['/stop', {}, 'body.sandbox_id: Field required'],
    ['/stop', { sandbox_id: '  ' }, 'body.sandbox_id: String should have at least 1 character'],
    ['/stop', { sandbox_id: 5 }, 'body.sandbox_id: Input should be a valid string'],
    ['/stop', '{', 'body.1: JSON decode error'],
    ['/stop', '', 'body: Field required'],
    ['/stop', '[]', 'body: Input should be a valid dictionary or object to extract fields from'],
    [
      '/run_in_session',
      { sandbox_id: 'x', command: 'y', check: 'no' },
      "body.check: Input should be 'silent', 'raise' or 'ignore'",
    ],
    ['/run_in_session', { sandbox_id: 'x' }, 'body.command: Field required'],
    ['/start', { image: 'x', pull: 'often' }, "body.pull: Input should be 'missing', 'always' or 'never'"],
    [
      '/start',
      { image: 'x', auto_delete_seconds: -1 },
      'body.auto_delete_seconds: Input should be greater than or equal to 0',
    ],
    [
      '/start',
      { image: 'x', auto_clear_time_minutes: 1.5 },
      'body.auto_clear_time_minutes: Input should be a valid integer, got a number with a fractional part',
    ],
    [
      '/execute',
      { command: 7 },
      'body.sandbox_id: Field required; body.command: Input should be a valid string or a valid list of strings',
    ],
  ])('%s %j', async (path, body, error) => {
    expect(await server.post(path, body)).toEqual(failure('invalid parameter', error))
  })
  it('names the query', async () => {
    expect(await server.get('/get_status', { sandbox_id: '' })).toEqual(
      failure('invalid parameter', 'query.sandbox_id: String should have at least 1 character'),
    )
  })
})

describe('starting', () => {
  it.skipIf(onCluster)('is on the disk when it is answered', async () => {
    for (let time = 0; time < 5; time++) {
      const { result } = await server.post('/start_async', { image: 'local', memory: '256m' })
      const path = join(server.data, 'sandboxes', result.sandbox_id, 'record.json')
      expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ id: result.sandbox_id })
      await server.post('/stop', { sandbox_id: result.sandbox_id })
      expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ state: 'stopped' })
    }
  })

  it.each([
    [{ cpus: 100 }, 'Requested CPUs 100.0 exceed the maximum allowed 16'],
    [{ memory: '100g' }, 'Requested memory 100g exceed the maximum allowed 64g'],
    [{ disk: '1t' }, 'Requested disk 1t exceeds the maximum allowed 256g'],
    [{ memory: 'abc' }, 'Invalid memory size: abc'],
    [{ sandbox_id: '../evil' }, expect.stringContaining('Invalid sandbox_id')],
    [{ image_os: 'windows' }, 'image_os windows cannot be had: sandboxes here run Linux'],
    [{ accelerator_type: 'X1' }, expect.stringContaining('Invalid accelerator_type X1')],
  ])('refuses %j', async (more, error) => {
    expect(await server.post('/start', { image: 'local', ...more })).toEqual(
      failure('start sandbox failed', error, { ...coded(''), failure_reason: error }),
    )
  })

  it('at once, with headers, phases and the deadline that was asked for', async () => {
    const image = onCluster ? 'local' : 'python:3.11'
    const started = await server.post(
      '/start_async',
      { image, cpus: '1.5', memory: '2g', auto_clear_time_minutes: 5, unknown_field: 1 },
      { 'X-User-Id': 'u1', 'X-Namespace': 'ns1' },
    )
    expect(started.result).toMatchObject({ cpus: 1.5, memory: '2.00g', host_ip: '127.0.0.1' })
    const other = started.result.sandbox_id
    expect(other).toMatch(/^[0-9a-f]{32}$/)
    await expect.poll(async () => (await status(other)).result.is_alive).toBe(true)
    const { result } = await status(other)
    expect(result).toMatchObject({
      state: 'running',
      user_id: 'u1',
      namespace: 'ns1',
      gateway_version: '0.0.45',
      swe_rex_version: '1.2.17',
      status: {
        image_pull: { status: 'success' },
        docker_run: { status: 'success', message: `${TESTED_RUNTIME} run success` },
      },
      state_history: [
        { from_state: 'pending', to_state: 'running', event: 'alive', timestamp: expect.any(String) },
      ],
      runtime: TESTED_RUNTIME,
      isolated: true,
      commits: onCluster ? 'none' : 'here',
    })
    if (!onCluster) expect(result.status.image_pull.message).toContain('this machine’s own system')
    if (!onCluster) expect(result.notices.join()).toContain('python:3.11')
    expect(JSON.stringify(result)).not.toContain('null')
    expect(result.create_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
    const minutes = (Date.parse(result.auto_stop_time) - Date.parse(result.create_time)) / 60_000
    expect(minutes).toBeGreaterThanOrEqual(5)
    expect(minutes).toBeLessThan(5.2)

    const listed = await server.get('/sandboxes', { namespace: 'ns1' })
    expect(listed.result).toMatchObject({ total: 1, has_more: false, items: [{ sandbox_id: other }] })
    expect((await server.get('/sandboxes', { foo: '1' })).result).toMatchObject({ items: [], total: 0 })
    expect((await server.get('/sandboxes', { page: '0' })).result.code).toBe(4000)
    expect((await server.get('/sandboxes', { page_size: '1' })).result).toMatchObject({ has_more: true })
    const batch = await server.post('/sandboxes/batch', { sandbox_ids: [other, 'nope', id] })
    expect(batch.result.statuses.map((item: { sandbox_id: string }) => item.sandbox_id)).toEqual([other, id])
    await server.post('/stop', { sandbox_id: other })
  })

  it('under a name of one’s own, once', async () => {
    const body = { image: 'local', sandbox_id: 'my-box', auto_delete_seconds: 0 }
    expect((await server.post('/start', body)).result.sandbox_id).toBe('my-box')
    expect((await server.post('/start', body)).error).toBe('Sandbox my-box already exists')
    await server.post('/stop', { sandbox_id: 'my-box' })
    expect((await status('my-box', { include_all_states: 'true' })).result.state).toBe('deleted')
    expect((await server.post('/start', body)).status).toBe('Success')
    await server.post('/stop', { sandbox_id: 'my-box' })
  })
})

describe('the life of a sandbox', () => {
  it.skipIf(onCluster)('goes through stop, restart and delete as the table says', async () => {
    const body = { image: 'local', auto_delete_seconds: 3600 }
    const other = (await server.post('/start', body)).result.sandbox_id
    const all = { include_all_states: 'true' }
    expect((await server.post('/delete', { sandbox_id: other })).error).toBe(
      `Sandbox ${other} cannot be deleted: current state is 'running', must be stopped or archived first`,
    )
    await server.post('/write_file', { sandbox_id: other, path: '/root/kept', content: 'yes' })
    await server.post('/create_session', { sandbox_id: other, session: 's' })
    expect((await server.post('/stop', { sandbox_id: other })).result).toBe(`${other} stopped`)
    expect((await server.post('/stop', { sandbox_id: other })).status).toBe('Success')
    expect((await status(other)).error).toBe(`Sandbox ${other} not found`)
    const stopped = (await status(other, all)).result
    expect(stopped).toMatchObject({ state: 'stopped', is_alive: false })
    expect(stopped).not.toHaveProperty('auto_stop_time')
    expect(Date.parse(stopped.auto_delete_time) - Date.parse(stopped.stop_time)).toBe(3_600_000)
    expect((await server.post('/execute', { sandbox_id: other, command: 'true' })).error).toBe(
      `sandbox ${other} not started`,
    )
    expect((await server.post('/restart', { sandbox_id: other })).result.sandbox_id).toBe(other)
    await expect.poll(async () => (await status(other)).result.is_alive).toBe(true)
    expect((await server.post('/read_file', { sandbox_id: other, path: '/root/kept' })).result.content).toBe(
      'yes',
    )
    const run = { sandbox_id: other, session: 's', command: 'true' }
    expect((await server.post('/run_in_session', run)).error).toBe("session 's' does not exist")
    await server.post('/stop', { sandbox_id: other })
    expect(await server.post('/delete', { sandbox_id: other })).toHaveProperty('result', `${other} deleted`)
    expect((await server.post('/delete', { sandbox_id: other })).status).toBe('Success')
    expect((await server.post('/stop', { sandbox_id: other })).error).toBe("Can't Stop when in Deleted.")
    expect((await server.post(`/sandboxes/${other}/restart`, {})).error).toContain(
      "current state is 'deleted'",
    )
    const { state_history: history } = (await status(other, all)).result
    expect(history.map(({ event }: { event: string }) => event)).toEqual([
      'alive',
      'stop',
      'restart',
      'alive',
      'stop',
      'delete',
    ])
  })

  it('ends when unused, to the second, but not while a command runs', async () => {
    const start = await server.post('/start', { image: 'local', auto_clear_time_minutes: 0 })
    expect(start.status).toBe('Success')
    const other = start.result.sandbox_id
    await expect
      .poll(async () => (await status(other, { include_all_states: 'true' })).result.state)
      .toBe('stopped')
    expect((await status(other, { include_all_states: 'true' })).result.notices.join()).toContain(
      'without use',
    )
  })

  it('is renewed by use, not by looking', async () => {
    const deadline = async () => (await status(id)).result.auto_stop_time
    const before = await deadline()
    await pause(1_100)
    await server.get('/sandboxes')
    await server.get('/get_sandbox_statistics', { sandbox_id: id })
    await server.get('/is_alive', { sandbox_id: id, refresh_timeout: 'false' })
    expect(await deadline()).toBe(before)
    await server.post('/execute', { sandbox_id: id, command: ['true'] })
    expect(await deadline()).not.toBe(before)
  })

  it('is unknown for an unknown id, in each operation’s words', async () => {
    expect(await server.get('/get_status', { sandbox_id: 'nope' })).toEqual(
      failure('get sandbox status failed', 'Sandbox nope not found', coded('Sandbox nope not found')),
    )
    expect((await server.get('/is_alive', { sandbox_id: 'nope' })).result).toEqual({
      is_alive: false,
      message: 'sandbox nope is alive failed',
    })
    expect(await server.post('/execute', { sandbox_id: 'nope', command: 'true' })).toEqual(
      failure('execute command failed', 'sandbox nope not started'),
    )
    expect((await server.post('/stop', { sandbox_id: 'nope' })).status).toBe('Success')
  })

  it('may be a GEM environment without processes', async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${server.token}` }
    const gem = async (path: string, body: object) =>
      (
        await fetch(`${server.url}/apis/v1/envs/gem${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
      ).json()
    const { sandbox_id: env } = await gem('/make', { env_id: 'game:GuessTheNumber-v0-easy' })
    expect((await status(env)).result).toMatchObject({ state: 'running', is_alive: true, runtime: 'gem' })
    expect((await server.post('/execute', { sandbox_id: env, command: 'true' })).error).toContain(
      'GEM environment',
    )
    await server.post('/stop', { sandbox_id: env })
    expect(await gem('/reset', { sandbox_id: env })).toHaveProperty('detail')
  })
})

describe('limits of their own', () => {
  it('have sandboxes and environments', async () => {
    const small = await startServer(['--max-sandboxes', '1', '--max-environments', '2'])
    const make = async () =>
      (
        await fetch(`${small.url}/apis/v1/envs/gem/make`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${small.token}` },
          body: JSON.stringify({ env_id: 'game:GuessTheNumber-v0-easy' }),
        })
      ).json()
    expect([(await make()).status, (await make()).status]).toEqual(['Success', 'Success'])
    expect((await small.post('/start', { image: 'local' })).status).toBe('Success')
    expect((await small.post('/start', { image: 'local' })).error).toContain('1 sandboxes are running')
    expect((await make()).error).toContain('2 environments are open')
    await small.close()
  })
})

describe('execute', () => {
  const execute = (command: unknown, more: object = {}) =>
    server.post('/execute', { sandbox_id: id, command, ...more })
  it.each([
    [['echo', 'hi there'], {}, { stdout: 'hi there\n', stderr: '', exit_code: 0 }],
    ['echo a; echo b >&2; exit 3', { shell: true }, { stdout: 'a\n', stderr: 'b\n', exit_code: 3 }],
    ['ls -d /usr', {}, { stdout: '/usr\n', stderr: '', exit_code: 0 }],
    ['pwd', { cwd: '/tmp' }, { stdout: '/tmp\n', exit_code: 0 }],
    ['echo $A', { env: { A: 'é' } }, { stdout: 'é\n' }],
    ['pwd;id', { cwd: '/' }, { stdout: expect.stringMatching(/^\/\nuid=0/), exit_code: 0 }],
    ['A=b', {}, { stdout: '', exit_code: 0 }],
    ['  true  ', { shell: false }, { exit_code: 0 }],
    ['true', { timeout: '5', env: null, cwd: null, shell: null, check: null }, { exit_code: 0 }],
    ["printf 'a\\r\\n\\377'", {}, { stdout: 'a\r\n\\xff' }],
    ['cat', {}, { stdout: '', exit_code: 0 }],
  ])('%j', async (command, more, result) => {
    expect((await execute(command, more)).result).toMatchObject(result)
  })
  it.each([
    [['no-such-program'], {}, 'could not be started'],
    ['true x', { cwd: '/nope' }, 'could not be started'],
    ['', {}, 'the command is empty'],
    ['echo so far; sleep 60', { timeout: 0.4 }, 'so far'],
    ['exit 4', { check: true, error_msg: 'oops' }, 'oops: Command'],
  ])('fails with a reason: %j', async (command, more, reason) => {
    const answer = await execute(command, more)
    expect(answer).toMatchObject({ status: 'Failed', message: 'execute command failed', result: null })
    expect(answer.error).toContain(reason)
  })
  it('kills everything that a command started at its timeout', async () => {
    await execute('sleep 4713 & sleep 4713', { timeout: 0.3 })
    expect((await execute(`(${PROCESSES}) | grep -c "[s]leep 4713"`)).result.stdout).toBe('0\n')
  })
  it('loses nothing of 100 MB', async () => {
    const { result } = await execute('head -c 100000000 /dev/zero | tr "\\0" z; echo end >&2')
    expect(result.stdout).toHaveLength(100_000_000)
    expect(result.stderr).toBe('end\n')
  })
})

describe('files', () => {
  const read = (path: string, more: object = {}) =>
    server.post('/read_file', { sandbox_id: id, path, ...more })
  it('are written with their directories and read as they are', async () => {
    const content = 'héllo\r\nworld\n'
    const written = await server.post('/write_file', { sandbox_id: id, path: '/tmp/a/b/c.txt', content })
    expect(written.result).toEqual({ success: true, message: '' })
    expect((await read('/tmp/a/b/c.txt')).result).toEqual({ content })
    await server.post('/execute', { sandbox_id: id, command: "printf '\\351' > /tmp/latin" })
    expect((await read('/tmp/latin', { encoding: 'latin1' })).result.content).toBe('é')
    expect((await read('/tmp/latin', { errors: 'replace' })).result.content).toBe('\ufffd')
    expect((await read('/tmp/latin')).error).toContain('is not utf-8 text')
    expect((await read('/nope')).error).toContain('No such file or directory')
    expect((await read('/tmp')).error).toContain('is a directory')
  })
  it('have the names that they were given, blanks at the ends included', async () => {
    for (const path of ['/tmp/ended', '/tmp/ended ', ' /tmp/begun', '/tmp/ended\n']) {
      await server.post('/write_file', { sandbox_id: id, path, content: `of ${JSON.stringify(path)}` })
    }
    expect((await read('/tmp/ended')).result.content).toBe('of "/tmp/ended"')
    expect((await read('/tmp/ended ')).result.content).toBe('of "/tmp/ended "')
    expect((await read('/tmp/ended\n')).result.content).toBe('of "/tmp/ended\\n"')
    expect((await read(' /tmp/begun')).result.content).toBe('of " /tmp/begun"')
  })
  it('a named pipe is none, and nobody waits for its other end', async () => {
    await server.post('/execute', { sandbox_id: id, command: 'mkfifo /tmp/pipe' })
    expect((await read('/tmp/pipe')).error).toBe('cannot read /tmp/pipe: is a named pipe')
    const write = await server.post('/write_file', { sandbox_id: id, path: '/tmp/pipe', content: 'x' })
    expect(write.error).toBe('cannot write /tmp/pipe: is a named pipe')
  })

  const upload = async (parts: [string, string | Blob][]) => {
    const form = new FormData()
    for (const [name, value] of parts) {
      if (typeof value === 'string') form.append(name, value)
      else form.append(name, value, 'up.bin')
    }
    const headers = { authorization: `Bearer ${server.token}` }
    return (await fetch(`${server.base}/upload`, { method: 'POST', headers, body: form })).json()
  }
  const bytes = new Blob([new Uint8Array(3_000_000).map((_, n) => n % 251)])

  it.each([
    ['fields first', (fields: [string, string | Blob][], file: [string, Blob]) => [...fields, file]],
    ['file first', (fields: [string, string | Blob][], file: [string, Blob]) => [file, ...fields]],
  ])('are uploaded, %s', async (_order, arrange) => {
    const fields: [string, string][] = [
      ['target_path', '/tmp/up/x.bin'],
      ['sandbox_id', id],
    ]
    expect((await upload(arrange(fields, ['file', bytes]) as [string, string | Blob][])).result).toEqual({
      success: true,
      message: '',
      file_name: 'x.bin',
    })
    const sum = await server.post('/execute', { sandbox_id: id, command: 'wc -c < /tmp/up/x.bin' })
    expect(sum.result.stdout).toBe('3000000\n')
  })
  it('wait for their fields only up to a limit', async () => {
    const start = '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n'
    const part = new Uint8Array(1024 ** 2)
    let sent = 0
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
      // Endless, as from a client that tries to fill the disk.
      pull: (controller) => (sent++ < 400 ? controller.enqueue(part) : controller.close()),
    })
    const headers = {
      authorization: `Bearer ${server.token}`,
      'content-type': 'multipart/form-data; boundary=b',
    }
    const request = { method: 'POST', headers, body, duplex: 'half' } as const
    expect(await (await fetch(`${server.base}/upload`, request)).json()).toMatchObject({
      status: 'Failed',
      message: 'invalid parameter',
      error:
        'body.file: more than 256 MB would have to wait for the parts sandbox_id and target_path; send those before the file',
    })
    expect(readdirSync(join(server.data, 'work'))).toEqual([])
  })
  it.each([
    ['after their fields', false, '/tmp/several/a/'],
    ['before them', true, '/tmp/several/b/'],
  ])('come several at once into one directory, %s', async (_order, early, target) => {
    const form = new FormData()
    const fields = () => {
      form.append('target_path', target)
      form.append('sandbox_id', id)
    }
    if (!early) fields()
    for (const name of ['one', 'two', 'three'])
      form.append('file', new Blob([name.repeat(1000)]), `${name}.txt`)
    if (early) fields()
    const headers = { authorization: `Bearer ${server.token}` }
    const answer = await fetch(`${server.base}/upload`, { method: 'POST', headers, body: form })
    expect(await answer.json()).toMatchObject({ status: 'Success', result: { success: true } })
    const list = await server.post('/execute', { sandbox_id: id, command: `cd ${target} && wc -c *` })
    expect(list.result.stdout.replace(/ +/g, ' ')).toMatch(
      / 3000 one.txt\n 5000 three.txt\n 3000 two.txt\n ?11000 total\n/,
    )
    expect(readdirSync(join(server.data, 'work'))).toEqual([])
  })
  it('leave no new file behind when they break off, and one that was there in its place', async () => {
    await server.post('/execute', { sandbox_id: id, command: ['touch', '/tmp/was-there'] })
    for (const name of ['was-there', 'new']) {
      const field = (key: string, value: string) =>
        `--b\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`
      const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n'
      const start = field('sandbox_id', id) + field('target_path', `/tmp/${name}`) + file
      const breaking = new AbortController()
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(start + 'x'.repeat(100_000))),
      })
      const headers = {
        authorization: `Bearer ${server.token}`,
        'content-type': 'multipart/form-data; boundary=b',
      }
      const init = { method: 'POST', headers, body, duplex: 'half', signal: breaking.signal } as const
      const sending = fetch(`${server.base}/upload`, init).catch(() => undefined)
      const look = async () =>
        (await server.post('/execute', { sandbox_id: id, command: `ls -s /tmp/${name}` })).result.exit_code
      await expect.poll(look).toBe(0)
      breaking.abort()
      await sending
      if (name === 'new') await expect.poll(look).toBe(2)
      else expect(await look()).toBe(0)
    }
  })
  it('are not dropped without a word where only one has room', async () => {
    const answer = await upload([
      ['target_path', '/tmp/one-place'],
      ['sandbox_id', id],
      ['file', bytes],
      ['file', bytes],
    ])
    expect(answer).toMatchObject({ status: 'Failed', message: 'upload file failed' })
    expect(answer.error).toContain(
      'takes one file, and holds the first of these now; end it with / for several',
    )
  })
  it('keep their own name in a directory', async () => {
    await upload([
      ['target_path', '/tmp'],
      ['sandbox_id', id],
      ['file', bytes],
    ])
    expect(
      (await server.post('/execute', { sandbox_id: id, command: ['ls', '/tmp/up.bin'] })).result.exit_code,
    ).toBe(0)
  })
  it.each([
    [
      [
        ['target_path', '/tmp/x'],
        ['file', bytes],
      ],
      'body.sandbox_id: Field required',
    ],
    [
      [
        ['target_path', '/tmp/x'],
        ['sandbox_id', 'a'],
      ],
      'body.file: Field required',
    ],
  ] as [[string, string | Blob][], string][])('need all parts', async (parts, error) => {
    expect(await upload(parts)).toMatchObject({
      status: 'Failed',
      message: 'invalid parameter',
      error: expect.stringContaining(error),
    })
  })
})

describe('statistics', () => {
  it('are real numbers', async () => {
    await server.post('/execute', {
      sandbox_id: id,
      command: 'head -c 5000000 /dev/urandom > /root/five; nohup sleep 20 >/dev/null 2>&1 &',
    })
    const { result } = await server.get('/get_sandbox_statistics', { sandbox_id: id })
    for (const key of ['cpu', 'mem', 'disk', 'disk_log_percent', 'disk_dind_percent', 'net']) {
      expect(result[key]).toEqual(expect.any(Number))
    }
    // A Pod's own network always carries something.
    expect(result.net).toEqual(onCluster ? expect.any(Number) : 0)
    expect(result).not.toHaveProperty('net_shared')
    expect(result.processes).toBeGreaterThan(1)
    // The node of a cluster measures every so often.
    const disk = async () => (await server.get('/get_sandbox_statistics', { sandbox_id: id })).result.disk
    if (onCluster) await expect.poll(disk, { timeout: 50_000 }).toBeGreaterThan(0)
    else expect(result.disk).toBeGreaterThan(0)
    expect((await server.get('/get_token', { account: 'primary' })).result).toBeNull()
  })
})
