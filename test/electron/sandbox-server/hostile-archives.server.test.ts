import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ImageFolder } from '../../../electron/sandbox-server/lifecycle/image-folder.ts'
import { ImageImport } from '../../../electron/sandbox-server/lifecycle/image-import.ts'
import type { Runtime } from '../../../electron/sandbox-server/runtime/runtime.ts'
import { backends } from './support/runtimes.ts'
import { MODES, noImports, type TestServer } from './support/server.ts'
import { dockerArchive, type Member, tarOf } from './support/tar.ts'

/** A minimal image: a shell and its libraries, mounted from the host. */
const shell: Member[] = [
  { name: 'bin', type: 'folder' },
  { name: 'bin/sh', content: readFileSync('/bin/sh'), mode: 0o755 },
  ...['root', 'run', 'tmp', 'etc'].map((name): Member => ({ name, type: 'folder' })),
  ...libraries('/bin/sh').flatMap((path): Member[] => [
    { name: path.slice(1), content: readFileSync(path), mode: 0o755 },
  ]),
]

function libraries(program: string): string[] {
  const listed = execFileSync('ldd', [program], { encoding: 'utf8' })
  return Array.from(listed.matchAll(/(\/\S+)/g), ([, path = '']) => path)
}

const link = (name: string, target: string): Member => ({ name, type: 'link', target })

describe.each(MODES)('an image archive imported by $mode', ({ mode, skip: noMode, start }) => {
  const skip = noImports || noMode
  let server: TestServer
  let outside: string
  let secret: string

  beforeAll(async () => {
    if (skip) return
    server = await start()
    outside = mkdtempSync(join(tmpdir(), 'orrery-outside-'))
    secret = join(outside, 'secret')
    writeFileSync(secret, 'PRIVATE')
    chmodSync(outside, 0o777)
    chownSync(secret, statSync(server.data).uid, -1)
    chmodSync(secret, 0o600)
  })
  afterAll(async () => {
    if (skip) return
    rmSync(outside, { recursive: true, force: true })
    await server.close()
  })

  const bring = async (tag: string, archive: Buffer) => {
    const form = new FormData()
    form.append('image_tag', tag)
    form.append('file', new Blob([new Uint8Array(archive)]), 'image.tar')
    const headers = { authorization: `Bearer ${server.token}` }
    const answer = await fetch(`${server.base}/images/import`, { method: 'POST', headers, body: form })
    return (await answer.json()) as { status: string; error: string | null }
  }
  const untouched = () => {
    expect(statSync(secret).mode & 0o777).toBe(0o600)
    expect(readdirSync(outside)).toEqual(['secret'])
    expect(readdirSync(join(server.data, 'images/work'))).toEqual([])
  }

  it.skipIf(skip)('that is harmless becomes an image', async () => {
    expect(await bring('plain:1', tarOf(shell))).toMatchObject({ status: 'Success' })
    expect(
      await bring('layers:1', dockerArchive([tarOf(shell), tarOf([{ name: 'etc/x', content: 'y' }])])),
    ).toMatchObject({ status: 'Success' })
    const id = (await server.post('/start', { image: 'layers:1' })).result.sandbox_id
    const command = ['/bin/sh', '-c', 'read -r x < /etc/x || echo "$x"']
    expect((await server.post('/execute', { sandbox_id: id, command })).result.stdout).toBe('y\n')
  })

  it.skipIf(skip)('may have files of many users, as far as there are such inside', async () => {
    const files: Member[] = [{ name: 'etc/web', content: 'w', owner: 33 }]
    expect(await bring('users:1', tarOf([...shell, ...files]))).toMatchObject({ status: 'Success' })
    expect(await bring('users:2', dockerArchive([tarOf([...shell, ...files])]))).toMatchObject({
      status: 'Success',
    })
    for (const image of ['users:1', 'users:2']) {
      const id = (await server.post('/start', { image })).result.sandbox_id
      const command = ['/bin/sh', '-c', 'test -O /etc/web; echo $?']
      // The command runs as root and prints whether the file belongs to root, too.
      const isOfRoot = mode === 'root' ? '1\n' : '0\n'
      expect((await server.post('/execute', { sandbox_id: id, command })).result.stdout).toBe(isOfRoot)
    }
  })

  it.skipIf(skip).each<[string, () => Member[][]]>([
    [
      'through a link to its parent',
      () => [[...shell, link('up', '..')], [{ name: 'up/evil', content: 'x' }]],
    ],
    [
      'over the programs that unpack it',
      () => [[...shell, link('up', '..')], [{ name: 'up/bin/sh', content: '#!/x' }]],
    ],
    ['through an absolute link', () => [[...shell, link('out', '/')], [{ name: 'out/evil', content: 'x' }]]],
    [
      'through a link to the archive',
      () => [[...shell, link('a', '/orrery-archive')], [{ name: 'a/files/x', content: 'x' }]],
    ],
    ['by a deletion through a link', () => [[...shell, link('up', '..')], [{ name: 'up/etc/.wh.passwd' }]]],
    [
      'by emptying a folder through a link',
      () => [[...shell, link('up', '..')], [{ name: 'up/etc/.wh..wh..opq' }]],
    ],
    [
      'through a link of the same layer',
      () => [[...shell, link('up', '..'), { name: 'up/evil', content: 'x' }]],
    ],
    [
      'by a hard link through a link',
      () => [[...shell, link('up', '..')], [{ name: 'shadow', type: 'hard-link', target: 'up/etc/shadow' }]],
    ],
  ])('does not leave its root %s', async (_how, layers) => {
    const answer = await bring('evil:1', dockerArchive(layers().map(tarOf)))
    expect(answer.status).toBe('Failed')
    expect(answer.error).toMatch(/cannot be unpacked/)
    expect(answer.error).not.toContain(server.data)
    untouched()
  })

  it.skipIf(skip)('does not have its own folder replaced by a link', async () => {
    const layers = [
      [...shell, link('up', '..')],
      [link('up/orrery-import', secret)],
      [link('up/orrery-import', outside)],
    ]
    expect((await bring('evil:2', dockerArchive(layers.map(tarOf)))).status).toBe('Failed')
    untouched()
  })

  it.skipIf(skip).each<[string, Member]>([
    ['..', { name: '../evil', content: 'x' }],
    ['an absolute path', { name: `/tmp/orrery-evil-${process.pid}`, content: 'x' }],
  ])('cannot name a member %s', async (_how, member) => {
    await bring('evil:3', tarOf([...shell, member]))
    expect(() => statSync(`/tmp/orrery-evil-${process.pid}`)).toThrow('ENOENT')
    untouched()
  })

  it.skipIf(skip).each(['run', 'root', 'dev', 'proc', 'sys', 'oldroot', 'newroot'])(
    'is refused with a link for /%s',
    async (name) => {
      const others = shell.filter((member) => member.name !== name)
      const answer = await bring('evil:4', tarOf([...others, link(name, `/oldroot${outside}`)]))
      expect(answer).toMatchObject({ status: 'Failed', error: expect.stringContaining(`/${name} is a link`) })
      untouched()
    },
  )

  it.skipIf(skip).each<[string, () => Buffer, RegExp]>([
    ['no files', () => tarOf([]), /cannot be unpacked|no \/bin\/sh/],
    ['no shell', () => tarOf([{ name: 'etc/x' }]), /no \/bin\/sh/],
    [
      'more layers than there can be',
      () => dockerArchive(Array.from({ length: 129 }, () => tarOf([]))),
      /129 layers/,
    ],
    ['a manifest that is a link', () => tarOf([link('manifest.json', '/etc/passwd')]), /is not JSON/],
    [
      'a manifest without an end',
      () => tarOf([link('manifest.json', '/dev/zero')]),
      /larger than 4 MB|is not JSON/,
    ],
    [
      'a layer that is a device',
      () => tarOf([{ name: 'manifest.json', content: '[{"Layers":["z"]}]' }, link('z', '/dev/zero')]),
      /not in the archive/,
    ],
    [
      'a layer outside',
      () => tarOf([{ name: 'manifest.json', content: '[{"Layers":["../../etc/passwd"]}]' }]),
      /outside of itself/,
    ],
    [
      'a layer that is an option',
      () => tarOf([{ name: 'manifest.json', content: '[{"Layers":["--checkpoint-action=exec=sh"]}]' }]),
      /outside of itself/,
    ],
    [
      'a manifest of wrong types',
      () => tarOf([{ name: 'manifest.json', content: '[{"Layers":[1,null]}]' }]),
      /is no image/,
    ],
    [
      'an index of wrong types',
      () => tarOf([{ name: 'index.json', content: '{"manifests":[{"digest":7}]}' }]),
      /is no image/,
    ],
  ])('with %s is refused with a sentence', async (_what, archive, sentence) => {
    const answer = await bring('evil:5', archive())
    expect(answer.status).toBe('Failed')
    expect(answer.error).toMatch(sentence)
    untouched()
  })

  it.skipIf(skip)('may have folders that nobody may enter, and can be forgotten', async () => {
    const closed: Member[] = [
      { name: 'shut/inner', type: 'folder', mode: 0 },
      { name: 'shut', type: 'folder', mode: 0 },
    ]
    expect(await bring('shut:1', tarOf([...shell, ...closed]))).toMatchObject({ status: 'Success' })
    expect(await server.post('/images/delete', { reference: 'shut:1' })).toMatchObject({ status: 'Success' })
    untouched()
  })

  it.skipIf(skip)('has an environment that its processes can be given', async () => {
    const env = ['GOOD=1', 'no equals', '=empty', 'NUL=a\0b']
    expect(await bring('env:1', dockerArchive([tarOf(shell)], env))).toMatchObject({ status: 'Success' })
    const id = (await server.post('/start', { image: 'env:1' })).result.sandbox_id
    const command = ['/bin/sh', '-c', 'echo "$GOOD$NUL"']
    expect((await server.post('/execute', { sandbox_id: id, command })).result.stdout).toBe('1\n')
  })
})

const own = backends().find(({ name }) => name === 'bubblewrap')

describe('the limits of an import', () => {
  let data: string
  let runtime: Runtime
  let folder: ImageFolder
  beforeAll(async () => {
    if (own?.skip) return
    data = mkdtempSync(join(tmpdir(), 'orrery-limits-'))
    runtime = (await own?.open(data)) ?? expect.unreachable()
    folder = new ImageFolder(join(data, 'images'))
    await folder.load()
  })
  afterAll(async () => {
    await runtime?.dispose()
    if (data) rmSync(data, { recursive: true, force: true })
  })
  const limited = (archive: Buffer, bytes: number, members: number) =>
    new ImageImport(runtime, folder, join(data, 'images/work'), { bytes, members }).import(
      'bomb',
      Readable.from([archive]),
    )

  it.skipIf(own?.skip)('hold for the bytes of a bomb', async () => {
    const bomb = gzipSync(tarOf([{ name: 'zeros', content: Buffer.alloc(300 * 1024 ** 2) }]))
    expect(bomb.length).toBeLessThan(1024 ** 2)
    await expect(limited(bomb, 64 * 1024 ** 2, 100)).rejects.toThrow(/No space left|more than 64/)
    expect(folder.list()).toEqual([])
  })
  it.skipIf(own?.skip)('hold for the number of members', async () => {
    const many = tarOf(Array.from({ length: 200 }, (_, number) => ({ name: `f${number}` })))
    await expect(limited(many, 1024 ** 3, 100)).rejects.toThrow('too many members')
  })
})
