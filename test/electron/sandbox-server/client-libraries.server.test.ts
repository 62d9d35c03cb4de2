import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noPrograms, startServer, type TestServer } from './support/server.ts'

/** What programs written with the platform's client libraries (Python, TypeScript) rely on; docs/sandbox-platform.md. */
let server: TestServer
let id: string

beforeAll(async () => {
  server = await startServer()
  id = (await server.post('/start', { image: 'local', memory: '512m' })).result.sandbox_id
})
afterAll(() => server.close())

const execute = async (...command: string[]) =>
  (await server.post('/execute', { sandbox_id: id, command })).result

describe('users and their files', () => {
  it.skipIf(noPrograms)('belong to a group of the same name, as the libraries’ chown has it', async () => {
    expect(await execute('useradd', '-m', '-s', '/bin/bash', 'guest')).toMatchObject({ exit_code: 0 })
    expect(await execute('id', '-Gn', 'guest')).toMatchObject({ stdout: 'guest\n' })
    await execute('mkdir', '-p', '/workspace/mine')
    expect(await execute('chown', '-R', 'guest:guest', '/workspace/mine')).toMatchObject({
      stderr: '',
      exit_code: 0,
    })
    expect(await execute('stat', '-c', '%U:%G', '/workspace/mine')).toMatchObject({
      stdout: 'guest:guest\n',
    })
  })
  it('include package sources on a system that has them, for a mirror to be set', async () => {
    const debian = await execute('test', '-f', '/etc/debian_version')
    const set = await execute('sh', '-c', 'echo deb mirror > /etc/apt/sources.list')
    expect(set.exit_code === 0).toBe(debian.exit_code === 0)
  })
})

/** Creates a wheel with one module, since a package index may not be reachable. */
const WHEEL = `
import zipfile
with zipfile.ZipFile('/tmp/orrery_probe-1.0-py3-none-any.whl', 'w') as wheel:
    wheel.writestr('orrery_probe.py', 'answer = 42\\ndef tell(): print(answer)')
    wheel.writestr('orrery_probe-1.0.dist-info/entry_points.txt', '[console_scripts]\\norrery-probe = orrery_probe:tell\\n')
    wheel.writestr('orrery_probe-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: orrery-probe\\nVersion: 1.0\\n')
    wheel.writestr('orrery_probe-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr('orrery_probe-1.0.dist-info/RECORD', '')
`

describe('packages', () => {
  it.skipIf(noPrograms || (!existsSync('/usr/bin/pip3') && 'pip3 is not installed'))(
    'install with a plain pip, as in an image of Python',
    async () => {
      await execute('/usr/bin/python3', '-c', WHEEL)
      const wheel = '/tmp/orrery_probe-1.0-py3-none-any.whl'
      expect(await execute('/usr/bin/pip3', 'install', '-q', '--no-index', wheel)).toMatchObject({
        exit_code: 0,
      })
      expect(await execute('orrery-probe')).toMatchObject({ stdout: '42\n' })
    },
  )
})

describe('answers that are read without a look at the status', () => {
  it.each(['/nope', '/tmp', '/bin/true'])('hold a text for %s, which cannot be read', async (path) => {
    const answer = await server.post('/read_file', { sandbox_id: id, path })
    expect(answer).toMatchObject({ status: 'Failed', message: 'read file failed', result: { content: '' } })
    expect(answer.error).toContain(path)
  })
  it('hold nothing when there is no sandbox to read in', async () => {
    const answer = await server.post('/read_file', { sandbox_id: 'nowhere', path: '/nope' })
    expect(answer).toMatchObject({ status: 'Failed', result: null })
  })
})

describe('closing a session', () => {
  const close = (session: string, sandbox = id) =>
    server.post('/close_session', { sandbox_id: sandbox, session })
  it('that is not there succeeds, once more too', async () => {
    await server.post('/create_session', { sandbox_id: id, session: 'brief' })
    for (const name of ['brief', 'brief', 'never']) {
      expect(await close(name)).toMatchObject({ status: 'Success', result: { session_type: 'bash' } })
    }
  })
  it('of a sandbox that is not there fails', async () => {
    expect(await close('s', 'nowhere')).toMatchObject({ status: 'Failed', result: null })
  })
})

describe('the token', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  const list = async (headers: Record<string, string>) =>
    (await fetch(`${server.url}/apis/v1/envs/gem/list`, { headers })).status
  it('may be the password of the address, where a library takes no headers', async () => {
    expect(await list({ authorization: basic(`token:${server.token}`) })).toBe(200)
    expect(await list({ authorization: basic(`:${server.token}`) })).toBe(200)
  })
  it('may come in the libraries’ own header', async () => {
    expect(await list({ 'xrl-authorization': `Bearer ${server.token}` })).toBe(200)
  })
  it.each([
    ['a wrong password', () => ({ authorization: basic('token:wrong') })],
    ['the token as a user', () => ({ authorization: basic(`${server.token}:x`) })],
    ['no colon', () => ({ authorization: basic(server.token) })],
    ['not base64', () => ({ authorization: 'Basic %%%' })],
    ['a wrong header of the libraries', () => ({ 'xrl-authorization': 'Bearer wrong' })],
  ])('is not accepted as %s', async (_how, headers) => {
    expect(await list(headers())).toBe(401)
  })
})
