/** Entries in configuration format by name, parsed from a command line, URL or link. */
export type Entries = Readonly<Record<string, unknown>>

/**
 * Programs that start servers; any other first word is only taken for a command if it looks like a program.
 */
const RUNNERS =
  /^(?:npx|npm|pnpm|yarn|bun|bunx|node|deno|tsx|uv|uvx|pipx|python3?|py|docker|podman|go|cargo|dotnet|java|sh|bash|cmd)(?:\.exe|\.cmd)?$/i

/** Splits a command line like a shell; undefined if a quote is not closed. */
export function shellWords(line: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  for (const part of line
    .replaceAll(/\\\r?\n/g, ' ')
    .matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([\s]+)|(['"])|([^\s'"\\]+)/gs)) {
    const [, single, double, escaped, space, open, plain] = part
    if (open !== undefined) return undefined
    if (space !== undefined) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else
      word = (word ?? '') + (single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? escaped ?? plain ?? '')
  }
  if (word !== undefined) words.push(word)
  return words
}

/** Parses a pasted text that is not a configuration; undefined if it is not recognized. */
export function readPasted(text: string): Entries | undefined {
  const line = text.trim().replace(/^[$>]\s+/, '')
  if (/^\S+$/.test(line)) {
    const link = readLink(line)
    if (link) return link
    if (/^https?:\/\//i.test(line) && URL.canParse(line)) return named(undefined, { url: line })
  }
  const words = shellWords(line)
  return words && (readAdding(words) ?? readCommand(words))
}

const named = (name: string | undefined, entry: object): Entries => ({ [name ?? nameFor(entry)]: entry })

function parsedJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Links carry JSON, plain or in base64. */
const carriedJson = (text: string): Record<string, unknown> | undefined =>
  parsedJson(text) ?? parsedJson(Buffer.from(text, 'base64').toString('utf8'))

/** Install links, such as "Install in VS Code" and "Add to Cursor". */
function readLink(line: string): Entries | undefined {
  const vscode = /^vscode(?:-insiders)?:\/?\/?mcp\/install\?(.+)$/i.exec(line)?.[1]
  if (vscode !== undefined) {
    const { name, ...entry } = parsedJson(decoded(vscode)) ?? {}
    return Object.keys(entry).length === 0 ? undefined : named(nameOr(name), entry)
  }
  if (!URL.canParse(line)) return undefined
  const url = new URL(line)
  const { searchParams } = url
  const name = searchParams.get('name') ?? searchParams.get('id') ?? undefined
  const config = searchParams.get('config')
  if (config !== null && /mcp/i.test(url.host + url.pathname)) {
    const entry = carriedJson(config)
    return entry && named(name, entry)
  }
  const command = searchParams.get('cmd')
  if (url.protocol !== 'goose:' || (command === null && !searchParams.has('url'))) return undefined
  return named(
    name,
    command === null ? { url: searchParams.get('url') } : { command, args: searchParams.getAll('arg') },
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const nameOr = (name: unknown): string | undefined =>
  typeof name === 'string' && name !== '' ? name : undefined

/** Options of `claude mcp add` and similar commands that take a value. */
const TAKES_WORD = new Set([
  'scope',
  's',
  'transport',
  't',
  'env',
  'e',
  'header',
  'H',
  'url',
  'client-id',
  'callback-port',
])

/** `claude mcp add …`, `codex mcp add …` and similar, and `code --add-mcp`. */
function readAdding(words: readonly string[]): Entries | undefined {
  if (words[1] === '--add-mcp') {
    const { name, ...entry } = parsedJson(words[2] ?? '') ?? {}
    return Object.keys(entry).length === 0 ? undefined : named(nameOr(name), entry)
  }
  if (words[1] !== 'mcp' || (words[2] !== 'add' && words[2] !== 'add-json')) return undefined
  const { options, rest } = readOptions(words.slice(3))
  const [name, first, ...others] = rest
  if (name === undefined) return undefined
  if (words[2] === 'add-json') {
    const entry = parsedJson(first ?? '')
    return entry && named(name, entry)
  }
  const pairs = (keys: readonly string[], sign: RegExp): Record<string, string> =>
    Object.fromEntries(
      options.flatMap(([key, value]) => {
        const [, left, right] = keys.includes(key) ? (sign.exec(value) ?? []) : []
        return left === undefined || right === undefined ? [] : [[left, right] as const]
      }),
    )
  const env = pairs(['env', 'e'], /^([^=]+)=(.*)$/s)
  const headers = pairs(['header', 'H'], /^([^:]+):\s*(.*)$/s)
  const transport = options.find(([key]) => key === 'transport' || key === 't')?.[1]
  const url =
    options.find(([key]) => key === 'url')?.[1] ?? (/^https?:\/\//.test(first ?? '') ? first : undefined)
  if (url !== undefined)
    return named(name, {
      ...(transport === 'sse' || transport === 'http' ? { type: transport } : {}),
      url,
      ...(Object.keys(headers).length > 0 ? { headers } : {}),
    })
  if (first === undefined) return undefined
  return named(name, {
    command: first,
    ...(others.length > 0 ? { args: others } : {}),
    ...(Object.keys(env).length > 0 ? { env } : {}),
  })
}

/** Parses options before the command, which starts after `--` or at the second positional argument. */
function readOptions(words: readonly string[]) {
  const options: [string, string][] = []
  const rest: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') return { options, rest: [...rest, ...words.slice(at + 1)] }
    const [, key, value] = rest.length < 2 ? (/^--?([\w-]+)(?:=(.*))?$/s.exec(word) ?? []) : []
    if (key === undefined) {
      rest.push(word)
      continue
    }
    options.push([key, value ?? (TAKES_WORD.has(key) ? (words[++at] ?? '') : '')])
  }
  return { options, rest }
}

/** Parses a command line with optional `NAME=value` assignments before it. */
function readCommand(words: readonly string[]): Entries | undefined {
  const start = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  const [command, ...args] = start < 0 ? [] : words.slice(start)
  if (command === undefined) return undefined
  const program = command.split(/[\\/]/).at(-1) ?? ''
  const plausible =
    RUNNERS.test(program) ||
    /^(?:[./~]|[A-Za-z]:\\)/.test(command) ||
    /mcp/i.test(program) ||
    args.some((arg) => /^--?\w/.test(arg))
  if (!plausible) return undefined
  const env = Object.fromEntries(
    words
      .slice(0, start)
      .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  )
  return named(undefined, {
    command,
    ...(args.length > 0 ? { args } : {}),
    ...(start > 0 ? { env } : {}),
  })
}

/** Subcommands of runners, which do not name the server. */
const VERBS = new Set(['run', 'exec', 'dlx', 'x', 'tool', 'compose', '-m'])
/** Options of containers and runners that take a value. */
const CONTAINER_WORDS = new Set([
  '-e',
  '--env',
  '-v',
  '--volume',
  '-p',
  '--publish',
  '--name',
  '--network',
  '--mount',
  '--from',
  '--with',
])

/** Generic names of entry files and folders, which do not identify a package. */
const ENTRY_WORDS = new Set(['index', 'main', 'server', 'cli', 'dist', 'build', 'src', 'lib', 'bin'])

/**
 * Derives a name for a snippet without one: the package, image or program it runs, or the host and port of its URL.
 */
export function nameFor(entry: {
  readonly url?: unknown
  readonly command?: unknown
  readonly args?: unknown
}): string {
  const { url, command, args } = entry
  if (typeof url === 'string' && URL.canParse(url)) return new URL(url).host
  const words = Array.isArray(args) ? args.filter((arg): arg is string => typeof arg === 'string') : []
  const word = words.find(
    (arg, place) => !arg.startsWith('-') && !VERBS.has(arg) && !CONTAINER_WORDS.has(words[place - 1] ?? ''),
  )
  const parts = (word ?? String(command))
    .split(/[\\/]/)
    .map((part) => part.replace(/(?<=.)[@:][\w.^~-]*$/, '').replace(/\.(?:[cm]?[jt]s|py|exe)$/, ''))
  return parts.findLast((part) => /\w/.test(part) && !ENTRY_WORDS.has(part)) ?? (parts.at(-1) || 'server')
}
