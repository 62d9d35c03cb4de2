import type { z } from 'zod'
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { Turns } from '#shared/workbench/turns.ts'
import { alone } from './open-windows.ts'
import { type KeptDocument, onOthersWrite, writeKept } from './own-writes.ts'
import { workbench } from './workbench.ts'

type Edit<T> = (value: T) => T

/**
 * A document that every window shows and changes. A change is shown at once and made on what is on the disk, so that no window
 * writes its old picture over another one's work; one that cannot be written goes with the next.
 */
export class SharedDocument<T> {
  /** What is shown: what was read last, with the changes that are not written yet. */
  readonly use: UseBoundStore<StoreApi<{ readonly value: T }>>
  readonly #where: KeptDocument
  readonly #schema: z.ZodType<T>
  readonly #initial: T
  #unwritten: readonly Edit<T>[] = []
  #loading: Promise<void> | undefined
  /** Reading and writing, one after the other. */
  readonly #turns = new Turns()

  /** @param initial what is shown where nothing was kept, or nothing that this version can read */
  constructor(where: KeptDocument, schema: z.ZodType<T>, initial: T) {
    this.#where = where
    this.#schema = schema
    this.#initial = initial
    this.use = create(() => ({ value: initial }))
    onOthersWrite(({ collection, id }) => {
      if (this.#loading && collection === where.collection && id === where.id)
        this.#refresh().catch(() => undefined)
    })
  }

  get value(): T {
    return this.use.getState().value
  }

  /** Reads the document once; from then on it follows what other windows write. What fails is tried by the next call. */
  load(): Promise<void> {
    this.#loading ??= this.#refresh().catch((error: unknown) => {
      this.#loading = undefined
      throw error
    })
    return this.#loading
  }

  /** Makes a change. Resolves when it is on the disk, or could not be written now: then the core tells the person why. */
  change(edit: Edit<T>): Promise<void> {
    this.#unwritten = [...this.#unwritten, edit]
    this.use.setState(({ value }) => ({ value: edit(value) }))
    const lock = `document-${this.#where.collection}-${this.#where.id}`
    return this.#turns.take(() => alone(lock, () => this.#write())).catch(() => undefined)
  }

  #refresh(): Promise<void> {
    return this.#turns.take(async () => this.#show(await this.#read()))
  }

  async #write(): Promise<void> {
    const edits = this.#unwritten
    if (edits.length === 0) return
    const value = edits.reduce<T>((before, edit) => edit(before), await this.#read())
    await writeKept(this.#where, value)
    this.#unwritten = this.#unwritten.slice(edits.length)
    this.#show(value)
  }

  async #read(): Promise<T> {
    const { value } = await workbench.call('store.read', this.#where)
    const kept = this.#schema.safeParse(value)
    return kept.success ? kept.data : this.#initial
  }

  #show(value: T): void {
    this.use.setState({ value: this.#unwritten.reduce<T>((before, edit) => edit(before), value) })
  }
}
