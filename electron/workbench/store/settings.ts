import { z } from 'zod'
import { defineDocument } from '#shared/documents/define.ts'
import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import { settingValue, type Setting } from '#shared/workbench/settings/index.ts'
import type { DocumentHandle, Documents } from '../documents/documents.ts'

type Values = Readonly<Record<string, unknown>>

/** Not declared as a page's document: pages change settings by name. */
const settingsDocument = defineDocument<Values>({
  collection: 'workbench',
  id: 'settings',
  schema: z.record(z.string(), z.unknown()),
  initial: {},
})

/** Settings that differ from their defaults, in one readable file: `workbench/settings.json`. */
export class SettingsStore {
  #document: DocumentHandle<Values> | undefined
  readonly #documents: Documents
  readonly #followers: (() => void)[] = []

  constructor(documents: Documents) {
    this.#documents = documents
  }

  async load(): Promise<void> {
    this.#document = await this.#documents.handle(settingsDocument)
    this.#changed()
  }

  /** Only the defaults until `load` has resolved. */
  get all(): Values {
    return this.#document?.value ?? {}
  }

  /** Sets one value; `undefined` and `null` reset it to the default. Resolves once it is stored. */
  async set(name: string, value: unknown): Promise<void> {
    await this.#documents.update(settingsDocument, settingsDocument, (values) => {
      const { [name]: _, ...others } = values
      return value === undefined || value === null ? others : { ...others, [name]: value }
    })
    this.#changed()
  }

  /** Calls the listener whenever the effective value of the setting changes. */
  follow<V extends string | number | boolean>(
    setting: Setting<string, V>,
    listener: (value: V) => void,
  ): void {
    let known = settingValue(setting, this.all)
    this.#followers.push(() => {
      const value = settingValue(setting, this.all)
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
