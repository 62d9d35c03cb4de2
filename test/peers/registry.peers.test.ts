/** Debian's docker-registry with TLS, with passwords and with tokens: how a sandbox's files get there as an image. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { pushPod } from '../../electron/sandbox-server/runtime/kubernetes/pod-image.ts'
import type { RegistryLogin } from '../../electron/sandbox-server/runtime/runtime.ts'
import { isolateOf } from '../electron/sandbox-server/support/archived-isolate.ts'
import { sharedFolder, temporaryFolder } from '../temporary-folder.ts'
import { freePort, missingPrograms } from './peers.ts'
import { READER, type RealRegistry, startRealRegistry } from './registry.ts'
import { startTokenServer, type TokenServer, tlsFile } from './registry-tokens.ts'

const reason = missingPrograms({ 'docker-registry': 'docker-registry' })
const CA = tlsFile('ca.pem')
const WRONG = { ...READER, password: 'wrong and secret' }

let registry: RealRegistry
const place = (): string => `127.0.0.1:${registry.port}`
const push = (name: string, more: { login?: RegistryLogin; ca?: string; namespace?: string } = {}) => {
  const { ca = CA, ...by } = more
  const archive = isolateOf(Readable.from([Buffer.alloc(200_000, 'files')]))
  return pushPod(archive, { registry: place(), ca }, { reference: `${place()}/${name}`, ...by }).then(
    () => 'pushed',
    (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
  )
}
/** What Docker's client keeps, as the server's own. */
const keep = async (content: object): Promise<string> => {
  const folder = await temporaryFolder()
  writeFileSync(join(folder, 'config.json'), JSON.stringify(content))
  vi.stubEnv('DOCKER_CONFIG', folder)
  return folder
}
const auth = (login: RegistryLogin): string =>
  Buffer.from(`${login.username}:${login.password}`).toString('base64')

afterEach(() => vi.unstubAllEnvs())

describe.skipIf(reason)('a registry with a certificate and passwords', () => {
  const empty = reason === undefined ? sharedFolder() : ''
  beforeAll(async () => {
    registry = await startRealRegistry(await freePort(), await freePort(), { isTls: true })
  })
  afterAll(() => registry.close())

  test('is pushed to with a login, or with the server’s own from Docker’s configuration', async () => {
    expect(await push('given/app:1', { login: READER })).toBe('pushed')
    await keep({ auths: { [place()]: { auth: auth(READER) } } })
    expect(await push('kept/app:1')).toBe('pushed')
    expect(await push('team/app:1', { namespace: 'team' })).toBe('pushed')
    expect(await registry.tags('given/app')).toEqual(['1'])
    expect(await registry.tags('kept/app')).toEqual(['1'])
    expect(await registry.tags('team/app')).toEqual(['1'])
  })

  test('is pushed to with what a credential helper gives', async () => {
    const folder = await keep({ credHelpers: { [place()]: 'of-tests' } })
    const program = join(folder, 'docker-credential-of-tests')
    const answer = JSON.stringify({ Username: READER.username, Secret: READER.password })
    writeFileSync(program, `#!/bin/sh\n[ "$1 $(cat)" = "get ${place()}" ] && echo '${answer}'\n`)
    chmodSync(program, 0o755)
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
    expect(await push('helped/app:1')).toBe('pushed')
    expect(await registry.tags('helped/app')).toEqual(['1'])
  })

  test.each<[string, Parameters<typeof push>[1], RegExp]>([
    ['no login', {}, /^LOGIN_FAILED: .*\(401: .*\): it wants a login: give a username and password/],
    ['a wrong login', { login: WRONG }, /^LOGIN_FAILED: .*\(401: .*\): it does not know this login$/],
    [
      'an authority that is not known',
      { login: READER, ca: tlsFile('self-signed.pem') },
      /^REGISTRY_UNTRUSTED: the registry 127\.0\.0\.1:\d+ is not trusted: nobody known here signed its certificate/,
    ],
  ])('takes nothing with %s, and says so', async (_, by, words) => {
    vi.stubEnv('DOCKER_CONFIG', empty)
    const said = await push('refused/app:1', by)
    expect(said).toMatch(words)
    expect(said).not.toContain(WRONG.password)
    expect(await registry.tags('refused/app')).toEqual([])
  })

  test('has the server’s own login used below the name of a key’s namespace alone', async () => {
    await keep({ auths: { [place()]: { auth: auth(READER) } } })
    expect(await push('other/app:1', { namespace: 'team' })).toMatch(
      /^REGISTRY_DENIED: .* name the image 127\.0\.0\.1:\d+\/team\/…, or give a login of your own/,
    )
    expect(await push('other/app:1', { namespace: 'team', login: WRONG })).toMatch(/^LOGIN_FAILED/)
    expect(await registry.tags('other/app')).toEqual([])
  })
})

describe.skipIf(reason)('a registry with a certificate and tokens', () => {
  let tokens: TokenServer
  beforeAll(async () => {
    tokens = await startTokenServer()
    registry = await startRealRegistry(await freePort(), await freePort(), { isTls: true, tokens })
  })
  afterAll(() => {
    registry.close()
    tokens.close()
  })

  test('is pushed to with a token for a login, asked for once and for this repository', async () => {
    tokens.asked.length = 0
    expect(await push('open/app:1', { login: READER })).toBe('pushed')
    expect(tokens.asked).toEqual(['GET registry of the tests repository:open/app:pull,push'])
    expect(await registry.tags('open/app')).toEqual(['1'])
  })

  test('is pushed to with the refresh token that Docker’s configuration keeps', async () => {
    await keep({ auths: { [place()]: { identitytoken: tokens.refreshToken } } })
    tokens.asked.length = 0
    expect(await push('open/refreshed:1')).toBe('pushed')
    expect(tokens.asked).toEqual(['POST registry of the tests repository:open/refreshed:pull,push'])
  })

  test.each<[string, string, RegistryLogin, RegExp]>([
    ['a wrong login', 'open/refused:1', WRONG, /^LOGIN_FAILED: .*incorrect username or password/],
    [
      'a login that may only pull',
      'closed/refused:1',
      READER,
      /^REGISTRY_DENIED: .*: this login may not push to closed\/refused$/,
    ],
  ])('takes nothing with %s, and says so', async (_, name, login, words) => {
    const said = await push(name, { login })
    expect(said).toMatch(words)
    expect(said).not.toContain(login.password)
  })
})
