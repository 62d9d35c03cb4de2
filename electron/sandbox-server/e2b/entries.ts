import { posix } from 'node:path'
import { failureWords } from '../api/isolate-files.ts'
import { collect } from '../runtime/collect.ts'
import { firstLine } from '../runtime/first-line.ts'
import type { Isolate } from '../runtime/runtime.ts'
import { RpcError } from './connect.ts'

/** A file system entry in E2B's format. */
export interface Entry {
  readonly name: string
  readonly type: 'FILE_TYPE_FILE' | 'FILE_TYPE_DIRECTORY' | 'FILE_TYPE_SYMLINK' | 'FILE_TYPE_UNSPECIFIED'
  readonly path: string
  /** Bytes; a string, since it is a 64-bit integer. */
  readonly size: string
  readonly mode: number
  readonly permissions: string
  readonly owner: string
  readonly group: string
  readonly modifiedTime: string
  readonly symlinkTarget?: string
}

/**
 * Prints for each path its type, attributes, the path itself and its link target; the last two end with NUL. Uses the `stat` options
 * that GNU and BusyBox share.
 */
const TELL = [
  'for f; do',
  '  facts=$(stat -c "%f/%s/%Y/%A/%U/%G/" -- "$f" 2>/dev/null) || continue',
  '  kind=o target=; [ -L "$f" ] && kind=l target=$(readlink -- "$f")',
  '  if [ -d "$f" ]; then kind=d; elif [ -f "$f" ]; then kind=f; fi',
  '  printf \'%s/%s%s\\0%s\\0\' "$kind" "$facts" "$f" "$target"',
  'done; exit 0',
].join('\n')

const MISSING = 44
const NO_FOLDER = 45
const TELL_ONE = `[ -e "$1" ] || [ -L "$1" ] || exit ${MISSING}\n${TELL}`
const TELL_FOLDER = [
  `[ -e "$1" ] || exit ${MISSING}`,
  `[ -d "$1" ] || exit ${NO_FOLDER}`,
  'exec find "$1/" -mindepth 1 -maxdepth "$2" -exec /bin/sh -c "$3" sh {} +',
].join('\n')

const TYPES: Readonly<Record<string, Entry['type']>> = {
  f: 'FILE_TYPE_FILE',
  d: 'FILE_TYPE_DIRECTORY',
  l: 'FILE_TYPE_SYMLINK',
}

function parseEntries(text: string): Entry[] {
  const fields = text.split('\0')
  const entries: Entry[] = []
  for (let n = 0; n + 1 < fields.length; n += 2) {
    const match = /^(\w)\/([0-9a-f]+)\/(\d+)\/(-?\d+)\/([^/]*)\/([^/]*)\/([^/]*)\/([^]+)$/.exec(
      fields[n] ?? '',
    )
    if (!match) continue
    const [
      ,
      kind = '',
      mode = '0',
      size = '0',
      modified,
      permissions = '',
      owner = '',
      group = '',
      named = '',
    ] = match
    const path = posix.normalize(named)
    const target = fields[n + 1]
    entries.push({
      name: posix.basename(path),
      type: TYPES[kind] ?? 'FILE_TYPE_UNSPECIFIED',
      path,
      size,
      mode: Number.parseInt(mode, 16) & 0o7777,
      permissions,
      owner,
      group,
      modifiedTime: new Date(Number(modified) * 1000).toISOString(),
      ...(target ? { symlinkTarget: target } : {}),
    })
  }
  return entries
}

/** The files of an isolate as one of its users sees them. */
export class Files {
  readonly #isolate: Isolate
  readonly user: string | undefined

  constructor(isolate: Isolate, user: string | undefined) {
    this.#isolate = isolate
    this.user = user
  }

  /** Resolves a path: relative ones, and `~`, start at the user's home. */
  async absolute(path: string): Promise<string> {
    if (path.startsWith('/')) return posix.normalize(path)
    return posix.resolve(await this.#home(), path.replace(/^~(?=\/|$)/, '.'))
  }

  /** @throws RpcError not_found */
  async entry(path: string): Promise<Entry> {
    const { stdout } = await this.#run(TELL_ONE, [path], path)
    const [entry] = parseEntries(stdout)
    if (!entry) throw new RpcError('not_found', `${path} does not exist`)
    return entry
  }

  /** Lists a folder, `depth` levels deep. @throws RpcError not_found, or invalid_argument if it is not a folder */
  async entries(path: string, depth: number): Promise<Entry[]> {
    const { stdout } = await this.#run(TELL_FOLDER, [path, String(depth), TELL], path)
    return parseEntries(stdout).sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  /** @throws RpcError already_exists, also if it is a file */
  async makeFolder(path: string): Promise<Entry> {
    const script = `[ ! -e "$1" ] && [ ! -L "$1" ] || exit ${EXISTS}\nexec mkdir -p -- "$1"`
    await this.#run(script, [path], path)
    return this.entry(path)
  }

  async move(from: string, to: string): Promise<Entry> {
    const script = [
      `[ -e "$1" ] || [ -L "$1" ] || exit ${MISSING}`,
      'mkdir -p -- "$(dirname -- "$2")" && exec mv -fT -- "$1" "$2"',
    ].join('\n')
    await this.#run(script, [from, to], from)
    return this.entry(to)
  }

  /** Removes a file, or a folder recursively; a missing one is not an error. */
  async remove(path: string): Promise<void> {
    if (path === '/') throw new RpcError('invalid_argument', 'the whole file system cannot be removed')
    await this.#run('exec rm -rf -- "$1"', [path], path)
  }

  async #home(): Promise<string> {
    if (!this.user) return this.#isolate.home
    const child = this.#isolate.exec({ argv: ['/bin/sh', '-c', 'echo "$HOME"'], user: this.user })
    return (await firstLine(child.stdout)) ?? this.#isolate.home
  }

  async #run(script: string, args: readonly string[], path: string): Promise<{ stdout: string }> {
    const argv = ['/bin/sh', '-c', script, 'sh', ...args]
    const { stdout, stderr, code } = await collect(this.#isolate.exec({ argv, user: this.user }))
    if (code === MISSING) throw new RpcError('not_found', `${path} does not exist`)
    if (code === NO_FOLDER) throw new RpcError('invalid_argument', `${path} is not a directory`)
    if (code === EXISTS) throw new RpcError('already_exists', `${path} exists already`)
    if (code !== 0) throw new RpcError('failed_precondition', `${path}: ${failureWords(stderr, path)}`)
    return { stdout: stdout.toString() }
  }
}

const EXISTS = 46
