import { posix } from 'node:path'
import type { FileChange, SandboxComparison } from '#shared/workbench/areas/compare-sandboxes.ts'
import type { SandboxPlatform } from './client/index.ts'
import { SandboxPlatformError } from './client/index.ts'

/** Maximum size of a file list in bytes. */
const MAX_LIST_BYTES = 32 * 1024 ** 2
/** Maximum number of changes reported. */
const MAX_CHANGES = 5000
/**
 * Maximum number of files whose contents are compared (equal size, different times), in total and per call.
 */
const MAX_HASHED = 4000
const PART_FILES = 300

/**
 * Lists everything below $1 with the attributes to compare, using only what GNU and BusyBox share; sub-second times only if `stat` has
 * them. Files that the system creates in each sandbox and other mounts are excluded.
 */
const LIST = [
  'cd -- "$1" || exit 1',
  'skip="( -path ./proc -o -path ./sys -o -path ./dev -o -path ./run -o -name .orrery-* ) -prune -o"',
  '[ "$PWD" = / ] || skip="-name .orrery-* -prune -o"',
  'set -f',
  `find . -xdev $skip -exec stat -c "%f/%s/%.9Y %Y/%n" -- {} + 2>/dev/null | head -c ${MAX_LIST_BYTES}`,
].join('\n')

/** Hashes the files after $1 in order; an unreadable one gets an empty line. */
const HASH = 'cd -- "$1" || exit 1; shift; for f; do sha256sum < "$f" 2>/dev/null || echo -; done'

interface Entry {
  /** Type and permissions in hexadecimal. */
  readonly mode: string
  readonly size: number
  readonly time: string
}

interface Side {
  readonly id: string
  readonly client: SandboxPlatform
}

interface Listed {
  readonly entries: ReadonlyMap<string, Entry>
  readonly isCut: boolean
}

async function shell(
  { client, id }: Side,
  script: string,
  args: string[],
  signal: AbortSignal,
): Promise<string> {
  const argv = ['sh', '-c', script, 'sh', ...args]
  const { stdout, stderr, exit_code: code } = await client.execute(id, argv, { signal, seconds: 120 })
  if (code !== 0)
    throw new SandboxPlatformError('FAILED', 'compare', stderr.trim() || `exit code ${code ?? '?'}`)
  return stdout
}

/** Parses the list; names with line breaks are skipped, since they are ambiguous. */
function parse(text: string): Listed {
  const isCut = Buffer.byteLength(text) >= MAX_LIST_BYTES
  const lines = text.split('\n')
  // The last line is empty or truncated.
  lines.pop()
  const entries = new Map<string, Entry>()
  for (const line of lines) {
    const [, mode = '', size = '', time = '', name = ''] =
      /^([0-9a-f]+)\/(\d+)\/([^/]*)\/\.\/(.+)$/.exec(line) ?? []
    if (name !== '') entries.set(name, { mode, size: Number(size), time })
  }
  return { entries, isCut }
}

const TYPE = 0o170000
const typeOf = ({ mode }: Entry): number => Number.parseInt(mode, 16) & TYPE
const isFile = (entry: Entry): boolean => typeOf(entry) === 0o100000
const isFolder = (entry: Entry): boolean => typeOf(entry) === 0o040000

/** Compares two entries by their attributes: same, changed, or `ask` if only the contents can tell. */
function compareAttributes(before: Entry, after: Entry): 'same' | 'changed' | 'ask' {
  if (before.mode !== after.mode) return 'changed'
  if (isFolder(before) || before.time === after.time)
    return isFolder(before) || before.size === after.size ? 'same' : 'changed'
  if (before.size !== after.size) return 'changed'
  return isFile(before) && before.size > 0 ? 'ask' : isFile(before) ? 'same' : 'changed'
}

/**
 * Compares the files below a folder of two sandboxes by running single programs, which works on every platform. Equal size and time count
 * as equal; if only the size is equal, the contents decide.
 * @throws SandboxPlatformError when the folder does not exist
 */
export async function compareSandboxes(
  sides: readonly [Side, Side],
  path: string,
  signal: AbortSignal,
): Promise<SandboxComparison> {
  const [before, after] = await Promise.all(
    sides.map(async (side) => parse(await shell(side, LIST, [path], signal))),
  )
  if (!before || !after) return { changes: [], files: 0, isCut: false }
  let isCut = before.isCut || after.isCut
  const changes: FileChange[] = []
  const unsure: string[] = []
  const tell = (name: string, one: Entry | undefined, other: Entry | undefined): void => {
    changes.push({
      path: posix.join(path, name),
      kind: one === undefined ? 'added' : other === undefined ? 'removed' : 'changed',
      folder: isFolder(other ?? (one as Entry)),
      before: one?.size,
      after: other?.size,
    })
  }
  for (const [name, entry] of before.entries) {
    const other = after.entries.get(name)
    if (other === undefined) {
      // A truncated list does not show what is missing.
      if (!after.isCut) tell(name, entry, undefined)
      continue
    }
    const first = compareAttributes(entry, other)
    if (first === 'changed') tell(name, entry, other)
    if (first === 'ask') unsure.push(name)
  }
  if (!before.isCut)
    for (const [name, entry] of after.entries) if (!before.entries.has(name)) tell(name, undefined, entry)
  isCut ||= unsure.length > MAX_HASHED
  const hashed = unsure.slice(0, MAX_HASHED)
  for (let at = 0; at < hashed.length; at += PART_FILES) {
    const part = hashed.slice(at, at + PART_FILES)
    const [left = [], right = []] = await Promise.all(
      sides.map(async (side) => (await shell(side, HASH, [path, ...part], signal)).split('\n')),
    )
    part.forEach((name, index) => {
      if (left[index] !== right[index]) tell(name, before.entries.get(name), after.entries.get(name))
    })
  }
  changes.sort((a, b) => (a.path < b.path ? -1 : 1))
  return {
    changes: changes.slice(0, MAX_CHANGES),
    files: after.entries.size,
    isCut: isCut || changes.length > MAX_CHANGES,
  }
}
