import { describe, expect, it } from 'vitest'
import { definitionOf, draftOf, EMPTY } from '../../../renderer/console/connection/connection-draft.ts'

const definitions = (kind: 'servers' | 'platforms', definition: Record<string, unknown>) => ({
  file: '/connections.json',
  servers: kind === 'servers' ? [{ name: 'it', definition }] : [],
  platforms: kind === 'platforms' ? [{ name: 'it', definition }] : [],
  refused: [],
})

describe('a connection comes out of its form as it went in', () => {
  it.each([
    ['a program', 'servers', { command: 'npx', args: ['-y', 'server'], env: { KEY: 'a=b' } }],
    [
      'members that the form does not know',
      'servers',
      { command: 'x', args: [], disabled: true, gallery: { a: 1 } },
    ],
    [
      'an address',
      'servers',
      { url: 'http://h/mcp', headers: { 'X-A': 'b: c' }, type: 'sse', workspace: 'w' },
    ],
    ['a platform', 'platforms', { url: 'http://h', headers: { authorization: 'Bearer ${secret:c}' } }],
    [
      'a platform with its paths',
      'platforms',
      { url: 'http://h', paths: { sandbox: '/s', gem: '/g', operations: { start: '/begin' }, mine: 1 } },
    ],
    ['one path only', 'platforms', { url: 'http://h', paths: { gem: '/g' } }],
  ] as const)('%s', (_what, kind, definition) => {
    expect(definitionOf(draftOf('it', definitions(kind, definition)))).toEqual(definition)
  })
})

describe('paths', () => {
  const platform = { ...EMPTY, kind: 'platform', url: 'http://h' } as const

  it.each([
    ['', '', undefined],
    ['  ', ' ', undefined],
    ['/rock/v1/', '', { sandbox: '/rock/v1' }],
    ['/rock/v1', '/gem', { sandbox: '/rock/v1', gem: '/gem' }],
  ])('%j and %j become %j', (sandboxPath, gemPath, paths) => {
    expect(definitionOf({ ...platform, sandboxPath, gemPath })['paths']).toEqual(paths)
  })

  it('that are emptied are gone, beside what else was said of them', () => {
    const draft = draftOf(
      'it',
      definitions('platforms', { url: 'http://h', paths: { gem: '/g', operations: { start: '/b' } } }),
    )
    expect(definitionOf({ ...draft, gemPath: '' })['paths']).toEqual({ operations: { start: '/b' } })
  })
})
