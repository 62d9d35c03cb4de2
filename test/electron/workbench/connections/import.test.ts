import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { commandLine, reachOf } from '../../../../electron/workbench/connections/definition.ts'
import { expandText } from '../../../../electron/node/placeholders.ts'
import { previewImport } from '../../../../electron/workbench/connections/import.ts'

const fixture = (name: string): Promise<string> => readFile(`test/fixtures/connections/${name}.json`, 'utf8')

describe('an import', () => {
  it('reads Claude Desktop', async () => {
    expect(previewImport(await fixture('claude-desktop'))).toEqual({
      format: 'mcpServers',
      inputs: [],
      servers: [
        {
          name: 'files',
          definition: {
            command: 'npx',
            args: ['-y', '@modelcontextprotocol/server-filesystem', '/tmp'],
            env: { MODE: 'ro' },
          },
          problems: [],
        },
      ],
    })
  })

  it('reads VS Code with comments, trailing commas, inputs and members of its own', async () => {
    const { format, inputs, servers } = previewImport(await fixture('vscode'))
    expect([format, inputs]).toEqual(['servers', [{ id: 'api-key', description: 'Key of the service' }]])
    expect(servers.map(({ name, definition }) => [name, reachOf(definition)])).toEqual([
      ['local', { kind: 'stdio', command: 'node', args: ['server.js'] }],
      ['remote', { kind: 'http', url: 'https://mcp.example.com/mcp' }],
      ['old', { kind: 'sse', url: 'https://mcp.example.com/sse' }],
    ])
    expect(servers[0]?.definition['dev']).toEqual({ watch: 'src/**' })
  })

  it('reads Cursor, and says what is missing in an entry', async () => {
    const { servers } = previewImport(await fixture('cursor'))
    expect(servers.map(({ name, problems }) => [name, problems.map(({ message }) => message)])).toEqual([
      ['web', []],
      ['broken', ['Enter a command or a URL.']],
    ])
  })

  it('reads the Inspector, whose type has another name', async () => {
    const [server] = previewImport(await fixture('inspector')).servers
    expect(server && reachOf(server.definition)).toEqual({ kind: 'http', url: 'http://127.0.0.1:8090/mcp' })
    expect(server?.definition['protocolEra']).toBe('legacy')
  })

  it.each([
    [
      'one server without a name',
      '{"command": "npx", "args": ["-y", "@scope/server-everything@latest"]}',
      ['server-everything'],
    ],
    ['one address', '{"url": "https://mcp.example.com/mcp"}', ['mcp.example.com']],
    ['an address with a port', 'http://127.0.0.1:4999/mcp', ['127.0.0.1:4999']],
    ['servers without a holder', '{"a": {"command": "x"}, "b": {"url": "http://h/"}}', ['a', 'b']],
    ['members without braces, as READMEs print them', '"memory": {"command": "npx", "args": []}', ['memory']],
    ['a holder inside `mcp`', '{"mcp": {"servers": {"s": {"command": "x"}}}}', ['s']],
  ])('reads a pasted snippet: %s', (_name, text, names) => {
    expect(previewImport(text).servers.map(({ name }) => name)).toEqual(names)
  })

  it('reads a file that begins with a byte order mark', () => {
    expect(previewImport('\uFEFF{"mcpServers": {"a": {"command": "x"}}}').servers).toHaveLength(1)
  })

  it.each([
    ['{"mcpServers": {', 1, 17],
    ['{\n  "mcpServers": {\n    "a": nope\n  }\n}', 3, 10],
    ['', 1, 1],
    ['"memory": {"command": nope}', 1, 23],
    ['"memory": {\n"command": nope}', 2, 12],
  ])('reports line and column of invalid JSON: %j', (text, line, column) => {
    expect(previewImport(text).error).toMatchObject({ line, column })
  })

  it.each(['[]', '{"other": 1}'])('says that %s holds no server', (text) => {
    expect(previewImport(text)).toMatchObject({ format: 'unknown', servers: [] })
    expect(previewImport(text).error?.message).toMatch(/server/)
  })

  it('refuses an address that is not http', () => {
    expect(previewImport('{"url": "file:///etc/passwd"}').servers[0]?.problems[0]?.message).toMatch(/url/)
  })
})

describe('placeholders', () => {
  const from = {
    env: { KEY: 'k', EMPTY: '' },
    secret: (name: string) => Promise.resolve(name === 'token' ? 't' : undefined),
  }
  it.each([
    ['plain', 'plain'],
    ['a ${env:KEY} b', 'a k b'],
    ['${KEY}', 'k'],
    ['${env:EMPTY}', ''],
    ['${secret:token}${input:token}', 'tt'],
    ['$KEY', '$KEY'],
  ])('%s becomes %j', async (text, expected) => {
    expect(await expandText(text, from)).toBe(expected)
  })
  it.each([
    ['${env:NOPE}', ' NOPE'],
    ['${secret:nope}', ' nope'],
  ])('%s has no value, and says so', async (text, message) => {
    await expect(expandText(text, from)).rejects.toThrow(message)
  })
})

it.each([
  ['node', ['a.js', '--x=1'], 'node a.js --x=1'],
  ['/opt/my app/run', ["it's", ''], `'/opt/my app/run' 'it'\\''s' ''`],
])('a command line is shown as the user would type it', (command, args, line) => {
  expect(commandLine(command, args)).toBe(line)
})
