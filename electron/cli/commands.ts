/** The subcommands of `orrery` and the programs they run, which are beside this file. */
interface Command {
  /** File of the bundled program. */
  readonly program: string
  readonly summary: string
}

/** Without a subcommand. */
const WORKBENCH: Command = { program: 'web.mjs', summary: 'the workbench, in your browser' }

const COMMANDS: Readonly<Record<string, Command>> = {
  model: { program: 'model-server.mjs', summary: 'the graph-model server (MCP over stdio or HTTP)' },
  sandbox: { program: 'sandbox-server.mjs', summary: 'the sandbox and environment server (REST)' },
  mcp: { program: 'mcp.mjs', summary: 'one request to an MCP server, with JSON out, for scripts' },
  'sandbox keys': { program: 'keys.mjs', summary: 'who may call the sandbox server, and how much' },
  check: { program: 'check.mjs', summary: 'what differs between a server and what is documented' },
}

export const HELP = `Usage: orrery [options]              ${WORKBENCH.summary}
${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `       orrery ${`${name} [options]`.padEnd(22)}  ${summary}`)
  .join('\n')}

Each takes --help. --version tells the version.
`

/** What a command line asks for. */
type ParsedCommand =
  | { readonly kind: 'run'; readonly program: string; readonly args: readonly string[] }
  | { readonly kind: 'say'; readonly text: 'help' | 'version' }
  /** Not a known subcommand. */
  | { readonly kind: 'unknown'; readonly word: string }

const run = ({ program }: Command, args: readonly string[]): ParsedCommand => ({ kind: 'run', program, args })

/** Parses the arguments of `orrery`; options are left to the program. */
export function parseCommand(words: readonly string[]): ParsedCommand {
  const [first = '', ...rest] = words
  if (first === 'help' || first === '--help' || first === '-h') return { kind: 'say', text: 'help' }
  if (first === '--version' || first === '-v') return { kind: 'say', text: 'version' }
  if (first === '' || first.startsWith('-')) return { kind: 'run', program: WORKBENCH.program, args: words }
  const longer = `${first} ${rest[0]}`
  const two = Object.hasOwn(COMMANDS, longer) ? COMMANDS[longer] : undefined
  if (two) return run(two, rest.slice(1))
  const command = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined
  return command ? run(command, rest) : { kind: 'unknown', word: first }
}
