import { type FSWatcher, watch } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import * as z from 'zod'
import type { PluginProblem } from '#shared/gem/rest.ts'
import { GemError } from './gem-error.ts'
import { type JavaScriptOptions, type LoadedPlugin, readJavaScript } from './javascript/module.ts'
import type { PluginIsolates } from './plugin-isolates.ts'
import { readPython } from './python/plugins.ts'
import type { Registry } from './registry.ts'

const JAVASCRIPT = ['.mjs', '.js']
const TYPESCRIPT = ['.ts', '.mts']
const PYTHON = ['.py']

/** Debounce delay, since an editor writes a file in several steps. */
const RELOAD_AFTER_MS = 300

interface Loaded {
  readonly ids: readonly string[]
  /** The file's modification time. */
  readonly changed: number
  retire(): void
}

export interface PluginFolderOptions extends JavaScriptOptions {
  readonly isolates?: PluginIsolates | undefined
  readonly python?: string | undefined
  onProblem?(file: string, reason: string): void
}

/**
 * The environments of all plugin files in a folder, in order of file names. A file that is invalid, or that declares an id already in
 * use, is skipped as a whole and reported; the others are loaded all the same. A saved file is reloaded: running episodes continue
 * unchanged, the next reset uses the new file, and if that is invalid, the old one stays. File names starting with a dot or an
 * underscore, declaration files, and other file types are ignored.
 */
export class PluginFolder {
  readonly #folder: string
  readonly #registry: Registry
  readonly #options: PluginFolderOptions
  readonly #loaded = new Map<string, Loaded>()
  readonly #problems = new Map<string, PluginProblem>()
  #watcher: FSWatcher | undefined
  #timer: NodeJS.Timeout | undefined
  /** Python files are loaded separately, because each needs a sandbox. */
  #reading: Promise<void> = Promise.resolve()
  /** Serializes scans of the folder. */
  #looking: Promise<void> = Promise.resolve()
  #isDisposed = false

  constructor(folder: string, registry: Registry, options: PluginFolderOptions) {
    this.#folder = resolve(folder)
    this.#registry = registry
    this.#options = options
  }

  get problems(): PluginProblem[] {
    return [...this.#problems.values()].toSorted((a, b) => (a.file < b.file ? -1 : 1))
  }

  /** Loads the folder and watches it. Resolves when the JavaScript modules are loaded; Python files may take longer. */
  async open(): Promise<void> {
    await this.#scan()
    try {
      this.#watcher = watch(this.#folder, { persistent: false }, () => {
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => void this.#scan(), RELOAD_AFTER_MS)
      })
      this.#watcher.on('error', () => this.#watcher?.close())
    } catch {
      // If the folder cannot be watched, changes are loaded at the next start.
    }
  }

  /** Resolves when everything in the folder is loaded, including recent changes. */
  async settled(): Promise<void> {
    await this.#scan()
    await this.#reading
  }

  #scan(): Promise<void> {
    clearTimeout(this.#timer)
    return (this.#looking = this.#looking.then(() => this.#read()))
  }

  dispose(): void {
    this.#isDisposed = true
    clearTimeout(this.#timer)
    this.#watcher?.close()
    for (const { retire } of this.#loaded.values()) retire()
  }

  async #read(): Promise<void> {
    if (this.#isDisposed) return
    let names: string[]
    try {
      names = (await readdir(this.#folder)).filter(isPlugin).toSorted()
    } catch (error) {
      return this.#say(this.#folder, new Error(`The folder of plugins cannot be read: ${sentence(error)}`))
    }
    const files = names.map((name) => join(this.#folder, name))
    for (const file of this.#loaded.keys()) if (!files.includes(file)) this.#forget(file)
    for (const file of this.#problems.keys()) if (!files.includes(file)) this.#problems.delete(file)
    for (const file of files.filter((file) => !isPython(file))) await this.#take(file)
    this.#reading = files
      .filter(isPython)
      .reduce((before, file) => before.then(() => this.#take(file)), this.#reading)
  }

  /** Atomic: if one id of a file cannot be registered, none is. */
  async #take(file: string): Promise<void> {
    if (this.#isDisposed) return
    const before = this.#loaded.get(file)
    const { mtimeMs: changed } = await stat(file).catch(() => ({ mtimeMs: 0 }))
    if (before?.changed === changed) return
    try {
      const { definitions, retire } = await this.#load(file, changed)
      const ids = definitions.map(({ entry }) => entry.id)
      const others = (id: string): boolean => this.#registry.has(id) && !before?.ids.includes(id)
      const taken = ids.find((id, i) => others(id) || ids.indexOf(id) !== i)
      if (taken !== undefined) {
        retire()
        throw new Error(`The environment id ${taken} is already taken.`)
      }
      this.#forget(file)
      for (const definition of definitions) this.#registry.register(definition)
      this.#loaded.set(file, { ids, changed, retire })
      this.#problems.delete(file)
    } catch (error) {
      const { ids = [], retire = () => {} } = before ?? {}
      this.#loaded.set(file, { ids, changed, retire })
      this.#say(file, error)
    }
  }

  async #load(file: string, changed: number): Promise<LoadedPlugin> {
    if (TYPESCRIPT.includes(extname(file)) && !runsTypeScript())
      throw new Error(
        `This Node (${process.version}) does not run TypeScript. Use Node 22.18 or newer, or compile the file to JavaScript.`,
      )
    if (!isPython(file)) return readJavaScript(file, changed, this.#options)
    const { isolates, python: interpreter, limitMs } = this.#options
    if (!isolates) throw new Error('Environments in Python need a sandbox, and there is none here.')
    // Every Python environment is its own process, so the file itself has nothing to release.
    return { definitions: await readPython(file, { isolates, interpreter, limitMs }), retire: () => {} }
  }

  #forget(file: string): void {
    const { ids = [], retire } = this.#loaded.get(file) ?? {}
    for (const id of ids) this.#registry.unregister(id)
    retire?.()
    this.#loaded.delete(file)
  }

  #say(file: string, error: unknown): void {
    const ids = [...(this.#loaded.get(file)?.ids ?? [])]
    const line = lineOf(error)
    // File and line are reported separately.
    const place = `${file}${line === undefined ? '' : `, line ${line}`}: `
    const reason = sentence(error).replace(place, '').replace(`${file}: `, '')
    this.#problems.set(file, { file, reason, line, ids: ids.length > 0 ? ids : undefined })
    this.#options.onProblem?.(file, reason)
  }
}

const isPython = (name: string): boolean => PYTHON.includes(extname(name))

function isPlugin(name: string): boolean {
  return (
    /^[^._].*$/.test(name) &&
    !/\.d\.m?ts$/.test(name) &&
    [...JAVASCRIPT, ...TYPESCRIPT, ...PYTHON].includes(extname(name))
  )
}

function runsTypeScript(): boolean {
  return 'typescript' in process.features && Boolean(process.features.typescript)
}

/** The line of an error within the file, if known. */
function lineOf(error: unknown): number | undefined {
  const errorLine = /, line (\d+): /.exec(error instanceof Error ? error.message : '')?.[1]
  const [frame] = error instanceof GemError ? error.traceback : []
  const line = errorLine ?? (frame && /:(\d+)(?::\d+)?\)?$/.exec(frame)?.[1])
  return line === undefined ? undefined : Number(line)
}

function sentence(error: unknown): string {
  if (error instanceof z.ZodError) {
    return error.issues.map(({ path, message }) => `entry.${path.join('.')}: ${message}`).join('; ')
  }
  return error instanceof Error ? error.message : String(error)
}
