import { createInterface } from 'node:readline'
import * as z from 'zod'
import { GemError } from '../gem-error.ts'
import type { PluginIsolate } from '../plugin-isolates.ts'

const answerSchema = z.union([
  z.object({ ok: z.unknown() }),
  z.object({ error: z.string(), line: z.number().nullable(), traceback: z.array(z.string()) }),
])

/** Lines of a program's output retained to explain its exit. */
const MAX_SAID_LINES = 40

type Request =
  | { readonly verb: 'describe' }
  | { readonly verb: 'make'; readonly id: string }
  | { readonly verb: 'reset'; readonly seed: number | undefined }
  | { readonly verb: 'step'; readonly action: string }
  | {
      readonly verb: 'run'
      readonly code: string
      readonly inputs: readonly string[]
      readonly seconds: number
    }

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** A Python file running in its own isolate. A call that times out kills it, since its state is unknown. */
export class PythonProcess {
  readonly #isolate: PluginIsolate
  readonly #file: string
  readonly #limitMs: number
  readonly #stderrLines: string[] = []
  #waiting: Waiting | undefined
  /** Why it no longer answers. */
  #ended: GemError | undefined

  constructor(isolate: PluginIsolate, file: string, limitMs: number) {
    this.#isolate = isolate
    this.#file = file
    this.#limitMs = limitMs
    const { process } = isolate
    createInterface({ input: process.stdout }).on('line', (line) => this.#take(line))
    createInterface({ input: process.stderr }).on('line', (line) => {
      this.#stderrLines.push(line)
      if (this.#stderrLines.length > MAX_SAID_LINES) this.#stderrLines.shift()
    })
    process.exited.then(
      ({ code }) => {
        const lastLine = this.#stderrLines.at(-1)
        const reason = `the program ended with exit code ${code}${lastLine === undefined ? '' : `: ${lastLine}`}`
        this.#end(this.#failure(reason, this.#stderrLines))
      },
      (error: Error) => this.#end(this.#failure(error.message, this.#stderrLines)),
    )
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined
  }

  /** @throws GemError `ENV_FAILED` with the traceback */
  async call(request: Request): Promise<unknown> {
    if (this.#ended) throw this.#ended
    const timer = setTimeout(() => void this.#overrun(request.verb), this.#limitMs)
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting = { resolve, reject }
        this.#isolate.process.stdin?.write(`${JSON.stringify(request)}\n`)
      })
    } finally {
      clearTimeout(timer)
      this.#waiting = undefined
    }
  }

  async close(): Promise<void> {
    this.#end(this.#failure('it was closed', []))
    await this.#isolate.close()
  }

  #overrun(verb: string): Promise<void> {
    const seconds = this.#limitMs / 1000
    const stuck = this.#stderrLines.filter((line) => /^\s*File /.test(line)).map((line) => line.trim())
    this.#end(this.#failure(`${verb} took more than ${seconds} s and was ended; reset begins anew`, stuck))
    return this.#isolate.close()
  }

  #take(line: string): void {
    const { data } = answerSchema.safeParse(parsed(line))
    if (!data)
      return this.#end(this.#failure('it answered with something else than an answer', [line.slice(0, 200)]))
    if ('ok' in data) return this.#waiting?.resolve(data.ok)
    const { error, line: number, traceback } = data
    this.#waiting?.reject(this.#failure(error, traceback, number))
  }

  #failure(reason: string, traceback: readonly string[], line?: number | null): GemError {
    const place = line == null ? this.#file : `${this.#file}, line ${line}`
    return new GemError('ENV_FAILED', `${place}: ${reason}`, [], traceback)
  }

  #end(error: GemError): void {
    this.#ended ??= error
    this.#waiting?.reject(this.#ended)
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
