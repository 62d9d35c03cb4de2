import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedFolder, temporaryFolder } from '../../temporary-folder.ts'
import { buildOciImage } from './support/oci-layout.ts'
import { startRegistry } from './support/registry.ts'
import { backends, removeContainers } from './support/runtimes.ts'
import { startServer, type TestServer } from './support/server.ts'

const PASSWORD = 'correct horse battery'
/** Started before the engines, because it uses plain HTTP, which podman's service has to be told at its start. */
const registry = await startRegistry(buildOciImage(), 'reader', PASSWORD)
const settings = sharedFolder()
process.env['CONTAINERS_REGISTRIES_CONF'] = join(settings, 'registries.conf')
writeFileSync(
  join(settings, 'registries.conf'),
  `[[registry]]\nlocation = "${registry.address}"\ninsecure = true\n`,
)
const engines = backends().filter(({ image }) => image.kind === 'engine')

afterAll(async () => {
  registry.close()
})

/** The complete server on a container engine; skipped with the reason if the engine does not work here. */
describe.each(engines)('the server on $name', ({ name, skip, image }) => {
  let server: TestServer
  let id: string

  beforeAll(async () => {
    if (skip) return
    server = await startServer(['--runtime', name, '--strict-images'])
    id = (await server.post('/start', { image: image.reference, cpus: 1, memory: '256m' })).result.sandbox_id
  })
  afterAll(async () => {
    if (skip) return
    removeContainers(name, server.data)
    await server.close()
  })

  const shell = async (sandbox: string, command: string) =>
    (await server.post('/execute', { sandbox_id: sandbox, command: ['/bin/sh', '-c', command] })).result
      .stdout
  /** Running containers of the server with this data folder, since other suites run at the same time. */
  const containers = (data: string) => {
    const owner = createHash('sha256').update(realpathSync(data)).digest('hex').slice(0, 12)
    const list = execFileSync(name, ['ps', '-q', '--filter', `label=orrery.owner=${owner}`])
    return list.toString().split('\n').filter(Boolean)
  }

  it.skipIf(skip)('says so in its status and its list', async () => {
    expect(server.ready).toMatchObject({ runtime: name, isolated: true })
    const { result } = await server.get('/get_status', { sandbox_id: id })
    expect(result).toMatchObject({ state: 'running', runtime: name, isolated: true, image: image.reference })
    const { images } = (await server.get('/images')).result
    expect(images).toContainEqual({
      reference: image.reference,
      origin: 'engine',
      size: expect.any(Number),
    })
  })

  it.skipIf(skip)('runs sessions, moves files, counts', async () => {
    await server.post('/create_session', { sandbox_id: id, session: 's' })
    const run = (command: string, more: object = {}) =>
      server.post('/run_in_session', { sandbox_id: id, session: 's', command, check: 'silent', ...more })
    expect((await run('X=1; test -t 1 && stty size')).result).toMatchObject({ output: '24 80', exit_code: 0 })
    expect((await run('sleep 60', { timeout: 0.5 })).error).toContain('the session is ready')
    expect((await run('echo $X; (exit 7)')).result).toMatchObject({ output: '1', exit_code: 7 })
    const file = { sandbox_id: id, path: '/root/deep/a b.txt' }
    await server.post('/write_file', { ...file, content: 'é\r\n' })
    expect((await server.post('/read_file', file)).result.content).toBe('é\r\n')
    const { result } = await server.get('/get_sandbox_statistics', { sandbox_id: id })
    expect(result.processes).toBeGreaterThan(0)
    expect(result.mem).toBeGreaterThan(0)
    expect(result).not.toHaveProperty('net_shared')
  })

  it.skipIf(skip)('says why a program cannot start, and not how the engine was to start it', async () => {
    for (const command of [['no-such-program', 'x'], ['/etc/passwd']]) {
      const answer = await server.post('/execute', { sandbox_id: id, command })
      expect(answer).toMatchObject({ status: 'Failed', result: null })
      expect(answer.error).toMatch(/^'[^']+' could not be started: (\S+: )?(no-such-program|\/etc\/passwd): /)
      expect(answer.error).not.toMatch(/[\da-f]{8}-[\da-f]{4}/)
    }
    const own = ['sh', '-c', 'no-such-program']
    expect((await server.post('/execute', { sandbox_id: id, command: own })).result.exit_code).toBe(127)
  })

  it.skipIf(skip)('holds a sandbox, and stops one that is held', async () => {
    const held = (await server.post('/start', { image: image.reference })).result.sandbox_id
    const before = containers(server.data).length
    expect((await server.post('/pause', { sandbox_id: held })).result).toEqual({ paused: true })
    expect((await server.post('/execute', { sandbox_id: held, command: ['true'] })).error).toContain(
      'is paused',
    )
    expect((await server.post('/stop', { sandbox_id: held })).status).toBe('Success')
    expect(containers(server.data)).toHaveLength(before - 1)
    await server.post('/delete', { sandbox_id: held })
  })

  it.skipIf(skip)('commits a sandbox as an image that starts, and keeps files over a restart', async () => {
    const tag = `localhost/orrery-commit-${process.pid}:1`
    await shell(id, 'echo saved > /root/saved')
    await server.post('/commit', { sandbox_id: id, image_tag: tag, username: 'u', password: 'p' })
    await expect
      .poll(async () => (await server.get(`/commit/${id}`)).result, { timeout: 20_000 })
      .toMatchObject({ phase: 'SUCCEEDED' })
    const copy = (await server.post('/start', { image: tag })).result.sandbox_id
    expect(await shell(copy, 'cat /root/saved; echo more > /root/more')).toBe('saved\n')
    await server.post('/stop', { sandbox_id: copy })
    await server.post('/restart', { sandbox_id: copy })
    expect(await shell(copy, 'cat /root/more')).toBe('more\n')
    await server.post('/stop', { sandbox_id: copy })
    await server.post('/delete', { sandbox_id: copy })
    execFileSync(name, ['rmi', '-f', tag], { stdio: 'ignore' })
  })

  it.skipIf(skip)(
    'pulls a private image with the credentials of the request, and shows them nowhere',
    async () => {
      const reference = `${registry.address}/private/tiny:1`
      const start = (password: string) =>
        server.post('/start', { image: reference, registry_username: 'reader', registry_password: password })
      const refused = await start('wrong secret')
      expect(refused.status).toBe('Failed')
      expect(refused.error).toContain('Failed to pull image')
      const started = await start(PASSWORD)
      expect(started).toMatchObject({ status: 'Success' })
      const sandbox = started.result.sandbox_id
      expect(await shell(sandbox, 'cat /root/replaced; echo $GREETING')).toBe('new\nhello = world\n')
      expect(registry.logins.map(({ user }) => user)).toContain('reader')
      expect(registry.logins.some(({ granted }) => granted)).toBe(true)
      expect(registry.leaks).toEqual([])
      const told = [
        JSON.stringify(refused),
        JSON.stringify(await server.get('/all_sandboxes')),
        server.stderr(),
        execFileSync('sh', ['-c', 'grep -rhs . "$1" || true', 'sh', join(server.data, 'sandboxes')], {
          encoding: 'utf8',
        }),
      ]
      for (const text of told) expect(text).not.toMatch(new RegExp(`${PASSWORD}|wrong secret`))
      expect(readdirSync(join(server.data, 'work'))).toEqual([])
      await server.post('/stop', { sandbox_id: sandbox })
      await server.post('/delete', { sandbox_id: sandbox })
      execFileSync(name, ['rmi', '-f', reference], { stdio: 'ignore' })
    },
  )

  it.skipIf(skip)('fails for an unavailable image, and says why', async () => {
    const answer = await server.post('/start', { image: '127.0.0.1:9/none:1' })
    expect(answer.error).toContain('Failed to pull image 127.0.0.1:9/none:1')
    expect((await server.post('/start', { image: '--privileged' })).status).toBe('Failed')
  })

  it.skipIf(skip)(
    'keeps a sandbox of the machine’s own system to a list of hosts, and says that it cannot keep others',
    async () => {
      const both = await startServer(['--runtime', 'auto'])
      const own = await both.post('/start', { image: 'local', network: 'allow:a.example' })
      const { network, runtime } = (await both.get('/get_status', { sandbox_id: own.result.sandbox_id }))
        .result
      expect([network, ['bubblewrap', 'namespaces'].includes(runtime)]).toEqual(['allow:a.example', true])
      const other = await both.post('/start', { image: image.reference, network: 'allow:a.example' })
      expect(other.error).toContain(
        'network allow cannot be had with this image here: use own or shared or none',
      )
      await both.close()
    },
  )

  it.skipIf(skip)('leaves no container behind when it is killed, and restarts what it had', async () => {
    const data = await temporaryFolder()
    const first = await startServer(['--runtime', name], data)
    const sandbox = (await first.post('/start', { image: image.reference, auto_delete_seconds: 600 })).result
      .sandbox_id
    await first.post('/execute', {
      sandbox_id: sandbox,
      command: 'echo kept > /root/kept; (setsid nohup sleep 4719 >/dev/null 2>&1 &)',
    })
    expect(containers(data).length).toBe(1)
    await first.kill()
    const second = await startServer(['--runtime', name], data)
    expect(containers(data).length).toBe(0)
    expect((await second.post('/restart', { sandbox_id: sandbox })).status).toBe('Success')
    const read = await second.post('/execute', { sandbox_id: sandbox, command: ['cat', '/root/kept'] })
    expect(read.result.stdout).toBe('kept\n')
    await second.post('/stop', { sandbox_id: sandbox })
    await second.post('/delete', { sandbox_id: sandbox })
    await second.close()
  })
})
