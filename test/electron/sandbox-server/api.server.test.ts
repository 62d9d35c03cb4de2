import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startServer, type TestServer } from './support/server.ts'

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
      runtime: 'bubblewrap',
      isolated: true,
      version: expect.any(String),
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
    const run = document.paths[`${base}/run_in_session`].post.requestBody.content['application/json'].schema
    expect(run.properties.check).toMatchObject({ default: 'raise', enum: ['silent', 'raise', 'ignore'] })
    expect(run.required).toEqual(['sandbox_id', 'command'])
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
  it.each([
    [{ cpus: 100 }, 'Requested CPUs 100.0 exceed the maximum allowed 16'],
    [{ memory: '100g' }, 'Requested memory 100g exceed the maximum allowed 64g'],
    [{ disk: '1t' }, 'Requested disk 1t exceeds the maximum allowed 256g'],
    [{ memory: 'abc' }, 'Invalid memory size: abc'],
    [{ sandbox_id: '../evil' }, expect.stringContaining('Invalid sandbox_id')],
    [{ accelerator_type: 'X1' }, expect.stringContaining('Invalid accelerator_type X1')],
  ])('refuses %j', async (more, error) => {
    expect(await server.post('/start', { image: 'local', ...more })).toEqual(
      failure('start sandbox failed', error, { ...coded(''), failure_reason: error }),
    )
  })

  it('at once, with headers, phases and the deadline that was asked for', async () => {
    const started = await server.post(
      '/start_async',
      { image: 'python:3.11', cpus: '1.5', memory: '2g', auto_clear_time_minutes: 5, unknown_field: 1 },
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
        docker_run: { status: 'success', message: 'docker run success' },
      },
      state_history: [
        { from_state: 'pending', to_state: 'running', event: 'alive', timestamp: expect.any(String) },
      ],
      runtime: 'bubblewrap',
      isolated: true,
    })
    expect(result.status.image_pull.message).toContain('stands in')
    expect(result.notices.join()).toContain('python:3.11')
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
  it('goes through stop, restart and delete as the table says', async () => {
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
    expect((await server.post('/delete', { sandbox_id: other })).result).toBe(`${other} deleted`)
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

  it('ends when nobody uses it, to the second, and not while a command runs', async () => {
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

describe('execute', () => {
  const execute = (command: unknown, more: object = {}) =>
    server.post('/execute', { sandbox_id: id, command, ...more })
  it.each([
    [['echo', 'hi there'], {}, { stdout: 'hi there\n', stderr: '', exit_code: 0 }],
    ['echo a; echo b >&2; exit 3', { shell: true }, { stdout: 'a\n', stderr: 'b\n', exit_code: 3 }],
    ['ls -d /usr', {}, { stdout: '/usr\n', stderr: '', exit_code: 0 }],
    ['pwd', { cwd: '/tmp' }, { stdout: '/tmp\n', exit_code: 0 }],
    ['echo $A', { env: { A: 'é' } }, { stdout: 'é\n' }],
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
  it('kills everything that a command started when its time is over', async () => {
    await execute('sleep 4713 & sleep 4713', { timeout: 0.3 })
    expect((await execute('ps ax | grep -c "[s]leep 4713"')).result.stdout).toBe('0\n')
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
    expect(
      (await server.post('/write_file', { sandbox_id: id, path: '/tmp/a/b/c.txt', content })).result,
    ).toEqual({
      success: true,
      message: '',
    })
    expect((await read('/tmp/a/b/c.txt')).result).toEqual({ content })
    await server.post('/execute', { sandbox_id: id, command: "printf '\\351' > /tmp/latin" })
    expect((await read('/tmp/latin', { encoding: 'latin1' })).result.content).toBe('é')
    expect((await read('/tmp/latin', { errors: 'replace' })).result.content).toBe('\ufffd')
    expect((await read('/tmp/latin')).error).toContain('is not utf-8 text')
    expect((await read('/nope')).error).toContain('No such file or directory')
    expect((await read('/tmp')).error).toContain('is a directory')
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

describe('images', () => {
  const commit = async (sandbox: string, tag: string) => {
    const body = { sandbox_id: sandbox, image_tag: tag, username: 'u', password: 'p' }
    expect((await server.post('/commit', body)).result).toMatchObject({ image_tag: tag, sandbox_id: sandbox })
    await expect
      .poll(async () => (await server.get(`/commit/${sandbox}`)).result.phase, { timeout: 10_000 })
      .toBe('SUCCEEDED')
  }
  const boot = async (image: string) => (await server.post('/start', { image })).result.sandbox_id
  const shell = async (sandbox: string, command: string) =>
    (await server.post('/execute', { sandbox_id: sandbox, command: ['sh', '-c', command] })).result.stdout

  it('are saved in layers: changes, deletions and replaced directories', async () => {
    const first = await boot('local')
    await shell(
      first,
      'echo one > /root/one; mkdir /root/d; echo x > /root/d/x; echo "bin:x:2:2::/:/bin/sh" >> /etc/passwd',
    )
    await commit(first, 'test/one:1')
    const second = await boot('test/one:1')
    expect(await shell(second, 'cat /root/one /root/d/x; tail -1 /etc/passwd')).toBe(
      'one\nx\nbin:x:2:2::/:/bin/sh\n',
    )
    await shell(
      second,
      'rm /root/one; rm -r /root/d; mkdir /root/d; echo y > /root/d/y; chown 5:6 /root/d/y || true',
    )
    await commit(second, 'test/two:1')
    const third = await boot('test/two:1')
    expect(await shell(third, 'ls /root /root/d')).toBe('/root:\nd\n\n/root/d:\ny\n')
    expect(await shell(second, 'ls /root/one 2>&1; ls /root/d')).toContain('y')
    const { images } = (await server.get('/images')).result
    expect(images.map((image: { reference: string }) => image.reference)).toEqual(
      expect.arrayContaining(['local', 'test/one:1', 'test/two:1']),
    )
    for (const sandbox of [first, second, third]) await server.post('/stop', { sandbox_id: sandbox })
  })

  it('that are imported from a docker archive run as they are', async () => {
    const build = [
      'set -e; cd "$(mktemp -d)"; mkdir base top out out/l1 out/l2',
      'mkdir -p base/usr/bin base/usr/lib base/usr/lib64 base/root base/tmp base/etc',
      'ln -s usr/bin base/bin; ln -s usr/lib base/lib; ln -s usr/lib64 base/lib64',
      'for p in bash sh cat ls env mkdir; do f=$(command -v $p); cp -L $f base/usr/bin/',
      "  ldd $f | grep -o '/[^ ]*' | while read l; do mkdir -p base$(dirname $l); cp -Ln $l base$l; done; done",
      'echo gone > base/root/gone; echo old > base/root/kept; mkdir top/root; : > top/root/.wh.gone; echo new > top/root/kept',
      'tar -C base -cf out/l1/layer.tar .; tar -C top -czf out/l2/layer.tar .',
      `echo '{"config":{"Env":["GREETING=hello world"]}}' > out/config.json`,
      `echo '[{"Config":"config.json","RepoTags":["x:1"],"Layers":["l1/layer.tar","l2/layer.tar"]}]' > out/manifest.json`,
      'tar -C out -cf /root/image.tar .',
    ].join('\n')
    const built = await server.post('/execute', { sandbox_id: id, command: ['bash', '-c', build] })
    expect(built.result).toMatchObject({ exit_code: 0 })
    const archive: Buffer[] = []
    for await (const chunk of server.platform.files.chunks(id, '/root/image.tar')) archive.push(chunk)
    const form = new FormData()
    form.append('image_tag', 'imported:1')
    form.append('file', new Blob([new Uint8Array(Buffer.concat(archive))]), 'image.tar')
    const headers = { authorization: `Bearer ${server.token}` }
    const answer = await (
      await fetch(`${server.base}/images/import`, { method: 'POST', headers, body: form })
    ).json()
    expect(answer).toMatchObject({ status: 'Success', result: { reference: 'imported:1' } })
    const box = await boot('imported:1')
    expect(await shell(box, 'ls /root; cat /root/kept; echo $GREETING; ls /usr/bin')).toBe(
      'kept\nnew\nhello world\nbash\ncat\nenv\nls\nmkdir\nsh\n',
    )
    await server.post('/create_session', { sandbox_id: box, session: 's' })
    const run = await server.post('/run_in_session', {
      sandbox_id: box,
      session: 's',
      command: 'echo in $GREETING',
    })
    expect(run.result.output).toBe('in hello world')
    await server.post('/stop', { sandbox_id: box })
  })

  it('that are no images say what is wrong', async () => {
    const form = new FormData()
    form.append('image_tag', 'bad:1')
    form.append('file', new Blob(['not a tar']), 'x.tar')
    const headers = { authorization: `Bearer ${server.token}` }
    const answer = await (
      await fetch(`${server.base}/images/import`, { method: 'POST', headers, body: form })
    ).json()
    expect(answer).toMatchObject({ status: 'Failed', message: 'import image failed' })
    expect(answer.error).toContain('cannot be unpacked')
  })
})

describe('port proxies', () => {
  const port = 20_000 + (process.pid % 20_000)
  const script = [
    'import http.server',
    'class H(http.server.BaseHTTPRequestHandler):',
    '  def do_GET(s):',
    '    if s.path == "/go": s.send_response(302); s.send_header("Location", "/there?x=1"); s.end_headers(); return',
    '    s.send_response(404 if s.path == "/missing" else 200); s.end_headers()',
    '    s.wfile.write((s.command + " " + s.path + " " + str(s.headers.get("authorization"))).encode())',
    '  def do_POST(s):',
    '    b = s.rfile.read(int(s.headers["content-length"])); s.send_response(200); s.end_headers(); s.wfile.write(b.upper())',
    '  def log_message(s, *a): pass',
    `http.server.ThreadingHTTPServer(("127.0.0.1", ${port}), H).serve_forever()`,
  ].join('\n')
  const headers = () => ({ authorization: `Bearer ${server.token}` })
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${server.base}/sandboxes/${id}/proxy${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...headers(), ...init.headers },
    })

  beforeAll(async () => {
    await server.post('/write_file', { sandbox_id: id, path: '/root/service.py', content: script })
    await server.post('/execute', {
      sandbox_id: id,
      command: 'nohup python3 /root/service.py > /dev/null 2>&1 &',
    })
    while (!(await (await ask(`/port/${port}/`)).text()).startsWith('GET /')) await pause(50)
  })

  it('pass requests on, without our token', async () => {
    expect(await (await ask(`/port/${port}/a/b?c=d`)).text()).toBe('GET /a/b?c=d None')
    expect(await (await ask('/x', { headers: { 'X-ROCK-Target-Port': String(port) } })).text()).toBe(
      'GET /x None',
    )
    expect(await (await ask(`/y?rock_target_port=${port}&z=1`)).text()).toBe('GET /y?z=1 None')
    expect(await (await ask(`/port/${port}/`, { method: 'POST', body: 'abc' })).text()).toBe('ABC')
    expect((await ask(`/port/${port}/missing`)).status).toBe(404)
  })
  it('keep redirects below their prefix', async () => {
    expect((await ask(`/port/${port}/go`)).headers.get('location')).toBe(
      `/apis/envs/sandbox/v1/sandboxes/${id}/proxy/port/${port}/there?x=1`,
    )
  })
  it('refuse a port given twice, and say when nothing listens', async () => {
    const twice = await ask(`/port/${port}/?rock_target_port=${port}`)
    expect(twice.status).toBe(400)
    expect(await twice.json()).toEqual({
      detail: 'Cannot specify target port via multiple sources: path, query parameter rock_target_port',
    })
    expect(await (await ask('/port/1/')).json()).toMatchObject({
      status: 'Failed',
      message: 'http proxy failed',
      error: 'All connection attempts failed',
    })
  })

  const closing = (path: string): Promise<[number, string]> =>
    new Promise((resolve) => {
      const ws = new WebSocket(`${server.base.replace('http', 'ws')}/sandboxes/${path}`, {
        headers: headers(),
      })
      ws.once('close', (code, reason) => resolve([code, String(reason)]))
      ws.once('unexpected-response', (_request, response) => resolve([response.statusCode ?? 0, '']))
      ws.on('error', () => undefined)
    })
  it('close forwards with the platform’s codes', async () => {
    expect(await closing(`${id}/portforward?port=22`)).toEqual([
      1008,
      'Port 22 is below minimum allowed port 1024',
    ])
    expect(await closing(`${id}/portforward?port=70000`)).toEqual([
      1008,
      'Port 70000 is above maximum allowed port 65535',
    ])
    expect(await closing(`nope/portforward?port=2000`)).toEqual([
      1011,
      'Proxy error: sandbox nope not started',
    ])
    expect((await closing(`${id}/portforward?port=1999`))[0]).toBe(1011)
    expect(await closing(`${id}/portforward`)).toEqual([403, ''])
    expect(await closing(`${id}/proxy/port/1999/ws`)).toEqual([403, ''])
  })
  it('carry WebSockets byte for byte, sub-protocol included', async () => {
    const inner = createServer()
    const { WebSocketServer } = await import('ws')
    const sockets = new WebSocketServer({ server: inner, handleProtocols: () => 'chat.v2' })
    sockets.on('connection', (ws, request) =>
      ws.on('message', (data) => ws.send(`${request.url} ${String(data)}`)),
    )
    // The sandbox shares this machine's network, so a service of ours stands for one inside.
    await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve))
    const { port: innerPort } = inner.address() as { port: number }
    const url = `${server.base.replace('http', 'ws')}/sandboxes/${id}/proxy/port/${innerPort}/chat?q=1`
    const ws = new WebSocket(url, ['chat.v1', 'chat.v2'], { headers: headers() })
    await new Promise((resolve) => ws.once('open', resolve))
    expect(ws.protocol).toBe('chat.v2')
    const answer = new Promise<string>((resolve) => ws.once('message', (data) => resolve(String(data))))
    ws.send('hello')
    expect(await answer).toBe('/chat?q=1 hello')
    ws.terminate()
    sockets.close()
    inner.closeAllConnections()
    inner.close()
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
    expect(result.processes).toBeGreaterThan(1)
    expect(result.disk).toBeGreaterThan(0)
    expect((await server.get('/get_token', { account: 'primary' })).result).toBeNull()
  })
})
