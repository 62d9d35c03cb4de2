import {
  FileNotFoundError,
  type FilesystemEvent,
  InvalidArgumentError,
  type Sandbox,
  TimeoutError,
} from 'e2b'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ADD_GUEST, failure, type SdkServer, startForSdk } from './support.ts'

let sdk: SdkServer
let sandbox: Sandbox

beforeAll(async () => {
  sdk = await startForSdk({})
  sandbox = sdk.sandbox
  await sandbox.commands.run(ADD_GUEST)
})
afterAll(() => sdk.close())

describe('files', () => {
  it('are written and read as text, with their folders', async () => {
    expect(await sandbox.files.write('/tmp/deep/er/a.txt', 'grüße\n')).toMatchObject({
      name: 'a.txt',
      type: 'file',
      path: '/tmp/deep/er/a.txt',
    })
    expect(await sandbox.files.read('/tmp/deep/er/a.txt')).toBe('grüße\n')
  })
  it('are written and read as bytes', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, n) => (n * 7) % 256)
    await sandbox.files.write('/tmp/bytes', bytes.buffer)
    expect(await sandbox.files.read('/tmp/bytes', { format: 'bytes' })).toEqual(bytes)
    expect((await sandbox.files.read('/tmp/bytes', { format: 'blob' })).size).toBe(100_000)
  })
  it('are read as a stream', async () => {
    await sandbox.commands.run('seq 1 100000 > /tmp/stream')
    const stream = await sandbox.files.read('/tmp/stream', { format: 'stream' })
    expect((await new Response(stream).text()).length).toBe(588_895)
  })
  it('are written from a stream, packed or not', async () => {
    const stream = () => new Blob(['streamed\n']).stream()
    await sandbox.files.write('/tmp/from-stream', stream())
    await sandbox.files.write('/tmp/from-packed', 'packed\n', { gzip: true })
    expect(await sandbox.files.read('/tmp/from-stream')).toBe('streamed\n')
    expect(await sandbox.files.read('/tmp/from-packed')).toBe('packed\n')
  })
  it('may be empty', async () => {
    await sandbox.files.write('/tmp/empty', '')
    expect(await sandbox.files.read('/tmp/empty')).toBe('')
    expect(await sandbox.files.read('/tmp/empty', { format: 'bytes' })).toHaveLength(0)
  })
  it('are written several at once', async () => {
    const written = await sandbox.files.writeFiles([
      { path: '/tmp/many/1', data: 'one' },
      { path: '/tmp/many/sub/2', data: 'two' },
    ])
    expect(written.map(({ path }) => path)).toEqual(['/tmp/many/1', '/tmp/many/sub/2'])
    expect(await sandbox.files.read('/tmp/many/sub/2')).toBe('two')
  })
  it('of a relative path are in the home folder', async () => {
    await sandbox.files.write('notes.txt', 'here')
    expect((await sandbox.commands.run('cat ~/notes.txt')).stdout).toBe('here')
    expect((await sandbox.files.getInfo('~/notes.txt')).path).toBe(
      `${(await sandbox.commands.run('echo -n $HOME')).stdout}/notes.txt`,
    )
  })
  it('belong to the user that they are written as', async () => {
    await sandbox.files.write('mine.txt', 'mine', { user: 'guest' })
    expect(await sandbox.files.getInfo('/home/guest/mine.txt')).toMatchObject({ owner: 'guest' })
  })
  it('that are missing are reported as missing', async () => {
    expect(await failure(sandbox.files.read('/tmp/nowhere'))).toBeInstanceOf(FileNotFoundError)
    expect(await failure(sandbox.files.getInfo('/tmp/nowhere'))).toBeInstanceOf(FileNotFoundError)
    expect(await failure(sandbox.files.list('/tmp/nowhere'))).toBeInstanceOf(FileNotFoundError)
    expect(await sandbox.files.exists('/tmp/nowhere')).toBe(false)
  })
  it('are distinguished from folders', async () => {
    expect(await failure(sandbox.files.read('/tmp'))).toBeInstanceOf(InvalidArgumentError)
    expect(await failure(sandbox.files.list('/tmp/bytes'))).toBeInstanceOf(InvalidArgumentError)
  })
  it('refuse metadata', async () => {
    const error = await failure(sandbox.files.write('/tmp/labelled', 'x', { metadata: { a: 'b' } }))
    expect((error as Error).message).toContain('no metadata')
    expect(await sandbox.files.exists('/tmp/labelled')).toBe(false)
  })
  it('tell what they are', async () => {
    await sandbox.files.write('/tmp/info', '12345')
    await sandbox.commands.run('chmod 640 /tmp/info; ln -s /tmp/info /tmp/link')
    const info = await sandbox.files.getInfo('/tmp/info')
    expect(info).toMatchObject({
      name: 'info',
      type: 'file',
      size: 5,
      mode: 0o640,
      permissions: '-rw-r-----',
      owner: 'root',
      group: 'root',
    })
    expect(Math.abs(Date.now() - (info.modifiedTime?.getTime() ?? 0))).toBeLessThan(60_000)
    expect(await sandbox.files.getInfo('/tmp/link')).toMatchObject({
      type: 'file',
      symlinkTarget: '/tmp/info',
    })
  })
  it('are listed, hidden ones too', async () => {
    await sandbox.commands.run(
      'mkdir -p /tmp/list/dir/deep; cd /tmp/list; touch .hidden "with blank" $\'line\\nbreak\'',
    )
    const names = (await sandbox.files.list('/tmp/list')).map(({ name, type }) => `${name} ${type}`)
    expect(names).toEqual(['.hidden file', 'dir dir', 'line\nbreak file', 'with blank file'])
  })
  it('are listed as deep as asked', async () => {
    const paths = async (depth: number) =>
      (await sandbox.files.list('/tmp/list', { depth })).map(({ path }) => path)
    expect(await paths(1)).not.toContain('/tmp/list/dir/deep')
    expect(await paths(2)).toContain('/tmp/list/dir/deep')
  })
  it('have folders made for them, once', async () => {
    expect(await sandbox.files.makeDir('/tmp/made/of/these')).toBe(true)
    expect(await sandbox.files.makeDir('/tmp/made/of/these')).toBe(false)
    expect(await sandbox.files.getInfo('/tmp/made')).toMatchObject({ type: 'dir' })
  })
  it('are renamed, over another too', async () => {
    await sandbox.files.writeFiles([
      { path: '/tmp/r/old', data: 'old' },
      { path: '/tmp/r/other', data: 'other' },
    ])
    expect(await sandbox.files.rename('/tmp/r/old', '/tmp/r/other')).toMatchObject({ path: '/tmp/r/other' })
    expect(await sandbox.files.read('/tmp/r/other')).toBe('old')
    expect(await sandbox.files.exists('/tmp/r/old')).toBe(false)
    expect(await failure(sandbox.files.rename('/tmp/r/old', '/tmp/r/x'))).toBeInstanceOf(FileNotFoundError)
  })
  it('are removed, folders with all in them', async () => {
    await sandbox.files.write('/tmp/gone/with/all', 'x')
    await sandbox.files.remove('/tmp/gone')
    expect(await sandbox.files.exists('/tmp/gone')).toBe(false)
    await sandbox.files.remove('/tmp/gone')
  })
  it('have addresses that open only them', async () => {
    await sandbox.files.write('/tmp/linked', 'by address')
    const url = await sandbox.downloadUrl('/tmp/linked')
    expect(await (await fetch(url)).text()).toBe('by address')
    expect((await fetch(url.replace('linked', 'info'))).status).toBe(401)
    const late = await sandbox.downloadUrl('/tmp/linked', { useSignatureExpiration: -5 })
    expect((await fetch(late)).status).toBe(401)
  })
  it('have addresses that they are uploaded to', async () => {
    const form = new FormData()
    form.append('file', new Blob(['uploaded']), 'x')
    const answer = await fetch(await sandbox.uploadUrl('/tmp/uploaded'), { method: 'POST', body: form })
    expect(answer.status).toBe(200)
    expect(await sandbox.files.read('/tmp/uploaded')).toBe('uploaded')
  })
})

describe('watching a folder', () => {
  /** Watches, runs an action, and returns the reported events once `wanted` is among them. */
  const watched = async (
    folder: string,
    work: () => Promise<unknown>,
    wanted: string,
    options: { recursive?: boolean; includeEntry?: boolean } = {},
  ) => {
    const events: FilesystemEvent[] = []
    const handle = await sandbox.files.watchDir(folder, (event) => void events.push(event), options)
    await work()
    await vi.waitFor(() => {
      if (!namesOf(events).includes(wanted)) throw new Error(`${wanted} is not in ${namesOf(events).join()}`)
    }, 10_000)
    await handle.stop()
    return events
  }
  const namesOf = (events: FilesystemEvent[]) => events.map(({ name, type }) => `${type} ${name}`)
  it.each([
    ['create', ':> new', 'create new'],
    ['write', 'echo more >> old', 'write old'],
    ['remove', 'rm old', 'remove old'],
    ['rename', 'mv old other', 'rename old'],
    ['chmod', 'chmod 600 old', 'chmod old'],
  ])('reports %s', async (name, command, wanted) => {
    const folder = `/tmp/watch-${name}`
    await sandbox.files.write(`${folder}/old`, 'old')
    const run = () => sandbox.commands.run(command, { cwd: folder })
    expect(namesOf(await watched(folder, run, wanted))).toContain(wanted)
  })
  it('reports what is below only if requested', async () => {
    await sandbox.files.makeDir('/tmp/tree/sub')
    const events = await watched(
      '/tmp/tree',
      () => sandbox.commands.run('cd /tmp/tree; :> sub/a; :> b'),
      'create b',
    )
    expect(events.map(({ name }) => name)).not.toContain('sub/a')
    await watched('/tmp/tree', () => sandbox.files.write('/tmp/tree/sub/c', ''), 'create sub/c', {
      recursive: true,
    })
  })
  it('includes the entry if requested', async () => {
    await sandbox.files.makeDir('/tmp/entries')
    const work = () => sandbox.files.write('/tmp/entries/a', '123')
    const [event] = await watched('/tmp/entries', work, 'create a', { includeEntry: true })
    expect(event?.entry).toMatchObject({ path: '/tmp/entries/a', type: 'file' })
  })
  it('refuses what is no folder', async () => {
    const watch = (path: string) => failure(sandbox.files.watchDir(path, () => undefined))
    expect(await watch('/tmp/nowhere')).toBeInstanceOf(FileNotFoundError)
    expect(await watch('/tmp/info')).toBeInstanceOf(InvalidArgumentError)
  })
  it('ends at its timeout, and says so', async () => {
    const exited = vi.fn()
    await sandbox.files.watchDir('/tmp', () => undefined, { timeoutMs: 3_000, onExit: exited })
    await expect.poll(() => exited.mock.calls[0]?.[0]).toBeInstanceOf(TimeoutError)
  })
})
