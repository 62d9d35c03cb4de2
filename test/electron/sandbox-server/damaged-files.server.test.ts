import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from './support/server.ts'

/** A file of the server's data was damaged while the server was down. */
describe('a damaged file hurts only itself', () => {
  let server: TestServer
  let stays: string
  let hurt: string
  const start = async () =>
    (await server.post('/start', { image: 'local', disk: '64m', auto_delete_seconds: 600 })).result
      .sandbox_id as string
  const path = (...names: string[]) => join(server.data, ...names)
  const folderOf = (tag: string) =>
    readdirSync(path('images')).find(
      (name) =>
        existsSync(path('images', name, 'image.json')) &&
        readFileSync(path('images', name, 'image.json'), 'utf8').includes(`"${tag}"`),
    ) ?? expect.unreachable()
  const commit = async (tag: string) => {
    await server.post('/commit', { sandbox_id: stays, image_tag: tag })
    while ((await server.get(`/commit/${stays}`)).result.phase === 'RUNNING') await setTimeout(50)
  }
  const again = async (damage: () => void) => {
    await server.kill()
    damage()
    server = await startServer([], server.data)
  }
  const problems = async () => (await server.get('/all_sandboxes')).result.problems.join('\n') as string

  beforeAll(async () => {
    server = await startServer()
    ;[stays, hurt] = [await start(), await start()]
    await commit('good:1')
    await commit('bad:1')
    await server.post('/stop', { sandbox_id: stays })
    await server.post('/stop', { sandbox_id: hurt })
  })
  afterAll(() => server.close())

  it.each([['null'], ['{"id"'], [''], ['{"reference":"bad:1","layers":["../../etc"]}']])(
    'an image whose file is %j',
    async (text) => {
      const folder = path('images', folderOf('bad:1'))
      const file = join(folder, 'image.json')
      const before = readFileSync(file, 'utf8')
      await again(() => writeFileSync(file, text))
      expect(await problems()).toContain(file)
      expect(readFileSync(file, 'utf8')).toBe(text)
      expect(existsSync(join(folder, 'layer'))).toBe(true)
      const { images } = (await server.get('/images')).result
      expect(images.map(({ reference }: { reference: string }) => reference)).toEqual(['local', 'good:1'])
      expect((await server.post('/start', { image: 'good:1' })).status).toBe('Success')
      writeFileSync(file, before)
    },
  )
  it('a record of wrong types', async () => {
    const file = path('sandboxes', hurt, 'record.json')
    const before = readFileSync(file, 'utf8')
    const { identity: _identity, ...rest } = JSON.parse(before) as Record<string, unknown>
    await again(() => writeFileSync(file, JSON.stringify(rest)))
    expect(await problems()).toContain(`Sandbox ${hurt} cannot be used`)
    expect((await server.get('/sandboxes')).status).toBe('Success')
    const { items } = (await server.get('/all_sandboxes')).result
    expect(items.map((item: { sandbox_id: string }) => item.sandbox_id)).toContain(stays)
    const answer = await server.post('/start', { image: 'local', sandbox_id: hurt })
    expect(answer).toMatchObject({ status: 'Failed', error: expect.stringContaining('Its files are kept') })
    await again(() => writeFileSync(file, before))
    expect(await problems()).toBe('')
  })
  it('a base with missing files is recreated', async () => {
    const base = readdirSync(path('images')).find((name) => /^local-\d+$/.test(name)) ?? expect.unreachable()
    await again(() => rmSync(path('images', base, 'etc'), { recursive: true }))
    const id = await start()
    const { result } = await server.post('/execute', { sandbox_id: id, command: 'cat /etc/hostname' })
    expect(result.stdout).toBe('sandbox\n')
  })
  it('a base that loses files while the server runs is recreated for the next sandbox', async () => {
    const base = readdirSync(path('images')).find((name) => /^local-\d+$/.test(name)) ?? expect.unreachable()
    const first = await start()
    rmSync(path('images', base, 'etc/skel'), { recursive: true })
    const second = await start()
    const look = async (id: string, command: string) =>
      (await server.post('/execute', { sandbox_id: id, command })).result.stdout as string
    expect(await look(second, 'ls -d /etc/skel')).toBe('/etc/skel\n')
    // What runs on the damaged one keeps the rest of it.
    expect(await look(first, 'cat /etc/hostname')).toBe('sandbox\n')
    expect(await look(first, 'ls /etc/passwd')).toBe('/etc/passwd\n')
  })
  it('a disk that was cut', async () => {
    const disk = path('sandboxes', hurt, 'disk.img')
    if (!existsSync(disk)) return expect(server.stderr()).toContain('its files are watched')
    await again(() => truncateSync(disk, 1024 ** 2))
    await server.post('/restart', { sandbox_id: hurt })
    const status = async () =>
      (await server.get('/get_status', { sandbox_id: hurt, include_all_states: 'true' })).result
    await expect.poll(async () => (await status()).state).toBe('stopped')
    expect((await status()).notices.at(-1)).toMatch(/^Not started: the sandbox’s disk is damaged/)
    expect((await server.get('/get_status', { sandbox_id: hurt })).error).toContain('disk is damaged')
    expect(await server.post('/delete', { sandbox_id: hurt })).toMatchObject({ status: 'Success' })
  })
})

describe('a request that is damaged', () => {
  let server: TestServer
  beforeAll(async () => void (server = await startServer(['--runtime', 'process'])))
  afterAll(() => server.close())

  it('with an image of a very long name is refused', async () => {
    const answer = await server.post('/start', { image: 'x'.repeat(1025) })
    expect(answer).toMatchObject({
      status: 'Failed',
      error: expect.stringContaining('at most 1024 characters'),
    })
  })
  it.each(['env', 'metadata'])('with %s larger than any environment is refused', async (field) => {
    const answer = await server.post('/start', {
      image: 'local',
      [field]: { A: 'x'.repeat(2 ** 19), B: 'x'.repeat(2 ** 19) },
    })
    expect(answer).toMatchObject({
      status: 'Failed',
      error: `body.${field}: Dictionary should have at most 1048576 characters`,
    })
  })
  it('with bytes that are no UTF-8 is refused', async () => {
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' }
    const body = Buffer.concat([Buffer.from('{"image":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    const answer = await fetch(`${server.base}/start`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    })
    expect(await answer.json()).toMatchObject({
      status: 'Failed',
      error: 'body: the text is not valid UTF-8',
    })
  })
})
