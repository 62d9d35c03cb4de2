/** Remote engines: podman's service over every transport that docker's and podman's clients support. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { delimiter, join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sharedFolder } from '../../temporary-folder.ts'
import { configurePodman, engineTrouble, removeContainers, TEST_IMAGE } from './support/runtimes.ts'
import { startServer } from './support/server.ts'

configurePodman()
const skip =
  engineTrouble('podman') ??
  (spawnSync('docker', ['--version']).status === 0 ? undefined : 'docker’s client is not installed')

const folder = sharedFolder()
const socket = join(folder, 'engine.sock')
const certificate = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url))

let service: ChildProcess
const doors: Server[] = []

/** Forwards connections to the service's socket. */
async function open(door: Server, event = 'connection'): Promise<number> {
  const pass = (from: Socket): void => {
    const to = connect(socket)
    for (const one of [from, to]) one.on('error', () => [from, to].forEach((each) => each.destroy()))
    from.pipe(to).pipe(from)
  }
  door.on(event, pass)
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  doors.push(door)
  return (door.address() as AddressInfo).port
}

let plain = 0
let secured = 0

beforeAll(async () => {
  if (skip) return
  service = spawn('podman', ['system', 'service', '--time=0', `unix://${socket}`], { stdio: 'ignore' })
  await vi.waitUntil(() => existsSync(socket), 20_000)
  plain = await open(createServer({ allowHalfOpen: true }))
  const files = { ca: 'ca.pem', cert: 'server.pem', key: 'server.key' }
  for (const [name, file] of Object.entries(files))
    copyFileSync(certificate(file), join(folder, `${name}.pem`))
  const [ca, cert, key] = Object.values(files).map((file) => readFileSync(certificate(file)))
  const strict = { ca, cert, key, requestCert: true, rejectUnauthorized: true, allowHalfOpen: true }
  secured = await open(createTlsServer(strict), 'secureConnection')
})
afterAll(() => {
  for (const door of doors) door.close()
  service?.kill()
})

/** A fake ssh that runs its command on this machine, as if it were the remote one. */
function pretendSsh(): Readonly<Record<string, string>> {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const script = `#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done; shift 2\nexport DOCKER_HOST=unix://${socket}\nexec $*\n`
  writeFileSync(join(bin, 'ssh'), script, { mode: 0o755 })
  return { PATH: [bin, process.env['PATH']].join(delimiter) }
}

function context(name: string, isCurrent: boolean): Readonly<Record<string, string>> {
  const config = join(folder, name)
  const own = { ...process.env, DOCKER_CONFIG: config }
  spawnSync('docker', ['context', 'create', name, '--docker', `host=tcp://127.0.0.1:${plain}`], { env: own })
  if (isCurrent) spawnSync('docker', ['context', 'use', name], { env: own })
  return { DOCKER_CONFIG: config, ...(isCurrent ? {} : { DOCKER_CONTEXT: name }) }
}

function connection(): Readonly<Record<string, string>> {
  const file = join(folder, 'containers.conf')
  const target = `[engine.service_destinations.far]\nuri = "tcp://127.0.0.1:${plain}"\n`
  writeFileSync(file, `${readFileSync(process.env['CONTAINERS_CONF'] ?? '', 'utf8')}\n${target}`)
  return { CONTAINERS_CONF: file, CONTAINER_CONNECTION: 'far' }
}

const WAYS: readonly [name: string, runtime: 'docker' | 'podman', () => Readonly<Record<string, string>>][] =
  [
    ['tcp', 'docker', () => ({ DOCKER_HOST: `tcp://127.0.0.1:${plain}` })],
    [
      'tcp with certificates of both sides',
      'docker',
      () => ({
        DOCKER_HOST: `tcp://127.0.0.1:${secured}`,
        DOCKER_TLS_VERIFY: '1',
        DOCKER_CERT_PATH: folder,
      }),
    ],
    ['ssh', 'docker', () => ({ DOCKER_HOST: 'ssh://me@far.test', ...pretendSsh() })],
    ['a context by name', 'docker', () => context('named', false)],
    ['the current context', 'docker', () => context('current', true)],
    ['an address', 'podman', () => ({ CONTAINER_HOST: `tcp://127.0.0.1:${plain}` })],
    ['a connection by name', 'podman', () => connection()],
  ]

describe.skipIf(skip)('an engine on another machine', () => {
  it.each(WAYS)('%s of %s', async (_name, runtime, way) => {
    const environment = way()
    const server = await startServer(
      ['--runtime', runtime, '--strict-images'],
      undefined,
      undefined,
      environment,
    )
    try {
      const started = await server.post('/start', { image: TEST_IMAGE, cpus: 1, memory: '128m' })
      expect(started).toMatchObject({ status: 'Success' })
      const { sandbox_id: id } = started.result
      const file = { sandbox_id: id, path: '/root/a b.txt' }
      await server.post('/write_file', { ...file, content: 'é\r\n' })
      expect((await server.post('/read_file', file)).result.content).toBe('é\r\n')
      await server.post('/create_session', { sandbox_id: id, session: 's' })
      const run = (command: string) =>
        server.post('/run_in_session', { sandbox_id: id, session: 's', command, check: 'silent' })
      expect((await run('cd /tmp; X=kept')).result.exit_code).toBe(0)
      expect((await run('echo $X $PWD; (exit 3)')).result).toMatchObject({
        output: 'kept /tmp',
        exit_code: 3,
      })
      // The client's settings are not part of the saved image.
      const tag = `localhost/orrery-far-${process.pid}:1`
      await server.post('/commit', { sandbox_id: id, image_tag: tag, username: '', password: '' })
      await expect.poll(async () => (await server.get(`/commit/${id}`)).result.phase).not.toBe('RUNNING')
      expect((await server.get(`/commit/${id}`)).result).toMatchObject({ phase: 'SUCCEEDED' })
      spawnSync('podman', ['rmi', '-f', tag])
      // The configuration with the login still uses the same engine.
      const login = { registry_username: 'u', registry_password: 'p' }
      const refused = await server.post('/start', { image: 'localhost:9/none:1', ...login })
      expect(refused.error).toContain('its registry cannot be reached')
      await server.post('/stop', { sandbox_id: id })
      expect((await server.post('/restart', { sandbox_id: id })).status).toBe('Success')
      await server.post('/create_session', { sandbox_id: id, session: 's' })
      expect((await run("cat '/root/a b.txt'")).result.output).toContain('é')
    } finally {
      removeContainers('podman', server.data)
      await server.close()
    }
  })

  it('a socket of this machine behind which another machine is', async () => {
    // On the engine's machine that path is an empty folder, created by docker, or missing.
    const apart = join(folder, 'apart')
    mkdirSync(apart)
    const within = `mount -t tmpfs none ${apart} && exec podman system service --time=0 unix://${folder}/apart.sock`
    const inner = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', within], {
      stdio: 'ignore',
    })
    await expect.poll(() => existsSync(join(folder, 'apart.sock'))).toBe(true)
    const data = join(apart, 'data')
    mkdirSync(data)
    const server = await startServer(['--runtime', 'docker'], data, undefined, {
      DOCKER_HOST: `unix://${folder}/apart.sock`,
    })
    try {
      for (let round = 0; round < 2; round++) {
        const { sandbox_id: id } = (await server.post('/start', { image: TEST_IMAGE })).result
        await server.post('/create_session', { sandbox_id: id, session: 's' })
        const ran = await server.post('/run_in_session', { sandbox_id: id, session: 's', command: 'echo hi' })
        expect(ran.result).toMatchObject({ output: 'hi' })
      }
    } finally {
      await server.kill()
      inner.kill()
      await once(inner, 'exit')
      // Before that their files are in use in a way that only the remote machine sees.
      removeContainers('podman', data)
    }
  })

  it('says which engine does not answer, and does not wait for a password', async () => {
    const reasonOf = async (environment: Readonly<Record<string, string>>, runtime = 'docker') => {
      const server = await startServer(['--runtime', runtime], undefined, undefined, environment)
      await server.close()
      return (server.ready['backends'] as { reason: string }[])[0]?.reason
    }
    expect(await reasonOf({ DOCKER_HOST: 'tcp://127.0.0.1:9' })).toMatch(
      /^docker at tcp:\/\/127\.0\.0\.1:9 does not answer \(.*(?:Cannot connect|refused)/i,
    )
    const stranger = { DOCKER_HOST: `tcp://127.0.0.1:${secured}`, DOCKER_TLS_VERIFY: '1' }
    expect(await reasonOf({ ...stranger, DOCKER_CERT_PATH: join(folder, 'nothing') })).toMatch(/nothing/)
    expect(await reasonOf({ DOCKER_HOST: 'ssh://me@127.0.0.1:9' })).toMatch(
      /^docker at ssh:\/\/me@127\.0\.0\.1:9 does not answer \(.*refused/i,
    )
    expect(await reasonOf({ CONTAINER_HOST: 'tcp://127.0.0.1:9' }, 'podman')).toMatch(
      /^podman at tcp:\/\/127\.0\.0\.1:9 does not answer/,
    )
  })
})
