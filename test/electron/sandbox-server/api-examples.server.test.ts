import { readFileSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findTool } from '../../../electron/sandbox-server/runtime/bubblewrap/tools.ts'
import { answers } from '../../../electron/sandbox-server/api/answers.ts'
import { onCluster, startServer, type TestServer } from './support/server.ts'

const BASE = '/apis/envs/sandbox/v1'
const README = readFileSync('electron/sandbox-server/README.md', 'utf8')

let server: TestServer
// An OpenAPI document is read where it is looked into.
// oxlint-disable-next-line typescript/no-explicit-any
let document: any

const headers = () => ({ authorization: `Bearer ${server.token}` })

beforeAll(async () => {
  server = await startServer()
  document = await (await fetch(`${server.url}/openapi.json`, { headers: headers() })).json()
})
afterAll(() => server.close())

describe('every example of the description', () => {
  const examples = Object.entries(answers).flatMap(([name, { example }]) =>
    example ? [[name, example] as const] : [],
  )

  it.for(examples)(
    '%s works as it is written, and its answer is as described',
    async ([name, example], { skip }) => {
      const [method = '', path = ''] = name.split(' ')
      const shown = document.paths[BASE + path][method]
      const answer =
        method === 'get'
          ? await server.get(
              path,
              Object.fromEntries(Object.entries(example).map(([k, v]) => [k, String(v)])),
            )
          : await server.post(path, example)
      skip(
        /pause|resume/.test(path) && answer.error?.includes('processes cannot be held here') === true,
        answer.error ?? '',
      )
      skip(
        onCluster !== false && answer.error?.includes('its files went with it') === true,
        answer.error ?? '',
      )
      expect(answer).toMatchObject({ status: 'Success', error: null })
      const ajv = new Ajv2020({ strict: false })
      ajv.addSchema({ $id: 'd', components: document.components })
      const text = JSON.stringify(shown.responses[200].content['application/json'].schema)
      const [success] = JSON.parse(text.replaceAll('#/components', 'd#/components')).anyOf
      const { http: _http, ...envelope } = answer
      expect(ajv.validate(success, envelope), ajv.errorsText()).toBe(true)
      if (method === 'post') expect(shown.requestBody.content['application/json'].example).toEqual(example)
    },
  )

  it('describes the answer of every operation that has an envelope', () => {
    const without = Object.entries<Record<string, { responses: unknown; tags: string[] }>>(document.paths)
      .filter(([path]) => path.startsWith(BASE) && !/\/(upload|import|terminal|download)$/.test(path))
      .flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, { responses }]) =>
          JSON.stringify(responses).includes('anyOf') ? [] : [`${method} ${path}`],
        ),
      )
    expect(without).toEqual([])
  })
})

describe('the page', () => {
  it('shows every operation without a token, without scripts, and with the examples', async () => {
    const response = await fetch(`${server.url}/docs`)
    const page = await response.text()
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page).not.toMatch(/<script|src=/)
    for (const path of Object.keys(document.paths)) expect(page).toContain(path)
    expect(page).toContain('echo $((6 * 7))')
  })
})

describe('the README', () => {
  it('names every operation in its table', () => {
    for (const path of Object.keys(document.paths).filter((path) => path.startsWith(BASE)))
      expect(README).toContain(`\`${path.slice(BASE.length)}\``)
  })

  it('begins with ten lines that work', async ({ skip }) => {
    skip(!findTool('curl'), 'curl is not installed')
    const [, script = ''] = /```sh quick start\n([^]*?)```/.exec(README) ?? []
    expect(script.trim().split('\n').length).toBeLessThanOrEqual(10)
    const env = { ...process.env, URL: server.url, ORRERY_SANDBOX_TOKEN: server.token }
    const { stdout } = await promisify(execFile)('bash', ['-ec', script], { env })
    expect(stdout).toContain('"output":"42"')
    expect(stdout).toContain('"content":"hello\\n"')
    expect(stdout).toContain('quick stopped')
  })
})

describe('files', () => {
  const path = '/tmp/set'
  const ask = (asked: string) =>
    fetch(`${server.url}${BASE}/download?sandbox_id=demo&path=${encodeURIComponent(asked)}`, {
      headers: headers(),
    })

  beforeAll(async () => {
    await server.post('/start', { image: 'local', sandbox_id: 'demo' })
    await server.post('/restart', { sandbox_id: 'demo' })
    const command = `mkdir -p ${path} && cd ${path} && head -c 3000000 /dev/zero > zeros && printf x > 'a b' && chmod 750 'a b' && ln -sf 'a b' link && : > empty`
    await server.post('/execute', { sandbox_id: 'demo', command: ['sh', '-c', command] })
  })

  it('are listed', async () => {
    const { result } = await server.get('/list_folder', { sandbox_id: 'demo', path })
    const entries = result.entries.toSorted((a: { name: string }, b: { name: string }) =>
      a.name < b.name ? -1 : 1,
    )
    expect(entries).toMatchObject([
      { name: 'a b', kind: 'file', size: 1, mode: '750', owner: 'root' },
      { name: 'empty', size: 0 },
      { name: 'link', kind: 'link', target: 'a b', to_folder: false },
      { name: 'zeros', size: 3_000_000 },
    ])
    const part = (name: string, offset: number, length: number) =>
      server.get('/read_part', {
        sandbox_id: 'demo',
        path: `${path}/${name}`,
        offset: String(offset),
        length: String(length),
      })
    const zeros = (await part('zeros', 2_999_990, 4096)).result
    expect([Buffer.from(zeros.base64, 'base64'), zeros.size]).toEqual([Buffer.alloc(10), 3_000_000])
    expect(Math.abs(Date.now() - zeros.modified)).toBeLessThan(600_000)
    expect((await part('zeros', 0, 100)).result.base64).toBe(Buffer.alloc(100).toString('base64'))
    expect((await part('link', 0, 0)).result).toMatchObject({ base64: '', size: 1 })
    expect((await part('nope', 0, 1)).error).toMatch(/^cannot read .*nope: /)
    const { error } = await server.get('/list_folder', { sandbox_id: 'demo', path: '/nope' })
    expect(error).toMatch(/^cannot list \/nope: /)
  })

  it.each([
    ['with many bytes', 'zeros', 3_000_000],
    ['with none', 'empty', 0],
    ['whose name has a blank', 'a b', 1],
    ['behind a link', 'link', 1],
  ])('come as bytes: one %s', async (_what, name, size) => {
    const response = await ask(`${path}/${name}`)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('x-file-size')).toBe(String(size))
    expect((await response.arrayBuffer()).byteLength).toBe(size)
  })

  it('come as an archive: a folder with its permissions', async () => {
    const response = await ask(path)
    expect(response.headers.get('content-type')).toBe('application/x-tar')
    const archive = Buffer.from(await response.arrayBuffer())
    const listed = promisify(execFile)('tar', ['-tvf', '-'], { encoding: 'utf8' })
    listed.child.stdin?.end(archive)
    const { stdout } = await listed
    expect(stdout).toMatch(/-rwxr-x---.* \.\/set\/a b\n/)
    expect(stdout).toContain('link -> a b')
  })

  it.each([
    ['that is not there', '/nope', /cannot read \/nope: /],
    ['that nobody would ever write to', '/tmp/pipe', /named pipe/],
  ])('are refused in the envelope: one %s', async (_what, asked, reason) => {
    await server.post('/execute', { sandbox_id: 'demo', command: ['mkfifo', '/tmp/pipe'] })
    expect(await (await ask(asked)).json()).toMatchObject({
      status: 'Failed',
      message: 'download file failed',
      error: expect.stringMatching(reason),
    })
  })
})
