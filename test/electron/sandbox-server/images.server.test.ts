import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.ts'
import { buildOciImage, ociArchive } from './support/oci-layout.ts'
import { noImports, startServer, type TestServer } from './support/server.ts'

let server: TestServer
let id: string

beforeAll(async () => {
  server = await startServer()
  id = (await server.post('/start', { image: 'local', memory: '1g' })).result.sandbox_id
})
afterAll(() => server.close())

describe('images', () => {
  const commit = async (sandbox: string, tag: string) => {
    const body = { sandbox_id: sandbox, image_tag: tag, username: 'u', password: 'p' }
    expect((await server.post('/commit', body)).result).toMatchObject({ image_tag: tag, sandbox_id: sandbox })
    await expect
      .poll(async () => (await server.get(`/commit/${sandbox}`)).result.phase, { timeout: 10_000 })
      .toBe('SUCCEEDED')
  }
  const boot = async (image: string) => (await server.post('/start', { image })).result.sandbox_id
  const shell = async (sandbox: string, command: string) =>
    (await server.post('/execute', { sandbox_id: sandbox, command: ['sh', '-c', command] })).result.stdout

  it('are saved in layers: changes, deletions and replaced directories', async () => {
    const first = await boot('local')
    await shell(
      first,
      'echo one > /root/one; mkdir /root/d; echo x > /root/d/x; echo "bin:x:2:2::/:/bin/sh" >> /etc/passwd',
    )
    await commit(first, 'test/one:1')
    const second = await boot('test/one:1')
    expect(await shell(second, 'cat /root/one /root/d/x; tail -1 /etc/passwd')).toBe(
      'one\nx\nbin:x:2:2::/:/bin/sh\n',
    )
    await shell(
      second,
      'rm /root/one; rm -r /root/d; mkdir /root/d; echo y > /root/d/y; chown 5:6 /root/d/y || true',
    )
    await commit(second, 'test/two:1')
    const third = await boot('test/two:1')
    expect(await shell(third, 'ls /root /root/d')).toBe('/root:\nd\n\n/root/d:\ny\n')
    expect(await shell(second, 'ls /root/one 2>&1; ls /root/d')).toContain('y')
    const { images } = (await server.get('/images')).result
    expect(images.map((image: { reference: string }) => image.reference)).toEqual(
      expect.arrayContaining(['local', 'test/one:1', 'test/two:1']),
    )
    const sizeOf = (reference: string): number =>
      images.find((image: { reference: string }) => image.reference === reference).size
    expect(sizeOf('test/one:1')).toBeGreaterThan(0)
    // The size includes the base image.
    expect(sizeOf('test/two:1')).toBeGreaterThan(sizeOf('test/one:1'))
    for (const sandbox of [first, second, third]) await server.post('/stop', { sandbox_id: sandbox })
    await commit(third, 'test/stopped:1')
    const fourth = await boot('test/stopped:1')
    expect(await shell(fourth, 'ls /root /root/d; tail -1 /etc/passwd')).toBe(
      '/root:\nd\n\n/root/d:\ny\nbin:x:2:2::/:/bin/sh\n',
    )
    await server.post('/stop', { sandbox_id: fourth })
  })

  it.skipIf(noImports)('that are imported from a docker archive run as they are', async () => {
    const build = [
      'set -e; cd "$(mktemp -d)"; mkdir base top out out/l1 out/l2',
      'mkdir -p base/usr/bin base/usr/lib base/usr/lib64 base/root base/tmp base/etc',
      'ln -s usr/bin base/bin; ln -s usr/lib base/lib; ln -s usr/lib64 base/lib64',
      'for p in bash sh cat ls env mkdir; do f=$(command -v $p); cp -L $f base/usr/bin/',
      "  ldd $f | grep -o '/[^ ]*' | while read l; do mkdir -p base$(dirname $l); cp -Ln $l base$l; done; done",
      'echo gone > base/root/gone; echo old > base/root/kept; mkdir top/root; : > top/root/.wh.gone; echo new > top/root/kept',
      'tar -C base -cf out/l1/layer.tar .; tar -C top -czf out/l2/layer.tar .',
      `echo '{"config":{"Env":["GREETING=hello world"]}}' > out/config.json`,
      `echo '[{"Config":"config.json","RepoTags":["x:1"],"Layers":["l1/layer.tar","l2/layer.tar"]}]' > out/manifest.json`,
      'tar -C out -cf /root/image.tar .',
    ].join('\n')
    const built = await server.post('/execute', { sandbox_id: id, command: ['bash', '-c', build] })
    expect(built.result).toMatchObject({ exit_code: 0 })
    const archive: Buffer[] = []
    for await (const chunk of server.platform.files.chunks(id, '/root/image.tar')) archive.push(chunk)
    const form = new FormData()
    form.append('image_tag', 'imported:1')
    form.append('file', new Blob([new Uint8Array(Buffer.concat(archive))]), 'image.tar')
    const headers = { authorization: `Bearer ${server.token}` }
    const answer = await (
      await fetch(`${server.base}/images/import`, { method: 'POST', headers, body: form })
    ).json()
    expect(answer).toMatchObject({ status: 'Success', result: { reference: 'imported:1' } })
    const sandbox = await boot('imported:1')
    expect(await shell(sandbox, 'ls /root; cat /root/kept; echo $GREETING; ls /usr/bin')).toBe(
      'kept\nnew\nhello world\nbash\ncat\nenv\nls\nmkdir\nsh\n',
    )
    await server.post('/create_session', { sandbox_id: sandbox, session: 's' })
    const run = await server.post('/run_in_session', {
      sandbox_id: sandbox,
      session: 's',
      command: 'echo in $GREETING',
    })
    expect(run.result.output).toBe('in hello world')
    await server.post('/stop', { sandbox_id: sandbox })
  })

  const importArchive = async (reference: string, archive: Buffer) => {
    const form = new FormData()
    form.append('image_tag', reference)
    form.append('file', new Blob([new Uint8Array(archive)]), 'image.tar')
    const headers = { authorization: `Bearer ${server.token}` }
    return (await fetch(`${server.base}/images/import`, { method: 'POST', headers, body: form })).json()
  }

  it.skipIf(noImports)('of a bare root file system work without a home folder of their own', async () => {
    const build = [
      'set -e; cd "$(mktemp -d)"; mkdir -p usr/bin usr/lib usr/lib64',
      'ln -s usr/bin bin; ln -s usr/lib lib; ln -s usr/lib64 lib64',
      'for p in sh cat mkdir; do f=$(command -v $p); cp -L $f usr/bin/',
      "  ldd $f | grep -o '/[^ ]*' | while read l; do mkdir -p .$(dirname $l); cp -Ln $l .$l; done; done",
      'tar -cf - . | base64',
    ].join('\n')
    const built = await server.post('/execute', { sandbox_id: id, command: ['bash', '-c', build] })
    const answer = await importArchive('bare:1', Buffer.from(built.result.stdout, 'base64'))
    expect(answer).toMatchObject({ status: 'Success', result: { reference: 'bare:1' } })
    const sandbox = await boot('bare:1')
    expect(await shell(sandbox, 'pwd; echo kept > file')).toBe('/root\n')
    expect(
      (await server.post('/read_file', { sandbox_id: sandbox, path: '/root/file' })).result.content,
    ).toBe('kept\n')
    expect((await server.post('/create_session', { sandbox_id: sandbox })).error).toMatch(
      /No such file or directory\. Sessions need \/bin\/bash in the image; commands of execute do not\.$/,
    )
    await server.post('/stop', { sandbox_id: sandbox })
  })

  it.skipIf(noImports)('that are imported from an OCI layout run as they are', async () => {
    const answer = await importArchive('oci:1', ociArchive(buildOciImage()))
    expect(answer).toMatchObject({ status: 'Success', result: { reference: 'oci:1' } })
    const sandbox = await boot('oci:1')
    expect(
      await shell(sandbox, 'ls /root /root/old; cat /root/replaced /root/kept/k; echo "$GREETING"'),
    ).toBe('/root:\nkept\nold\nreplaced\n\n/root/old:\nc\nnew\nk\nhello = world\n')
    await server.post('/create_session', { sandbox_id: sandbox, session: 's' })
    const run = await server.post('/run_in_session', {
      sandbox_id: sandbox,
      session: 's',
      command: 'echo in $BASH',
    })
    expect(run.result.output).toBe('in /bin/bash')
    await server.post('/stop', { sandbox_id: sandbox })
  })

  it.skipIf(noImports)(
    'in the images folder are imported at start; invalid ones are reported and stay',
    async () => {
      const images = await temporaryFolder()
      await writeFile(join(images, 'laid.tar'), ociArchive(buildOciImage()))
      await writeFile(join(images, 'broken.tar.gz'), 'no archive')
      const other = await startServer(['--images', images])
      try {
        const listed = (await other.get('/images')).result.images as { reference: string }[]
        expect(listed.map(({ reference }) => reference)).toContain('laid')
        expect(listed.map(({ reference }) => reference)).not.toContain('broken')
        expect(other.stderr()).toMatch(/broken\.tar\.gz is no image: /)
        expect(existsSync(join(images, 'broken.tar.gz'))).toBe(true)
      } finally {
        await other.close()
      }
    },
  )

  it.skipIf(noImports)('whose layers are not what their digests say are refused', async () => {
    const image = buildOciImage()
    const changed = new Map(
      Array.from(image.blobs, ([digest, blob], n) => [
        digest,
        n === 0 ? gzipSync(Buffer.alloc(10_240)) : blob,
      ]),
    )
    const answer = await importArchive('oci:2', ociArchive({ ...image, blobs: changed }))
    expect(answer).toMatchObject({ status: 'Failed', message: 'import image failed' })
    expect(answer.error).toContain('its content is not what its digest says')
  })

  it.skipIf(noImports)('that are no images say what is wrong', async () => {
    const form = new FormData()
    form.append('image_tag', 'bad:1')
    form.append('file', new Blob(['not a tar']), 'x.tar')
    const headers = { authorization: `Bearer ${server.token}` }
    const answer = await (
      await fetch(`${server.base}/images/import`, { method: 'POST', headers, body: form })
    ).json()
    expect(answer).toMatchObject({ status: 'Failed', message: 'import image failed' })
    expect(answer.error).toContain('cannot be unpacked')
  })
})
