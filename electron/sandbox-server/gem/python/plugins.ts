import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { resetResult, stepResult } from '#shared/gem/rest.ts'
import type { Environment, EnvironmentDefinition } from '../environment.ts'
import { type PluginEntry, pluginEntrySchema, validAnswer } from '../plugin-entry.ts'
import type { PluginIsolates } from '../plugin-isolates.ts'
import { PythonProcess } from './process.ts'
import { RUNNER } from './runner.ts'

/** Timeout for loading a file and its imports, in milliseconds. */
const READ_MS = 60_000
/** Fraction of a call's timeout after which it prints where it hangs. */
const SHOWN_AFTER = 0.9
const PROBE_MS = 10_000

export interface PythonOptions {
  readonly isolates: PluginIsolates
  /** Interpreter, possibly of a virtual environment; undefined for the system's. */
  readonly interpreter: string | undefined
  /** Timeout of a call in milliseconds. */
  readonly limitMs: number
}

/**
 * The interpreter and the folders outside the system that it needs; for a virtual environment including those of its base.
 */
export async function interpreterOf(wanted: string | undefined): Promise<{ file: string; mounts: string[] }> {
  const file = wanted ?? (existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3')
  const script = 'import sys, json; print(json.dumps([sys.executable, sys.prefix, sys.base_prefix]))'
  const { stdout } = await promisify(execFile)(file, ['-I', '-c', script], { timeout: PROBE_MS }).catch(
    (error: Error) => {
      throw new Error(`The Python interpreter ${file} cannot be started: ${error.message.split('\n')[0]}`)
    },
  )
  const [executable = file, ...prefixes] = z.array(z.string()).parse(JSON.parse(stdout))
  const folders = await Promise.all(prefixes.map((path) => realpath(path)))
  const mounts = [...new Set([...prefixes, ...folders])].filter(
    (path) => !/^\/(?:usr|bin|lib)(?:\/|$)/.test(path),
  )
  return { file: executable, mounts }
}

/** Loads a Python file: each of its environments runs in its own sandbox. @throws Error with file and line */
export async function readPython(file: string, options: PythonOptions): Promise<EnvironmentDefinition[]> {
  const { file: interpreter, mounts } = await interpreterOf(options.interpreter)
  const open = async (limitMs: number): Promise<PythonProcess> => {
    const shown = (limitMs * SHOWN_AFTER) / 1000
    const argv = [
      interpreter,
      '-u',
      '-B',
      '@/orrery_runner.py',
      `@/plugin/${basename(file)}`,
      file,
      String(shown),
    ]
    const folder = dirname(file)
    const isolate = await options.isolates.open({
      argv,
      folder,
      files: { 'orrery_runner.py': RUNNER },
      mounts,
    })
    return new PythonProcess(isolate, file, limitMs)
  }
  const reader = await open(READ_MS)
  try {
    const described = z.array(z.unknown()).parse(await reader.call({ verb: 'describe' }))
    return described.map((one) => {
      const entry = { ...pluginEntrySchema.parse(one as PluginEntry), source: 'plugin' as const }
      return { entry, create: () => new PythonEnvironment(entry.id, () => open(options.limitMs)) }
    })
  } finally {
    await reader.close()
  }
}

/** An environment of a Python file. One that timed out or crashed starts over with a reset. */
class PythonEnvironment implements Environment {
  readonly #id: string
  readonly #open: () => Promise<PythonProcess>
  #process: PythonProcess | undefined

  constructor(id: string, open: () => Promise<PythonProcess>) {
    this.#id = id
    this.#open = open
  }

  async reset(seed?: number) {
    if (!this.#process || this.#process.hasEnded) {
      await this.#process?.close()
      this.#process = await this.#open()
      await this.#process.call({ verb: 'make', id: this.#id })
    }
    return validAnswer(resetResult, await this.#process.call({ verb: 'reset', seed }), 'reset')
  }

  async step(action: string) {
    if (!this.#process) await this.reset()
    return validAnswer(stepResult, await this.#process?.call({ verb: 'step', action }), 'step')
  }

  async close(): Promise<void> {
    await this.#process?.close()
    this.#process = undefined
  }
}
