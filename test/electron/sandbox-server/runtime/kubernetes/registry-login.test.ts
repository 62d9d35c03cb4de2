import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownLogin } from '../../../../../electron/sandbox-server/runtime/kubernetes/registry-login.ts'
import { temporaryFolder } from '../../../../temporary-folder.ts'

const NAME = { registry: 'host:5000', repository: 'team/app', tag: '1' }
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const U = { username: 'u', password: 'p' }
const AUTH = { auth: base64('u:p') }

const loginFrom = async (content: unknown, name = NAME) => {
  const folder = await temporaryFolder()
  writeFileSync(join(folder, 'config.json'), typeof content === 'string' ? content : JSON.stringify(content))
  return ownLogin(name, { DOCKER_CONFIG: folder, PATH: process.env['PATH'] })
}

describe('the server’s own login', () => {
  test.each<[string, unknown, unknown]>([
    ['of its host', { auths: { 'host:5000': AUTH } }, U],
    ['of an address', { auths: { 'https://host:5000/v1/': AUTH } }, U],
    ['in two fields', { auths: { 'host:5000': U } }, U],
    ['padded with NULs', { auths: { 'host:5000': { auth: base64('u:p\0\0') } } }, U],
    [
      'with colons in the password',
      { auths: { 'host:5000': { auth: base64('u:p:q') } } },
      { ...U, password: 'p:q' },
    ],
    [
      'of the longest path',
      { auths: { 'host:5000': AUTH, 'host:5000/team': { auth: base64('v:q') } } },
      { username: 'v', password: 'q' },
    ],
    [
      'as a refresh token',
      { auths: { 'host:5000': { ...AUTH, identitytoken: 'r' } } },
      { refreshToken: 'r' },
    ],
    ['as a token', { auths: { 'host:5000': { registrytoken: 't' } } }, { token: 't' }],
    ['of no other port', { auths: { host: AUTH, 'host:50': AUTH } }, undefined],
    ['of no other repository', { auths: { 'host:5000/tea': AUTH } }, undefined],
    ['that is empty', { auths: { 'host:5000': {} } }, undefined],
    ['where none is kept', {}, undefined],
  ])('is found %s', async (_, content, login) => {
    expect(await loginFrom(content)).toEqual(login)
  })

  test('of Docker Hub is under its old address', async () => {
    const content = { auths: { 'https://index.docker.io/v1/': AUTH } }
    expect(await loginFrom(content, { registry: 'docker.io', repository: 'u/app', tag: '1' })).toEqual(U)
  })

  test.each([
    ['{', 'is no configuration of Docker’s'],
    [{ auths: { 'host:5000': 'u:secret' } }, 'is no configuration of Docker’s'],
    [{ credsStore: '../evil' }, 'cannot be named "../evil"'],
    [{ credsStore: 'orrery-absent' }, 'there is no such program'],
  ])('is refused with the reason: %j', async (content, words) => {
    const failed = loginFrom(content)
    await expect(failed).rejects.toMatchObject({ code: 'REGISTRY_CREDENTIALS' })
    await expect(failed).rejects.toThrow(words)
    await expect(failed).rejects.not.toThrow(/secret/)
  })

  test('is in podman’s file, too, and only in the one that a variable names', async () => {
    const folder = await temporaryFolder()
    mkdirSync(join(folder, 'containers'))
    writeFileSync(
      join(folder, 'containers/auth.json'),
      JSON.stringify({ auths: { 'host:5000/team/app': AUTH } }),
    )
    writeFileSync(join(folder, 'other.json'), '{}')
    const env = { HOME: folder, XDG_RUNTIME_DIR: folder }
    expect(await ownLogin(NAME, env)).toEqual(U)
    expect(await ownLogin(NAME, { ...env, REGISTRY_AUTH_FILE: join(folder, 'other.json') })).toBeUndefined()
  })

  test.skipIf(process.platform === 'win32').each<[string, string, unknown]>([
    ['gives a login', `echo '{"Username":"u","Secret":"p"}'`, U],
    ['gives a refresh token', `echo '{"Username":"<token>","Secret":"r"}'`, { refreshToken: 'r' }],
    ['has none, so that the file counts', 'echo "credentials not found in native keychain"; exit 1', U],
    ['fails', 'echo "the secret is p4ss" >&2; exit 1', /gave none: it failed or took too long$/],
    ['says something else', 'echo "the secret is p4ss"', /did not answer with a login$/],
  ])('by a helper that %s', async (_, script, expected) => {
    const folder = await temporaryFolder()
    const program = join(folder, 'docker-credential-t')
    writeFileSync(program, `#!/bin/sh\ncat > ${folder}/asked\n${script}\n`)
    chmodSync(program, 0o755)
    const content = { credsStore: 't', auths: { 'host:5000': AUTH } }
    writeFileSync(join(folder, 'config.json'), JSON.stringify(content))
    const found = ownLogin(NAME, { DOCKER_CONFIG: folder, PATH: `${folder}:${process.env['PATH']}` })
    if (!(expected instanceof RegExp)) return expect(await found).toEqual(expected)
    await expect(found).rejects.toThrow(expected)
    await expect(found).rejects.not.toThrow(/p4ss/)
  })
})
