import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { FOREGROUND_SIGNAL } from '#shared/sandbox/foreground-signal.ts'
import {
  SandboxPlatform,
  SandboxPlatformError,
  type Session,
} from '../../../../electron/workbench/sandboxes/client/index.ts'
import { noPython, startServer, type TestServer } from '../../sandbox-server/support/server.ts'
import { sharedFolder } from '../../../temporary-folder.ts'

let server: TestServer
const folder = sharedFolder()
let id: string

beforeAll(async () => {
  server = await startServer()
  id = await server.platform.start({ image: 'local', cpus: 1, memory: '512m' })
})
afterAll(() => server.close())

afterEach(() => void vi.restoreAllMocks())

/** The same platform without Orrery's extensions. */
const plainPlatform = (): SandboxPlatform =>
  new SandboxPlatform({ baseUrl: `${server.url}/`, token: server.token, paths: { follow: '/absent' } })

/** A command's result with its complete output. */
async function printed(session: Session, command: string) {
  let output = ''
  const result = await session.run(command, { onOutput: (chunk) => (output += chunk) })
  return { ...result, output }
}

describe.each([
  ['with our extensions', () => server.platform, false],
  ['whose terminal is watched', () => server.platform, true],
  ['with plain REST only', plainPlatform, false],
] as const)('a session %s', (_name, platformOf, watched) => {
  let platform: SandboxPlatform
  let session: Session
  const name = `s-${Math.random()}`

  beforeAll(async () => {
    platform = platformOf()
    session = await platform.openSession(id, name)
    if (watched) session.watch({ foreground: () => undefined, background: () => undefined })
  })
  afterAll(() => session.close())

  it.each([
    ['cd /tmp && export A=7', '', 0],
    ['echo "$A $PWD"', '7 /tmp\r\n', 0],
    ['false', '', 1],
    ["cat <<'X' | tr a-z A-Z\na\tb!\nX", 'A\tB!\r\n', 0],
    ['echo one; echo two >&2;', 'one\r\ntwo\r\n', 0],
    ["printf '日本語 \\xf0\\x9f\\x8e\\x89'", '日本語 🎉', 0],
    ['no-such-program', expect.stringContaining('command not found'), 127],
  ])('runs %j', async (command, output, exitCode) => {
    expect(await printed(session, command)).toMatchObject({ output, exitCode, cwd: '/tmp' })
  })

  it('shows output while the command runs', async () => {
    const chunks: string[] = []
    let before = ''
    const done = session.run('echo first; until [ -e /tmp/go ]; do sleep 0.05; done; rm /tmp/go; echo last', {
      onOutput: (chunk) => {
        chunks.push(chunk)
        if (before === '' && chunks.join('').includes('first')) {
          before = chunks.join('')
          void server.platform.execute(id, ['touch', '/tmp/go'])
        }
      },
    })
    await done
    expect(before).toBe('first\r\n')
    expect(chunks.join('')).toBe('first\r\nlast\r\n')
  })

  it.each([
    ['INT', 'sleep 60', 130],
    ['INT', 'echo one; sleep 60; sleep 60', 130],
    ['INT', 'while :; do :; done', 130],
    ['INT', 'while :; do sleep 0.01; done', 130],
    ['INT', 'while :; do /bin/true; done', 130],
    ['KILL', `sh -c 'trap "" INT; while :; do sleep 0.1; done'`, 137],
  ] as const)('%s ends %s at any moment, and the session continues', async (name, command, code) => {
    await session.run('kept=yes')
    // Milliseconds after the start: before the platform has the command, while its shell begins it, and while it runs.
    for (const moment of [0, 4, 8, 12, 16, 24, 40, 150]) {
      const running = session.run(command, { onOutput: () => undefined })
      await setTimeout(moment)
      await session.interrupt(name)
      expect(await running, `after ${moment} ms`).toMatchObject({ exitCode: code })
    }
    expect(await printed(session, 'echo "$kept"')).toMatchObject({ output: 'yes\r\n', exitCode: 0 })
  })

  it('is interrupted at the first look that signals the shell as well, however short its programs live', async () => {
    const shell = (await printed(session, 'echo $$')).output.trim()
    for (let time = 0; time < 10; time++) {
      const running = session.run('while :; do /bin/true; done', { onOutput: () => undefined })
      await setTimeout(100)
      const look = ['sh', '-c', FOREGROUND_SIGNAL, 'sh', shell, 'INT', '', 'also']
      await platform.execute(id, look)
      await running
    }
    expect((await printed(session, 'echo usable')).output).toBe('usable\r\n')
  })

  it('is interrupted, too, when the interrupt overtakes the command on its way', async () => {
    const { client } = platform
    const post = client.post.bind(client)
    vi.spyOn(client, 'post').mockImplementation(async (operation, ...rest) => {
      if (operation === 'run') await setTimeout(400)
      return post(operation, ...rest)
    })
    const running = session.run('sleep 60')
    await session.interrupt('INT')
    expect(await running).toMatchObject({ exitCode: 130 })
  })

  it('interrupts the foreground job when the caller gives up', async () => {
    const giveUp = new AbortController()
    const running = session.run('sleep 600', { signal: giveUp.signal })
    void setTimeout(200).then(() => giveUp.abort())
    await expect(running).rejects.toMatchObject({ code: 'ABORTED' })
    expect((await printed(session, 'echo usable')).output).toBe('usable\r\n')
  })

  it('hits no later command when it looks for a process to interrupt again, late', async () => {
    const execute = platform.execute.bind(platform)
    let looks = 0
    vi.spyOn(platform, 'execute').mockImplementation(async (sandbox, argv, options) => {
      if (!argv.includes('INT')) return execute(sandbox, argv, options)
      const look = ++looks
      if (look === 2) await setTimeout(700)
      const answer = await execute(sandbox, argv, options)
      return look === 1 ? { ...answer, stdout: 'perhaps somebody' } : answer
    })
    const giveUp = new AbortController()
    const running = session.run('sleep 60', { signal: giveUp.signal })
    void setTimeout(200).then(() => giveUp.abort())
    await expect(running).rejects.toMatchObject({ code: 'ABORTED' })
    expect(await printed(session, 'sleep 0.9; echo usable')).toMatchObject({
      output: 'usable\r\n',
      exitCode: 0,
    })
  })

  it('reports a timeout with the partial output', async () => {
    await expect(session.run('sleep 600', { seconds: 0.4 })).rejects.toMatchObject({
      code: 'FAILED',
      message: expect.stringContaining('timeout after 0.4 seconds'),
    })
    expect((await printed(session, 'echo usable')).output).toBe('usable\r\n')
  })

  it.skipIf(noPython)('drives a program that prompts', async () => {
    const options = { expect: ['>>> '] }
    expect(await session.expect('python3 -q', options)).toMatchObject({ matched: '>>> ' })
    expect(await session.expect('6*7', options)).toMatchObject({ output: '42', matched: '>>> ' })
    await session.expect('exit()', { expect: [], quit: true })
    expect((await printed(session, 'echo back')).output).toBe('back\r\n')
  })
})

it('repeats in its answer next to nothing of a flood that was followed, and loses nothing of it', async () => {
  const session = await server.platform.openSession(id, 'flood')
  const { client } = server.platform
  const post = client.post.bind(client)
  let answered = Infinity
  vi.spyOn(client, 'post').mockImplementation(async (operation, ...rest) => {
    const answer = await post(operation, ...rest)
    if (operation === 'run') answered = (answer as { output: string }).output.length
    return answer
  })
  // Slow enough for a follower to see it, fast enough to be ahead of the follower.
  const { output, exitCode } = await printed(
    session,
    'for n in $(seq 40); do seq $((n * 5000)) $((n * 5000 + 4999)); sleep 0.02; done',
  )
  const lines = output.trimEnd().split('\r\n')
  expect(exitCode).toBe(0)
  expect(lines).toHaveLength(200_000)
  expect(lines.findIndex((line, index) => Number(line) !== index + 5000)).toBe(-1)
  expect(answered).toBeLessThan(output.length / 2)
  await session.close()
})

describe('files', () => {
  it('carries bytes both ways and reports progress', async () => {
    const bytes = randomBytes(9 * 1024 ** 2 + 17)
    const [local, back] = [join(folder, 'up.bin'), join(folder, 'down.bin')]
    await writeFile(local, bytes)
    const seen: number[] = []
    const onProgress = ({ bytes: count }: { bytes: number }) => void seen.push(count)
    await server.platform.files.uploadFile(id, local, '/root/deep/er/file ä\n.bin', { onProgress })
    expect(seen.at(-1)).toBe(bytes.length)
    await server.platform.files.download(id, '/root/deep/er/file ä\n.bin', back, { onProgress })
    expect(seen.at(-1)).toBe(bytes.length)
    expect((await readFile(back)).equals(bytes)).toBe(true)
  })

  it('hands out a folder as one archive, and says why where there is none', async () => {
    const make = 'mkdir -p /root/set/in && printf x > /root/set/in/x && chmod 750 /root/set/in/x'
    await server.platform.execute(id, ['sh', '-c', make])
    const archive = await buffer(await server.platform.files.stream(id, '/root/set'))
    const header = archive.subarray(0, 512).toString('latin1')
    expect(header).toMatch(/^\.\/set\//)
    expect(archive.toString('latin1')).toContain('./set/in/x')
    await expect(server.platform.files.stream(id, '/root/nothing')).rejects.toMatchObject({
      code: 'FAILED',
      message: expect.stringContaining('cannot read /root/nothing'),
    })
  })

  it(
    'downloads 300 MB to the byte, in a sandbox with less memory than that',
    { timeout: 240_000 },
    async () => {
      const small = await server.platform.start({ image: 'local', cpus: 1, memory: '256m' })
      const make = 'head -c 300000000 /dev/urandom > /root/large; sha256sum < /root/large'
      const { stdout } = await server.platform.execute(small, ['sh', '-c', make], { seconds: 120 })
      const sum = createHash('sha256')
      let total = 0
      let most = 0
      for await (const chunk of server.platform.files.chunks(small, '/root/large')) {
        total += chunk.length
        most = Math.max(most, chunk.length)
        sum.update(chunk)
      }
      expect([total, `${sum.digest('hex')}  -\n`]).toEqual([300_000_000, stdout])
      expect(most).toBeLessThanOrEqual(4 * 1024 ** 2)
      expect((await server.get('/get_statistics', { sandbox_id: small })).result.out_of_memory).toBe(0)
      await server.platform.stop(small)
    },
  )

  it('lists every kind of entry under any name', async () => {
    const { files } = server.platform
    await files.makeDirectory(id, '/root/list/.hidden dir')
    await files.writeText(id, "/root/list/it's\na file", 'x\r\ny')
    await server.platform.execute(id, ['ln', '-s', 'no where', '/root/list/link'])
    const entries = await files.list(id, '/root/list')
    expect(entries.map(({ name, kind, size, target }) => ({ name, kind, size, target }))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: '.hidden dir', kind: 'directory' }),
        { name: "it's\na file", kind: 'file', size: 4, target: undefined },
        expect.objectContaining({ name: 'link', kind: 'link', target: 'no where' }),
      ]),
    )
    expect(await files.readText(id, "/root/list/it's\na file")).toBe('x\r\ny')
    expect(await files.stat(id, "/root/list/it's\na file")).toMatchObject({ size: 4, kind: 'file' })
  })

  it.each([
    ['reads', () => server.platform.files.readText(id, '/nope'), 'No such file'],
    ['lists', () => server.platform.files.list(id, '/nope'), /nope|No such file/],
    ['reads a directory', () => server.platform.files.readText(id, '/tmp'), 'is a directory'],
    ['writes', () => server.platform.files.writeText(id, '/proc/nope/x', ''), 'cannot write'],
    ['removes', () => server.platform.files.remove(id, '/nope'), 'No such file'],
  ])('says why it cannot when it %s', async (_what, act, reason) => {
    await expect(act()).rejects.toThrow(reason)
  })
})

describe('port forwards', () => {
  it.skipIf(noPython)('carry bytes to a server inside and back', async () => {
    const script =
      'import socket\ns=socket.create_server(("127.0.0.1",0)); print(s.getsockname()[1],flush=True)\n' +
      'while True:\n c,_=s.accept(); d=c.recv(65536); c.sendall(d.upper()); c.close()'
    await server.platform.files.writeText(id, '/root/echo.py', script)
    await server.platform.execute(id, ['sh', '-c', 'nohup python3 /root/echo.py > /root/port 2>&1 &'])
    let port = 0
    while (port === 0) port = Number(await server.platform.files.readText(id, '/root/port')) || 0
    const forward = await server.platform.forwards.open(id, port)
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(forward.localPort, '127.0.0.1', () => socket.write('hello'))
      let text = ''
      socket.on('data', (chunk) => (text += String(chunk)))
      socket.once('end', () => resolve(text))
      socket.once('error', reject)
    })
    expect(answer).toBe('HELLO')
    forward.close()
  })
})

describe('life cycle', () => {
  it('starts, lists, stops, restarts and deletes', async () => {
    const { platform } = server
    const other = await platform.startAsync({ image: 'python:3.11', autoStopMinutes: 5 })
    const seen = await platform.whenAlive(other)
    expect(seen).toMatchObject({ state: 'running', image: 'python:3.11' })
    expect((await platform.list()).map((item) => item.sandbox_id)).toContain(other)
    await platform.files.writeText(other, '/root/kept', 'yes')
    await platform.stop(other)
    expect(await platform.status(other)).toMatchObject({ state: 'stopped', is_alive: false })
    await platform.restart(other)
    await platform.whenAlive(other)
    expect(await platform.files.readText(other, '/root/kept')).toBe('yes')
    await expect(platform.delete(other)).rejects.toMatchObject({ code: 'FAILED', platformCode: 4000 })
    await platform.stop(other)
    await platform.delete(other)
    expect(await platform.status(other)).toMatchObject({ state: 'deleted' })
  })

  it('never moves the idle deadline by looking', async () => {
    const before = (await server.platform.status(id)).auto_stop_time
    await setTimeout(1_100)
    await server.platform.list()
    await server.platform.isAlive(id)
    await server.platform.statistics(id)
    expect((await server.platform.status(id)).auto_stop_time).toBe(before)
    await server.platform.keepAlive(id)
    expect((await server.platform.status(id)).auto_stop_time).not.toBe(before)
  })
})

describe('refusals have a code', () => {
  it.each([
    ['UNAUTHORIZED', () => new SandboxPlatform({ baseUrl: server.url, token: 'wrong' }).list()],
    ['UNREACHABLE', () => new SandboxPlatform({ baseUrl: 'http://127.0.0.1:9' }).status('x')],
    ['FAILED', () => server.platform.status('unknown')],
    ['INVALID', () => server.platform.start({ image: ' ' })],
    [
      'NO_SUCH_OPERATION',
      () => new SandboxPlatform({ baseUrl: server.url, token: server.token, basePath: '/other' }).stop('x'),
    ],
    ['TIMEOUT', () => server.platform.execute(id, ['sleep', '5'], { timeout: 100 })],
  ])('%s', async (code, act) => {
    const error = await act().then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(SandboxPlatformError)
    expect(error).toMatchObject({ code })
  })
})
