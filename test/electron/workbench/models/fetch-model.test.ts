import { expect, it } from 'vitest'
import type { Fetch } from '../../../../electron/node/outgoing.ts'
import { fetchModel, readAddress } from '../../../../electron/workbench/models/fetch-model.ts'

it.each([
  ['https://example.org/a/m.yaml', { file: 'https://example.org/a/m.yaml' }],
  [
    'https://github.com/o/r/blob/main/umodel/a b.yaml',
    { file: 'https://raw.githubusercontent.com/o/r/main/umodel/a%20b.yaml' },
  ],
  ['https://github.com/o/r', { folder: { owner: 'o', repository: 'r', ref: 'HEAD', path: '' } }],
  ['https://github.com/o/r.git', { folder: { owner: 'o', repository: 'r', ref: 'HEAD', path: '' } }],
  [
    'https://github.com/o/r/tree/v1/pack/sets/',
    { folder: { owner: 'o', repository: 'r', ref: 'v1', path: 'pack/sets' } },
  ],
])('%s means', (address, meant) => expect(readAddress(address)).toEqual(meant))

it.each(['', 'model.yaml', 'file:///etc/passwd', 'javascript:alert(1)'])('%s is no address', (address) =>
  expect(() => readAddress(address)).toThrow('not a web address'),
)

/** A fake web of two hosts. */
const web =
  (pages: Record<string, string>): Fetch =>
  (input) => {
    const page = pages[input.toString()]
    return Promise.resolve(new Response(page ?? '', { status: page === undefined ? 404 : 200 }))
  }
const { signal } = new AbortController()

/** A web that is not reached, for a reason that Node gives a code. */
const failing = (code: string) => () =>
  Promise.reject(
    new TypeError('fetch failed', { cause: Object.assign(new Error('the library’s words'), { code }) }),
  )

it('a percent sign that encodes nothing is part of a name', async () => {
  const get = web({ 'https://example.org/100%.yaml': 'kind: entity_set' })
  expect(await fetchModel('https://example.org/100%.yaml', signal, get)).toEqual({
    files: [{ path: '100%.yaml', text: 'kind: entity_set' }],
  })
})

it('reads the model files of a folder, and no others', async () => {
  const tree = ['pack/a.yaml', 'pack/deep/b.json', 'pack/readme.md', 'package/c.yaml'].map((path) => ({
    path,
    type: 'blob',
  }))
  const get = web({
    'https://api.github.com/repos/o/r/git/trees/main?recursive=1': JSON.stringify({ tree }),
    'https://raw.githubusercontent.com/o/r/main/pack/a.yaml': 'a',
    'https://raw.githubusercontent.com/o/r/main/pack/deep/b.json': 'b',
  })
  expect(await fetchModel('https://github.com/o/r/tree/main/pack', signal, get)).toEqual({
    files: [
      { path: 'a.yaml', text: 'a' },
      { path: 'deep/b.json', text: 'b' },
    ],
  })
})

it('a file without an ending is read as YAML', async () => {
  const get = web({ 'https://example.org/model?x=1': 'kind: entity_set' })
  expect(await fetchModel(' https://example.org/model?x=1 ', signal, get)).toEqual({
    files: [{ path: 'model.yaml', text: 'kind: entity_set' }],
  })
})

it.each([
  ['an address that answers 404', web({}), 'FETCH_REFUSED', 'example.org answered HTTP 404.'],
  ['a failure that has no words of its own', failing('EWEIRD'), 'FETCH_UNREACHABLE', /org: the library/],
  ['an unknown host', failing('ENOTFOUND'), 'FETCH_UNREACHABLE', /No host named example.org/],
  ['a refused connection', failing('ECONNREFUSED'), 'FETCH_UNREACHABLE', /refuses connections/],
  ['a host that is silent', failing('UND_ERR_CONNECT_TIMEOUT'), 'FETCH_UNREACHABLE', /within 30 seconds/],
  ['a certificate of one’s own', failing('DEPTH_ZERO_SELF_SIGNED_CERT'), 'FETCH_UNREACHABLE', /not trusted/],
  ['an unknown issuer', failing('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), 'FETCH_UNREACHABLE', /not trusted/],
  ['an old certificate', failing('CERT_HAS_EXPIRED'), 'FETCH_UNREACHABLE', /has expired/],
  ['another’s certificate', failing('ERR_TLS_CERT_ALTNAME_INVALID'), 'FETCH_UNREACHABLE', /another name/],
  ['no TLS', failing('ERR_SSL_WRONG_VERSION_NUMBER'), 'FETCH_UNREACHABLE', /does not speak HTTPS/],
  [
    'a text without end',
    () =>
      Promise.resolve(
        new Response(new ReadableStream({ pull: (flow) => flow.enqueue(new Uint8Array(1024 * 1024)) })),
      ),
    'FETCH_LARGE',
    'example.org sent more than 8 MB, which is too large for a model file.',
  ],
] as const)('%s is told', async (_name, get, code, message) => {
  await expect(fetchModel('https://example.org/m.yaml', signal, get)).rejects.toMatchObject({
    code,
    message: typeof message === 'string' ? message : (expect.stringMatching(message) as unknown),
  })
})
