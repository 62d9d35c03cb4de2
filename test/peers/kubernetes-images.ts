/** Sandboxes on a cluster that are saved as images in a registry, and started from them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, secretOf } from '../electron/sandbox-server/support/keys.ts'
import { startServer, type TestServer } from '../electron/sandbox-server/support/server.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { freePort } from './peers.ts'
import { READER, type RealRegistry, startRealRegistry } from './registry.ts'

export function savedImages(image: string, openRegistry: () => Promise<number>): void {
  const small = { cpus: 0.2, memory: '128m' }
  const login = { registry_username: READER.username, registry_password: READER.password }
  let registry: RealRegistry
  let server: TestServer
  let place: string
  let id: string
  beforeAll(async () => {
    const port = await openRegistry()
    registry = await startRealRegistry(port, await freePort())
    place = `127.0.0.1:${port}`
    server = await startServer(['--runtime', 'kubernetes', '--kube-registry', place])
    id = (await server.post('/start', { ...small, image })).result.sandbox_id
  })
  afterAll(async () => {
    await server.post('/stop', { sandbox_id: id })
    await server.close()
    registry.close()
  })
  const execute = async (sandbox: string, command: string) =>
    (await server.post('/execute', { sandbox_id: sandbox, command, shell: true })).result?.stdout
  const commit = async (tag: string, more: object = READER) => {
    await server.post('/commit', { sandbox_id: id, image_tag: tag, ...more })
    const ended = async () => (await server.get(`/commit/${id}`)).result
    await expect.poll(ended, { timeout: 120_000 }).not.toMatchObject({ phase: 'RUNNING' })
    return ended()
  }

  test('is started with its files as they were: changed, deleted, linked, of others, and its environment', async () => {
    const made = [
      'mkdir -p /srv/deep && echo é > "/srv/deep/a b" && ln -s "a b" /srv/deep/link && ln "/srv/deep/a b" /srv/deep/hard',
      'chown nobody /srv/deep && chmod 4711 /srv/deep/hard && rm /usr/bin/yes && head -c 3000000 /dev/urandom > /srv/big',
    ].join(' && ')
    await execute(id, made)
    // A program that writes meanwhile is no failure.
    await execute(id, '(while :; do date >> /var/log-of-it; done) > /dev/null 2>&1 & echo $! > /tmp/writer')
    const seen = [
      'cat "/srv/deep/link"; stat -c "%U %a %h" /srv/deep "/srv/deep/a b"; ls /usr/bin/yes 2>&1 | wc -l',
      'ls /usr/bin/yes >/dev/null 2>&1 || echo gone; sha256sum /srv/big; ls /run/orrery | wc -l; echo $PATH; ls /proc/self/exe',
    ].join('; ')
    const before = await execute(id, seen)
    expect(before).toContain('gone\n')
    expect(await commit(`${place}/saved/one:1`)).toMatchObject({ phase: 'SUCCEEDED' })
    await execute(id, 'kill $(cat /tmp/writer)')
    expect(await registry.tags('saved/one')).toEqual(['1'])
    const start = await server.post('/start', { ...small, ...login, image: `${place}/saved/one:1` })
    const other = start.result.sandbox_id as string
    expect(await execute(other, seen)).toBe(before)
    expect(await execute(other, 'cat /etc/hostname /etc/hosts | grep -c localhost')).not.toBe('0\n')
    await server.post('/stop', { sandbox_id: other })
  })

  test.each<[string, () => string, object, RegExp]>([
    [
      'a name of no registry',
      () => 'saved:1',
      READER,
      /give the image a name such as 127\.0\.0\.1:\d+\/name:1/,
    ],
    ['another registry', () => 'elsewhere.example/saved:1', READER, /images are saved in the registry 127/],
    ['no name', () => `${place}/`, READER, /give the image a name/],
    ['no login', () => `${place}/saved/two:1`, {}, /refused it \(401: authentication required\)/],
    ['a wrong login', () => `${place}/saved/two:1`, { ...READER, password: 'x' }, /refused it \(401/],
  ])('is refused with %s, and nothing is left of it', async (_, tag, credentials, words) => {
    expect(await commit(tag(), credentials)).toMatchObject({
      phase: 'FAILED',
      error_message: expect.stringMatching(words),
    })
    expect(await registry.tags('saved/two')).toEqual([])
  })

  test('goes where the server’s own login may, of a key below the name of its namespace alone', async () => {
    const auth = Buffer.from(`${READER.username}:${READER.password}`).toString('base64')
    const folder = await temporaryFolder()
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ auths: { [place]: { auth } } }))
    const args = ['--runtime', 'kubernetes', '--kube-registry', place]
    const signedIn = await startServer(args, undefined, undefined, { DOCKER_CONFIG: folder })
    const key = await secretOf(signedIn, 'ours', 'user', 'team')
    const asked = async (path: string, body?: object) => (await ask(signedIn.base + path, key, { body })).json
    const { sandbox_id } = (await asked('/start', { ...small, image })).result
    const commitAs = async (image_tag: string) => {
      await asked('/commit', { sandbox_id, image_tag })
      const ended = async () => (await asked(`/commit/${sandbox_id}`)).result
      await expect.poll(ended, { timeout: 120_000 }).not.toMatchObject({ phase: 'RUNNING' })
      return ended()
    }
    expect(await commitAs(`${place}/other/own:1`)).toMatchObject({ error_code: 'REGISTRY_DENIED' })
    expect(await commitAs(`${place}/team/own:1`)).toMatchObject({ phase: 'SUCCEEDED' })
    await asked('/stop', { sandbox_id })
    await signedIn.close()
    expect(await registry.tags('team/own')).toEqual(['1'])
    expect(await registry.tags('other/own')).toEqual([])
  })

  test('is said to be possible, and not of one that is stopped', async () => {
    expect((await server.get('/get_status', { sandbox_id: id })).result.commits).toBe('registry')
    const { result } = await server.get('/all_sandboxes')
    expect(JSON.stringify(result.backends)).not.toContain('Saving a sandbox as an image')
    const other = (await server.post('/start', { ...small, image })).result.sandbox_id as string
    await server.post('/stop', { sandbox_id: other })
    await server.post('/commit', { sandbox_id: other, image_tag: `${place}/saved/two:1`, ...READER })
    await expect
      .poll(async () => (await server.get(`/commit/${other}`)).result)
      .toMatchObject({
        phase: 'FAILED',
        error_message: expect.stringContaining('stopped sandbox has no files'),
      })
  })
}
