/** Other MCP hosts with their own configuration file. */
export const MCP_HOSTS = ['claude', 'cursor', 'vscode'] as const
export type McpHost = (typeof MCP_HOSTS)[number]

/** Definition fields that every host supports; the others are Orrery's. */
const SHARED = ['command', 'args', 'env', 'cwd', 'url', 'headers'] as const

const SECRET = /\$\{secret:([^}]+)\}/g

/** Converts a secret's name to an environment variable. */
export const variable = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')

/** Each host's syntax for a value that is not in its file. */
const PLACEHOLDER: Readonly<Record<McpHost, (name: string) => string>> = {
  claude: (name) => `\${${variable(name)}}`,
  cursor: (name) => `\${env:${variable(name)}}`,
  vscode: (name) => `\${input:${name}}`,
}

/**
 * Returns the secrets that a definition refers to. Their values are never exported; the user has to configure
 * them in the other host.
 */
export const secretsOf = (definition: unknown): readonly string[] => [
  ...new Set(Array.from(JSON.stringify(definition).matchAll(SECRET), ([, name = '']) => name)),
]

/** Returns a host's configuration file with only this server. */
export function hostConfiguration(
  host: McpHost,
  name: string,
  definition: Readonly<Record<string, unknown>>,
): string {
  const known = Object.fromEntries(SHARED.map((member) => [member, definition[member]]))
  const type = definition['url'] === undefined ? 'stdio' : definition['type'] === 'sse' ? 'sse' : 'http'
  // Claude and Cursor infer the type from the fields, except for remote servers in Claude.
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
