import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { MAX_NAMED, type ModelCopy, type Named } from '#shared/workbench/areas/models.ts'
import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import { EMBEDDED_MODEL } from '#shared/workbench/embedded.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { copyDurably, syncFolder } from '../../node/atomic-file.ts'
import type { AroundWrite } from '../models/model-connection.ts'
import { MODEL_FOLDER, modelPaths } from './model-backup.ts'

/** Copies at a time; each has the size of the model on disk. */
const MAX_COPIES = 5
/** Attempts to copy files that a new snapshot of the server replaces meanwhile. */
const ATTEMPTS = 5

const COPIES = 'model-copies'
const UNDONE = 'model-undone'

const items = z
  .looseObject({ items: z.array(z.looseObject({ id: z.string(), ok: z.boolean() })).catch([]) })
  .transform((list) => list.items.flatMap(({ id, ok }) => (ok ? [id] : [])))
  .catch([])
const answerSchema = z.looseObject({
  isError: z.boolean().optional(),
  structuredContent: z.looseObject({ output: z.unknown() }).optional().catch(undefined),
})

/** Keys of what a write has written; undefined if it wrote nothing. */
function writtenKeys(answer: unknown): readonly string[] | undefined {
  const parsed = answerSchema.safeParse(answer)
  if (!parsed.success) return []
  if (parsed.data.isError) return undefined
  const output = parsed.data.structuredContent?.output
  const { entities, relations } = (output ?? {}) as { entities?: unknown; relations?: unknown }
  const keys = [output, entities, relations].flatMap((list) => items.parse(list))
  return keys.length > 0 ? keys : undefined
}

const added = ({ total, names }: Named, more: readonly string[]): Named => ({
  total: total + more.length,
  names: [...names, ...more].slice(0, MAX_NAMED),
})

/**
 * Copies of the embedded model as it was before each import, because the protocol cannot delete an element. They last until
 * the workbench ends.
 */
export class ModelCopies {
  readonly #folder: string
  readonly #whileStopped: <T>(work: () => Promise<T>) => Promise<T>
  #kept: readonly ModelCopy[] = []
  #nextId = 1
  /** Writes run one at a time, so that no copy is made during one. */
  #last: Promise<unknown> = Promise.resolve()

  /** @param whileStopped does something while the embedded model server is stopped */
  constructor(folder: string, whileStopped: <T>(work: () => Promise<T>) => Promise<T>) {
    this.#folder = folder
    this.#whileStopped = whileStopped
  }

  /** Takes back a restore that a crash interrupted, and removes copies of an earlier run. Before the server starts. */
  async load(): Promise<void> {
    const model = join(this.#folder, MODEL_FOLDER)
    const undone = join(this.#folder, UNDONE)
    const copies = join(this.#folder, COPIES)
    if (!existsSync(model) && existsSync(copies) && existsSync(undone)) await rename(undone, model)
    await rm(copies, { recursive: true, force: true })
  }

  /** The most recent copy, which can be restored; null if there is none. */
  get latest(): ModelCopy | null {
    return this.#kept.at(-1) ?? null
  }

  /** Does something to the files of the stopped server, after which no copy is of use. */
  replaceModel<T>(work: () => Promise<T>): Promise<T> {
    return this.#next(() =>
      this.#whileStopped(async () => {
        const done = await work()
        await this.#forget()
        return done
      }),
    )
  }

  async #forget(): Promise<void> {
    this.#kept = []
    await rm(join(this.#folder, COPIES), { recursive: true, force: true })
  }

  /** Sends a write to the embedded server; before an import the model is copied. */
  readonly around: AroundWrite = (tool, send) =>
    this.#next(async () => {
      const imports = /(?:^|_)import$/.test(tool)
      const id = imports ? await this.#copy() : undefined
      let keys: readonly string[] | undefined
      let sure = true
      try {
        const answered = await send()
        keys = writtenKeys(answered.result)
        return answered
      } catch (error) {
        // Without an answer it may have been written.
        keys = imports ? [] : [tool]
        sure = false
        throw error
      } finally {
        if (id !== undefined) await (keys ? this.#keep(id, keys, sure) : this.#drop(id))
        else if (keys) this.#noteAfter(keys)
      }
    })

  /**
   * Replaces the model by the most recent copy, if that and what was written since are what the user was shown. What it replaces
   * is kept until the next time.
   *
   * @returns the folder with what was replaced
   * @throws WorkbenchError `MODEL_COPY_GONE`, `MODEL_COPY_MOVED`
   */
  restore(id: number, after: number): Promise<string> {
    return this.#next(async () => {
      const { latest } = this
      if (latest?.id !== id) throw workbenchError('MODEL_COPY_GONE')
      if (latest.after.total !== after) throw workbenchError('MODEL_COPY_MOVED')
      await this.#whileStopped(async () => {
        await this.#swap(id)
        this.#kept = this.#kept.slice(0, -1)
        await (this.#kept.length === 0 ? this.#forget() : this.#drop(id))
      })
      return join(this.#folder, UNDONE)
    })
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  #path(id: number): string {
    return join(this.#folder, COPIES, String(id))
  }

  async #copy(): Promise<number> {
    const id = this.#nextId++
    const [from, to] = [join(this.#folder, MODEL_FOLDER), this.#path(id)]
    for (let attempt = 1; ; attempt++) {
      const paths = await modelPaths(from)
      try {
        await mkdir(to, { recursive: true, mode: 0o700 })
        for (const path of paths) {
          await mkdir(dirname(join(to, path)), { recursive: true })
          await copyDurably(join(from, path), join(to, path))
        }
        if (String(await modelPaths(from)) === String(paths)) return id
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === ATTEMPTS) {
          await this.#drop(id).catch(() => undefined)
          throw workbenchError('MODEL_COPY_FAILED', { reason: (error as Error).message }, { cause: error })
        }
      }
      await this.#drop(id)
      if (attempt === ATTEMPTS) throw workbenchError('MODEL_COPY_FAILED', { reason: 'it keeps changing' })
    }
  }

  async #keep(id: number, keys: readonly string[], sure: boolean): Promise<void> {
    const none: Named = { total: 0, names: [] }
    this.#kept = [...this.#kept, { id, at: Date.now(), sure, wrote: added(none, keys), after: none }]
    for (const { id: old } of this.#kept.slice(0, -MAX_COPIES)) await this.#drop(old)
    this.#kept = this.#kept.slice(-MAX_COPIES)
  }

  #noteAfter(keys: readonly string[]): void {
    this.#kept = this.#kept.map((copy, place) =>
      place === this.#kept.length - 1 ? { ...copy, after: added(copy.after, keys) } : copy,
    )
  }

  #drop(id: number): Promise<void> {
    return rm(this.#path(id), { recursive: true, force: true })
  }

  async #swap(id: number): Promise<void> {
    const [model, undone, copy] = [
      join(this.#folder, MODEL_FOLDER),
      join(this.#folder, UNDONE),
      this.#path(id),
    ]
    await rm(undone, { recursive: true, force: true })
    await rename(model, undone)
    try {
      // An empty copy: nothing had been stored yet.
      if ((await modelPaths(copy)).length > 0) await rename(copy, model)
    } catch (error) {
      await rename(undone, model)
      throw error
    }
    await syncFolder(this.#folder)
  }
}

/** The page's calls about the copies. */
export function copyCalls(
  copies: ModelCopies,
  emit: WorkbenchEmit,
): Pick<AreaHandlers<'models'>, 'copy' | 'restoreCopy'> {
  return {
    copy: ({ connection }) => (connection === EMBEDDED_MODEL ? copies.latest : null),
    async restoreCopy({ id, after }) {
      const kept = await copies.restore(id, after)
      emit('models.written', { connection: EMBEDDED_MODEL })
      return { kept }
    },
  }
}
