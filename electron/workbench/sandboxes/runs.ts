import type { RunResult } from '#shared/workbench/areas/sandboxes.ts'

/** Characters kept of one run, and how many runs that are over are remembered. */
const KEPT = 1024 * 1024
const REMEMBERED = 50

type Hear = (chunk: string, dropped?: number) => void

/** A command that runs or ran, with the end of its output, for those who join later. */
class Run {
  readonly #chunks: string[] = []
  readonly #listeners = new Set<Hear>()
  #size = 0
  #dropped = 0
  readonly result: Promise<RunResult>
  #settle!: { done(result: RunResult): void; failed(error: unknown): void }
  isOver = false

  constructor() {
    this.result = new Promise((done, failed) => {
      this.#settle = { done, failed }
    })
    // Nobody may be listening when it fails; who joins is told.
    this.result.catch(() => undefined)
  }

  push(chunk: string): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    while (this.#size - (this.#chunks[0]?.length ?? 0) >= KEPT) {
      const gone = this.#chunks.shift()?.length ?? 0
      this.#size -= gone
      this.#dropped += gone
    }
    for (const hear of this.#listeners) hear(chunk)
  }

  /** Tells what came so far, then what comes; returns how to stop listening. */
  listen(hear: Hear): () => void {
    // One word at once, so that who joins a silent run knows of it.
    hear('', this.#dropped || undefined)
    for (const chunk of this.#chunks) hear(chunk)
    this.#listeners.add(hear)
    return () => this.#listeners.delete(hear)
  }

  end(result: RunResult): void {
    this.isOver = true
    this.#settle.done(result)
  }

  fail(error: unknown): void {
    this.isOver = true
    this.#settle.failed(error)
  }
}

/** The runs of all sessions by the callers' names: they outlive the page that began them. */
export class Runs {
  readonly #runs = new Map<string, Run>()

  /** Follows a run under its name; `act` gets where its output goes. */
  async follow(
    name: string | undefined,
    act: (tell: (chunk: string) => void) => Promise<RunResult>,
    tell: (chunk: string) => void,
  ): Promise<RunResult> {
    if (name === undefined) return act(tell)
    const run = new Run()
    this.#runs.set(name, run)
    this.#forget()
    try {
      const result = await act((chunk) => {
        run.push(chunk)
        tell(chunk)
      })
      run.end(result)
      return result
    } catch (error) {
      run.fail(error)
      throw error
    }
  }

  /** Everything a run printed and prints, and its result; null when there is none of that name. */
  async join(name: string, signal: AbortSignal, hear: Hear): Promise<RunResult | null> {
    const run = this.#runs.get(name)
    if (!run) return null
    const stop = run.listen(hear)
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await run.result
    } finally {
      stop()
    }
  }

  #forget(): void {
    const over = [...this.#runs].filter(([, run]) => run.isOver)
    for (const [name] of over.slice(0, Math.max(0, over.length - REMEMBERED))) this.#runs.delete(name)
  }
}
