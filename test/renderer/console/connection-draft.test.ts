import { describe, expect, it } from 'vitest'
import { definitionOf, draftOf, EMPTY } from '../../../renderer/console/connection/connection-draft.ts'

const definitions = (kind: 'servers' | 'platforms', definition: Record<string, unknown>) => ({
  file: '/connections.json',
  servers: kind === 'servers' ? [{ name: 'it', definition }] : [],
  platforms: kind === 'platforms' ? [{ name: 'it', definition }] : [],
  telemetry: [],
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
    ['one revision alone', 'servers', { command: 'x', args: [], protocolEra: 'modern' }],
    ['the other', 'servers', { url: 'http://h/mcp', protocolEra: 'legacy' }],
    ['a platform', 'platforms', { url: 'http://h', headers: { Authorization: 'Bearer ${secret:c}' } }],
    [
      'a platform whose proxy role is elsewhere',
      'platforms',
      { url: 'http://h', proxyUrl: 'http://p', headers: { Authorization: 'Basic eDp5', 'X-A': 'b' } },
    ],
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

describe('what is typed', () => {
  it.each([
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['localhost:8080/x', 'http://localhost:8080/x'],
    [' rock.example.com ', 'https://rock.example.com'],
    ['http://rock.example.com', 'http://rock.example.com'],
    ['', ''],
  ])('%j is the address %j', (url, address) => {
    expect(definitionOf({ ...EMPTY, kind: 'platform', url })['url']).toBe(address)
    expect(definitionOf({ ...EMPTY, kind: 'platform', url: 'http://h', proxyUrl: url })['proxyUrl']).toBe(
      address || undefined,
    )
  })

  it('as a token goes into its header, before the others', () => {
    const draft = { ...EMPTY, kind: 'http', url: 'http://h', token: ' t ', pairs: 'X-A: b' } as const
    expect(definitionOf(draft)['headers']).toEqual({ Authorization: 'Bearer t', 'X-A': 'b' })
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

  it('that are emptied are removed, with their other fields', () => {
    const draft = draftOf(
      'it',
      definitions('platforms', { url: 'http://h', paths: { gem: '/g', operations: { start: '/b' } } }),
    )
    expect(definitionOf({ ...draft, gemPath: '' })['paths']).toEqual({ operations: { start: '/b' } })
  })
})
