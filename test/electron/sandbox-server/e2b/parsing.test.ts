import { OWNER } from '../../../../electron/sandbox-server/api/guard.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Access } from '../../../../electron/sandbox-server/e2b/access.ts'
import { sandboxPage } from '../../../../electron/sandbox-server/e2b/listed.ts'
import { networkOf } from '../../../../electron/sandbox-server/e2b/network.ts'
import { portHost } from '../../../../electron/sandbox-server/e2b/ports.ts'
import { eventsBetween, parseSnapshot } from '../../../../electron/sandbox-server/e2b/watch.ts'
import { ANONYMOUS, type SandboxRecord } from '../../../../electron/sandbox-server/lifecycle/record.ts'

describe('a look at a folder', () => {
  const name = fc.stringMatching(/^[^\0/]{1,12}$/).filter((text) => text !== '.' && text !== '..')
  const seen = fc.record({
    inode: fc.nat().map(String),
    mode: fc.constantFrom(0o100644, 0o100600, 0o040755),
    size: fc.nat().map(String),
    modified: fc.constantFrom('2026-11-23 10:00:00.000000001 +0000', '2026-11-23 10:00:00.5 +0000'),
  })
  /** A name that looks like the next line of a snapshot cannot be distinguished from it. */
  const looksLikeALine = (text: string): boolean => /\n(?:\d+\/|\.$)/.test(text)
  it('is parsed as printed, whatever the names', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          name.filter((text) => !looksLikeALine(text)),
          seen,
        ),
        (files) => {
          const lines = Object.entries(files).map(
            ([text, { inode, mode, size, modified }]) =>
              `${inode}/${mode.toString(16)}/${size}/${modified}/./${text}`,
          )
          expect(Object.fromEntries(parseSnapshot([...lines, '.'].join('\n')))).toEqual({ ...files })
        },
      ),
    )
  })
  it('survives any text', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseSnapshot(text)))
  })

  const file = { inode: '1', mode: 0o100644, size: '3', modified: 'a' }
  it.each([
    ['nothing', { a: file }, { a: file }, []],
    ['an empty file', {}, { a: { ...file, size: '0' } }, ['CREATE a']],
    ['a file with content', {}, { a: file }, ['CREATE a', 'WRITE a']],
    ['a folder', {}, { a: { ...file, mode: 0o040755 } }, ['CREATE a']],
    ['a removal', { a: file }, {}, ['REMOVE a']],
    ['another name', { a: file }, { b: file }, ['RENAME a', 'CREATE b']],
    ['other content', { a: file }, { a: { ...file, modified: 'b' } }, ['WRITE a']],
    ['one that took its place', { a: file }, { a: { ...file, inode: '2' } }, ['WRITE a']],
    ['other permissions', { a: file }, { a: { ...file, mode: 0o100600 } }, ['CHMOD a']],
    [
      'entries of a folder',
      { a: { ...file, mode: 0o040755 } },
      { a: { ...file, mode: 0o040755, modified: 'b' } },
      [],
    ],
  ])('tells %s', (_what, before, after, events) => {
    const told = eventsBetween(new Map(Object.entries(before)), new Map(Object.entries(after)))
    expect(told.map(({ type, name: text }) => `${type.replace('EVENT_TYPE_', '')} ${text}`)).toEqual(events)
  })
})

describe('the name of a port', () => {
  it.each([
    ['8123-0af3.localhost:5122', { port: 8123, sandboxId: '0af3', name: 'localhost' }],
    [
      '49983-my-own_one.sandboxes.example',
      { port: 49983, sandboxId: 'my-own_one', name: 'sandboxes.example' },
    ],
    ['localhost:5122', undefined],
    ['127.0.0.1:80', undefined],
    ['8123-.localhost', undefined],
    ['8123-a', undefined],
    ['123456-a.localhost', undefined],
    [undefined, undefined],
  ])('%s', (host, expected) => {
    expect(portHost(host)).toEqual(expected)
  })
})

describe('a token of a sandbox', () => {
  const access = new Access('secret')
  const of = (id: string) => ({ 'x-access-token': access.tokenOf(id) })
  it('opens it and no other, and comes from the server’s own', () => {
    expect(access.opener('a', of('a'))).toBe(OWNER)
    expect(access.opener('b', of('a'))).toBeUndefined()
    expect(access.opener('a', {})).toBeUndefined()
    expect(new Access('other').opener('a', of('a'))).toBeUndefined()
  })
  it('is not needed where none is demanded', () => {
    expect(new Access(undefined).opener('a', {})).toBe(OWNER)
  })
})

describe('a network', () => {
  it.each([
    [undefined, undefined, undefined],
    [undefined, true, undefined],
    [undefined, false, 'none'],
    [{}, undefined, 'own'],
    [{ denyOut: ['0.0.0.0/0'] }, undefined, 'none'],
    [{ denyOut: ['0.0.0.0/0'], allowOut: ['pypi.org', '1.2.3.4'] }, undefined, 'allow:pypi.org,1.2.3.4'],
    [{ allowOut: ['0.0.0.0/0'] }, undefined, 'own'],
  ])('%j with internet %s is %s', (wish, internet, expected) => {
    expect(networkOf(wish, internet)).toBe(expected)
  })
  it.each([
    [{ denyOut: ['10.0.0.0/8'] }],
    [{ denyOut: ['0.0.0.0/0'], allowOut: ['10.0.0.0/8'] }],
    [{ egressProxy: { address: 'x' } }],
    [{ rules: { 'a.example': [] } }],
  ])('%j is refused', (wish) => {
    expect(() => networkOf(wish, undefined)).toThrow('here')
  })
})

describe('pages of the list', () => {
  const record = (n: number): SandboxRecord => ({
    id: `id-${n}`,
    kind: 'sandbox',
    image: 'local',
    cpus: 1,
    memory: 1,
    disk: 1,
    idleMinutes: 5,
    startupSeconds: 1,
    pull: 'missing',
    identity: ANONYMOUS,
    state: 'running',
    history: [],
    phases: {},
    // Several with the same time.
    created: 1_000 * Math.floor(n / 3),
    expires: 0,
    notices: [],
  })
  it('hold every sandbox once, in either order and any size', () => {
    fc.assert(
      fc.property(
        fc.nat(20),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('asc', 'desc'),
        (count, limit, order) => {
          const records = Array.from({ length: count }, (_, n) => record(n))
          const seen: string[] = []
          let next: string | undefined
          do {
            const page = sandboxPage(records, {
              order,
              limit: String(limit),
              ...(next ? { nextToken: next } : {}),
            })
            seen.push(...page.items.map(({ sandboxID }) => sandboxID))
            next = page.next
          } while (next !== undefined)
          expect(seen.toSorted()).toEqual(records.map(({ id }) => id).toSorted())
          expect(new Set(seen).size).toBe(count)
        },
      ),
    )
  })
})
