import { afterAll, beforeAll, expect, it } from 'vitest'
import { SandboxPlatform } from '../../../../electron/workbench/sandboxes/client/index.ts'
import type { Platforms } from '../../../../electron/workbench/sandboxes/platforms.ts'
import { sandboxCalls } from '../../../../electron/workbench/sandboxes/sandbox-calls.ts'
import { Uploads } from '../../../../electron/workbench/sandboxes/uploads.ts'
import { noLoans } from './no-loans.ts'
import { tarArchive } from '../../../../renderer/sandboxes/files/tar-archive.ts'
import { startServer, type TestServer } from '../../sandbox-server/support/server.ts'

let server: TestServer
let id: string
beforeAll(async () => {
  server = await startServer()
  id = await server.platform.start({ image: 'local', cpus: 1, memory: '512m' })
})
afterAll(() => server.close())

const plain = (): SandboxPlatform =>
  new SandboxPlatform({ baseUrl: `${server.url}/`, token: server.token, paths: { download: '/absent' } })

const shell = async (script: string): Promise<string> =>
  (await server.platform.execute(id, ['sh', '-c', script])).stdout

/** Uploads an archive like the page: in parts, then unpacked. */
async function upload(client: SandboxPlatform, path: string, archive: Blob): Promise<void> {
  const platforms = { use: (_id: string, _signal: unknown, act: (one: unknown) => unknown) => act(client) }
  const uploads = new Uploads()
  const area = sandboxCalls({
    platforms: platforms as unknown as Platforms,
    downloads: {} as never,
    uploads,
    loans: noLoans(),
    emit: () => undefined,
    noteSandboxes: () => undefined,
  })
  const call = { signal: new AbortController().signal, report: () => undefined } as never
  const { upload: ticket } = await area.beginUpload({ platform: 'p', sandboxId: id, path }, call)
  const ended = area.endUpload({ upload: ticket, streamed: archive.size, unpack: true }, call)
  await uploads.add(ticket, Buffer.from(await archive.arrayBuffer()))
  await ended
}

it.each([
  ['with our extensions', () => server.platform],
  ['with plain REST only', plain],
])('a folder arrives whole, in one request, %s', async (_name, platformOf) => {
  const deep = `${'long-name-'.repeat(9)}/${'é'.repeat(60)}`
  const archive = tarArchive([
    { name: 'empty', mode: 0o755 },
    { name: 'run.sh', content: new Blob(['#!/bin/sh\necho ran\n']), mode: 0o755 },
    { name: `${deep}/a b.txt`, content: new Blob(['deep\n']), mode: 0o644 },
  ])
  await shell('rm -rf "/root/it is"')
  await upload(platformOf(), '/root/it is', archive)
  expect(await shell(`cd "/root/it is" && ./run.sh && cat "${deep}/a b.txt" && ls -A`)).toMatch(
    /^ran\ndeep\nempty\nlong-name-.*\nrun\.sh\n$/,
  )
  expect(await shell('stat -c "%a %U" "/root/it is/run.sh"')).toBe('755 root\n')
})

it('says why nothing could be unpacked, and leaves no archive behind', async () => {
  await expect(
    upload(server.platform, '/root/bad', new Blob(['no archive'.repeat(200)])),
  ).rejects.toMatchObject({
    code: 'UPLOAD_UNPACK',
  })
  expect(await shell('ls -A /root/bad')).toBe('')
})
