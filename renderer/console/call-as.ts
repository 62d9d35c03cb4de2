import { STATELESS_VERSION } from '#shared/model/stateless-version.ts'
import { shellQuote } from '#shared/shell/quote.ts'
import { variable } from '#shared/workbench/host-configuration.ts'

/** How to reach a server, as in `connections.json`. */
export interface Reached {
  readonly command?: string | undefined
  readonly args?: readonly string[] | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly cwd?: string | undefined
  readonly url?: string | undefined
  readonly type?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Whether the user signed in here: requests then carry a token, which is not exported. */
  readonly signedIn?: boolean | undefined
}

interface Call {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  /** The server's protocol revision. */
  readonly protocol?: string | undefined
}

export const CALL_FORMS = ['inspector', 'curl', 'typescript'] as const
export type CallForm = (typeof CALL_FORMS)[number]

/**
 * References to secrets and environment variables. Their values are not exported: the copied call reads an
 * environment variable.
 */
const REFERENCE = /\$\{(secret|env):([^}]+)\}/g
const variableOf = (kind: string, name: string): string => (kind === 'env' ? name : variable(name))

/** Variable for the token of a server with sign-in. */
const TOKEN = 'ACCESS_TOKEN'
/** A shell variable; the token's explains itself if unset. */
const shellVariable = (name: string): string =>
  `\${${name}${name === TOKEN ? ':?set it to an access token of the server' : ''}}`

/** Adds a token reference if the user is signed in here. */
function withToken(reached: Reached): Reached {
  const { signedIn, headers = {} } = reached
  const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  if (!signedIn || isGiven) return reached
  return { ...reached, headers: { ...headers, Authorization: `Bearer \${env:${TOKEN}}` } }
}

/** Quotes a word for a POSIX shell. */
function word(text: string): string {
  if (text.search(REFERENCE) >= 0) {
    const parts = text.split(REFERENCE)
    // Text, kind and name alternate.
    const written = parts.map((part, index) =>
      index % 3 === 0
        ? part.replaceAll(/["$\\`]/g, String.raw`\$&`)
        : index % 3 === 1
          ? shellVariable(variableOf(part, parts[index + 1] ?? ''))
          : '',
    )
    return `"${written.join('')}"`
  }
  return /^[\w@%+=:,./-]+$/.test(text) ? text : shellQuote(text)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The call with the Inspector's command line. */
function inspector(
  { command, args = [], env = {}, cwd, url, type, headers = {} }: Reached,
  { tool, args: given }: Call,
): string {
  const target =
    command === undefined
      ? [
          url ?? '',
          '--transport',
          type === 'sse' ? 'sse' : 'http',
          ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
        ]
      : [...Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]), command, ...args]
  const tools = ['--method', 'tools/call', '--tool-name', tool]
  const values = Object.entries(given).flatMap(([name, value]) => ['--tool-arg', `${name}=${textOf(value)}`])
  const words = ['npx', '@modelcontextprotocol/inspector', '--cli', ...target, ...tools, ...values]
  return `${cwd === undefined ? '' : `cd ${word(cwd)} && `}${words.map(word).join(' ')}`
}

/** Parameters of every request in the revision without sessions. */
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': STATELESS_VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Extracts the session id from response headers; empty for a server without sessions. */
const SESSION = String.raw`awk 'tolower($1) == "mcp-session-id:" { print $2 }' | tr -d '\r\n'`

/** The call with curl, initialising a session first if the server has them. Only for servers with a URL. */
function curl({ url = '', headers = {} }: Reached, { tool, args, protocol = '2025-11-25' }: Call): string {
  const isStateless = protocol === STATELESS_VERSION
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool, arguments: args, _meta: isStateless ? ENVELOPE : undefined },
  }
  const all = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': protocol,
    ...(isStateless ? { 'mcp-method': call.method, 'mcp-name': tool } : {}),
    ...headers,
  }
  const post = (body: object, ...more: readonly string[]): string =>
    [
      `curl -sS -X POST ${word(url)}`,
      ...Object.entries(all).map(([name, value]) => `-H ${word(`${name}: ${value}`)}`),
      ...more,
      `-d ${shellQuote(JSON.stringify(body))}`,
    ].join(' \\\n  ')
  if (isStateless) return post(call)
  const clientInfo = { name: 'curl', version: '1.0.0' }
  const params = { protocolVersion: protocol, capabilities: {}, clientInfo }
  const greeting = post({ jsonrpc: '2.0', id: 0, method: 'initialize', params }, '-D - -o /dev/null')
  const session = '-H "mcp-session-id: $session"'
  return [
    `session=$(${greeting} | \\\n  ${SESSION})`,
    post({ jsonrpc: '2.0', method: 'notifications/initialized' }, session),
    post(call, session),
  ].join('\n')
}

/** Formats a value as code, with references read from the environment. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => {
    if (quoted.search(REFERENCE) < 0) return quoted
    const inner = quoted.slice(1, -1).replaceAll('\\"', '"').replaceAll('`', '\\`')
    const written = inner.replaceAll(
      /\$\{(?:(secret|env):([^}]+)\})?/g,
      (_all, kind: string | undefined, name: string) =>
        kind === undefined ? '\\${' : `\${process.env.${variableOf(kind, name)}}`,
    )
    return `\`${written}\``
  })

/** The call as a program with the official SDK. */
function typescript(
  { command, args = [], env, cwd, url = '', type, headers = {} }: Reached,
  { tool, args: given, protocol }: Call,
): string {
  const isStateless = protocol === STATELESS_VERSION
  const transport =
    command !== undefined
      ? {
          name: 'StdioClientTransport',
          from: 'stdio',
          make: `new StdioClientTransport(${literal({ command, args, env, cwd })})`,
        }
      : type === 'sse'
        ? {
            name: 'SSEClientTransport',
            from: 'sse',
            make: `new SSEClientTransport(new URL(${literal(url)}), ${literal({ requestInit: { headers } })})`,
          }
        : {
            name: 'StreamableHTTPClientTransport',
            from: 'streamableHttp',
            make: `new StreamableHTTPClientTransport(new URL(${literal(url)}), ${literal({ requestInit: { headers } })})`,
          }
  const info = literal({ name: 'example', version: '1.0.0' })
  const begin = isStateless
    ? `import { Client${command === undefined ? `, ${transport.name}` : ''} } from '@modelcontextprotocol/client'
${command === undefined ? '' : `import { ${transport.name} } from '@modelcontextprotocol/client/stdio'\n`}
const client = new Client(${info}, { versionNegotiation: { mode: { pin: '${STATELESS_VERSION}' } } })`
    : `import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { ${transport.name} } from '@modelcontextprotocol/sdk/client/${transport.from}.js'

const client = new Client(${info})`
  const tokenComment = Object.values(headers).some((value) => value.includes(`{env:${TOKEN}}`))
    ? `// ${TOKEN} is an access token of the server: the one that you signed in with stays in Orrery.\n`
    : ''
  return `${tokenComment}${begin}
await client.connect(${transport.make})
console.log(await client.callTool(${literal({ name: tool, arguments: given })}))
await client.close()
`
}

const FORMS = { inspector, curl, typescript } as const

/** A call as code for another tool; undefined if that tool cannot reach the server. */
export function callAs(form: CallForm, reached: Reached, call: Call): string | undefined {
  if (
    form === 'curl' ? reached.url === undefined || reached.type === 'sse' : !reached.url && !reached.command
  )
    return undefined
  return FORMS[form](withToken(reached), call)
}
