import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from './support/server.ts'

let server: TestServer
let id: string
let paths: [path: string, method: 'get' | 'post'][]

beforeAll(async () => {
  server = await startServer(['--max-sandboxes', '6'])
  id = (await server.post('/start', { image: 'local', memory: '512m' })).result.sandbox_id
  await server.post('/create_session', { sandbox_id: id, session: 'default' })
  const headers = { authorization: `Bearer ${server.token}` }
  const document = await (await fetch(`${server.url}/openapi.json`, { headers })).json()
  const base = '/apis/envs/sandbox/v1'
  const own = Object.entries(document.paths as Record<string, object>).filter(([path]) =>
    path.startsWith(base),
  )
  paths = own.flatMap(([path, verbs]) =>
    Object.keys(verbs).map((verb): [string, 'get' | 'post'] => [
      path.slice(base.length),
      verb as 'get' | 'post',
    ]),
  )
})
afterAll(() => server.close())

const envelopeKeys = ['error', 'message', 'result', 'status']

/** Whatever the request, the answer is an envelope, or a `detail` with one of a few other status codes. */
async function wellFormed(response: Response): Promise<void> {
  const body = (await response.json()) as Record<string, unknown>
  if (response.status === 200) {
    expect(Object.keys(body).sort()).toEqual(envelopeKeys)
    expect(['Success', 'Failed']).toContain(body['status'])
  } else {
    expect([400, 404, 405]).toContain(response.status)
    expect(body).toHaveProperty('detail')
  }
}

const send = (path: string, method: string, body: BodyInit | undefined, type: string | undefined) =>
  fetch(server.base + path.replace('{id}', encodeURIComponent(id)), {
    method: method.toUpperCase(),
    headers: { authorization: `Bearer ${server.token}`, ...(type ? { 'content-type': type } : {}) },
    ...(method === 'post' && body !== undefined ? { body } : {}),
    signal: AbortSignal.timeout(60_000),
  })

/** Values plausible enough to pass the first validation. */
const likely = () =>
  fc.record(
    {
      sandbox_id: fc.oneof(fc.constant(id), fc.string()),
      session: fc.oneof(fc.constant('default'), fc.string()),
      command: fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.constantFrom('true', 'echo x', '((', "'"),
      ),
      timeout: fc.oneof(fc.constant(0.5), fc.double(), fc.constant(0.2)),
      check: fc.constantFrom('silent', 'raise', 'ignore', 'x'),
      path: fc.oneof(fc.string(), fc.constantFrom('/tmp/x', '/nope', '/', 'a\0b')),
      content: fc.string({ unit: 'binary' }),
      image: fc.constantFrom('local', '', 'x:y'),
      image_tag: fc.string(),
      expect: fc.array(fc.string(), { maxLength: 2 }),
      signal: fc.constantFrom('INT', 'X'),
      data: fc.string(),
      rows: fc.integer(),
      cols: fc.integer(),
      sandbox_ids: fc.array(fc.string(), { maxLength: 3 }),
      env: fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }),
      cwd: fc.string(),
    },
    { requiredKeys: [] },
  )

const runs = { numRuns: 150, interruptAfterTimeLimit: 40_000 }
/** Operations that stop the only sandbox or start many would make the rest of the run meaningless. */
const dull = new Set(['/stop', '/delete', '/close_session', '/restart', '/sandboxes/{id}/restart', '/start'])
const lively = () => fc.constantFrom(...paths.filter(([path]) => !dull.has(path)))

describe('the server answers well-formed', () => {
  it('to random JSON at every path', async () => {
    for (const [path, method] of paths) {
      if (dull.has(path)) continue
      await fc.assert(
        fc.asyncProperty(fc.jsonValue(), async (value) => {
          await wellFormed(await send(path, method, JSON.stringify(value), 'application/json'))
        }),
        { numRuns: 4 },
      )
    }
  })
  it('to nearly right requests', async () => {
    await fc.assert(
      fc.asyncProperty(lively(), likely(), async ([path, method], body) => {
        const limited = path === '/run_in_session' || path === '/execute' ? { ...body, timeout: 0.3 } : body
        await wellFormed(await send(path, method, JSON.stringify(limited), 'application/json'))
      }),
      runs,
    )
  })
  it('to binary bodies of any type', async () => {
    const type = fc.constantFrom(
      'application/json',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'a/b',
      undefined,
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.uint8Array({ maxLength: 2_000 }),
        type,
        async ([path, method], bytes, kind) => {
          await wellFormed(await send(path, method, new Uint8Array(bytes), kind))
        },
      ),
      runs,
    )
  })
  it('to broken multipart forms', async () => {
    const part = fc.constantFrom(
      '--x\r\ncontent-disposition: form-data; name="sandbox_id"\r\n\r\n',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n',
      '--x\r\ncontent-disposition: form-data; name="target_path"\r\n\r\n/tmp/f\r\n',
      '--x--\r\n',
      '\r\n',
      'data',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        await wellFormed(await send('/upload', 'post', parts.join(''), 'multipart/form-data; boundary=x'))
      }),
      { ...runs, numRuns: 60 },
    )
  })
  it('to random paths and queries', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.webPath(),
        fc.webQueryParameters(),
        fc.constantFrom('get', 'post'),
        async (path, query, method) => {
          await wellFormed(await send(`${path}?${query}`, method, '{}', 'application/json'))
        },
      ),
      runs,
    )
  })
  it('and survives bytes that are no HTTP at all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 500 }), async (bytes) => {
        const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
        socket.on('error', () => undefined)
        socket.end(bytes)
        await new Promise((resolve) => socket.once('close', resolve).resume())
      }),
      { numRuns: 40 },
    )
  })
  it('and still works afterwards', async () => {
    expect([server.child.exitCode, server.stderr().match(/\n\s+at .*/)]).toEqual([null, null])
    // One of the requests may have paused it.
    await server.post('/resume', { sandbox_id: id })
    expect((await server.post('/execute', { sandbox_id: id, command: ['echo', 'fine'] })).result.stdout).toBe(
      'fine\n',
    )
  })
})
