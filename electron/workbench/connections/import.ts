import { z } from 'zod'
import { parseJson, type JsonProblem } from '#shared/json/parse-json.ts'
import type { SentenceKey } from '#shared/workbench/sentences/en.ts'
import { say, sayIssue, type LocalizedMessage } from '#shared/workbench/sentences/sentence.ts'
import { reachOf, serverDefinitionSchema, type ServerDefinition } from './definition.ts'

type Problem = Omit<LocalizedMessage, 'hint'>

export interface ImportedServer {
  readonly name: string
  readonly definition: ServerDefinition
  /** Why it cannot be used as it is. */
  readonly problems: readonly Problem[]
}

export interface ImportPreview {
  /** Whose format it is, as far as that can be told. */
  readonly format: 'mcpServers' | 'servers' | 'single' | 'unknown'
  readonly servers: readonly ImportedServer[]
  /** Values that a VS Code file asks its user for; they become secrets. */
  readonly inputs: readonly { id: string; description: string }[]
  readonly error?: JsonProblem
}

const inputsSchema = z.array(z.looseObject({ id: z.string(), description: z.string().default('') }))
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads what another host wrote: Claude Desktop, Cursor and Inspector (`mcpServers`), VS Code (`servers`, `inputs`), or a pasted
 * snippet of one server or of a few. Nothing is started and nothing is written.
 */
export function previewImport(source: string): ImportPreview {
  // Editors on Windows put a byte order mark first.
  const plain = source.replace(/^\uFEFF/, '')
  const members = looksLikeMembers(plain)
  const parsed = parseJson(members ? `{${plain}}` : plain)
  if ('error' in parsed) {
    const { line, column } = parsed.error
    // The brace is ours, not the person's.
    const error = { ...parsed.error, column: members && line === 1 ? column - 1 : column }
    return { format: 'unknown', servers: [], inputs: [], error }
  }
  const { value } = parsed
  if (!isRecord(value)) return unknownFormat('FILE.notObject')
  const nested = isRecord(value['mcp']) ? value['mcp'] : value
  if (isRecord(nested['mcpServers']))
    return { format: 'mcpServers', servers: readAll(nested['mcpServers']), inputs: [] }
  if (isRecord(nested['servers'])) {
    const inputs = inputsSchema.safeParse(nested['inputs'] ?? [])
    const servers = readAll(nested['servers'])
    return {
      format: 'servers',
      servers,
      inputs: inputs.success ? inputs.data.map(({ id, description }) => ({ id, description })) : [],
    }
  }
  if ('command' in value || 'url' in value) {
    return { format: 'single', servers: [readOne(nameFor(value), value)], inputs: [] }
  }
  const entries = Object.entries(value).filter(
    ([, entry]) => isRecord(entry) && ('command' in entry || 'url' in entry),
  )
  if (entries.length > 0)
    return { format: 'single', servers: readAll(Object.fromEntries(entries)), inputs: [] }
  return unknownFormat('FILE.noServers')
}

/** `"name": { … }` without the braces around it, as READMEs print it. */
function looksLikeMembers(text: string): boolean {
  return /^\s*"[^"]*"\s*:/.test(text)
}

function unknownFormat(key: SentenceKey): ImportPreview {
  return { format: 'unknown', servers: [], inputs: [], error: { line: 1, column: 1, ...say(key) } }
}

function readAll(servers: Record<string, unknown>): ImportedServer[] {
  return Object.entries(servers).map(([name, entry]) => readOne(name, entry))
}

function readOne(name: string, entry: unknown): ImportedServer {
  const parsed = serverDefinitionSchema.safeParse(entry)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => sayIssue(new z.ZodError([issue])))
    return { name, definition: isRecord(entry) ? (entry as ServerDefinition) : {}, problems }
  }
  const reach = reachOf(parsed.data)
  return {
    name,
    definition: parsed.data,
    problems: typeof reach === 'string' ? [say(reach, { type: parsed.data.type })] : [],
  }
}

/** A name for a snippet that has none: the package or program it runs, or the host it asks. */
function nameFor(entry: Record<string, unknown>): string {
  if (typeof entry['url'] === 'string' && URL.canParse(entry['url'])) return new URL(entry['url']).hostname
  const args = Array.isArray(entry['args'])
    ? entry['args'].filter((arg): arg is string => typeof arg === 'string')
    : []
  const word = args.find((arg) => !arg.startsWith('-')) ?? String(entry['command'])
  return (
    word
      .split('/')
      .at(-1)
      ?.replace(/@[\d.]+$|@latest$/, '') || 'server'
  )
}
