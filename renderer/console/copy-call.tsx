import { Copy } from 'lucide-react'
import { STATELESS_VERSION } from '#shared/model/stateless-version.ts'
import { shellQuote } from '#shared/shell/quote.ts'
import { useWorkbench, workbench } from '../app/workbench.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'

/** How a server is reached, as `connections.json` says it. */
interface Reached {
  readonly command?: string | undefined
  readonly args?: readonly string[] | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly url?: string | undefined
  readonly type?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

interface Call {
  readonly tool: string
  /** Whether the server speaks the revision without sessions. */
  readonly stateless?: boolean
  readonly args: Readonly<Record<string, unknown>>
}

const CALL_FORMS = ['inspector', 'curl', 'typescript'] as const
type CallForm = (typeof CALL_FORMS)[number]

const word = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : shellQuote(text))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The call for the Inspector's command line. Secrets stay references, which a person fills in. */
function inspector(
  { command, args = [], env = {}, url, type, headers = {} }: Reached,
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
  return ['npx', '@modelcontextprotocol/inspector', '--cli', ...target, ...tools, ...values]
    .map(word)
    .join(' ')
}

/** What every request says in the revision without sessions. */
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': STATELESS_VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** The call as one HTTP request; a server with sessions wants an `initialize` before it. Only for a server with an address. */
function curl({ url = '', headers = {} }: Reached, { tool, args, stateless }: Call): string {
  const params = { name: tool, arguments: args, _meta: stateless ? ENVELOPE : undefined }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const all = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': stateless ? STATELESS_VERSION : '2025-11-25',
    ...(stateless ? { 'mcp-method': body.method, 'mcp-name': tool } : {}),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `-H ${word(`${name}: ${value}`)}`)
  return [`curl -X POST ${word(url)}`, ...lines, `-d ${word(JSON.stringify(body))}`].join(' \\\n  ')
}

/** The call as a program with the official SDK. */
function typescript(
  { command, args = [], env = {}, url = '', type, headers = {} }: Reached,
  call: Call,
): string {
  const json = (value: unknown): string => JSON.stringify(value, null, 2)
  const transport =
    command !== undefined
      ? {
          name: 'StdioClientTransport',
          from: 'stdio',
          make: `new StdioClientTransport(${json({ command, args, env })})`,
        }
      : type === 'sse'
        ? { name: 'SSEClientTransport', from: 'sse', make: `new SSEClientTransport(new URL(${json(url)}))` }
        : {
            name: 'StreamableHTTPClientTransport',
            from: 'streamableHttp',
            make: `new StreamableHTTPClientTransport(new URL(${json(url)}), ${json({ requestInit: { headers } })})`,
          }
  const info = json({ name: 'example', version: '1.0.0' })
  const begin = call.stateless
    ? `import { Client${command === undefined ? `, ${transport.name}` : ''} } from '@modelcontextprotocol/client'
${command === undefined ? '' : `import { ${transport.name} } from '@modelcontextprotocol/client/stdio'\n`}
const client = new Client(${info}, { versionNegotiation: { mode: { pin: '${STATELESS_VERSION}' } } })`
    : `import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { ${transport.name} } from '@modelcontextprotocol/sdk/client/${transport.from}.js'

const client = new Client(${info})`
  return `${begin}
await client.connect(${transport.make})
console.log(await client.callTool(${json({ name: call.tool, arguments: call.args })}))
await client.close()
`
}

const FORMS = { inspector, curl, typescript } as const

/** A call in the words of another tool; undefined where that tool cannot reach the server. */
export function callAs(form: CallForm, reached: Reached, call: Call): string | undefined {
  if (reached.url === undefined && (form === 'curl' || reached.command === undefined)) return undefined
  return FORMS[form](reached, call)
}

interface CopyCallProps {
  readonly connection: string
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

/** Copies the call for another tool. A server that comes with Orrery has no definition that another could start. */
export function CopyCall({ connection, tool, args }: CopyCallProps) {
  const t = useText()
  const stateless = useWorkbench(({ connections }) => {
    const { server } = connections.find(({ id }) => id === connection) ?? {}
    return server?.protocol === STATELESS_VERSION
  })
  const copy = async (form: CallForm): Promise<void> => {
    const { servers } = await workbench.call('connections.definitions', {})
    const found = servers.find(({ name }) => `model:${name}` === connection)
    const text = found && callAs(form, found.definition, { tool, args, stateless })
    await navigator.clipboard.writeText(text ?? JSON.stringify({ name: tool, arguments: args }, null, 2))
  }
  return (
    <Menu
      align="start"
      trigger={
        <Button tone="quiet">
          <Copy size={14} aria-hidden />
          {t('console.copyAs')}
        </Button>
      }
      entries={[
        {
          label: t('console.copyAs.json'),
          act: () =>
            void navigator.clipboard.writeText(JSON.stringify({ name: tool, arguments: args }, null, 2)),
        },
        ...CALL_FORMS.map((form) => ({ label: t(`console.copyAs.${form}`), act: () => void copy(form) })),
      ]}
    />
  )
}
