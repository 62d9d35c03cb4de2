import { readFile, readdir, realpath, stat } from 'node:fs/promises'
import { extname, join, relative, resolve, sep } from 'node:path'
import { parseDocument } from 'yaml'
import { parseJson } from '#shared/json/parse-json.ts'
import { type AlteredInteger, alteredInteger } from '#shared/model/exact-integers.ts'
import { type JsonObject, isJsonObject } from '#shared/model/json.ts'
import { alteredScalar } from '#shared/model/yaml-integers.ts'
import { ServiceError, invalidArgument } from '../service-error.ts'

const EXTENSIONS = new Set(['.yaml', '.yml', '.json'])

/** Folders that hold no model, though a pack may lie beside them (docs/model-service.md#import). */
const SKIPPED = new Set(['node_modules', 'vendor', 'target', 'dist', 'build', 'sample-data', 'deploy'])

/** A model file larger than this is none: 8 MiB. */
const LARGEST_FILE = 8 * 1024 * 1024

/** YAML aliases may multiply a small text; this many are plenty. */
const MAX_ALIASES = 1000

export interface ModelFile {
  readonly path: string
  readonly element: JsonObject
}

export interface ModelFiles {
  readonly files: readonly ModelFile[]
  /** Files of other kinds that were passed over. */
  readonly skipped: number
}

/**
 * Where a path leads, if that is inside the root. Relative paths count from the working directory; symbolic links are resolved on
 * both sides, so none leads out.
 *
 * @throws ServiceError INVALID_ARGUMENT
 */
async function confined(path: string, root: string): Promise<string> {
  let target: string
  try {
    target = await realpath(resolve(path))
  } catch {
    throw invalidArgument('path', `${path} does not exist or cannot be read by the server.`, {
      path,
      import_root: root,
    })
  }
  const base = root.endsWith(sep) ? root : root + sep
  if (target === root || target.startsWith(base)) return target
  throw invalidArgument('path', `${path} lies outside the import root ${root}; --import-root moves it.`, {
    path,
    import_root: root,
  })
}

/** Reads a file, or a folder with everything below it in path order. */
export async function readModelFiles(path: string, root: string, signal?: AbortSignal): Promise<ModelFiles> {
  const target = await confined(path, root)
  const info = await stat(target)
  if (!info.isDirectory()) {
    if (!EXTENSIONS.has(extname(target).toLowerCase())) {
      throw invalidArgument('path', `${path} is no model file; use .yaml, .yml or .json.`, { path })
    }
    return { files: [await readOne(target, path)], skipped: 0 }
  }
  const files: ModelFile[] = []
  let skipped = 0
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      signal?.throwIfAborted()
      const full = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && !SKIPPED.has(entry.name)) await walk(full)
        continue
      }
      // A link may lead to a file inside the root, never outside and never to a folder, which could be a loop.
      const real = entry.isSymbolicLink() ? await confined(full, root) : full
      const isFile = entry.isFile() || (entry.isSymbolicLink() && (await stat(real)).isFile())
      if (isFile && EXTENSIONS.has(extname(entry.name).toLowerCase())) {
        files.push(await readOne(real, relative(target, full)))
      } else skipped++
    }
  }
  await walk(target)
  return { files, skipped }
}

/** @throws ServiceError VALIDATION_FAILED with path and reason */
async function readOne(file: string, shown: string): Promise<ModelFile> {
  const fail = (reason: string): ServiceError =>
    new ServiceError('VALIDATION_FAILED', `${shown} cannot be imported: ${reason}.`, { path: shown, reason })
  if ((await stat(file)).size > LARGEST_FILE) throw fail(`it is larger than ${LARGEST_FILE} bytes`)
  const text = await readFile(file, 'utf8')
  let read: ReadText
  try {
    read = extname(file).toLowerCase() === '.json' ? readJson(text) : readYaml(text)
  } catch (error) {
    const [reason] = error instanceof Error ? error.message.split('\n') : []
    throw fail(reason?.replace(/:$/, '') ?? 'it cannot be parsed')
  }
  const { value, altered } = read
  if (altered) {
    throw fail(
      `the integer ${altered.written} has more digits than a number keeps here and would become ${altered.kept}; write it in quotes`,
    )
  }
  if (!isJsonObject(value)) throw fail('it holds no element')
  return { path: shown, element: value }
}

interface ReadText {
  readonly value: unknown
  /** The first integer that is another one in the value. */
  readonly altered: AlteredInteger | undefined
}

/** @throws an error that says what is wrong at which line and column */
function readJson(text: string): ReadText {
  try {
    return { value: JSON.parse(text), altered: alteredInteger(text) }
  } catch (cause) {
    const read = parseJson(text, { strict: true })
    if ('value' in read) throw cause
    const { message, line, column } = read.error
    const reason = `${message.charAt(0).toLowerCase()}${message.slice(1)}`
    throw new Error(`${reason} at line ${line}, column ${column}`, { cause })
  }
}

/** @throws the first of the parser's errors */
function readYaml(text: string): ReadText {
  const document = parseDocument(text)
  const [error] = document.errors
  if (error) throw error
  // Dates and the like become what JSON makes of them.
  const value: unknown = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: MAX_ALIASES }) ?? null))
  return { value, altered: alteredScalar(document)?.integer }
}
