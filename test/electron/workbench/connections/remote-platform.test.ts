import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OwnKey } from '#shared/sandbox/own-key.ts'
import type { PlatformDefinition } from '../../../../electron/workbench/connections/definition.ts'
import { checkPlatform } from '../../../../electron/workbench/connections/platform-probe.ts'
import { RemotePlatform } from '../../../../electron/workbench/connections/remote-platform.ts'

const SANDBOX = '/apis/envs/sandbox/v1/get_status'
const ALIVE = '/apis/envs/sandbox/v1/is_alive'
const SELF = '/apis/envs/sandbox/v1/self'
const KEY: OwnKey = { name: 'vic', role: 'viewer', namespace: 'team' }
const GEM = '/apis/v1/envs/gem/step'
const FAILED = { status: 'Failed', message: '', error: 'x not found', result: null }

/** Responses by the path of the request; any other path gives a 404 with a detail. */
const SERVERS: Readonly<Record<string, Readonly<Record<string, { status: number; body: object }>>>> = {
  whole: { [SANDBOX]: { status: 200, body: FAILED } },
  "a team's": {
    [SANDBOX]: { status: 200, body: FAILED },
    [SELF]: { status: 200, body: { result: { key: KEY } } },
  },
  'gem only': { [GEM]: { status: 200, body: FAILED } },
  'moved away': { [`/behind/proxy${SANDBOX}`]: { status: 200, body: FAILED } },
  'own path': { '/boxes/get_status': { status: 200, body: FAILED } },
  proxy: { [ALIVE]: { status: 200, body: FAILED } },
  locked: { [SANDBOX]: { status: 401, body: { detail: 'no' } } },
  broken: { [SANDBOX]: { status: 502, body: {} } },
  'something else': { [SANDBOX]: { status: 200, body: { hello: 'world' } } },
}

let server: Server
let base = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    const [, name = '', ...rest] = (request.url ?? '').split('?')[0]?.split('/') ?? []
    const known = SERVERS[decodeURIComponent(name)]?.[`/${rest.join('/')}`]
    response.statusCode = known?.status ?? 404
    response.end(JSON.stringify(known?.body ?? { detail: 'Not Found' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

/** What is known of the platform at a path once it was asked. */
async function infoOf(path: string) {
  const platform = platformAt(path)
  await platform.start()
  const { info } = platform
  await platform.dispose()
  return info
}

const platformAt = (path: string): RemotePlatform =>
  new RemotePlatform({
    id: 'p',
    name: 'P',
    definition: { type: 'platform', url: `${base}${encodeURI(path)}` } as never,
    placeholders: {} as never,
    onChange: () => undefined,
    onLog: () => undefined,
  })

it.each([
  ["/a team's", KEY],
  ['/whole', undefined],
  ['/something else', undefined],
])('%s tells of the key that was sent: %s', async (path, key) => {
  expect((await infoOf(path)).key).toEqual(key)
})

it('says that the key has expired, or else that it is not accepted, once the platform refuses it', async () => {
  for (const [expires, said] of [
    [new Date(Date.now() + 60_000).toISOString(), 'START.refused'],
    [new Date(Date.now() - 1000).toISOString(), 'START.keyExpired'],
  ]) {
    KEY.expires = expires
    const platform = platformAt("/a team's")
    await platform.start()
    expect(platform.info.state).toBe('ready')
    const own = SERVERS["a team's"]?.[SANDBOX]
    if (own) own.status = 401
    await platform.recheck()
    expect(platform.info.failure).toMatchObject({ step: 'signIn', said: { key: said } })
    if (own) own.status = 200
    await platform.dispose()
  }
})

describe('a platform at an address', () => {
  it.each([
    ['/whole', 'ready', undefined],
    ['/whole/', 'ready', undefined],
    ['/whole/apis/envs/sandbox/v1', 'ready', undefined],
    ['/whole/apis/v1/envs/gem/', 'ready', undefined],
    ['/gem only', 'ready', undefined],
    ['/moved away', 'failed', 'START.noApi'],
    ['/moved away/behind/proxy', 'ready', undefined],
    ['/locked', 'failed', 'START.refused'],
    ['/broken', 'failed', 'START.answered'],
    ['/something else', 'failed', 'START.noApi'],
  ])('%s is %s', async (path, state, code) => {
    const info = await infoOf(path)
    expect(info.state).toBe(state)
    expect(info.failure?.step).toBe(code && (code === 'START.refused' ? 'signIn' : 'request'))
    expect(info.failure?.message ?? '').toMatch(
      {
        'START.noApi': /answers as/,
        'START.refused': /doesn’t accept the key or token.*401/,
        'START.answered': /502/,
      }[code ?? ''] ?? /^$/,
    )
  })
})

describe('a platform whose proxy role is elsewhere', () => {
  it.each([
    ['/proxy', undefined],
    ['/proxy/apis/envs/sandbox/v1', undefined],
    ['/nowhere', /\/nowhere\/apis.*answers as/],
    ['/locked', /answers as/],
  ])('at %s', async (path, trouble) => {
    const finding = await checkPlatform(
      { url: `${base}/whole`, proxyUrl: base + path },
      { env: {}, secret: () => Promise.resolve(undefined) },
    )
    if (trouble) expect(finding?.why.message).toMatch(trouble)
    else expect(finding).toBeUndefined()
  })
})

describe('a platform that is looked at before it is saved', () => {
  const check = (definition: PlatformDefinition) =>
    checkPlatform(definition, { env: {}, secret: () => Promise.resolve(undefined) })

  it.each([
    ['the path of an API', '/whole/apis/envs/sandbox/v1', '/whole'],
    ['the path of the other API', '/gem%20only/apis/v1/envs/gem/', '/gem%20only'],
    ['the path of an operation', '/whole/apis/envs/sandbox/v1/get_status', '/whole'],
    ['a path too many', '/whole/docs', '/whole'],
    ['some of them', '/moved%20away/behind/proxy/index/html', '/moved%20away/behind/proxy'],
  ])('with %s is named and corrected', async (_name, wrong, right) => {
    const finding = await check({ url: base + wrong, headers: { 'X-User-Id': 'me' } })
    expect(finding?.why.message).toContain(wrong)
    expect(finding?.mended).toEqual({ url: base + right, headers: { 'X-User-Id': 'me' } })
  })

  it('where nobody listens promises no other try', async () => {
    const finding = await check({ url: 'http://127.0.0.1:1' })
    expect(finding?.why.said.key).toBe('START.badPort')
    expect(finding?.why.hint).not.toContain('again')
  })

  it('whose host has no address says so in plain words', async () => {
    const finding = await check({ url: 'http://nowhere.invalid' })
    expect(finding?.why.message).toBe('There is no machine of the name nowhere.invalid.')
  })

  it('with a wrong path is corrected to the usual one', async () => {
    const paths = { sandbox: '/boxes', operations: { start: '/begin' } }
    expect(await check({ url: `${base}/whole`, paths })).toMatchObject({
      why: { said: { key: 'START.noApi' } },
      mended: { url: `${base}/whole`, paths: { operations: { start: '/begin' } } },
    })
    expect(await check({ url: `${base}/own%20path`, paths })).toBeUndefined()
  })

  it.each([
    ['/whole', {}, undefined],
    ['/nothing/here', {}, /Nothing at .*\/nothing\/here\/apis/],
    ['/locked', {}, /doesn’t accept the key/],
    ['/broken', {}, /HTTP 502/],
    ['/whole', { headers: { Authorization: 'Bearer ${env:NONE}' } }, /\bNONE\b/],
  ])('%s %j', async (path, more, trouble) => {
    const finding = await check({ url: base + path, ...more })
    if (trouble) expect(finding?.why.message).toMatch(trouble)
    else expect(finding).toBeUndefined()
    expect(finding?.mended).toBeUndefined()
  })
})
