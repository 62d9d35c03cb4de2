import { parseArgs } from 'node:util'

export const HELP = `Usage: orrery mcp CONNECTION REQUEST [options]

Asks an MCP server one thing and prints the result as JSON, for scripts. CONNECTION is an address, a name in Orrery's
connections.json, or "sample" for the model that comes with Orrery.

  tools list                    resources list                prompts list
  tools call NAME [JSON]        resources templates           prompts get NAME [JSON]
                                resources read URI
  request METHOD [JSON]         any request of the protocol

Arguments are one JSON object; - reads them from standard input. A program of connections.json runs only when you have
allowed it in the workbench, and a server that you signed in to there is asked with that. What a server asks back is
answered by --answer, or declined and told on standard error. A call that a server makes a task of is waited for.

  --data <folder>       the workbench's data folder, for connections.json and secrets
  --header <name:value> a header for a server with an address; may be given more than once
  --answer <JSON>       what a server is answered that asks for a form or a text: the first question by the first, and
                        so on; null declines
  --timeout <seconds>   how long the answer may take (default 60)
  --help                print this and exit

Exit codes: 0 an answer, 1 the server answered with an error, 2 wrong words, or no server there.
`

/** The request that the arguments describe. */
interface Request {
  readonly method: string
  readonly params: Record<string, unknown>
  /** The member of `params` that receives the JSON; if absent, the JSON is `params` itself. */
  readonly argumentsAs?: 'arguments'
  /** The JSON argument; `-` reads standard input. */
  readonly json: string | undefined
}

interface Invocation {
  readonly connection: string
  readonly request: Request
  readonly data: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** Answers to the server's requests, in order. */
  readonly answers: readonly unknown[]
  readonly timeoutMs: number
}

/** Invalid arguments, explained in one sentence. */
export class InvalidArguments extends Error {}

/** Requests without a name argument. */
const PLAIN: Readonly<Record<string, string>> = {
  'tools list': 'tools/list',
  'resources list': 'resources/list',
  'resources templates': 'resources/templates/list',
  'prompts list': 'prompts/list',
}

/** @throws InvalidArguments */
function readRequest([area = '', verb = '', ...rest]: readonly string[]): Request {
  const [name, json, ...more] = area === 'request' ? [verb || undefined, ...rest] : rest
  const plain = PLAIN[`${area} ${verb}`]
  if (plain !== undefined && name === undefined) return { method: plain, params: {}, json: undefined }
  if (name !== undefined && more.length === 0) {
    if (area === 'request') return { method: name, params: {}, json }
    const [tools, prompts] = [`${area} ${verb}` === 'tools call', `${area} ${verb}` === 'prompts get']
    if (tools) return { method: 'tools/call', params: { name }, argumentsAs: 'arguments', json }
    if (prompts) return { method: 'prompts/get', params: { name }, argumentsAs: 'arguments', json }
    if (`${area} ${verb}` === 'resources read' && json === undefined)
      return { method: 'resources/read', params: { uri: name }, json: undefined }
  }
  throw new InvalidArguments(`${[area, verb, ...rest].join(' ')} is no request; see orrery mcp --help`)
}

/** @throws InvalidArguments with one sentence when an argument is invalid */
export function readWords(argv: readonly string[]): Invocation | 'help' {
  const { values, positionals } = parsed(argv)
  if (values.help) return 'help'
  const [connection, ...words] = positionals
  if (connection === undefined || words.length === 0)
    throw new InvalidArguments('name a connection and a request, as in orrery mcp sample tools list')
  const seconds = Number(values.timeout)
  if (!(seconds > 0)) throw new InvalidArguments(`--timeout wants seconds, not ${values.timeout}`)
  const headers = values.header.map((line) => {
    const [, name, value] = /^([^\s:]+):\s*(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined)
      throw new InvalidArguments(
        '--header wants a name and a value, as in --header "Authorization: Bearer …"',
      )
    return [name, value] as const
  })
  return {
    connection,
    request: readRequest(words),
    data: values.data,
    headers: Object.fromEntries(headers),
    answers: values.answer.map((json) => jsonOf(json, '--answer')),
    timeoutMs: seconds * 1000,
  }
}

/** @throws InvalidArguments when it is not valid JSON */
export function jsonOf(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new InvalidArguments(`${what} is no JSON: ${(error as Error).message}`)
  }
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        header: { type: 'string', multiple: true, default: [] },
        answer: { type: 'string', multiple: true, default: [] },
        timeout: { type: 'string', default: '60' },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new InvalidArguments((error as Error).message)
  }
}
