import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RemotePlatform } from '../../../../electron/workbench/connections/remote-platform.ts'

const SANDBOX = '/apis/envs/sandbox/v1/get_status'
const GEM = '/apis/v1/envs/gem/step'
const FAILED = { status: 'Failed', message: '', error: 'x not found', result: null }

/** What servers answer, by the path of the request; anything else is a 404 with a detail. */
const SERVERS: Readonly<Record<string, Readonly<Record<string, { status: number; body: object }>>>> = {
  whole: { [SANDBOX]: { status: 200, body: FAILED } },
  'gem only': { [GEM]: { status: 200, body: FAILED } },
  'moved away': { [`/behind/proxy${SANDBOX}`]: { status: 200, body: FAILED } },
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
    const platform = new RemotePlatform({
      id: 'p',
      name: 'P',
      definition: { type: 'platform', url: `${base}${encodeURI(path)}` } as never,
      placeholders: {} as never,
      onChange: () => undefined,
      onLog: () => undefined,
    })
    await platform.start()
    const { info } = platform
    await platform.dispose()
    expect(info.state).toBe(state)
    expect(info.failure?.message ?? '').toMatch(
      { 'START.noApi': /\/get_status|answers as/, 'START.refused': /401/, 'START.answered': /502/ }[
        code ?? ''
      ] ?? /^$/,
    )
  })
})
