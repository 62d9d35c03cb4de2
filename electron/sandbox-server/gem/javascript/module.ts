import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import { resetResult, stepResult } from '#shared/gem/rest.ts'
import type { Environment, EnvironmentDefinition } from '../environment.ts'
import { GemError } from '../gem-error.ts'
import { type PluginEntry, pluginEntrySchema, validAnswer } from '../plugin-entry.ts'
import type { ThreadAnswer, ThreadRequest } from './thread.ts'

/** Entry file of a thread, beside the server's. */
const THREAD = new URL('./plugin-thread.mjs', import.meta.url)

/** Timeout for loading a file, in milliseconds: the server starts listening after that. */
const MAX_READ_MS = 10_000

export interface JavaScriptOptions {
  /** Timeout of a call in milliseconds. */
  readonly limitMs: number
  /** Entry file of a thread. Default: the one beside the server. */
  readonly thread?: URL | undefined
}

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
  readonly timer: NodeJS.Timeout
}

/** A thread running one file. A call that times out terminates the thread, and all environments in it. */
class PluginThread {
  readonly #worker: Worker
  readonly #limitMs: number
  readonly #waiting = new Map<number, Waiting>()
  #calls = 0
  /** Why it no longer answers. */
  #ended: GemError | undefined

  constructor(address: string, { limitMs, thread = THREAD }: JavaScriptOptions) {
    this.#limitMs = limitMs
    this.#worker = new Worker(thread, { workerData: address })
    this.#worker.unref()
    this.#worker.on('message', (answer: ThreadAnswer) => this.#take(answer))
    this.#worker.on('error', (error) => this.#end(failure(error.message)))
    this.#worker.on('exit', (code) => this.#end(failure(`its thread ended with exit code ${code}`)))
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined
  }

  /** @throws GemError `ENV_FAILED` with the stack frames in the file */
  async call(request: ThreadRequest): Promise<unknown> {
    if (this.#ended) throw this.#ended
    const call = ++this.#calls
    try {
      return await new Promise((resolve, reject) => {
        const limitMs = request.verb === 'describe' ? Math.min(MAX_READ_MS, this.#limitMs) : this.#limitMs
        const timer = setTimeout(() => this.#overrun(request.verb, limitMs), limitMs)
        this.#waiting.set(call, { resolve, reject, timer })
        this.#worker.postMessage({ call, request })
      })
    } finally {
      clearTimeout(this.#waiting.get(call)?.timer)
      this.#waiting.delete(call)
    }
  }

  end(): void {
    this.#end(failure('it was closed'))
    // Termination is not awaited; a thread holds nothing but memory.
    void this.#worker.terminate()
  }

  #overrun(verb: ThreadRequest['verb'], limitMs: number): void {
    const what = verb === 'describe' ? 'reading the file' : verb
    const after = verb === 'describe' ? '' : '; reset begins anew'
    this.#end(failure(`${what} took more than ${limitMs / 1000} s and was ended${after}`))
    void this.#worker.terminate()
  }

  #take(answer: ThreadAnswer): void {
    const waiting = this.#waiting.get(answer.call)
    if ('error' in answer)
      waiting?.reject(failure(`${placeOf(answer.traceback)}${answer.error}`, answer.traceback))
    else waiting?.resolve(JSON.parse(answer.json))
  }

  #end(error: GemError): void {
    this.#ended ??= error
    for (const { reject } of this.#waiting.values()) reject(this.#ended)
  }
}

/** One version of a JavaScript file and its thread, which is restarted after a termination. */
class PluginModule {
  readonly #address: string
  readonly #options: JavaScriptOptions
  #thread: PluginThread | undefined
  #open = 0
  #isRetired = false

  constructor(address: string, options: JavaScriptOptions) {
    this.#address = address
    this.#options = options
  }

  thread(): PluginThread {
    if (!this.#thread || this.#thread.hasEnded) this.#thread = new PluginThread(this.#address, this.#options)
    return this.#thread
  }

  enter(): void {
    this.#open++
  }

  leave(): void {
    this.#open--
    this.#endIfIdle()
  }

  /** The file was removed or saved: the thread runs until its last environment is closed. */
  retire(): void {
    this.#isRetired = true
    this.#endIfIdle()
  }

  #endIfIdle(): void {
    if (this.#isRetired && this.#open === 0) this.#thread?.end()
  }
}

let numbers = 0

/** An environment of a JavaScript file. A terminated environment starts over with a reset. */
class ThreadEnvironment implements Environment {
  readonly #module: PluginModule
  readonly #id: string
  readonly #seed: number
  readonly #made = ++numbers
  #thread: PluginThread | undefined

  constructor(module: PluginModule, id: string, seed: number) {
    this.#module = module
    this.#id = id
    this.#seed = seed
    module.enter()
  }

  async reset(seed?: number) {
    if (this.#thread?.hasEnded) this.#thread = undefined
    const thread = await this.#running()
    return validAnswer(resetResult, await thread.call({ verb: 'reset', made: this.#made, seed }), 'reset')
  }

  async step(action: string) {
    const thread = await this.#running()
    return validAnswer(stepResult, await thread.call({ verb: 'step', made: this.#made, action }), 'step')
  }

  async close(): Promise<void> {
    try {
      if (this.#thread && !this.#thread.hasEnded) await this.#thread.call({ verb: 'close', made: this.#made })
    } finally {
      this.#module.leave()
    }
  }

  async #running(): Promise<PluginThread> {
    if (this.#thread) return this.#thread
    const thread = this.#module.thread()
    await thread.call({ verb: 'make', id: this.#id, made: this.#made, seed: this.#seed })
    this.#thread = thread
    return thread
  }
}

/** A loaded file, and how to release it. */
export interface LoadedPlugin {
  readonly definitions: readonly EnvironmentDefinition[]
  /** The file was removed or saved; open environments continue. */
  retire(): void
}

/**
 * Loads a JavaScript file in a new thread, which also runs its environments.
 * @param changed distinguishes versions of a saved file in the module cache
 * @throws GemError, z.ZodError when an entry is invalid
 */
export async function readJavaScript(
  file: string,
  changed: number,
  options: JavaScriptOptions,
): Promise<LoadedPlugin> {
  const module = new PluginModule(`${pathToFileURL(file).href}?v=${changed}`, options)
  const retire = (): void => module.retire()
  try {
    const described = z.array(z.unknown()).parse(await module.thread().call({ verb: 'describe' }))
    const definitions = described.map((one): EnvironmentDefinition => {
      const entry = { ...pluginEntrySchema.parse(one as PluginEntry), source: 'plugin' as const }
      return { entry, create: ({ seed }) => new ThreadEnvironment(module, entry.id, seed) }
    })
    return { definitions, retire }
  } catch (error) {
    retire()
    throw error
  }
}

function failure(reason: string, traceback: readonly string[] = []): GemError {
  return new GemError('ENV_FAILED', reason, [], traceback)
}

/** File and line of the innermost frame, in the format of Python errors: `FILE, line LINE: `. */
function placeOf([frame = '']: readonly string[]): string {
  const [, file, line] = /([^(\s]+?):(\d+)(?::\d+)?\)?$/.exec(frame) ?? []
  return file === undefined ? '' : `${file}, line ${line}: `
}
