import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse as parseToml, TomlError } from 'smol-toml'
import { shellQuote } from '#shared/shell/quote.ts'
import { previewImport } from '../../../../electron/workbench/connections/import.ts'
import { shellWords } from '../../../../electron/workbench/connections/pasted.ts'

const found = (text: string) =>
  Object.fromEntries(previewImport(text).servers.map(({ name, definition }) => [name, definition]))
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')
const memory = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'] }

describe('what READMEs print', () => {
  it.each([
    [
      'a file that is called like all of its kind',
      'node /opt/memory-server/dist/index.js',
      { 'memory-server': { command: 'node', args: ['/opt/memory-server/dist/index.js'] } },
    ],
    ['a command', 'npx -y @modelcontextprotocol/server-memory', { 'server-memory': memory }],
    [
      'with a prompt before it',
      '$ npx -y @modelcontextprotocol/server-memory\n',
      { 'server-memory': memory },
    ],
    ['over two lines', 'npx -y \\\n  @modelcontextprotocol/server-memory', { 'server-memory': memory }],
    [
      'with variables and quotes',
      `API_KEY=a=b uvx --from 'git+https://x/y' mcp-thing "two words"`,
      {
        'mcp-thing': {
          command: 'uvx',
          args: ['--from', 'git+https://x/y', 'mcp-thing', 'two words'],
          env: { API_KEY: 'a=b' },
        },
      },
    ],
    [
      'of a container',
      'docker run -i --rm -e TOKEN ghcr.io/github/github-mcp-server:v1',
      {
        'github-mcp-server': {
          command: 'docker',
          args: ['run', '-i', '--rm', '-e', 'TOKEN', 'ghcr.io/github/github-mcp-server:v1'],
        },
      },
    ],
    [
      'a program of its own',
      './bin/server --stdio',
      { server: { command: './bin/server', args: ['--stdio'] } },
    ],
    [
      'an address',
      ' https://mcp.example.com/mcp ',
      { 'mcp.example.com': { url: 'https://mcp.example.com/mcp' } },
    ],
    [
      'for Claude Code, stdio',
      'claude mcp add memory -s user -e KEY=1 -- npx -y @modelcontextprotocol/server-memory',
      { memory: { ...memory, env: { KEY: '1' } } },
    ],
    [
      'for Claude Code, http',
      'claude mcp add --transport http notion https://mcp.notion.com/mcp --header "Authorization: Bearer x"',
      { notion: { type: 'http', url: 'https://mcp.notion.com/mcp' } },
    ],
    [
      'for Claude Code, http with a header',
      'claude mcp add --transport=sse --header "X-Key: a: b" old https://h/sse',
      { old: { type: 'sse', url: 'https://h/sse', headers: { 'X-Key': 'a: b' } } },
    ],
    [
      'for Claude Code, JSON',
      `claude mcp add-json m '{"command":"npx","args":["x"]}'`,
      { m: { command: 'npx', args: ['x'] } },
    ],
    [
      'for Codex',
      'codex mcp add m --env A=1 -- npx -y x',
      { m: { command: 'npx', args: ['-y', 'x'], env: { A: '1' } } },
    ],
    ['for Codex, http', 'codex mcp add m --url https://h/mcp', { m: { url: 'https://h/mcp' } }],
    [
      'for VS Code',
      `code --add-mcp '{"name":"m","command":"npx","args":["x"]}'`,
      { m: { command: 'npx', args: ['x'] } },
    ],
    [
      'a link for VS Code',
      `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'memory', ...memory }))}`,
      { memory },
    ],
    [
      'a redirecting link for VS Code',
      `https://insiders.vscode.dev/redirect/mcp/install?name=memory&config=${encodeURIComponent(JSON.stringify(memory))}`,
      { memory },
    ],
    [
      'a link for Cursor',
      `cursor://anysphere.cursor-deeplink/mcp/install?name=memory&config=${encodeURIComponent(base64(memory))}`,
      { memory },
    ],
    [
      'a link for LM Studio',
      `lmstudio://add_mcp?name=memory&config=${encodeURIComponent(base64(memory))}`,
      { memory },
    ],
    [
      'a link for Goose',
      'goose://extension?cmd=npx&arg=-y&arg=%40modelcontextprotocol%2Fserver-memory&id=memory&name=memory',
      { memory },
    ],
  ])('%s', (_what, text, servers) => expect(found(text)).toEqual(servers))

  it.each(['nope', '42', 'Install the server first.', 'git clone', '¯\\_(ツ)_/¯', 'npx "open'])(
    '%s is answered in plain words',
    (text) => {
      const { servers, error } = previewImport(text)
      expect(servers).toEqual([])
      expect(error?.message).toBe(
        'Orrery doesn’t recognize this as a configuration, a command or an address.',
      )
    },
  )
})

describe('what hosts write', () => {
  it.each([
    [
      'Codex, in TOML',
      `model = "x" # not ours\n[mcp_servers.memory]\ncommand = "npx"\nargs = [\n  "-y", '@modelcontextprotocol/server-memory',\n]\nenv = { A = "1" }\n[mcp_servers."the web"]\nurl = "https://h/mcp"\n`,
      { memory: { ...memory, env: { A: '1' } }, 'the web': { url: 'https://h/mcp' } },
    ],
    ['a TOML file that begins with a table', `[mcp_servers.m]\ncommand = "x"`, { m: { command: 'x' } }],
    [
      'Goose, in YAML',
      `extensions:\n  memory:\n    type: stdio\n    enabled: true\n    cmd: npx\n    args: ["-y", "@modelcontextprotocol/server-memory"]\n    envs: {A: "1"}\n  web:\n    type: streamable_http\n    uri: https://h/mcp\n`,
      {
        memory: { type: 'stdio', enabled: true, ...memory, env: { A: '1' } },
        web: { type: 'streamable-http', url: 'https://h/mcp' },
      },
    ],
    [
      'Zed',
      `{"context_servers": {"m": {"command": {"path": "npx", "args": ["x"], "env": {"A": "1"}}}}}`,
      { m: { command: 'npx', args: ['x'], env: { A: '1' } } },
    ],
    ['Windsurf', `{"mcpServers": {"m": {"serverUrl": "https://h/sse"}}}`, { m: { url: 'https://h/sse' } }],
    ['Gemini CLI', `{"mcpServers": {"m": {"httpUrl": "https://h/mcp"}}}`, { m: { url: 'https://h/mcp' } }],
    [
      'OpenCode',
      `{"mcp": {"m": {"type": "local", "command": ["npx", "x"], "environment": {"A": "1"}}, "w": {"type": "remote", "url": "https://h/mcp"}}}`,
      { m: { type: 'stdio', command: 'npx', args: ['x'], env: { A: '1' } }, w: { url: 'https://h/mcp' } },
    ],
    [
      'Continue',
      `{"mcpServers": [{"name": "m", "command": "npx", "args": ["x"]}]}`,
      { m: { command: 'npx', args: ['x'] } },
    ],
    ['Amp', `{"amp.mcpServers": {"m": {"command": "npx"}}}`, { m: { command: 'npx' } }],
  ])('%s', (_host, text, servers) => expect(found(text)).toEqual(servers))

  it('the registry, with what the user must enter as inputs', () => {
    const text = JSON.stringify({
      name: 'io.github.x/weather',
      packages: [
        {
          registryType: 'npm',
          identifier: '@x/weather',
          version: '1.2.3',
          environmentVariables: [
            { name: 'KEY', description: 'Key of the service', isRequired: true, isSecret: true },
            { name: 'UNIT', default: 'C' },
            { name: 'OPTIONAL' },
          ],
        },
      ],
    })
    expect(found(text)).toEqual({
      weather: { command: 'npx', args: ['-y', '@x/weather@1.2.3'], env: { KEY: '${input:KEY}', UNIT: 'C' } },
    })
    expect(previewImport(text).inputs).toEqual([{ id: 'KEY', description: 'Key of the service' }])
  })

  it.each([
    [
      'arguments of the runner and of the package',
      {
        registryType: 'oci',
        identifier: 'ghcr.io/x/weather:2',
        runtimeArguments: [
          {
            type: 'named',
            name: '--mount',
            value: 'type=bind,src={source},dst=/data',
            variables: { source: { description: 'Folder', isRequired: true } },
          },
        ],
        packageArguments: [
          { type: 'positional', value: 'serve' },
          { type: 'named', name: '--unit', default: 'C' },
          { type: 'named', name: '--verbose' },
          { type: 'positional', valueHint: 'city', isRequired: true, description: 'Which city' },
        ],
        environmentVariables: [{ name: 'KEY', isSecret: true }],
      },
      {
        command: 'docker',
        args: [
          'run',
          '-i',
          '--rm',
          '--mount',
          'type=bind,src=${input:source},dst=/data',
          '-e',
          'KEY',
          'ghcr.io/x/weather:2',
          'serve',
          '--unit',
          'C',
          '${input:city}',
        ],
        env: { KEY: '${input:KEY}' },
      },
    ],
    [
      'a package after one that we cannot run',
      { registryType: 'pypi', identifier: 'weather', version: '1.0' },
      { command: 'uvx', args: ['weather@1.0'], env: {} },
    ],
  ])('the registry: %s', (_what, one, definition) => {
    const server = { name: 'x/weather', packages: [{ registryType: 'tape' }, one] }
    expect(found(JSON.stringify(server))).toEqual({ weather: definition })
    expect(found(JSON.stringify({ server, _meta: {} }))).toEqual({ weather: definition })
  })

  it.each([
    [
      'a bundle',
      [{ registryType: 'mcpb', identifier: 'https://a.example/weather.mcpb', fileSha256: '00' }],
      'FILE.bundle',
      { url: 'https://a.example/weather.mcpb' },
    ],
    ['kinds that nobody knows', [{ registryType: 'tape' }, {}], 'FILE.packages', { types: 'tape, ?' }],
    ['no package', [], 'FILE.noServers', undefined],
  ])('the registry, with nothing but %s, is answered in words', (_what, packages, key, values) => {
    const server = { name: 'x/weather', packages }
    for (const value of [server, { server }]) {
      const { servers, error } = previewImport(JSON.stringify(value))
      expect(servers).toEqual([])
      expect(error?.said).toMatchObject({ key, ...(values ? { values } : {}) })
    }
  })

  it('the registry: a package that a command runs is taken rather than a bundle', () => {
    const packages = [
      { registryType: 'mcpb', identifier: 'https://a.example/weather.mcpb' },
      { registryType: 'npm', identifier: 'weather' },
    ]
    expect(found(JSON.stringify({ name: 'x/weather', packages }))).toEqual({
      weather: { command: 'npx', args: ['-y', 'weather'], env: {} },
    })
  })

  it('the registry, and server cards, with an address', () => {
    const remotes = [
      {
        type: 'streamable-http',
        url: 'https://{tenant}.example.com/mcp',
        variables: { tenant: { default: 'blue' } },
        headers: [
          { name: 'Authorization', value: 'Bearer {token}', variables: { token: { isSecret: true } } },
        ],
      },
    ]
    expect(found(JSON.stringify({ name: 'x/weather', remotes }))).toEqual({
      weather: {
        type: 'streamable-http',
        url: 'https://blue.example.com/mcp',
        headers: { Authorization: 'Bearer ${input:token}' },
      },
    })
  })

  it('a TOML file that is torn, with the place', () => {
    expect(previewImport('[mcp_servers.m]\ncommand = npx').error).toMatchObject({ line: 2, column: 11 })
  })
})

it('words that were quoted for a shell are read back', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 })), (words) => {
      expect(shellWords(words.map(shellQuote).join(' '))).toEqual(words)
    }),
  )
})

it('any text is previewed without a crash', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('[', ']', '=', '"', "'", '{', '}', '\n', '#', ',', 'a', ' npx ', 'mcp add'),
  )
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join('')),
      (text) => void previewImport(text),
    ),
  )
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join('')),
      (text) => {
        try {
          parseToml(text)
        } catch (error) {
          expect(error).toBeInstanceOf(TomlError)
        }
      },
    ),
  )
})
