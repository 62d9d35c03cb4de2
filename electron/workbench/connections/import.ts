import { parseDocument } from 'yaml'
import { z } from 'zod'
import { parse as parseToml, TomlError } from 'smol-toml'
import { isFields } from '#shared/json/fields.ts'
import { parseJson, type JsonProblem } from '#shared/json/parse-json.ts'
import { tooDeepAt } from '#shared/model/yaml-depth.ts'
import { say, sayIssue, type LocalizedMessage } from '#shared/workbench/sentences/sentence.ts'
import { reachOf, serverDefinitionSchema, type ServerDefinition } from './definition.ts'
import { nameFor, readPasted, type Entries } from './pasted.ts'
import { registryServer, unrunnable } from './registry-entry.ts'

const texts = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : undefined

/** The member that holds the servers: in most hosts, VS Code, Zed, Codex, Goose, and OpenCode. */
const HOLDERS = ['mcpServers', 'servers', 'context_servers', 'mcp_servers', 'extensions', 'mcp'] as const

/** Whether a value looks like a server entry of any host. */
const isEntry = (value: unknown): value is Record<string, unknown> =>
  isFields(value) &&
  ['command', 'cmd', 'url', 'serverUrl', 'httpUrl', 'uri'].some((member) => member in value)

/** Finds the servers in a host's configuration; undefined if there are none. */
function holderIn(
  value: Record<string, unknown>,
): { readonly name: string; readonly entries: Entries } | undefined {
  const places = [value, ...['mcp', 'amp', 'mcp.settings'].map((name) => value[name]).filter(isFields)]
  for (const place of places)
    for (const name of HOLDERS) {
      const held = place[name] ?? place[`amp.${name}`]
      // Continue writes a list whose entries have a `name`.
      if (Array.isArray(held) && held.some(isEntry)) return { name, entries: byName(held) }
      if (isFields(held) && (name !== 'mcp' || Object.values(held).some(isEntry)))
        return { name, entries: held }
    }
  return undefined
}

const byName = (list: readonly unknown[]): Entries =>
  Object.fromEntries(
    list
      .filter(isEntry)
      .map(({ name, ...entry }, place) => [typeof name === 'string' ? name : `server-${place + 1}`, entry]),
  )

/** Transport names of other hosts, mapped to the names used here. */
const TYPES: Readonly<Record<string, string | undefined>> = {
  local: 'stdio',
  remote: undefined,
  streamable_http: 'streamable-http',
  streamableHttp: 'streamable-http',
  'streamable-http': 'streamable-http',
}

/** Normalizes an entry to the common format, preserving its other members. */
function inUsualWords(entry: unknown): unknown {
  if (!isFields(entry)) return entry
  const { cmd, serverUrl, httpUrl, uri, environment, envs, type, command: written, ...rest } = entry
  const command = written ?? cmd
  const url = rest['url'] ?? httpUrl ?? serverUrl ?? uri
  const env = rest['env'] ?? environment ?? envs
  const knownType = typeof type === 'string' && Object.hasOwn(TYPES, type) ? TYPES[type] : type
  const [program, ...words] = texts(command) ?? []
  // Zed has an object; OpenCode one list of the program and its arguments.
  const run = isFields(command)
    ? { command: command['path'] ?? command['command'], args: command['args'], env: command['env'] }
    : program === undefined
      ? { command }
      : { command: program, args: words }
  const usual = {
    env,
    ...run,
    url,
    type: knownType,
  }
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(usual).filter(([, value]) => value !== undefined)),
  }
}

type Problem = Omit<LocalizedMessage, 'hint'>

export interface ImportedServer {
  readonly name: string
  readonly definition: ServerDefinition
  /** Why the entry cannot be used as it is. */
  readonly problems: readonly Problem[]
}

export interface ImportPreview {
  /** The detected format. */
  readonly format: 'mcpServers' | 'servers' | 'single' | 'unknown'
  readonly servers: readonly ImportedServer[]
  /** Values that a VS Code file prompts for; they become secrets. */
  readonly inputs: readonly { id: string; description: string }[]
  readonly error?: JsonProblem
}

const inputsSchema = z.array(z.looseObject({ id: z.string(), description: z.string().default('') }))
/**
 * Parses another host's configuration, whichever the format: JSON, TOML or YAML; a `server.json`; a snippet with one or a few
 * servers; or what READMEs contain instead: a command line, a URL, an install link. Starts and writes nothing.
 */
export function previewImport(source: string): ImportPreview {
  // Editors on Windows may add a byte order mark.
  const plain = source.replace(/^\uFEFF/, '')
  if (!/^\s*(?:[{["]|\/\/|\/\*|$)/.test(plain)) return previewWords(plain)
  const members = looksLikeMembers(plain)
  const parsed = parseJson(members ? `{${plain}}` : plain)
  if ('error' in parsed && /^\s*\[[\w."'-]+\]\s*$/m.test(plain)) return previewWords(plain)
  if ('error' in parsed) {
    const { line, column } = parsed.error
    // The opening brace was added here, so the column is shifted.
    const error = { ...parsed.error, column: members && line === 1 ? column - 1 : column }
    return { format: 'unknown', servers: [], inputs: [], error }
  }
  return previewValue(parsed.value)
}

/** Previews a text that is not a configuration file. */
function previewWords(text: string): ImportPreview {
  if (/^\s*\[[\w."'-]+\]\s*$/m.test(text)) {
    try {
      return previewValue(parseToml(text))
    } catch (error) {
      if (!(error instanceof TomlError)) throw error
      const { line, column } = error
      return { format: 'unknown', servers: [], inputs: [], error: { line, column, ...say('FILE.notToml') } }
    }
  }
  const entries = readPasted(text)
  if (entries) return { format: 'single', servers: readAll(entries), inputs: [] }
  const isYaml = /^[\w.-]+:(?:\s|$)/m.test(text) && tooDeepAt(text) === undefined
  const yaml = isYaml ? parseDocument(text) : undefined
  if (yaml && yaml.errors.length === 0 && isFields(yaml.toJS())) return previewValue(yaml.toJS())
  return unknownFormat(say('FILE.notUnderstood'))
}

function previewValue(value: unknown): ImportPreview {
  if (!isFields(value)) return unknownFormat(say('FILE.notObject'))
  const held = holderIn(value)
  if (held) {
    const inputs = inputsSchema.safeParse((isFields(value['mcp']) ? value['mcp'] : value)['inputs'] ?? [])
    return {
      format: held.name === 'servers' ? 'servers' : 'mcpServers',
      servers: readAll(held.entries),
      inputs: inputs.success ? inputs.data.map(({ id, description }) => ({ id, description })) : [],
    }
  }
  const registered = registryServer(value)
  if (registered) return { format: 'single', servers: readAll(registered.entries), inputs: registered.inputs }
  if (isEntry(value)) {
    const { name, ...entry } = value
    const usual = inUsualWords(entry) as Record<string, unknown>
    return {
      format: 'single',
      servers: [readOne(typeof name === 'string' ? name : nameFor(usual), usual)],
      inputs: [],
    }
  }
  const entries = Object.entries(value).filter(([, entry]) => isEntry(entry))
  if (entries.length > 0)
    return { format: 'single', servers: readAll(Object.fromEntries(entries)), inputs: [] }
  return unknownFormat(unrunnable(value) ?? say('FILE.noServers'))
}

/** Whether the text is `"name": { … }` without surrounding braces, as in many READMEs. */
function looksLikeMembers(text: string): boolean {
  return /^\s*"[^"]*"\s*:/.test(text)
}

function unknownFormat(reason: LocalizedMessage): ImportPreview {
  return { format: 'unknown', servers: [], inputs: [], error: { line: 1, column: 1, ...reason } }
}

function readAll(servers: Entries): ImportedServer[] {
  return Object.entries(servers).map(([name, entry]) => readOne(name, inUsualWords(entry)))
}

function readOne(name: string, entry: unknown): ImportedServer {
  const parsed = serverDefinitionSchema.safeParse(entry)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => sayIssue(new z.ZodError([issue])))
    return { name, definition: isFields(entry) ? (entry as ServerDefinition) : {}, problems }
  }
  const reach = reachOf(parsed.data)
  return {
    name,
    definition: parsed.data,
    problems: typeof reach === 'string' ? [say(reach, { type: parsed.data.type })] : [],
  }
}
