import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeContainers, TEST_IMAGE } from '../electron/sandbox-server/support/runtimes.ts'
import { startServer, type TestServer } from '../electron/sandbox-server/support/server.ts'
import { sharedFolder } from '../temporary-folder.ts'
import { READER, type RealRegistry, startRealRegistry } from './registry.ts'

const LOGIN = { registry_username: READER.username, registry_password: READER.password }
/** Of ELF programs; their processor is 18 bytes into the file. */
const AARCH64 = 0xb7

const commandLines = (): string =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return ''
      }
    })
    .join('\n')

/** An archive as `docker save` makes it, of an image whose only program no processor here runs. */
function foreignImage(reference: string, folder: string): Buffer {
  mkdirSync(join(folder, 'root/bin'), { recursive: true })
  const program = readFileSync('/bin/true')
  program.writeUInt16LE(AARCH64, 18)
  writeFileSync(join(folder, 'root/bin/sh'), program, { mode: 0o755 })
  const layer = execFileSync('tar', ['-C', join(folder, 'root'), '-c', '.'])
  const diff_ids = [`sha256:${createHash('sha256').update(layer).digest('hex')}`]
  const config = {
    architecture: 'arm64',
    os: 'linux',
    config: {},
    rootfs: { type: 'layers', diff_ids },
    history: [{}],
  }
  const manifest = [{ Config: 'config.json', RepoTags: [reference], Layers: ['layer.tar'] }]
  writeFileSync(join(folder, 'layer.tar'), layer)
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  return execFileSync('tar', ['-C', folder, '-c', 'manifest.json', 'config.json', 'layer.tar'])
}

/** Pulls and pushes of an engine against a real registry. */
export function describePulls(
  name: 'docker' | 'podman',
  { skip, port, slowPort }: { skip: string | undefined; port: number; slowPort: number },
): void {
  describe.skipIf(skip)(`${name} and a registry of Debian’s`, () => {
    let registry: RealRegistry
    let server: TestServer
    const folder = sharedFolder()
    const conf = join(folder, 'registries.conf')
    const environment = { CONTAINERS_REGISTRIES_CONF: conf }
    const image = `localhost:${port}/big:1`
    const slow = `localhost:${slowPort}/big:1`
    const engine = (...args: string[]) => spawnSync(name, args, { env: { ...process.env, ...environment } })
    const start = async (request: object) =>
      (await server.post('/start', request)) as {
        status: string
        error: string
        result: { sandbox_id: string }
      }

    beforeAll(async () => {
      const insecure = [port, slowPort].map(
        (one) => `[[registry]]\nlocation = "localhost:${one}"\ninsecure = true\n`,
      )
      writeFileSync(conf, insecure.join(''))
      registry = await startRealRegistry(port, slowPort)
      server = await startServer(['--runtime', name, '--strict-images'], undefined, undefined, environment)
    }, 120_000)
    afterAll(async () => {
      engine('rmi', '-f', image, slow)
      removeContainers(name, server.data)
      await server.close()
      registry.close()
    })

    const commit = async (sandbox_id: string, image_tag: string, password: string) => {
      await server.post('/commit', { sandbox_id, image_tag, username: READER.username, password })
      const phase = async () => (await server.get(`/commit/${sandbox_id}`)).result
      await expect.poll(async () => (await phase()).phase, { timeout: 60_000 }).not.toBe('RUNNING')
      return phase()
    }

    test('push what is committed with a login, and say why they cannot', async () => {
      const { sandbox_id: id } = (await start({ image: TEST_IMAGE })).result
      await server.post('/execute', { sandbox_id: id, command: 'head -c 9000000 /dev/urandom > /root/big' })
      const refused = `localhost:${port}/refused:1`
      expect(await commit(id, refused, 'wrong')).toMatchObject({
        phase: 'FAILED',
        failed_stage: 'push',
        error_message: expect.stringContaining('wants a login'),
      })
      expect(await registry.tags('refused')).toEqual([])
      expect(await commit(id, image, READER.password)).toMatchObject({ phase: 'SUCCEEDED' })
      expect(await registry.tags('big')).toEqual(['1'])
      // A name that is no registry's is kept here alone.
      expect(await commit(id, 'localhost/orrery-kept:1', 'wrong')).toMatchObject({ phase: 'SUCCEEDED' })
      await server.post('/stop', { sandbox_id: id })
      await server.post('/delete', { sandbox_id: id })
      engine('rmi', '-f', image, refused, 'localhost/orrery-kept:1')
    })

    test('tell how far a pull is, and show its login nowhere', async () => {
      const { sandbox_id: id } = (await server.post('/start_async', { image: slow, ...LOGIN })).result
      const phases: { message: string; progress?: { done: number; total: number } }[] = []
      let seen = ''
      const state = async () => {
        seen += commandLines()
        const { result } = await server.get('/get_status', { sandbox_id: id })
        phases.push(result.status.image_pull)
        return result.state
      }
      await expect.poll(state, { timeout: 60_000, interval: 100 }).toBe('running')
      const told = phases.filter(({ progress }) => progress)
      expect(told.map(({ message }) => message)).toContainEqual(
        expect.stringMatching(/^Downloading localhost:\d+\/big:1, \d of (?:9|1\d) MB$/),
      )
      const amounts = told.map(({ progress }) => progress?.done ?? 0)
      expect(amounts).toEqual([...amounts].sort((a, b) => a - b))
      expect(new Set(amounts).size).toBeGreaterThan(2)
      expect(phases.at(-1)).toMatchObject({ message: 'image pull success' })
      expect(phases.at(-1)).not.toHaveProperty('progress')
      expect(seen + server.stderr() + JSON.stringify(phases)).not.toContain(READER.password)
      expect(readdirSync(join(server.data, 'work'))).toEqual([])
      await server.post('/stop', { sandbox_id: id })
      await server.post('/delete', { sandbox_id: id })
      engine('rmi', '-f', slow)
    })

    test('end a pull with its start', async () => {
      const { sandbox_id: id } = (await server.post('/start_async', { image: slow, ...LOGIN })).result
      const message = async () =>
        (await server.get('/get_status', { sandbox_id: id })).result.status.image_pull.message
      await expect.poll(message, { timeout: 30_000, interval: 100 }).toMatch(/^Downloading .*MB$/)
      expect(await server.post('/stop', { sandbox_id: id })).toMatchObject({ status: 'Success' })
      await expect.poll(commandLines).not.toContain(slow)
      expect(engine('image', 'inspect', slow).status).not.toBe(0)
    })

    test('sign in as the engine’s own configuration does', async () => {
      const auth = Buffer.from(`${READER.username}:${READER.password}`).toString('base64')
      const file = join(folder, 'config.json')
      writeFileSync(file, JSON.stringify({ auths: { [`localhost:${port}`]: { auth } } }))
      const own = { ...environment, DOCKER_CONFIG: folder, REGISTRY_AUTH_FILE: file }
      const signedIn = await startServer(['--runtime', name, '--strict-images'], undefined, undefined, own)
      const started = await signedIn.post('/start', { image })
      removeContainers(name, signedIn.data)
      await signedIn.close()
      expect(started).toMatchObject({ status: 'Success' })
      engine('rmi', '-f', image)
    })

    test('say in plain words why an image is not available', async () => {
      const reason = async (request: object) => (await start(request)).error
      expect(await reason({ image })).toMatch(/can’t be had: its registry wants a login, or another one \(/)
      expect(await reason({ image, ...LOGIN, registry_password: 'wrong' })).toContain('wants a login')
      expect(await reason({ image: `localhost:${port}/nothing:1`, ...LOGIN })).toContain(
        'has no image of that name',
      )
      expect(await reason({ image: 'localhost:9/big:1' })).toContain('its registry cannot be reached')
      expect(await reason({ image, pull: 'never' })).toContain('it is not here, and pull is "never"')
    })

    test('say that an image is not there for a platform', async () => {
      const other = process.arch === 'arm64' ? 'linux/amd64' : 'linux/arm64'
      const { error } = await start({ image, platform: other, ...LOGIN })
      expect(error).toMatch(
        /has it for linux\/\w+ alone, not for linux\/\w+|does not have it for that platform/,
      )
      engine('rmi', '-f', image)
    })

    const emulated = existsSync('/proc/sys/fs/binfmt_misc/qemu-aarch64') || process.arch === 'arm64'
    test.skipIf(emulated)('refuse programs of another processor where none runs them', async () => {
      const foreign = 'localhost/orrery-foreign:1'
      execFileSync(name, ['load'], {
        input: foreignImage(foreign, join(folder, 'foreign')),
        stdio: ['pipe', 'ignore', 'pipe'],
      })
      for (const wish of [{}, { platform: 'linux/arm64' }]) {
        const { error } = await start({ image: foreign, ...wish })
        expect(error).toMatch(/programs are for arm64, and the engine’s machine has no emulator/)
      }
      expect((await start({ image: foreign, platform: 'linux/amd64', pull: 'never' })).error).toContain(
        'what is here is for linux/arm64',
      )
      engine('rmi', '-f', foreign)
    })
  })
}
