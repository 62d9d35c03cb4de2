import { describe, expect, it } from 'vitest'
import { KeyUsage, parseKeyCommand } from '../../../electron/cli/keys/options.ts'
import { keyTable } from '../../../electron/cli/keys/table.ts'
import { NO_ACCESS } from '../../../electron/node/access/keys.ts'

const NOW = Date.parse('2030-01-01T00:00:00Z')
const read = (...words: string[]) =>
  parseKeyCommand(words, { HOME: '/home/ann', XDG_DATA_HOME: '/data' }, NOW)
const folder = '/data/orrery/sandbox-server/access'

describe('orrery sandbox keys', () => {
  it.each([
    [[], { action: 'help' }],
    [['list', '--json'], { action: 'list', folder, isJson: true }],
    [['revoke', 'ann', '--access', '/a'], { action: 'revoke', folder: '/a', name: 'ann' }],
    [
      ['caps', 'ann', '--max-rate', 'none'],
      { action: 'caps', folder, whose: { key: 'ann' }, caps: { rate: undefined } },
    ],
    [
      ['caps', '--namespace', 'team', '--max-memory', '2g'],
      { action: 'caps', folder, whose: { namespace: 'team' }, caps: { memory: 2 * 1024 ** 3 } },
    ],
    [
      ['add', 'ann@example.org', '--role', 'viewer', '--expires', '30d', '--no-secret', '--data', '/d'],
      {
        action: 'add',
        folder: '/d/access',
        name: 'ann@example.org',
        role: 'viewer',
        namespace: 'default',
        expires: '2030-01-31T00:00:00.000Z',
        hasSecret: false,
        caps: {},
      },
    ],
    [
      ['add', 'ci', '--namespace', 'team', '--max-cpus', '2.5', '--max-sandboxes', '3'],
      {
        action: 'add',
        folder,
        name: 'ci',
        role: 'user',
        namespace: 'team',
        expires: undefined,
        hasSecret: true,
        caps: { cpus: 2.5, sandboxes: 3 },
      },
    ],
  ])('%j', (words, wish) => {
    expect(read(...words)).toEqual(wish)
  })

  it.each([
    [['add'], 'wants a NAME'],
    [['add', '../x'], 'wants a NAME'],
    [['add', 'token'], 'what the audit calls the server’s own token'],
    [['remove', 'x'], 'use add, list, revoke or caps'],
    [['add', 'x', 'y'], 'unexpected "y"'],
    [['add', 'x', '--role', 'root'], '--role'],
    [['add', 'x', '--namespace', 'A'], '--namespace'],
    [['add', 'x', '--expires', '2001-01-01'], '--expires'],
    [['add', 'x', '--max-sandboxes', '1.5'], '--max-sandboxes'],
    [['add', 'x', '--max-memory', 'much'], '--max-memory'],
    [['caps', 'x'], 'at least one'],
    [['add', 'x', '--bogus'], '--bogus'],
  ])('%j is reported in one line', (words, text) => {
    expect(() => read(...words)).toThrow(KeyUsage)
    expect(() => read(...words)).toThrow(text)
    expect(() => read(...words)).not.toThrow(/\n/)
  })
})

describe('the list of keys', () => {
  const key = {
    id: 'k',
    role: 'user',
    namespace: 'team',
    hash: undefined,
    created: '2029-12-01T00:00:00Z',
    caps: {},
  } as const

  it.each([
    [{}, 'no end'],
    [{ expires: '2030-01-31T00:00:00Z' }, 'until 2030-01-31\n'],
    [{ expires: '2030-01-01T00:01:00Z' }, 'until 2030-01-01 00:01 UTC\n'],
    [{ expires: '2029-12-31T23:59:59Z' }, 'expired 2029-12-31 23:59 UTC\n'],
    [{ expires: '2029-12-31T23:59:59Z', revoked: '2029-12-01T00:00:00Z' }, 'revoked 2029-12-01\n'],
  ])('says of %j how long it is valid: %s', (more, valid) => {
    expect(keyTable({ keys: [{ ...key, name: 'ann', ...more }], namespaces: {} }, NOW, '/a')).toContain(
      `team       ${valid}`,
    )
  })

  it('names the folder that has none, which may be the wrong one', () => {
    expect(keyTable(NO_ACCESS, NOW, '/srv/acess')).toBe('There are no keys in /srv/acess.\n')
  })
})
