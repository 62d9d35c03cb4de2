import { readFile, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { applyEdits, modify, type JSONPath } from 'jsonc-parser'
import { parseJson } from '#shared/json/parse-json.ts'
import { hostConfiguration, type McpHost } from '#shared/workbench/host-configuration.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { writeAtomically } from '../../node/atomic-file.ts'

interface Machine {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: NodeJS.ProcessEnv
}

const THIS_MACHINE: Machine = { platform: process.platform, home: homedir(), env: process.env }

/** The settings folder of a program on each operating system. */
function settingsFolder({ platform, home, env }: Machine): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (platform === 'win32') return env['APPDATA'] ?? join(home, 'AppData', 'Roaming')
  return env['XDG_CONFIG_HOME'] ?? join(home, '.config')
}

/** The MCP configuration file of a host application, as documented by it. */
export function hostFile(host: McpHost, machine: Machine = THIS_MACHINE): string {
  const settings = settingsFolder(machine)
  if (host === 'claude') return join(settings, 'Claude', 'claude_desktop_config.json')
  if (host === 'cursor') return join(machine.home, '.cursor', 'mcp.json')
  return join(settings, 'Code', 'User', 'mcp.json')
}

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2 } }

/**
 * Adds or replaces a server in a host's file; everything else in it, comments included, stays unchanged.
 * @throws WorkbenchError `CONNECTIONS_FILE_BROKEN` when the file is not JSON, because an edit would lose its content
 */
export async function writeEntry(
  path: string,
  host: McpHost,
  name: string,
  definition: Readonly<Record<string, unknown>>,
): Promise<void> {
  const configuration = hostConfiguration(host, name, definition)
  // Some users keep such files elsewhere and have a symbolic link here.
  const target = await realpath(path).catch(() => path)
  const text = await readFile(target, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  if (text.trim() === '') return writeAtomically(target, `${configuration}\n`)
  const read = parseJson(text)
  if ('error' in read) {
    const { line, column, message, said } = read.error
    throw workbenchError('CONNECTIONS_FILE_BROKEN', { path, line, column, reason: message, because: said })
  }
  const edited = editsOf(host, name, JSON.parse(configuration) as HostFile, read.value as HostFile).reduce(
    (now, [at, value]) => applyEdits(now, modify(now, at, value, FORMAT)),
    text,
  )
  await writeAtomically(target, edited)
}

interface HostFile {
  readonly mcpServers?: Readonly<Record<string, unknown>>
  readonly servers?: Readonly<Record<string, unknown>>
  readonly inputs?: readonly { readonly id: string }[]
}

/** Returns the edits: the server's entry and, for VS Code, the new inputs. */
function editsOf(host: McpHost, name: string, wanted: HostFile, there: HostFile): [JSONPath, unknown][] {
  if (host !== 'vscode') return [[['mcpServers', name], wanted.mcpServers?.[name]]]
  const before = there.inputs ?? []
  const inputs = (wanted.inputs ?? []).filter(({ id }) => !before.some((one) => one.id === id))
  const edits: [JSONPath, unknown][] = [[['servers', name], wanted.servers?.[name]]]
  return inputs.length > 0 ? [...edits, [['inputs'], [...before, ...inputs]]] : edits
}
