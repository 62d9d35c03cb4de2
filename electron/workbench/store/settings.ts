import { z } from 'zod'
import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import type { DocumentStore } from './documents.ts'

const COLLECTION = 'workbench'
const DOCUMENT = 'settings'
const file = z.record(z.string(), z.unknown())

/** The settings that differ from their defaults, in one readable file: `workbench/settings.json`. */
export class SettingsStore {
  private values: Record<string, unknown> = {}
  private readonly documents: DocumentStore

  constructor(documents: DocumentStore) {
    this.documents = documents
  }

  async load(): Promise<void> {
    const { value } = await this.documents.read(COLLECTION, DOCUMENT)
    const parsed = file.safeParse(value ?? {})
    this.values = parsed.success ? parsed.data : {}
  }

  get all(): Readonly<Record<string, unknown>> {
    return this.values
  }

  /** Sets one value; `undefined` and `null` return it to its default. Resolves when it is on the disk. */
  async set(name: string, value: unknown): Promise<void> {
    const { [name]: _, ...others } = this.values
    this.values = value === undefined || value === null ? others : { ...others, [name]: value }
    await this.documents.write(COLLECTION, DOCUMENT, this.values)
  }
}

export function settingsProcedures(settings: SettingsStore, emit: WorkbenchEmit): AreaHandlers<'settings'> {
  return {
    all: () => ({ ...settings.all }),
    async set({ name, value }) {
      await settings.set(name, value)
      emit('settings.changed', { ...settings.all })
      return null
    },
  }
}
