import { constants } from 'node:fs'
import { open, readdir, realpath, stat } from 'node:fs/promises'
import { extname, join, relative, resolve, sep } from 'node:path'
import { type JsonObject, isJsonObject } from '#shared/model/json.ts'
import { ServiceError, invalidArgument } from '../service-error.ts'
import { type ModelText, type ParsedText, parseModelText } from './parse.ts'

const EXTENSIONS = new Set(['.yaml', '.yml', '.json'])

/** Folders without models that may lie beside a pack (docs/model-service.md#import). */
const SKIPPED = new Set(['node_modules', 'vendor', 'target', 'dist', 'build', 'sample-data', 'deploy'])

/** Maximum size of a model file. */
const MAX_FILE_BYTES = 8 * 1024 * 1024

/** Maximum model files per import, and maximum files and folders to examine. */
const MAX_FILES = 10_000
const MAX_ENTRIES = 200_000

/** Parses a text; large ones in a worker, to keep serving other sessions. */
export type Parse = (text: ModelText, signal?: AbortSignal) => Promise<ParsedText>

const parseHere: Parse = (text) => Promise.resolve(parseModelText(text))

interface ModelFile {
  readonly path: string
  readonly element: JsonObject
}

/** A file that could not be parsed as an element. */
export interface UnreadFile {
  readonly path: string
  readonly error: ServiceError
}

interface ModelFiles {
  readonly files: readonly ModelFile[]
  readonly unread: readonly UnreadFile[]
  /** Files of other types that were skipped. */
  readonly skipped: number
}

/**
 * Resolves a path inside the root. Relative paths are resolved against the root, then against the working
 * directory; symbolic links are resolved on both sides, so that none leads outside.
 *
 * @throws ServiceError INVALID_ARGUMENT
 */
async function confined(path: string, root: string): Promise<string> {
  const target = await realpath(resolve(root, path)).catch(() =>
    realpath(resolve(path)).catch(() => undefined),
  )
  const details = { path, import_root: root }
  if (target === undefined) {
    const sentence = `${path} does not exist below the import root ${root}, or cannot be read by the server.`
    throw invalidArgument('path', sentence, details)
  }
  const base = root.endsWith(sep) ? root : root + sep
  if (target === root || target.startsWith(base)) return target
  throw invalidArgument(
    'path',
    `${path} lies outside the import root ${root}; --import-root moves it.`,
    details,
  )
}

export interface Reading {
  /** Folder to which all reading is confined. */
  readonly root: string
  readonly parse?: Parse
  readonly signal?: AbortSignal
}

/** A file's location, and its name in answers. */
interface Found {
  readonly file: string
  readonly shown: string
}

/** Reads a file, or a folder recursively in path order; unreadable files are listed. */
export async function readModelFiles(path: string, reading: Reading): Promise<ModelFiles> {
  const target = await confined(path, reading.root)
  if ((await stat(target)).isDirectory()) {
    const { found, skipped } = await walk(target, path, reading)
    return { ...(await readAll(found, reading)), skipped }
  }
  if (!EXTENSIONS.has(extname(target).toLowerCase())) {
    throw invalidArgument('path', `${path} is no model file; use .yaml, .yml or .json.`, { path })
  }
  return { ...(await readAll([{ file: target, shown: path }], reading)), skipped: 0 }
}

async function readAll(found: readonly Found[], reading: Reading): Promise<Omit<ModelFiles, 'skipped'>> {
  const files: ModelFile[] = []
  const unread: UnreadFile[] = []
  for (const one of found) {
    try {
      files.push(await readOne(one, reading))
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      unread.push({ path: one.shown, error })
    }
  }
  return { files, unread }
}

/** Lists model files before reading any, so that a folder with too many fails quickly. */
async function walk(
  target: string,
  path: string,
  { root, signal }: Reading,
): Promise<{ readonly found: readonly Found[]; readonly skipped: number }> {
  const found: Found[] = []
  let entries = 0
  let skipped = 0
  const refuse = (what: string): ServiceError =>
    invalidArgument('path', `${path} holds more than ${what}; import its folders one by one.`, { path })
  const look = async (folder: string): Promise<void> => {
    const names = await readdir(folder, { withFileTypes: true })
    entries += names.length
    if (entries > MAX_ENTRIES) throw refuse(`${MAX_ENTRIES} files and folders`)
    for (const entry of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      signal?.throwIfAborted()
      const full = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && !SKIPPED.has(entry.name)) await look(full)
        continue
      }
      // A link may point to a file inside the root, but not outside and not to a folder, which could be a loop.
      const file = entry.isSymbolicLink() ? await confined(full, root) : full
      const isFile = entry.isFile() || (entry.isSymbolicLink() && (await stat(file)).isFile())
      if (!isFile || !EXTENSIONS.has(extname(entry.name).toLowerCase())) {
        skipped++
        continue
      }
      if (found.length === MAX_FILES) throw refuse(`${MAX_FILES} model files`)
      found.push({ file, shown: relative(target, full) })
    }
  }
  await look(target)
  return { found, skipped }
}

/** @throws ServiceError VALIDATION_FAILED with path and reason */
async function readOne({ file, shown }: Found, { parse = parseHere, signal }: Reading): Promise<ModelFile> {
  signal?.throwIfAborted()
  const fail = (reason: string): ServiceError =>
    new ServiceError('VALIDATION_FAILED', `${shown} cannot be imported: ${reason}.`, { path: shown, reason })
  const text = await textOf(file, fail)
  let parsed: ParsedText
  try {
    parsed = await parse({ text, kind: extname(file).toLowerCase() === '.json' ? 'json' : 'yaml' }, signal)
  } catch (error) {
    signal?.throwIfAborted()
    const [reason] = error instanceof Error ? error.message.split('\n') : []
    throw fail(reason?.replace(/:$/, '') ?? 'it cannot be parsed')
  }
  const { altered } = parsed
  if (altered) {
    throw fail(
      `the integer ${altered.written} has more digits than a number keeps here and would become ${altered.kept}; write it in quotes`,
    )
  }
  const value: unknown = JSON.parse(parsed.json)
  if (!isJsonObject(value)) throw fail('it holds no element')
  return { path: shown, element: value }
}

/** Opens without blocking, so that a named pipe or device never hangs, and reads only regular files. */
async function textOf(file: string, fail: (reason: string) => ServiceError): Promise<string> {
  if (!(await stat(file)).isFile()) throw fail('it is no file')
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const info = await handle.stat()
    if (!info.isFile()) throw fail('it is no file')
    if (info.size > MAX_FILE_BYTES) throw fail(`it is larger than ${MAX_FILE_BYTES} bytes`)
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}
