import { describe, expect, it } from 'vitest'
import { callAs } from '../../../renderer/console/call-as.ts'

const call = { tool: 'echo', args: { message: "it's", n: 2, list: ['a'] } }
const program = { command: 'npx', args: ['-y', 'x y'], env: { KEY: '${secret:key}' } }
const web = { url: 'https://h/mcp', headers: { Authorization: 'Bearer ${secret:key}' } }

it('is an Inspector command line for a program', () => {
  expect(callAs('inspector', program, call)).toBe(
    `npx @modelcontextprotocol/inspector --cli -e "KEY=\${KEY}" npx -y 'x y' --method tools/call --tool-name echo --tool-arg 'message=it'\\''s' --tool-arg n=2 --tool-arg 'list=["a"]'`,
  )
})
it('is an Inspector command line for an address', () => {
  expect(callAs('inspector', web, { tool: 'echo', args: {} })).toBe(
    `npx @modelcontextprotocol/inspector --cli https://h/mcp --transport http --header "Authorization: Bearer \${KEY}" --method tools/call --tool-name echo`,
  )
})
it('is for curl where there is an address', () => {
  expect(callAs('curl', web, call)).toContain(
    `-d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"message":"it'\\''s","n":2,"list":["a"]}}}'`,
  )
  expect(callAs('curl', program, call)).toBeUndefined()
})
it.each([
  ['a program', program, 'StdioClientTransport'],
  ['an address', web, 'StreamableHTTPClientTransport'],
  ['an address of before', { ...web, type: 'sse' }, 'SSEClientTransport'],
] as const)('is a program with the SDK for %s', (_what, reached, transport) => {
  const code = callAs('typescript', reached, call) ?? ''
  expect(code).toContain(`new ${transport}(`)
  expect(code).toContain(`"message": "it's"`)
})
it('says with the request what a server without sessions wants to know', () => {
  const stateless = { ...call, protocol: '2026-07-28' }
  const curl = callAs('curl', web, stateless)
  expect(curl).toContain(
    "-H 'mcp-protocol-version: 2026-07-28' -H 'mcp-method: tools/call' -H 'mcp-name: echo'".replaceAll(
      ' -H',
      ' \\\n  -H',
    ),
  )
  expect(curl).toContain('"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"')
  expect(callAs('typescript', web, stateless)).toContain("from '@modelcontextprotocol/client'")
  expect(callAs('typescript', program, stateless)).toContain("from '@modelcontextprotocol/client/stdio'")
})
it('takes what is stored elsewhere from the environment', () => {
  const reached = {
    url: 'https://h/mcp',
    headers: { 'X-One': 'a "$b" ${env:ONE}', 'X-Two': '${secret:two-2}' },
  }
  expect(callAs('curl', reached, call)).toContain('-H "X-One: a \\"\\$b\\" ${ONE}"')
  expect(callAs('typescript', reached, call)).toContain('"X-One": `a "$b" ${process.env.ONE}`')
  expect(callAs('typescript', reached, call)).toContain('`${process.env.TWO_2}`')
})
describe('a server that one signed in to', () => {
  const signedIn = { url: 'https://h/mcp', signedIn: true }
  it.each([
    ['inspector', '"Authorization: Bearer ${ACCESS_TOKEN:?set it to an access token of the server}"'],
    ['curl', '-H "Authorization: Bearer ${ACCESS_TOKEN:?set it to an access token of the server}"'],
    ['typescript', '"Authorization": `Bearer ${process.env.ACCESS_TOKEN}`'],
    ['typescript', '// ACCESS_TOKEN is an access token of the server: the one that you'],
  ] as const)('is asked with a token of who pastes it, as %s', (form, said) =>
    expect(callAs(form, signedIn, call)).toContain(said),
  )
  it.each(['inspector', 'curl', 'typescript'] as const)('keeps its own header, as %s', (form) => {
    const own = callAs(form, { ...signedIn, headers: { authorization: 'Basic x' } }, call)
    expect(own).toContain('Basic x')
    expect(own).not.toContain('ACCESS_TOKEN')
  })
})
it('goes to the folder of the program first', () =>
  expect(callAs('inspector', { command: 'npx', cwd: '/a b' }, call)).toMatch(/^cd '\/a b' && npx /))
it.each([
  ['an address of before, for curl', 'curl', { ...web, type: 'sse' }],
  ['nowhere', 'inspector', {}],
] as const)('is nothing for %s', (_what, form, reached) =>
  expect(callAs(form, reached, call)).toBeUndefined(),
)
