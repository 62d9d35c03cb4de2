import { posix } from 'node:path'
import type {
  FileMatch,
  FileSearch,
  FileSearchEnd,
  FileSearchUpdate,
} from '#shared/workbench/areas/file-search.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { type SandboxPlatform, SandboxPlatformError } from './client/index.ts'
import { isOwnFolder } from './client/plain-line.ts'

/** Larger files are not searched; bytes. */
const MAX_FILE_BYTES = 2 * 1024 ** 2
/** Maximum size of the list of names, in bytes. */
const MAX_NAME_BYTES = 8 * 1024 ** 2
/** Maximum output of searching one batch of files, in bytes. */
const MAX_PART_BYTES = 2 * 1024 ** 2
const MAX_MATCHES = 1000
const MAX_MATCHES_EACH = 100
/**
 * Files per call: small enough that a search can be cancelled between calls and that the names fit on a command
 * line.
 */
const PART_FILES = 400
const PART_NAME_BYTES = 64 * 1024
/** Maximum characters of a line to show, and how many of them before the match. */
const SHOWN_CHARACTERS = 240
const SHOWN_BEFORE = 60

/**
 * Lists files below $1 with relative paths, using only what GNU and BusyBox share. Folders of packages and Git
 * are excluded.
 */
const FIND = [
  'cd -- "$1" || exit 1',
  'find_() {',
  '  if [ "$PWD" = / ]; then',
  '    find . \\( -path ./proc -o -path ./sys -o -path ./dev -o -name .git -o -name node_modules \\) -prune -o "$@"',
  '  else find . \\( -name .git -o -name node_modules \\) -prune -o "$@"; fi 2>/dev/null',
  '}',
]
const LIST_NAMES = [...FIND, `find_ -print0 | head -c ${MAX_NAME_BYTES}`].join('\n')
/** Prints the number of files that are too large, then the files to search. */
const LIST_FILES = [
  ...FIND,
  `find_ -type f -size +${MAX_FILE_BYTES}c -print0 | tr -cd '\\0' | wc -c`,
  `find_ -type f -size +0c ! -size +${MAX_FILE_BYTES}c -print0 | head -c ${MAX_NAME_BYTES}`,
].join('\n')

/**
 * Searches for $3 in the files after it; $1 is the pattern type (`fixed` or `regex`), $2 holds further options of grep. Prints
 * `path:line:text`, NUL, and the number of binary files. Uses Perl syntax if grep supports it, because that is what editors use.
 */
const SCAN = [
  'export LC_ALL=C.UTF-8',
  'kind=-F; options=$2; pattern=$3',
  'if [ "$1" = regex ]; then kind=-E; echo x | grep -qP x 2>/dev/null && kind=-P; fi',
  'echo x | grep -qI x 2>/dev/null && text=-I || text=',
  'shift 3',
  'echo x | grep $kind -e "$pattern" >/dev/null; [ $? -le 1 ] || exit 2',
  `grep $kind $text $options -nH -m ${MAX_MATCHES_EACH} -e "$pattern" -- "$@" 2>/dev/null | head -c ${MAX_PART_BYTES}`,
  "printf '\\0'",
  '[ -z "$text" ] || grep -IL -e "" -- "$@" 2>/dev/null | wc -l',
  'exit 0',
].join('\n')

interface Search {
  readonly client: SandboxPlatform
  readonly id: string
  readonly query: FileSearch
  readonly signal: AbortSignal
  report(news: FileSearchUpdate): void
}

/**
 * Searches a folder recursively by running single programs, which works on every platform. Matches are reported as they are found.
 * @throws WorkbenchError SEARCH_PATTERN; SandboxPlatformError when the folder does not exist
 */
export function searchFiles(search: Search): Promise<FileSearchEnd> {
  return search.query.what === 'names' ? searchNames(search) : searchContents(search)
}

async function searchNames({ client, id, query, signal, report }: Search): Promise<FileSearchEnd> {
  const pattern = expression(query)
  if (!pattern) throw workbenchError('SEARCH_PATTERN', { reason: query.text })
  const { names, isCut } = namesIn(await shell(client, id, LIST_NAMES, [query.path], signal))
  const found = names.filter((name) => pattern.test(posix.basename(name)))
  const matches = found
    .slice(0, MAX_MATCHES)
    .map((name): FileMatch => ({ path: posix.join(query.path, name), line: 0, column: 0, text: '' }))
  report({ matches, looked: names.length, total: names.length })
  return { files: names.length, large: 0, binary: 0, isCut: isCut || found.length > MAX_MATCHES }
}

async function searchContents({ client, id, query, signal, report }: Search): Promise<FileSearchEnd> {
  const { path: cwd, text, caseSensitive, wholeWord, regex } = query
  const listed = await shell(client, id, LIST_FILES, [cwd], signal)
  const large = Number.parseInt(listed, 10) || 0
  const { names, isCut: isListCut } = namesIn(listed.slice(listed.indexOf('\n') + 1))
  const options = `${caseSensitive ? '' : '-i'} ${wholeWord ? '-w' : ''}`
  const pattern = expression(query)
  let [looked, binary, count, isCut] = [0, 0, 0, isListCut]
  for (const part of partsOf(names)) {
    const args = [regex ? 'regex' : 'fixed', options, text, ...part]
    const output = await shell(client, id, SCAN, args, signal, cwd)
    const end = output.lastIndexOf('\0')
    binary += Number.parseInt(output.slice(end + 1), 10) || 0
    const found = matchesIn(output.slice(0, end), part, pattern)
    const matches = found
      .slice(0, MAX_MATCHES - count)
      .map((match): FileMatch => ({ ...match, path: posix.join(cwd, match.path) }))
    looked += part.length
    count += matches.length
    isCut ||= matches.length < found.length || Buffer.byteLength(output) >= MAX_PART_BYTES
    report({ matches, looked, total: names.length })
    if (count >= MAX_MATCHES) {
      isCut ||= looked < names.length
      break
    }
  }
  return { files: looked, large, binary, isCut }
}

async function shell(
  client: SandboxPlatform,
  id: string,
  script: string,
  args: readonly string[],
  signal: AbortSignal,
  cwd?: string,
): Promise<string> {
  const {
    stdout,
    stderr,
    exit_code: code,
  } = await client.execute(id, ['sh', '-c', script, 'sh', ...args], { signal, harmless: true, cwd })
  if (code === 0) return stdout
  const reason = stderr.trim().replace(/^(?:sh|grep): (?:\d+: |line \d+: )?/, '')
  if (code === 2) throw workbenchError('SEARCH_PATTERN', { reason })
  throw new SandboxPlatformError('FAILED', 'search', reason || `exit code ${code ?? 'unknown'}`)
}

/**
 * Parses the names printed by `find`, without a truncated last one and without names that would make the answer
 * ambiguous.
 */
function namesIn(output: string): { readonly names: string[]; readonly isCut: boolean } {
  const end = output.lastIndexOf('\0')
  const names = output
    .slice(0, Math.max(0, end))
    .split('\0')
    .filter(
      (name) => name !== '' && name !== '.' && !name.includes('\n') && !name.split('/').some(isOwnFolder),
    )
  return { names, isCut: end >= 0 && end < output.length - 1 }
}

function* partsOf(names: readonly string[]): Generator<string[]> {
  let part: string[] = []
  let bytes = 0
  for (const name of names) {
    bytes += Buffer.byteLength(name) + 1
    if (part.length > 0 && (part.length >= PART_FILES || bytes > PART_NAME_BYTES)) {
      yield part
      part = []
      bytes = Buffer.byteLength(name) + 1
    }
    part.push(name)
  }
  if (part.length > 0) yield part
}

/** The equivalent JavaScript expression, to locate matches within a line; undefined if there is none. */
function expression({ text, caseSensitive, wholeWord, regex }: FileSearch): RegExp | undefined {
  const source = regex ? text : text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  const whole = wholeWord ? String.raw`(?<![\p{L}\p{N}_])(?:${source})(?![\p{L}\p{N}_])` : source
  try {
    return new RegExp(whole, caseSensitive ? 'u' : 'iu')
  } catch {
    return undefined
  }
}

/** Parses `path:line:text`. Both path and text may contain colons, so the path has to be one of those searched. */
export function matchesIn(
  output: string,
  files: readonly string[],
  pattern: RegExp | undefined,
): FileMatch[] {
  const known = new Set(files)
  return output.split('\n').flatMap((row) => {
    for (let at = row.indexOf(':'); at >= 0; at = row.indexOf(':', at + 1)) {
      const found = known.has(row.slice(0, at)) ? /^:(\d+):(.*)$/s.exec(row.slice(at)) : undefined
      if (!found) continue
      const [, line, text = ''] = found
      const index = Math.max(0, text.search(pattern ?? /(?:)/))
      const from = Math.max(0, index - SHOWN_BEFORE)
      const shown = `${from > 0 ? '…' : ''}${text.slice(from, from + SHOWN_CHARACTERS)}`.trim()
      return [{ path: row.slice(0, at), line: Number(line), column: index + 1, text: shown }]
    }
    return []
  })
}
