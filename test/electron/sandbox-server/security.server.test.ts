import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedFolder } from '../../temporary-folder.ts'
import { startServer, type TestServer } from './support/server.ts'

/** A caller's paths and bodies must affect nothing outside of the sandbox, and not the server. */
let server: TestServer
let id: string
const outside = sharedFolder()
let secret: string

beforeAll(async () => {
  server = await startServer()
  id = (await server.post('/start', { image: 'local', memory: '512m' })).result.sandbox_id
  secret = join(outside, 'secret')
  writeFileSync(secret, 'TOP-SECRET')
})
afterAll(() => server.close())

const up = '../'.repeat(12)
const paths: [string, (path: string) => string][] = [
  ['absolute', (path) => path],
  ['with .. from the home', (path) => `/root/${up}${path}`],
  ['relative with ..', (path) => `${up}${path}`],
  ['with encoded ..', (path) => `/root/${up.replaceAll('../', '%2e%2e%2f')}${path}`],
  ['with twice encoded ..', (path) => `/root/${up.replaceAll('../', '%252e%252e%252f')}${path}`],
  ['with backslashes', (path) => `/root/${up.replaceAll('/', '\\')}${path}`],
  ['through the process’s root', (path) => `/proc/self/root${path}`],
  ['through the first process’s root', (path) => `/proc/1/root${path}`],
  ['through a link to the file', () => '/root/link'],
  ['through a link to the root', (path) => `/root/top${path}`],
  ['as an option', (path) => `--${path}`],
  ['as a command', (path) => `$(cat ${path})`],
  ['with a NUL', (path) => `/root/x\0${path}`],
]

const upload = async (target: string, content: string, name = 'f') => {
  const form = new FormData()
  form.append('sandbox_id', id)
  form.append('target_path', target)
  form.append('file', new Blob([content]), name)
  const headers = { authorization: `Bearer ${server.token}` }
  return (await fetch(`${server.base}/upload`, { method: 'POST', headers, body: form })).json()
}

describe.each(paths)('a path %s', (_how, of) => {
  beforeAll(async () => {
    await server.post('/execute', {
      sandbox_id: id,
      command: `ln -sfn ${secret} /root/link; ln -sfn / /root/top`,
    })
  })
  it('reads nothing outside of the sandbox', async () => {
    const answer = await server.post('/read_file', { sandbox_id: id, path: of(secret) })
    expect(JSON.stringify(answer)).not.toContain('TOP-SECRET')
    expect(answer.status).toBe('Failed')
  })
  it('writes nothing outside of the sandbox', async () => {
    const planted = join(outside, 'planted')
    await server.post('/write_file', { sandbox_id: id, path: of(planted), content: 'evil' })
    await upload(of(planted), 'evil')
    await server.post('/write_file', { sandbox_id: id, path: of(secret), content: 'evil' })
    await upload(of(secret), 'evil')
    expect(() => readFileSync(planted)).toThrow('ENOENT')
    expect(readFileSync(secret, 'utf8')).toBe('TOP-SECRET')
    // The file written above exists only in the sandbox; removed, so that later rows do not find it.
    await server.post('/execute', { sandbox_id: id, command: ['rm', '-rf', outside] })
  })
})

describe('names', () => {
  it.each(['../../../../../../tmp/planted', '/tmp/planted', '..\\..\\planted', '..', ''])(
    'a file name %j of an upload chooses no place',
    async (name) => {
      await server.post('/execute', { sandbox_id: id, command: 'rm -rf /root/into; mkdir -p /root/into' })
      await upload('/root/into', 'x', name)
      const list = 'find /root/into -type f | wc -l; ls /tmp/planted 2>/dev/null; true'
      const { stdout } = (await server.post('/execute', { sandbox_id: id, command: list })).result
      expect(stdout).toMatch(/^[01]\n$/)
      expect(() => readFileSync('/tmp/planted')).toThrow('ENOENT')
    },
  )
  it.each(['../x', 'a/b', '.', '..', '%2e%2e', 'a\0b'])('a sandbox cannot be called %j', async (name) => {
    const answer = await server.post('/start', { image: 'local', sandbox_id: name })
    expect(answer.status).toBe('Failed')
  })
  it.each(['../x', '/etc', 'a/../../b', '-rf'])('an image called %j stays in its folder', async (name) => {
    await server.post('/commit', { sandbox_id: id, image_tag: name, username: 'u', password: 'p' })
    await expect.poll(async () => (await server.get(`/commit/${id}`)).result.phase).not.toBe('RUNNING')
    const made = readdirSync(join(server.data, 'images'))
    for (const entry of made) expect(entry).toMatch(/^(?:img-[0-9a-f]+|local-\d+(?:\.stamp)?|work)$/)
    expect(made.some((entry) => entry.startsWith('img-'))).toBe(true)
  })
})

/** Sends an endless body without a content length; resolves with the response, or how the connection ended. */
function endless(path: string, type: string, head = ''): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(server.url)
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': type }
    const call = request({ hostname, port, path, method: 'POST', headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => {
        resolve(text)
        call.destroy()
      })
    })
    call.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
    call.write(head)
    const block = Buffer.alloc(1024 ** 2, 0x20)
    const more = () => {
      while (!call.destroyed && call.write(block));
      if (!call.destroyed) call.once('drain', more)
    }
    more()
  })
}

describe('an oversized body', () => {
  it.each(['/apis/envs/sandbox/v1/write_file', '/apis/v1/envs/gem/step'])(
    'that is announced is refused unread: %s',
    async (path) => {
      const { hostname, port } = new URL(server.url)
      const answer = await new Promise<string>((resolve, reject) => {
        const headers = {
          authorization: `Bearer ${server.token}`,
          'content-type': 'application/json',
          'content-length': String(10 * 1024 ** 3),
        }
        const call = request({ hostname, port, path, method: 'POST', headers }, (response) => {
          let text = ''
          response.on('data', (chunk) => (text += String(chunk)))
          response.on('end', () => resolve(text))
        })
        call.on('error', reject)
        call.write('{')
      })
      expect(JSON.parse(answer)).toMatchObject({ status: 'Failed', message: 'invalid parameter' })
      expect(answer).toContain('larger than 64 MB')
    },
  )
  it.each(['/apis/envs/sandbox/v1/write_file', '/apis/v1/envs/gem/step'])(
    'that never ends is refused: %s',
    async (path) => {
      expect(await endless(path, 'application/json', '{"a":"')).toMatch(/larger than 64 MB|ECONNRESET|EPIPE/)
    },
  )
  it('of a field in a form is refused', async () => {
    const head = '--x\r\ncontent-disposition: form-data; name="target_path"\r\n\r\n'
    const form = `${head}${'p'.repeat(200_000)}\r\n--x--\r\n`
    const headers = {
      authorization: `Bearer ${server.token}`,
      'content-type': 'multipart/form-data; boundary=x',
    }
    const answer = await fetch(`${server.base}/upload`, { method: 'POST', headers, body: form })
    expect(await answer.json()).toMatchObject({ status: 'Failed', message: 'invalid parameter' })
  })
  it.each([
    ['a file without an end', () => server.post('/read_file', { sandbox_id: id, path: '/dev/zero' })],
    ['a command without an end', () => server.post('/execute', { sandbox_id: id, command: ['yes'] })],
  ])('is not what %s makes of the answer', async (_what, ask) => {
    const answer = await ask()
    expect(answer.status).toBe('Failed')
    expect(answer.error).toContain('more than 192 MB')
  })
  it('of escapes that JSON cannot hold is reported', async () => {
    const command = ['head', '-c', '150000000', '/dev/zero']
    const answer = await server.post('/execute', { sandbox_id: id, command })
    expect(answer).toMatchObject({ http: 200, status: 'Failed', result: null })
    expect(answer.error).toContain('does not fit into one JSON text')
  })
  it('and all of that leaves the server unchanged', async () => {
    expect((await server.post('/execute', { sandbox_id: id, command: ['echo', 'fine'] })).result.stdout).toBe(
      'fine\n',
    )
    expect(server.stderr()).not.toMatch(/\n\s+at /)
    const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
    // The peak allows for an output of the maximum size, once: it is answered in slices.
    expect(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024 ** 2).toBeLessThan(0.8)
  })
})
