import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pushPod } from '../../../../../electron/sandbox-server/runtime/kubernetes/pod-image.ts'
import { parseImageName } from '../../../../../electron/sandbox-server/runtime/kubernetes/image-name.ts'
import type { Isolate } from '../../../../../electron/sandbox-server/runtime/runtime.ts'
import { isolateOf } from '../../support/archived-isolate.ts'

const LOGIN = { username: 'u', password: 'p' }
const sha256 = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

let server: Server
let place: string
let asked: string[]
let blobs: Map<string, Buffer>
let manifests: Map<string, Buffer>
/** Uploads are refused with this status. */
let refuses: number | undefined

/** A registry that wants a token, which it gives for {@link LOGIN}. */
beforeEach(async () => {
  asked = []
  blobs = new Map()
  manifests = new Map()
  refuses = undefined
  const uploads: Buffer[] = []
  server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://double')
    asked.push(`${request.method} ${pathname}`)
    const { authorization } = request.headers
    if (pathname === '/token') {
      const isKnown = authorization === `Basic ${Buffer.from('u:p').toString('base64')}`
      const scope = searchParams.get('scope')
      return response.writeHead(isKnown ? 200 : 401).end(JSON.stringify({ token: `t ${scope}` }))
    }
    if (authorization !== 'Bearer t repository:a/b:pull,push') {
      const challenge = `Bearer realm="http://${place}/token",service="s"`
      const words = { errors: [{ message: 'authentication required' }] }
      return response.writeHead(401, { 'www-authenticate': challenge }).end(JSON.stringify(words))
    }
    if (request.method === 'PATCH' && refuses !== undefined)
      return response.writeHead(refuses, { connection: 'close' }).end('too much')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const named = pathname.split('/').at(-1) ?? ''
    if (request.method === 'PATCH') uploads.push(body)
    if (request.method === 'PUT' && pathname.includes('/manifests/')) manifests.set(named, body)
    else if (request.method === 'PUT') blobs.set(searchParams.get('digest') ?? '', uploads.pop() ?? body)
    return response.writeHead(201, { location: '/v2/a/b/blobs/uploads/1?state=x' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  place = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const push = (isolate: Isolate, login = LOGIN) =>
  pushPod(isolate, { registry: place }, { reference: `${place}/a/b:1`, login })
const archiveOf = (bytes: Buffer) => Readable.from([bytes.subarray(0, 5), bytes.subarray(5)])

test('pushes one layer with digests, settings and a manifest', async () => {
  const archive = Buffer.alloc(100_000, 'files')
  await push(isolateOf(archiveOf(archive)))
  for (const [digest, bytes] of blobs) expect(sha256(bytes)).toBe(digest)
  const manifest = JSON.parse(String(manifests.get('1')))
  const [layer] = manifest.layers
  const config = JSON.parse(String(blobs.get(manifest.config.digest)))
  expect(gunzipSync(blobs.get(layer.digest) ?? Buffer.alloc(0)).equals(archive)).toBe(true)
  expect(layer.size).toBe(blobs.get(layer.digest)?.length)
  expect(config).toMatchObject({
    architecture: 'amd64',
    os: 'linux',
    config: { Env: ['PATH=/bin', 'LANG=C.UTF-8'], WorkingDir: '/srv', User: '1000' },
    rootfs: { diff_ids: [sha256(archive)] },
  })
})

test.each([
  ['files that changed meanwhile', 'tar: ./a: file changed as we read it\n', 1, undefined],
  ['a file that cannot be read', 'tar: ./a: Cannot open: Permission denied\n', 2, /Permission denied/],
  [
    'both',
    'tar: ./b: Cannot open: Input/output error\ntar: ./a: file changed as we read it\n',
    1,
    /Input\/output error/,
  ],
  ['no tar', 'there is no tar in its image\n', 2, /its files cannot be read: there is no tar in its image/],
  ['no words', '', 137, /exit code 137/],
])('makes an image only of whole files: %s', async (_, words, code, reason) => {
  const pushed = push(isolateOf(archiveOf(Buffer.alloc(1000)), words, code))
  if (!reason) return expect(await pushed).toBeUndefined()
  await expect(pushed).rejects.toThrow(reason)
  expect([manifests.size, asked.filter((line) => line.startsWith('PUT')).length]).toEqual([0, 0])
})

test('a wrong login is refused before the files are read', async () => {
  const archive = new PassThrough()
  await expect(push(isolateOf(archive), { ...LOGIN, password: 'x' })).rejects.toThrow(
    `the registry ${place} refused it (401: authentication required)`,
  )
  expect(asked.some((line) => line.startsWith('PATCH'))).toBe(false)
  expect(archive.destroyed).toBe(true)
})

test('a refusal amid the files ends their reading', async () => {
  refuses = 413
  const archive = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(65_536, Math.random().toString())
    })(),
  )
  await expect(push(isolateOf(archive))).rejects.toThrow(/refused it \(413: too much\)|cannot be reached/)
  expect(archive.destroyed).toBe(true)
})

test.each([
  ['host:5000/a/b:1', { registry: 'host:5000', repository: 'a/b', tag: '1' }],
  ['registry.example/a', { registry: 'registry.example', repository: 'a', tag: 'latest' }],
  ['localhost/a:x', { registry: 'localhost', repository: 'a', tag: 'x' }],
  ['debian:12', undefined],
  ['library/debian:12', undefined],
  ['host:5000/../a:1', undefined],
  ['host:5000/a:1?x', undefined],
  ['user@host:5000/a:1', undefined],
  ['host:5000/A:1', undefined],
])('reads the name %s', (reference, name) => {
  expect(parseImageName(reference)).toEqual(name)
})
