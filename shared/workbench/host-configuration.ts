/** Other programs that use MCP servers, and keep them in a file of their own. */
export const MCP_HOSTS = ['claude', 'cursor', 'vscode'] as const
export type McpHost = (typeof MCP_HOSTS)[number]

/** Of a definition, what every host understands; the rest of it is ours. */
const SHARED = ['command', 'args', 'env', 'cwd', 'url', 'headers'] as const

const SECRET = /\$\{secret:([^}]+)\}/g

/** A secret's name as a variable of the environment. */
export const variable = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')

/** How each host writes a value that is not in its file. */
const PLACEHOLDER: Readonly<Record<McpHost, (name: string) => string>> = {
  claude: (name) => `\${${variable(name)}}`,
  cursor: (name) => `\${env:${variable(name)}}`,
  vscode: (name) => `\${input:${name}}`,
}

/** Secrets that a definition names. They never leave: the other host has to be given them. */
export const secretsOf = (definition: unknown): readonly string[] => [
  ...new Set(Array.from(JSON.stringify(definition).matchAll(SECRET), ([, name = '']) => name)),
]

/** What a host's file holds that knows this server and no other. */
export function hostConfiguration(
  host: McpHost,
  name: string,
  definition: Readonly<Record<string, unknown>>,
): string {
  const known = Object.fromEntries(SHARED.map((member) => [member, definition[member]]))
  const type = definition['url'] === undefined ? 'stdio' : definition['type'] === 'sse' ? 'sse' : 'http'
  // Claude and Cursor tell by the members which it is, but for a server of the web in Claude.
  const entry = host === 'vscode' || (host === 'claude' && type !== 'stdio') ? { type, ...known } : known
  const inputs = secretsOf(definition).map((id) => ({
    type: 'promptString',
    id,
    description: id,
    password: true,
  }))
  const file =
    host === 'vscode'
      ? { servers: { [name]: entry }, inputs: inputs.length > 0 ? inputs : undefined }
      : { mcpServers: { [name]: entry } }
  return JSON.stringify(file, null, 2).replaceAll(SECRET, (_all, id: string) => PLACEHOLDER[host](id))
}
