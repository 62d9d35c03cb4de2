import { existsSync } from 'node:fs'
import { get } from 'node:http'
import {
  AuthenticationError,
  CommandExitError,
  InvalidArgumentError,
  NotFoundError,
  Sandbox,
  SandboxError,
  SandboxNotFoundError,
  Secret,
  Template,
  TimeoutError,
  Volume,
} from 'e2b'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noPrograms, onCluster, type TestServer } from '../support/server.ts'
import { ADD_GUEST, failure, MEMORY, type SdkServer, startForSdk } from './support.ts'

let sdk: SdkServer
let sandbox: Sandbox
let server: TestServer

beforeAll(async () => {
  sdk = await startForSdk({ metadata: { suite: 'main' }, envs: { GREETING: 'hello' } })
  sandbox = sdk.sandbox
  server = sdk.server
})
afterAll(() => sdk.close())

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
/** Number of `sleep SECONDS` processes in the sandbox. */
const sleepers = async (seconds: number): Promise<number> => {
  const look = `cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' | grep -o '[s]leep ${seconds}' | wc -l`
  return Number((await sandbox.commands.run(look)).stdout)
}
/** Where pausing is not supported, the expected answer is that error. */
const isHeldHere = async (work: Promise<unknown>): Promise<boolean> => {
  const error = await failure(work)
  const words = onCluster ? 'Kubernetes cannot pause a Pod, and a stopped one is gone' : 'keepMemory false'
  if (error !== undefined) expect((error as Error).message).toContain(words)
  return error === undefined
}

describe('creating', () => {
  it('answers a sandbox that runs, with its id, and what it was given', async () => {
    expect(sandbox.sandboxId).toMatch(/^[0-9a-f]{32}$/)
    expect(await sandbox.isRunning()).toBe(true)
    expect(await sandbox.getInfo()).toMatchObject({
      sandboxId: sandbox.sandboxId,
      templateId: 'base',
      state: 'running',
      metadata: { suite: 'main' },
      cpuCount: 2,
      lifecycle: { onTimeout: 'kill' },
    })
  })
  it('ends it when asked, after the time that was given', async () => {
    const { startedAt, endAt } = await sandbox.getInfo()
    expect(endAt.getTime() - startedAt.getTime()).toBeGreaterThan(590_000)
  })
  it('gives its variables to every program', async () => {
    expect((await sandbox.commands.run('echo $GREETING')).stdout).toBe('hello\n')
  })
  it('is one of ours, and as isolated', async () => {
    const { result } = await server.get('/get_status', { sandbox_id: sandbox.sandboxId })
    expect(result).toMatchObject({ is_alive: true, image: 'local' })
  })
  it.each([
    ['volumes', { volumeMounts: { '/data': 'mine' } }, 'volumes cannot be had here'],
    ['an MCP gateway', { mcp: {} }, 'MCP gateway cannot be had here'],
    ['rules of a network', { network: { denyOut: ['10.0.0.0/8'] } }, 'single addresses cannot be denied'],
    ['resuming by use', { lifecycle: { onTimeout: 'pause', autoResume: true } }, 'resuming by use'],
  ] as const)('refuses %s with a reason', async (_what, options, reason) => {
    const before = (await Sandbox.list().nextItems()).length
    const error = await failure(Sandbox.create({ ...options } as object))
    expect(error).toBeInstanceOf(SandboxError)
    expect((error as Error).message).toContain(reason)
    expect(await Sandbox.list().nextItems()).toHaveLength(before)
  })
  it('refuses another key', async () => {
    const error = await failure(Sandbox.create({ apiKey: 'wrong' }))
    expect(error).toBeInstanceOf(AuthenticationError)
    expect((error as Error).message).toContain('is unknown, has expired or was revoked')
  })
})

describe('commands', () => {
  it('answer with output and exit code', async () => {
    expect(await sandbox.commands.run('echo out; echo err >&2')).toMatchObject({
      exitCode: 0,
      stdout: 'out\n',
      stderr: 'err\n',
    })
  })
  it('that fail throw with all of it', async () => {
    const error = await failure(sandbox.commands.run('echo so; echo why >&2; exit 3'))
    expect(error).toBeInstanceOf(CommandExitError)
    expect(error).toMatchObject({ exitCode: 3, stdout: 'so\n', stderr: 'why\n', error: 'exit status 3' })
  })
  it('stream while they run', async () => {
    const seen: string[] = []
    let release = (): void => undefined
    const first = new Promise<void>((resolve) => (release = resolve))
    const command = sandbox.commands.run('echo one; read -r line; echo $line', {
      background: true,
      stdin: true,
      onStdout: (chunk) => {
        seen.push(chunk)
        release()
      },
    })
    const handle = await command
    await first
    expect(seen.join('')).toBe('one\n')
    await handle.sendStdin('two\n')
    expect((await handle.wait()).stdout).toBe('one\ntwo\n')
  })
  it('stream their errors apart', async () => {
    const errors: string[] = []
    await sandbox.commands.run('echo a; echo b >&2', { onStderr: (chunk) => void errors.push(chunk) })
    expect(errors.join('')).toBe('b\n')
  })
  it('take a folder and variables', async () => {
    const { stdout } = await sandbox.commands.run('pwd; echo $COLOUR', {
      cwd: '/tmp',
      envs: { COLOUR: 'blue' },
    })
    expect(stdout).toBe('/tmp\nblue\n')
  })
  it('begin in the home folder', async () => {
    expect((await sandbox.commands.run('[ "$PWD" = "$HOME" ] && echo home')).stdout).toBe('home\n')
  })
  it('refuse a folder that is not there', async () => {
    const error = await failure(sandbox.commands.run('pwd', { cwd: '/nowhere' }))
    expect(error).toBeInstanceOf(InvalidArgumentError)
  })
  it('run as another user', async () => {
    await sandbox.commands.run(ADD_GUEST)
    expect((await sandbox.commands.run('id -un; pwd', { user: 'guest' })).stdout).toBe('guest\n/home/guest\n')
    expect((await sandbox.commands.run('id -un', { user: 'root' })).stdout).toBe('root\n')
  })
  it('refuse a user that is not there', async () => {
    const error = await failure(sandbox.commands.run('id', { user: 'nobody-here' }))
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect((error as Error).message).toContain('nobody-here does not exist')
  })
  it('keep every byte of a long output, in order', async () => {
    const { stdout } = await sandbox.commands.run('seq 1 200000')
    expect(stdout.length).toBe(1_288_895)
    expect(stdout.endsWith('199999\n200000\n')).toBe(true)
  })
  it('keep characters whole that come in parts', async () => {
    expect((await sandbox.commands.run("printf '\\303'; sleep 0.2; printf '\\251€'")).stdout).toBe('é€')
  })
  it('get an empty input unless they are to be fed', async () => {
    expect((await sandbox.commands.run('cat; echo end')).stdout).toBe('end\n')
  })
  it('see the end of their input', async () => {
    const handle = await sandbox.commands.run('cat | wc -c', { background: true, stdin: true })
    await handle.sendStdin('12345')
    await handle.closeStdin()
    expect((await handle.wait()).stdout.trim()).toBe('5')
  })
  it('refuse input beyond what is buffered', async () => {
    const handle = await sandbox.commands.run('sleep 60', { background: true })
    expect(((await failure(handle.sendStdin('x'))) as Error).message).toContain('stdin: true')
    await handle.kill()
  })
  it('in the background have the id that the sandbox knows them by', async () => {
    const handle = await sandbox.commands.run('sleep 60', { background: true })
    expect((await sandbox.commands.run(`cat /proc/${handle.pid}/cmdline | tr '\\0' ' '`)).stdout).toContain(
      'sleep 60',
    )
    expect(await handle.kill()).toBe(true)
  })
  it('are listed while they run, and not after', async () => {
    const handle = await sandbox.commands.run('sleep 61', { background: true, cwd: '/tmp' })
    const listed = await sandbox.commands.list()
    expect(listed.find(({ pid }) => pid === handle.pid)).toMatchObject({
      cmd: '/bin/bash',
      args: ['-l', '-c', 'sleep 61'],
      cwd: '/tmp',
    })
    await handle.kill()
    await failure(handle.wait())
    await expect
      .poll(async () => (await sandbox.commands.list()).map(({ pid }) => pid))
      .not.toContain(handle.pid)
  })
  it('that are killed throw, and their children end', async () => {
    const handle = await sandbox.commands.run('sleep 4321 & sleep 4321', { background: true })
    await expect.poll(() => sleepers(4321)).toBeGreaterThan(1)
    expect(await sandbox.commands.kill(handle.pid)).toBe(true)
    expect(await failure(handle.wait())).toMatchObject({ exitCode: 137 })
    await expect.poll(() => sleepers(4321)).toBe(0)
  })
  it('that have ended cannot be killed', async () => {
    expect(await sandbox.commands.kill(4_000_000)).toBe(false)
  })
  it('can be connected to, and read and fed from there', async () => {
    const first = await sandbox.commands.run('read -r a; echo "got $a"', { background: true, stdin: true })
    await first.disconnect()
    const second = await sandbox.commands.connect(first.pid)
    expect(second.pid).toBe(first.pid)
    await sandbox.commands.sendStdin(first.pid, 'word\n')
    expect((await second.wait()).stdout).toBe('got word\n')
  })
  it('that have ended cannot be connected to', async () => {
    expect(await failure(sandbox.commands.connect(4_000_000))).toBeInstanceOf(NotFoundError)
  })
  it('continue when no longer read', async () => {
    const handle = await sandbox.commands.run('seq 1 300000; echo over > /tmp/over', { background: true })
    await handle.disconnect()
    await expect.poll(() => sandbox.files.exists('/tmp/over')).toBe(true)
  })
  it('end at their timeout', async () => {
    const error = await failure(sandbox.commands.run('sleep 4322', { timeoutMs: 500 }))
    expect(error).toBeInstanceOf(TimeoutError)
    await expect.poll(() => sleepers(4322)).toBe(0)
  })
  it('may be many at once', async () => {
    const runs = Array.from({ length: 12 }, (_, n) => sandbox.commands.run(`echo ${n}`))
    expect((await Promise.all(runs)).map(({ stdout }) => Number(stdout))).toEqual([...runs.keys()])
  })
})

describe('a terminal', () => {
  const open = async (options: { envs?: Record<string, string>; cwd?: string; user?: string } = {}) => {
    let seen = ''
    const handle = await sandbox.pty.create({
      cols: 80,
      rows: 24,
      timeoutMs: 60_000,
      ...options,
      onData: (bytes) => void (seen += text(bytes)),
    })
    return {
      handle,
      seen: () => seen,
      type: (line: string) => sandbox.pty.sendInput(handle.pid, new TextEncoder().encode(line)),
    }
  }
  it('takes input and answers', async () => {
    const { handle, seen, type } = await open()
    await type('echo $((6 * 7))-done; exit\n')
    await handle.wait()
    expect(seen()).toContain('42-done')
  })
  it('has the size it was given, and another after a resize', async () => {
    const { handle, seen, type } = await open()
    await type('stty size\n')
    await expect.poll(seen).toContain('24 80')
    await sandbox.pty.resize(handle.pid, { cols: 111, rows: 33 })
    await type('stty size; tty; exit 0\n')
    await expect.poll(seen).toContain('33 111')
    await handle.wait()
  })
  it('has the kind, variables and folder it was given', async () => {
    const { handle, seen, type } = await open({ envs: { FROM: 'sdk' }, cwd: '/tmp' })
    await type('echo "$TERM $FROM $PWD."; exit\n')
    await handle.wait()
    expect(seen()).toContain('xterm-256color sdk /tmp.')
  })
  it('does not show how it was begun', async () => {
    const { handle, seen, type } = await open()
    await type('exit\n')
    await handle.wait()
    expect(seen()).not.toContain(`${handle.pid}\r\n`)
  })
  it('is killed', async () => {
    const { handle } = await open()
    expect(await handle.kill()).toBe(true)
    expect(await failure(handle.wait())).toBeInstanceOf(CommandExitError)
    await expect.poll(() => sandbox.pty.kill(handle.pid)).toBe(false)
  })
  it('is connected to from elsewhere', async () => {
    const { handle } = await open()
    await handle.disconnect()
    let seen = ''
    const again = await sandbox.pty.connect(handle.pid, { onData: (bytes) => void (seen += text(bytes)) })
    await sandbox.pty.sendInput(handle.pid, new TextEncoder().encode('echo back-$((1+1)); exit\n'))
    await again.wait()
    expect(seen).toContain('back-2')
  })
  it('reports how its shell ended', async () => {
    const { handle, type } = await open()
    await type('exit 5\n')
    expect(await failure(handle.wait())).toMatchObject({ exitCode: 5 })
  })
})

describe('the time of a sandbox', () => {
  it('is moved by setTimeout, both ways', async () => {
    const own = await Sandbox.create({ timeoutMs: 300_000 })
    for (const ms of [600_000, 60_000]) {
      await own.setTimeout(ms)
      expect(Math.abs((await own.getInfo()).endAt.getTime() - Date.now() - ms)).toBeLessThan(10_000)
    }
    await own.kill()
  })
  it('expires although it is used, and is then deleted', async () => {
    const own = await Sandbox.create({ timeoutMs: 300_000 })
    const running = own.commands.run('sleep 600', { timeoutMs: 0 })
    const ended = failure(running)
    await own.setTimeout(1_000)
    expect(await ended).toBeInstanceOf(Error)
    await expect.poll(() => failure(own.getInfo())).toBeInstanceOf(SandboxNotFoundError)
    expect(await own.isRunning()).toBe(false)
  })
  it('is only made longer by connecting', async () => {
    const own = await Sandbox.create({ timeoutMs: 300_000 })
    const { endAt } = await own.getInfo()
    await Sandbox.connect(own.sandboxId, { timeoutMs: 5_000 })
    expect((await own.getInfo()).endAt).toEqual(endAt)
    await Sandbox.connect(own.sandboxId, { timeoutMs: 900_000 })
    expect((await own.getInfo()).endAt.getTime()).toBeGreaterThan(endAt.getTime())
    await own.kill()
  })
})

describe('pausing', () => {
  it('holds programs until it is connected to', async () => {
    const own = await Sandbox.create({ timeoutMs: 300_000 })
    const handle = await own.commands.run('sleep 1000', { background: true })
    if (!(await isHeldHere(own.pause()))) return
    expect(await own.pause()).toBe(false)
    expect((await own.getInfo()).state).toBe('paused')
    expect(await own.isRunning()).toBe(false)
    expect(await failure(own.commands.run('true'))).toBeInstanceOf(SandboxNotFoundError)
    const again = await Sandbox.connect(own.sandboxId)
    expect((await again.commands.list()).map(({ pid }) => pid)).toContain(handle.pid)
    await again.kill()
  })
  it('happens at the timeout, if requested', async () => {
    const made = Sandbox.create({ timeoutMs: 1_000, lifecycle: { onTimeout: 'pause' } })
    if (!(await isHeldHere(made))) return
    const own = await made
    await expect.poll(async () => (await own.getInfo()).state).toBe('paused')
    await own.kill()
  })
  it('without memory keeps the files', async () => {
    const own = await Sandbox.create({ timeoutMs: 300_000 })
    await own.files.write('/tmp/../root/kept', 'kept')
    if (onCluster) {
      expect(await isHeldHere(own.pause({ keepMemory: false }))).toBe(false)
      expect(await own.files.read('/root/kept')).toBe('kept')
      return own.kill()
    }
    expect(await own.pause({ keepMemory: false })).toBe(true)
    expect((await own.getInfo()).state).toBe('paused')
    const again = await own.connect()
    expect(await again.files.read('/root/kept')).toBe('kept')
    await again.kill()
  })
  it('is not for one that is gone', async () => {
    expect(await failure(Sandbox.pause('nowhere'))).toBeInstanceOf(SandboxNotFoundError)
    expect(await failure(Sandbox.connect('nowhere'))).toBeInstanceOf(SandboxNotFoundError)
  })
})

describe('the list', () => {
  it('comes in pages, newest first, and is filtered', async () => {
    const made: Sandbox[] = []
    for (const n of ['1', '2', '3']) made.push(await Sandbox.create({ metadata: { list: 'ä & =', n } }))
    const ids = made.map(({ sandboxId }) => sandboxId).reverse()
    const pages = Sandbox.list({ query: { metadata: { list: 'ä & =' } }, limit: 2 })
    const first = await pages.nextItems()
    expect(first.map(({ sandboxId }) => sandboxId).sort()).toEqual(ids.slice(0, 2).sort())
    expect(pages.hasNext).toBe(true)
    expect((await pages.nextItems()).map(({ sandboxId }) => sandboxId)).toEqual(ids.slice(2))
    expect(pages.hasNext).toBe(false)
    const one = await Sandbox.list({ query: { metadata: { list: 'ä & =', n: '2' } } }).nextItems()
    expect(one).toMatchObject([{ sandboxId: ids[1], metadata: { n: '2' }, state: 'running' }])
    for (const own of made) await own.kill()
    expect(await Sandbox.list({ query: { metadata: { list: 'ä & =' } } }).nextItems()).toEqual([])
  })
  it.skipIf(onCluster)('distinguishes paused from running ones', async () => {
    const own = await Sandbox.create({ metadata: { state: 'mine' } })
    await own.pause({ keepMemory: false })
    const of = async (state: 'paused' | 'running') =>
      (await Sandbox.list({ query: { metadata: { state: 'mine' }, state: [state] } }).nextItems()).length
    expect([await of('paused'), await of('running')]).toEqual([1, 0])
    await own.kill()
  })
})

describe('connecting', () => {
  it('reaches the same sandbox from elsewhere', async () => {
    const again = await Sandbox.connect(sandbox.sandboxId)
    await again.files.write('/tmp/elsewhere', 'x')
    expect(await sandbox.files.exists('/tmp/elsewhere')).toBe(true)
  })
  it('reaches one that our own interface started', async () => {
    const { result } = await server.post('/start', { image: 'local', sandbox_id: 'ours', env: { A: 'b' } })
    const ours = await Sandbox.connect(result.sandbox_id)
    expect((await ours.commands.run('echo $A')).stdout).toBe('b\n')
    await ours.kill()
  })
})

describe('ports', () => {
  const page = (host: string, headers: Record<string, string>): Promise<{ status: number; body: string }> =>
    new Promise((resolve, reject) => {
      // Browsers and curl resolve names below localhost themselves; not every resolver does.
      const { port } = new URL(server.url)
      get({ host: '127.0.0.1', port, path: '/index.txt', headers: { host, ...headers } }, (answer) => {
        let body = ''
        answer.on('data', (chunk) => (body += String(chunk)))
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body }))
      }).once('error', reject)
    })
  it.skipIf(noPrograms)(
    'are reached by the name that getHost answers, with the sandbox’s token',
    async () => {
      await sandbox.files.write('/tmp/site/index.txt', 'served')
      await sandbox.commands.run(
        'cd /tmp/site; exec perl -MIO::Socket -e \'$s = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => 8123, Listen => 5, ReuseAddr => 1) or die; while ($c = $s->accept) { while (<$c>) { last if /^\\r?$/ } print $c "HTTP/1.1 200 OK\\r\\nContent-Length: 6\\r\\n\\r\\nserved"; close $c }\'',
        {
          background: true,
        },
      )
      const host = sandbox.getHost(8123)
      expect(host).toBe(`8123-${sandbox.sandboxId}.localhost:${new URL(server.url).port}`)
      const token = { 'e2b-traffic-access-token': sandbox.trafficAccessToken ?? '' }
      await expect.poll(() => page(host, token)).toEqual({ status: 200, body: 'served' })
      expect(await page(host, {})).toMatchObject({ status: 401 })
      expect(await page(host, { ...token, origin: 'http://evil.example' })).toMatchObject({ status: 403 })
      expect(await page(sandbox.getHost(8124), token)).toMatchObject({ status: 502 })
    },
  )
  it('of another sandbox do not open with it', async () => {
    const other = await Sandbox.create()
    const token = { 'e2b-traffic-access-token': sandbox.trafficAccessToken ?? '' }
    expect(await page(other.getHost(8123), token)).toMatchObject({ status: 401 })
    await other.kill()
  })
})

describe('the rest', () => {
  it('metrics tell what it uses', async () => {
    const metrics = await sandbox.getMetrics()
    expect(metrics.at(-1)).toMatchObject({ cpuCount: 2, memTotal: MEMORY })
    expect(metrics.at(-1)?.timestamp.getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect(await sandbox.getMetrics({ end: new Date(0) })).toEqual([])
  })
  it.skipIf(onCluster)('the network is changed', async () => {
    await sandbox.updateNetwork({ denyOut: ['0.0.0.0/0'], allowOut: ['example.org'] })
    const { result } = await server.get('/get_status', { sandbox_id: sandbox.sandboxId })
    expect(result.network).toBe('allow:example.org')
  })
  it.skipIf(onCluster)('a snapshot is what others begin with, until it is deleted', async () => {
    await sandbox.files.write('/root/in-snapshot', 'yes')
    const { snapshotId } = await sandbox.createSnapshot({ name: 'kept:v1' })
    expect(snapshotId).toBe('kept:v1')
    expect(await Sandbox.listSnapshots().nextItems()).toMatchObject([{ snapshotId }])
    const other = await Sandbox.create(snapshotId)
    expect(await other.files.read('/root/in-snapshot')).toBe('yes')
    expect((await other.commands.run('echo "[$GREETING]"')).stdout).toBe('[]\n')
    await other.kill()
    expect(await Sandbox.deleteSnapshot(snapshotId)).toBe(true)
    expect(await Sandbox.deleteSnapshot(snapshotId)).toBe(false)
  })
  it('copies of running programs are refused with what to do instead', async () => {
    expect(((await failure(sandbox.fork())) as Error).message).toContain('createSnapshot')
  })
  it.each([
    ['a template', () => Template.build(Template().fromBaseImage(), 'mine'), 'building templates'],
    ['a volume', () => Volume.create('mine'), 'volumes'],
    ['a kept secret', () => Secret.create('mine', 'value'), 'kept secrets'],
  ] as const)('%s is refused in words', async (_what, work, words) => {
    expect(((await failure(work())) as Error).message).toContain(`${words} cannot be had here`)
  })
  it.skipIf(noPrograms || (!existsSync('/usr/bin/git') && 'git is not installed'))(
    'git works as the image has it',
    async () => {
      await sandbox.git.init('/tmp/repository')
      await sandbox.files.write('/tmp/repository/a', 'a')
      expect((await sandbox.git.status('/tmp/repository')).fileStatus).toMatchObject([{ name: 'a' }])
    },
  )
  it('a reader who takes his time gets all, also of a program that has ended', async () => {
    let taken = 0
    const result = await sandbox.commands.run('seq 1 60000', {
      onStdout: async (chunk) => {
        if (taken === 0) await new Promise((resolve) => setTimeout(resolve, 3_000))
        taken += chunk.length
      },
    })
    expect([taken, result.stdout.length]).toEqual([348_894, 348_894])
  })
  it('one sandbox’s token opens no other', async () => {
    const other = await Sandbox.create()
    const headers = {
      'e2b-sandbox-id': other.sandboxId,
      'content-type': 'application/json',
      'x-access-token': sandbox.trafficAccessToken ?? '',
    }
    const asked = (more: Record<string, string>) =>
      fetch(`${server.url}/process.Process/List`, {
        method: 'POST',
        body: '{}',
        headers: { ...headers, ...more },
      })
    expect((await asked({})).status).toBe(401)
    expect((await asked({ 'x-access-token': other.trafficAccessToken ?? '' })).status).toBe(200)
    expect(
      (await asked({ 'x-access-token': other.trafficAccessToken ?? '', origin: 'http://evil.example' }))
        .status,
    ).toBe(403)
    expect(
      (
        await fetch(`${server.url}/v2/sandboxes`, {
          headers: { 'x-api-key': other.trafficAccessToken ?? '' },
        })
      ).status,
    ).toBe(401)
    await other.kill()
  })
  it('what is killed is gone', async () => {
    const own = await Sandbox.create()
    expect(await own.kill()).toBe(true)
    expect(await own.kill()).toBe(false)
    expect(await own.isRunning()).toBe(false)
    expect(await failure(own.commands.run('true'))).toBeInstanceOf(SandboxNotFoundError)
    expect(await failure(own.setTimeout(1_000))).toBeInstanceOf(SandboxNotFoundError)
  })
})
