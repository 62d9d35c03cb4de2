import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { DocumentStore } from '../store/documents.ts'
import type { ServerDefinition } from './definition.ts'

const COLLECTION = 'workbench'
const DOCUMENT = 'consents'
const fileSchema = z.record(z.string(), z.object({ at: z.number(), commandLine: z.string() }))

/**
 * Which programs the person allowed to be started. Consent is given to an exact command line, folder and set of variables; when
 * any of them changes, it is asked for again.
 */
export class Consents {
  #given: z.infer<typeof fileSchema> = {}
  readonly #documents: DocumentStore

  constructor(documents: DocumentStore) {
    this.#documents = documents
  }

  async load(): Promise<void> {
    const parsed = fileSchema.safeParse((await this.#documents.read(COLLECTION, DOCUMENT)).value ?? {})
    this.#given = parsed.success ? parsed.data : {}
  }

  has(definition: ServerDefinition): boolean {
    return fingerprint(definition) in this.#given
  }

  async give(definition: ServerDefinition, commandLine: string): Promise<void> {
    this.#given = { ...this.#given, [fingerprint(definition)]: { at: Date.now(), commandLine } }
    await this.#documents.write(COLLECTION, DOCUMENT, this.#given)
  }
}

function fingerprint({ command, args = [], cwd = '', env = {} }: ServerDefinition): string {
  const exact = JSON.stringify([command, args, cwd, Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))])
  return createHash('sha256').update(exact).digest('hex')
}
