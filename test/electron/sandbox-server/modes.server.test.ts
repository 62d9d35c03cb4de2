import { execFileSync, spawnSync } from 'node:child_process'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Text } from '../../../renderer/i18n/text.ts'
import { translateSentence } from '../../../renderer/sandboxes/sandboxes/platform-sentences.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { killing, PROCESSES } from './support/processes.ts'
import {
  noPython,
  noImports,
  noOrdinaryUser,
  OWN_RUNTIME,
  publicCopy,
  startOrdinaryServer,
  startServer,
  type TestServer,
} from './support/server.ts'

/** What must work in every mode of the namespace backends. */
function behaves(serverOf: () => TestServer): void {
  let id: string
  const shell = async (command: string) =>
    (await serverOf().post('/execute', { sandbox_id: id, command: ['sh', '-c', command] })).result

  it('starts, runs and keeps its files apart', async () => {
    id = (await serverOf().post('/start', { image: 'local', memory: '512m' })).result.sandbox_id
    expect(await shell('id -u; touch /etc/x /root/y && echo wrote')).toMatchObject({ stdout: '0\nwrote\n' })
    expect((await shell('touch /usr/x')).exit_code).not.toBe(0)
    const { stdout } = await shell(PROCESSES)
    expect(stdout).toContain('tr ')
    expect(stdout).not.toContain('sandbox-server')
    // All processes are filtered, including the keeper, and the folders where programs start cannot be moved away.
    const filters = (await shell('cat /proc/[0-9]*/status | grep Seccomp: | sort -u')).stdout
    expect(filters).toBe('Seccomp:\t2\n')
    expect((await shell('cd /; mv /root /moved')).exit_code).not.toBe(0)
    // If an ordinary user runs the server, they would list that user's keys, because the uid inside is the same.
    expect((await shell('cat /proc/keys /proc/key-users /dev/.orrery/proc/key*')).stdout).toBe('')
  })
  it('holds sessions with time limits', async () => {
    const run = (command: string, timeout = 20) =>
      serverOf().post('/run_in_session', { sandbox_id: id, session: 's', command, timeout, check: 'silent' })
    await serverOf().post('/create_session', { sandbox_id: id, session: 's' })
    expect((await run('echo hi; test -t 1')).result).toMatchObject({ output: 'hi', exit_code: 0 })
    expect((await run('sleep 60', 0.3)).error).toContain('the session is ready')
    const running = run('sleep 60')
    await expect.poll(async () => (await shell(PROCESSES)).stdout).toMatch(/^sleep 60/m)
    await serverOf().post('/close_session', { sandbox_id: id, session: 's' })
    expect((await running).error).toContain('ended with exit code')
  })
  it.skipIf(noPython)('reaches a service inside', async () => {
    await shell(
      'cd /root; echo served > y; nohup python3 -m http.server 23461 --bind 127.0.0.1 > /dev/null 2>&1 &',
    )
    const url = `${serverOf().base}/sandboxes/${id}/proxy/port/23461/y`
    const headers = { authorization: `Bearer ${serverOf().token}` }
    await expect
      .poll(async () => (await fetch(url, { headers })).text(), { timeout: 15_000 })
      .toBe('served\n')
  })
  it('counts what it uses', async () => {
    const look = async () => (await serverOf().get('/get_statistics', { sandbox_id: id })).result
    const before = await look()
    const burning = shell('timeout 60 dd if=/dev/zero of=/dev/null bs=50M; exit 0')
    await expect.poll(async () => (await look()).cpu, { timeout: 30_000 }).toBeGreaterThan(5)
    // Its buffer is filled only a moment after it has begun.
    await expect.poll(async () => (await look()).mem, { timeout: 30_000 }).toBeGreaterThan(before.mem)
    const during = await look()
    expect(during.processes).toBeGreaterThan(before.processes)
    expect(during.mem).toBeLessThan(90)
    await shell(killing('[d]d if=/dev/zero'))
    await burning
  })
  it('commits and starts the image', async () => {
    await shell('echo served > /root/y')
    await serverOf().post('/commit', { sandbox_id: id, image_tag: 'mode:1' })
    await expect.poll(async () => (await serverOf().get(`/commit/${id}`)).result.phase).toBe('SUCCEEDED')
    const copy = (await serverOf().post('/start', { image: 'mode:1' })).result.sandbox_id
    const read = await serverOf().post('/execute', { sandbox_id: copy, command: 'cat /root/y; ls /etc/x' })
    expect(read.result.stdout).toBe('served\n/etc/x\n')
  })
  it('starts again after its root was closed', async () => {
    await shell('chmod 000 /')
    await serverOf().post('/stop', { sandbox_id: id })
    await serverOf().post('/restart', { sandbox_id: id })
    const status = async () => (await serverOf().get('/get_status', { sandbox_id: id })).result?.state
    await expect.poll(status).toBe('running')
  })
}

/** A translation function that returns only the key. */
const keyOnly = ((key: string) => key) as Text

const OWN = OWN_RUNTIME === 'bubblewrap' ? ['bubblewrap', 'namespaces'] : ['namespaces']

describe.each(OWN)('%s with a private network', (runtime) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(['--network', 'private', '--runtime', runtime])
  })
  afterAll(() => server.close())

  behaves(() => server)
  it('counts the traffic of that network alone', async () => {
    const id = (await server.post('/start', { image: 'local' })).result.sandbox_id
    const { result } = await server.get('/get_statistics', { sandbox_id: id })
    expect(result.net).toBe(0)
    expect(result).not.toHaveProperty('net_shared')
  })
  it('a sandbox reaches neither this machine nor another sandbox', async () => {
    const listener = createServer((socket) => socket.end('host'))
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const { port } = listener.address() as { port: number }
    const id = (await server.post('/start', { image: 'local' })).result.sandbox_id
    const script = `cat < /dev/tcp/127.0.0.1/${port}; cat < /dev/tcp/127.0.0.1/23461`
    const answer = await server.post('/execute', { sandbox_id: id, command: ['bash', '-c', script] })
    expect(answer.result).toMatchObject({ stdout: '', exit_code: 1 })
    listener.close()
  })
})

describe.skipIf(noOrdinaryUser).each(OWN)('%s run by an ordinary user', (runtime) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startOrdinaryServer(['--runtime', runtime])
  })
  afterAll(() => server.close())

  behaves(() => server)
  it('says what is missing', () => {
    expect(server.stderr()).toContain('Run by an ordinary user')
    expect(server.stderr()).toContain('its files are watched')
  })
  it('says it also to the page, which knows every sentence', async () => {
    const { missing } = await server.platform.images.isolation()
    expect(Object.keys(missing)).toEqual([runtime])
    const keys = missing[runtime]?.map((sentence) => translateSentence(keyOnly, sentence))
    expect(keys).toEqual(keys?.map(() => expect.stringMatching(/^sandboxes\.notGuaranteed\./)))
    expect(keys).toEqual(
      expect.arrayContaining(['sandboxes.notGuaranteed.users', 'sandboxes.notGuaranteed.disk']),
    )
  })
  it('stops a sandbox whose files take more than its disk', async () => {
    const id = (await server.post('/start', { image: 'local', disk: '64m' })).result.sandbox_id
    const fill = 'for n in 1 2 3 4 5 6; do dd if=/dev/zero of=/root/f$n bs=1M count=50; sleep 0.4; done'
    await server.post('/execute', { sandbox_id: id, command: ['sh', '-c', fill], timeout: 20 })
    const look = async () =>
      (await server.get('/get_status', { sandbox_id: id, include_all_states: 'true' })).result
    await expect.poll(async () => (await look()).state, { timeout: 10_000 }).toBe('stopped')
    expect((await look()).notices.join()).toContain('disk limit of 64.00m')
  })
})

describe('the command line', () => {
  const run = async (...args: string[]) => {
    const program = await publicCopy()
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(program, 'sandbox-server.mjs'), ...args],
      {
        encoding: 'utf8',
        timeout: 20_000,
      },
    )
    await rm(program, { recursive: true, force: true })
    return { status, stdout, stderr: stderr.trim().split('\n') }
  }
  it.each([
    [['--help'], 0, /Usage/, /^$/],
    [['--version'], 0, /^\w+\n$/, /^$/],
    [['--what'], 2, /^$/, /Unknown option '--what'; see --help$/],
    [['--addr', 'nonsense'], 2, /^$/, /--addr wants HOST:PORT, not "nonsense"$/],
    [
      ['--runtime', 'jail'],
      2,
      /^$/,
      /--runtime wants one of auto, docker, podman, kubernetes, bubblewrap, namespaces, process, not "jail"$/,
    ],
    [['--max-sandboxes', '0'], 2, /^$/, /--max-sandboxes wants a whole number above 0, not "0"$/],
  ])('%j', async (args, status, stdout, stderr) => {
    const answer = await run(...args)
    expect(answer.status).toBe(status)
    expect(answer.stdout).toMatch(stdout)
    expect(answer.stderr).toHaveLength(1)
    expect(answer.stderr[0]).toMatch(stderr)
  })
  it('a port in use is reported in one sentence', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const data = await temporaryFolder()
    const answer = await run('--addr', `127.0.0.1:${port}`, '--runtime', 'process', '--data', data)
    expect(answer).toMatchObject({
      status: 1,
      stdout: '',
      stderr: [`sandbox-server: port ${port} on 127.0.0.1 is in use; choose another with --addr`],
    })
    server.close()
  })
  it.each([
    ['0.0.0.0', ['--no-auth'], 1],
    ['0.0.0.0', [], 0],
    ['127.0.0.1', ['--no-auth'], 0],
    ['[::1]', ['--no-auth'], 0],
  ])('on %s with %j, warns %i times of strangers who may run programs', async (host, auth, times) => {
    const data = await temporaryFolder()
    const plain = ['--runtime', 'process', '--data', data, '--exit-on-stdin-end']
    const { status, stderr } = await run('--addr', `${host}:0`, ...auth, ...plain)
    expect(status).toBe(0)
    expect(stderr.filter((line) => line.startsWith('warning: no token'))).toHaveLength(times)
  })
  it('an image that is not here fails with --strict-images, and names those that are', async () => {
    const server = await startServer(['--strict-images'])
    const answer = await server.post('/start', { image: 'python:3.11' })
    expect(answer.error).toContain('Images here: local')
    await server.close()
  })
  it.skipIf(noImports)(
    'archives in the images folder are imported at start, and bad ones are left',
    async () => {
      const images = await temporaryFolder()
      const build =
        'mkdir -p "$1/r/bin" && cp -L /bin/sh "$1/r/bin/sh" && tar -C "$1/r" -cf "$1/small.tar" . && rm -r "$1/r"'
      execFileSync('/bin/sh', ['-c', build, 'sh', images])
      await writeFile(join(images, 'bad.tar'), 'no archive')
      const server = await startServer(['--images', images])
      expect((await server.get('/images')).result.images).toEqual([
        {
          reference: 'local',
          origin: 'machine',
          system: expect.stringMatching(/./),
          versions: expect.objectContaining({ bash: expect.stringMatching(/^\d/) }),
        },
        { reference: 'small', origin: 'import', created: expect.any(String), size: expect.any(Number) },
      ])
      expect(server.stderr()).toMatch(/bad\.tar is no image/)
      expect(await readdir(images)).toContain('bad.tar')
      await server.close()
    },
  )
  it('plain processes are labelled', async () => {
    const server = await startServer(['--runtime', 'process'])
    expect(server.ready).toMatchObject({ runtime: 'process', isolated: false })
    const { missing } = await server.platform.images.isolation()
    expect(missing['process']?.map((sentence) => translateSentence(keyOnly, sentence))).toEqual([
      'sandboxes.notGuaranteed.isolation',
      'sandboxes.notGuaranteed.everyImage',
    ])
    expect(server.stderr()).toContain('NOT ISOLATED')
    const id = (await server.post('/start', { image: 'local' })).result.sandbox_id
    const { result } = await server.get('/get_status', { sandbox_id: id })
    expect(result).toMatchObject({ runtime: 'process', isolated: false })
    // This server itself listens in the same PID namespace.
    expect((await server.get('/ports', { sandbox_id: id })).result).toEqual({ ports: [] })
    await server.close()
  })
})
