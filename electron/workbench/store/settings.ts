import { z } from 'zod'
import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import { settingValue, type Setting } from '#shared/workbench/settings/index.ts'
import type { DocumentStore } from './documents.ts'

const COLLECTION = 'workbench'
const DOCUMENT = 'settings'
const file = z.record(z.string(), z.unknown())

/** The settings that differ from their defaults, in one readable file: `workbench/settings.json`. */
export class SettingsStore {
  #values: Record<string, unknown> = {}
  readonly #documents: DocumentStore
  readonly #followers: (() => void)[] = []

  constructor(documents: DocumentStore) {
    this.#documents = documents
  }

  async load(): Promise<void> {
    const { value } = await this.#documents.read(COLLECTION, DOCUMENT)
    const parsed = file.safeParse(value ?? {})
    this.#values = parsed.success ? parsed.data : {}
    this.#changed()
  }

  get all(): Readonly<Record<string, unknown>> {
    return this.#values
  }

  /** Sets one value; `undefined` and `null` return it to its default. Resolves when it is on the disk. */
  async set(name: string, value: unknown): Promise<void> {
    const { [name]: _, ...others } = this.#values
    this.#values = value === undefined || value === null ? others : { ...others, [name]: value }
    await this.#documents.write(COLLECTION, DOCUMENT, this.#values)
    this.#changed()
  }

  /** Calls the listener whenever the setting's value in force has become another one. */
  follow<V extends string | number | boolean>(
    setting: Setting<string, V>,
    listener: (value: V) => void,
  ): void {
    let known = settingValue(setting, this.#values)
    this.#followers.push(() => {
      const value = settingValue(setting, this.#values)
      if (value === known) return
      known = value
      listener(value)
    })
  }

  #changed(): void {
    for (const follower of this.#followers) follower()
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
