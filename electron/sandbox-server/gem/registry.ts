import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { nearest } from '#shared/gem/nearest.ts'
import type { EnvironmentDefinition } from './environment.ts'
import { GemError } from './gem-error.ts'

/** All available environments by id, in order of registration. */
export class Registry {
  readonly #definitions = new Map<string, EnvironmentDefinition>()

  constructor(definitions: Iterable<EnvironmentDefinition> = []) {
    for (const definition of definitions) this.register(definition)
  }

  /** @throws Error when the id is in use */
  register(definition: EnvironmentDefinition): void {
    const { id } = definition.entry
    if (this.#definitions.has(id)) throw new Error(`The environment id ${id} is already taken.`)
    this.#definitions.set(id, definition)
  }

  /** Running episodes are not affected. */
  unregister(id: string): void {
    this.#definitions.delete(id)
  }

  /** @throws GemError ENV_UNKNOWN with similar ids */
  find(id: string): EnvironmentDefinition {
    const definition = this.#definitions.get(id)
    if (definition) return definition
    const near = nearest(id, this.ids())
    const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ' POST /list names all ids.'
    throw new GemError('ENV_UNKNOWN', `There is no environment ${JSON.stringify(id)}.${hint}`, near)
  }

  has(id: string): boolean {
    return this.#definitions.has(id)
  }

  ids(): string[] {
    return [...this.#definitions.keys()]
  }

  entries(): CatalogueEntry[] {
    return Array.from(this.#definitions.values(), ({ entry }) => entry)
  }
}
