import { type FSWatcher, watch } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import type { PluginProblem } from '#shared/gem/rest.ts'
import type { EnvironmentDefinition } from './environment.ts'
import { framesIn, type GemPlugin, pluginDefinition, type PluginEnvironment, toolkit } from './plugin.ts'
import type { PluginBoxes } from './plugin-boxes.ts'
import { readPython } from './python/plugins.ts'
import type { Registry } from './registry.ts'

const JAVASCRIPT = ['.mjs', '.js']
const TYPESCRIPT = ['.ts', '.mts']
const PYTHON = ['.py']

/** An editor writes a file in several steps. */
const RELOAD_AFTER_MS = 300

export interface PluginFolderOptions {
  readonly boxes?: PluginBoxes | undefined
  readonly python?: string | undefined
  /** Milliseconds that a call gets. */
  readonly limitMs: number
  onProblem?(file: string, reason: string): void
}

/**
 * The environments of every plugin file in a folder, in order of file names. A file that is broken, or that wants an id that is taken,
 * is left out as a whole and reported; the others are loaded all the same. A file that is saved is read anew: what is open goes on as
 * it was, and where the new file is broken the old one stays. Files whose names begin with a dot or an underscore, declarations,
 * and other kinds of files are passed over.
 */
export class PluginFolder {
  readonly #folder: string
  readonly #registry: Registry
  readonly #options: PluginFolderOptions
  /** Of each file the ids that it gave, and when it was last changed. */
  readonly #loaded = new Map<string, { readonly ids: readonly string[]; readonly changed: number }>()
  readonly #problems = new Map<string, PluginProblem>()
  #watcher: FSWatcher | undefined
  #timer: NodeJS.Timeout | undefined
  /** Python files are read beside everything else: a sandbox has to start for each. */
  #reading: Promise<void> = Promise.resolve()
  #isDisposed = false

  constructor(folder: string, registry: Registry, options: PluginFolderOptions) {
    this.#folder = resolve(folder)
    this.#registry = registry
    this.#options = options
  }

  get problems(): PluginProblem[] {
    return [...this.#problems.values()].toSorted((a, b) => (a.file < b.file ? -1 : 1))
  }

  /** Reads what is there, and follows it. Resolves when the modules were read; the Python files may take longer. */
  async open(): Promise<void> {
    await this.#read()
    try {
      this.#watcher = watch(this.#folder, { persistent: false }, () => {
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => void this.#read(), RELOAD_AFTER_MS)
      })
      this.#watcher.on('error', () => this.#watcher?.close())
    } catch {
      // A folder that cannot be followed is read at the next start.
    }
  }

  settled(): Promise<void> {
    return this.#reading
  }

  dispose(): void {
    this.#isDisposed = true
    clearTimeout(this.#timer)
    this.#watcher?.close()
  }

  async #read(): Promise<void> {
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

  /** All or nothing: no id of the file is registered when one of them cannot be. */
  async #take(file: string): Promise<void> {
    if (this.#isDisposed) return
    const before = this.#loaded.get(file)
    const { mtimeMs: changed } = await stat(file).catch(() => ({ mtimeMs: 0 }))
    if (before?.changed === changed) return
    try {
      const definitions = await this.#load(file, changed)
      const ids = definitions.map(({ entry }) => entry.id)
      const others = (id: string): boolean => this.#registry.has(id) && !before?.ids.includes(id)
      const taken = ids.find((id, i) => others(id) || ids.indexOf(id) !== i)
      if (taken !== undefined) throw new Error(`The environment id ${taken} is already taken.`)
      this.#forget(file)
      for (const definition of definitions) this.#registry.register(definition)
      this.#loaded.set(file, { ids, changed })
      this.#problems.delete(file)
    } catch (error) {
      this.#loaded.set(file, { ids: before?.ids ?? [], changed })
      this.#say(file, error)
    }
  }

  #load(file: string, changed: number): Promise<EnvironmentDefinition[]> {
    if (!isPython(file)) return loadModule(file, changed, this.#options.limitMs)
    const { boxes, python: interpreter, limitMs } = this.#options
    if (!boxes) throw new Error('Environments in Python need a sandbox, and there is none here.')
    return readPython(file, { boxes, interpreter, limitMs })
  }

  #forget(file: string): void {
    for (const id of this.#loaded.get(file)?.ids ?? []) this.#registry.unregister(id)
    this.#loaded.delete(file)
  }

  #say(file: string, error: unknown): void {
    const ids = [...(this.#loaded.get(file)?.ids ?? [])]
    const reason = sentence(error).replace(`${file}: `, '')
    const line = lineOf(error, file)
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

/** @param changed makes a file that was saved another module than before */
async function loadModule(file: string, changed: number, limitMs: number): Promise<EnvironmentDefinition[]> {
  if (TYPESCRIPT.includes(extname(file)) && !runsTypeScript()) {
    throw new Error(
      `This Node (${process.version}) does not run TypeScript. Use Node 22.18 or newer, or compile the file to JavaScript.`,
    )
  }
  const plugin = (await import(`${pathToFileURL(file).href}?v=${changed}`)) as Partial<GemPlugin>
  if (typeof plugin.environments !== 'function') {
    throw new TypeError('The file exports no function named environments.')
  }
  const environments: unknown = await plugin.environments(toolkit)
  if (!Array.isArray(environments)) throw new TypeError('The function environments must answer an array.')
  return environments.map((environment: PluginEnvironment | null | undefined, i) => {
    if (typeof environment?.create !== 'function')
      throw new TypeError(`Environment ${i} has no function create.`)
    return pluginDefinition(environment, file, limitMs)
  })
}

function runsTypeScript(): boolean {
  return 'typescript' in process.features && Boolean(process.features.typescript)
}

/** The line of a file in which it fails, where its error tells. */
function lineOf(error: unknown, file: string): number | undefined {
  const said = /, line (\d+): /.exec(error instanceof Error ? error.message : '')?.[1]
  const [frame] = framesIn(error, file)
  const line = said ?? (frame && /:(\d+)(?::\d+)?\)?$/.exec(frame)?.[1])
  return line === undefined ? undefined : Number(line)
}

function sentence(error: unknown): string {
  if (error instanceof z.ZodError) {
    return error.issues.map(({ path, message }) => `entry.${path.join('.')}: ${message}`).join('; ')
  }
  return error instanceof Error ? error.message : String(error)
}
