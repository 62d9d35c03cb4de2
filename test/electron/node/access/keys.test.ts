import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addKey, keyFile, loadAccess, revokeKey, setCaps } from '../../../../electron/node/access/key-file.ts'
import { KeyRing } from '../../../../electron/node/access/key-ring.ts'
import { hasRole } from '#shared/sandbox/own-key.ts'
import { InvalidKeyFile, hashOf, isNamespace, readAccess } from '../../../../electron/node/access/keys.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'

const wish = {
  name: 'ann',
  role: 'user',
  namespace: 'team-a',
  expires: undefined,
  caps: {},
  hasSecret: true,
} as const

const ringOf = (folder: string, problems: string[] = []) => new KeyRing(folder, (one) => problems.push(one))

/** Only root can give files away, and only then does the mistake exist. */
describe.skipIf(process.getuid?.() !== 0)('keys that root changes', () => {
  const NOBODY = 65_534
  const ownerOf = (path: string) => statSync(path).uid

  it('stay readable for the user of the servers, whose folder it is', async () => {
    const folder = await temporaryFolder()
    chownSync(folder, NOBODY, NOBODY)
    await addKey(folder, wish)
    expect(ownerOf(keyFile(folder))).toBe(NOBODY)
    await revokeKey(folder, 'ann')
    expect(ownerOf(keyFile(folder))).toBe(NOBODY)
    expect(statSync(keyFile(folder)).mode & 0o777).toBe(0o600)
  })

  it('are in folders of that user, also if these are made for them', async () => {
    const above = await temporaryFolder()
    chownSync(above, NOBODY, NOBODY)
    const folder = join(above, 'servers', 'access')
    await addKey(folder, wish)
    expect([join(above, 'servers'), folder, keyFile(folder)].map(ownerOf)).toEqual([NOBODY, NOBODY, NOBODY])
  })
})

describe('a key', () => {
  it('has a secret of 192 random bits that is in no file', async () => {
    const folder = await temporaryFolder()
    const { key, secret = '' } = await addKey(folder, wish)
    expect(Buffer.from(secret.replace('orrery_', ''), 'base64url')).toHaveLength(24)
    const text = readFileSync(keyFile(folder), 'utf8')
    expect(text).not.toContain(secret)
    expect(text).not.toContain(secret.replace('orrery_', ''))
    expect(key.hash).toBe(hashOf(secret))
    expect(statSync(keyFile(folder)).mode & 0o777).toBe(0o600)
    const ring = ringOf(folder)
    expect(ring.withSecret(secret)?.name).toBe('ann')
    expect(ring.withSecret(`${secret}x`)).toBeUndefined()
    expect(ring.withSecret('')).toBeUndefined()
    ring.close()
  })

  it('is none any more when it is revoked, on every server that has read it before', async () => {
    const folder = await temporaryFolder()
    const { secret = '' } = await addKey(folder, wish)
    const rings = [ringOf(folder), ringOf(folder)]
    for (const ring of rings) expect(ring.withSecret(secret)).toBeDefined()
    await revokeKey(folder, 'ann')
    for (const ring of rings) {
      expect(ring.withSecret(secret)).toBeUndefined()
      expect(ring.named('ann')).toBeUndefined()
      ring.close()
    }
    expect((await loadAccess(folder)).keys.map(({ name }) => name)).toEqual(['ann'])
    await expect(revokeKey(folder, 'ann')).rejects.toThrow('There is no valid key ann')
  })

  it('is none after its expiry', async () => {
    const folder = await temporaryFolder()
    const now = Date.now()
    const at = (ms: number) => new Date(now + ms).toISOString()
    const { secret: old = '' } = await addKey(folder, { ...wish, name: 'old', expires: at(-1) })
    const { secret: fresh = '' } = await addKey(folder, { ...wish, name: 'fresh', expires: at(60_000) })
    const ring = ringOf(folder)
    expect(ring.withSecret(old)).toBeUndefined()
    expect(ring.withSecret(fresh)?.name).toBe('fresh')
    ring.close()
  })

  it('has a name that no other valid one has, and one that is free again when it is revoked', async () => {
    const folder = await temporaryFolder()
    await addKey(folder, wish)
    await expect(addKey(folder, wish)).rejects.toThrow('There is a key ann already')
    await revokeKey(folder, 'ann')
    await addKey(folder, wish)
    expect((await loadAccess(folder)).keys).toHaveLength(2)
  })

  it('is changed by many at once without a change being lost', async () => {
    const folder = await temporaryFolder()
    const names = Array.from({ length: 8 }, (_, index) => `k${index}`)
    await Promise.all(names.map((name) => addKey(folder, { ...wish, name })))
    const { keys } = await loadAccess(folder)
    expect(keys.map(({ name }) => name).sort()).toEqual(names)
  })

  it('has caps that change and are lifted', async () => {
    const folder = await temporaryFolder()
    await addKey(folder, { ...wish, caps: { sandboxes: 2 } })
    await setCaps(folder, { key: 'ann' }, { sandboxes: undefined, cpus: 4 })
    await setCaps(folder, { namespace: 'team-a' }, { memory: 1024 })
    const { keys, namespaces } = await loadAccess(folder)
    expect(keys[0]?.caps).toEqual({ cpus: 4 })
    expect(namespaces).toEqual({ 'team-a': { memory: 1024 } })
  })
})

it.each([
  ['viewer', 'viewer', true],
  ['viewer', 'user', false],
  ['user', 'viewer', true],
  ['user', 'admin', false],
  ['admin', 'user', true],
] as const)('a %s may do what needs a %s: %s', (role, needed, may) => {
  expect(hasRole(role, needed)).toBe(may)
})

it.each([
  ['team-a', true],
  ['a_b', true],
  ['a--b', false],
  ['-a', false],
  ['A', false],
  ['a/b', false],
  ['', false],
  ['a'.repeat(41), false],
])('%j names a namespace: %s', (text, is) => {
  expect(isNamespace(text)).toBe(is)
})

const key = {
  id: '0123456789ab',
  name: 'ann',
  role: 'user',
  namespace: 'default',
  hash: hashOf('x'),
  created: '2030-01-01T00:00:00.000Z',
  caps: {},
}

describe('a file of keys', () => {
  it.each([
    ['', 'not JSON'],
    ['[]', 'another form'],
    [{ format: 2, keys: [] }, 'format 2'],
    [{ format: 1, keys: {} }, 'another form'],
    [{ format: 1, keys: [{ ...key, role: 'root' }] }, 'no role'],
    [{ format: 1, keys: [{ ...key, namespace: '../a' }] }, 'no namespace'],
    [{ format: 1, keys: [{ ...key, hash: 'x' }] }, 'no hash'],
    [{ format: 1, keys: [{ ...key, expires: 'soon' }] }, 'no expiry'],
    [{ format: 1, keys: [{ ...key, caps: { sandboxs: 1 } }] }, 'unknown cap'],
    [{ format: 1, keys: [{ ...key, caps: { sandboxes: '1' } }] }, 'no number'],
    [{ format: 1, keys: [key, key] }, 'two keys have one id'],
  ])('%j is refused: %s', (content, reason) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    expect(() => readAccess(text)).toThrow(InvalidKeyFile)
    expect(() => readAccess(text)).toThrow(reason)
  })

  it('that is damaged while a server runs leaves keys unchanged, and is reported once', async () => {
    const folder = await temporaryFolder()
    const { secret = '' } = await addKey(folder, wish)
    const problems: string[] = []
    const ring = ringOf(folder, problems)
    writeFileSync(keyFile(folder), '{')
    expect(ring.withSecret(secret)?.name).toBe('ann')
    expect(ring.withSecret(secret)?.name).toBe('ann')
    expect(problems).toEqual([expect.stringContaining('it is not JSON')])
    ring.close()
    expect(() => ringOf(folder)).toThrow(InvalidKeyFile)
  })
})
