import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { defineDocument } from '#shared/documents/define.ts'
import { launchSchema, type Launch } from '#shared/workbench/areas/connections.ts'
import type { DocumentHandle, Documents } from '../documents/documents.ts'
import type { ServerDefinition } from './definition.ts'

/** By fingerprint: when consent was given, for which launch, and under which connection name. */
const consentsSchema = z.record(
  z.string(),
  z.object({
    at: z.number(),
    commandLine: z.string(),
    name: z.string().optional(),
    launch: launchSchema.optional(),
  }),
)

/** Not declared as a page's document: a page can only get consent by asking the user. */
const consentsDocument = defineDocument<z.infer<typeof consentsSchema>>({
  collection: 'workbench',
  id: 'consents',
  schema: consentsSchema,
  initial: {},
})

/**
 * Programs that the user allowed to start. Consent covers an exact command line, working directory and set of variables; a
 * change of any of them requires consent again.
 */
export class Consents {
  #given: DocumentHandle<z.infer<typeof consentsSchema>> | undefined
  readonly #documents: Documents

  constructor(documents: Documents) {
    this.#documents = documents
  }

  async load(): Promise<void> {
    this.#given = await this.#documents.handle(consentsDocument)
  }

  has(definition: ServerDefinition): boolean {
    return Object.hasOwn(this.#given?.value ?? {}, fingerprint(definition))
  }

  /** The launch last allowed under a name, so that the user can see what has changed. */
  last(name: string): Launch | undefined {
    const given = Object.values(this.#given?.value ?? {}).filter((consent) => consent.name === name)
    return given.sort((a, b) => b.at - a.at)[0]?.launch
  }

  /** Resolves once the consent is stored. */
  give(definition: ServerDefinition, name: string, launch: Launch): Promise<void> {
    const { commandLine } = launch
    const one = { [fingerprint(definition)]: { at: Date.now(), commandLine, name, launch } }
    return this.#documents.update(consentsDocument, consentsDocument, (given) => ({ ...given, ...one }))
  }
}

/** Whether a program was allowed; reads a data folder that a running workbench may have locked. */
export async function isAllowedIn(dataFolder: string, definition: ServerDefinition): Promise<boolean> {
  const { collection, id, schema } = consentsDocument
  const path = join(dataFolder, 'documents', collection, `${id}.json`)
  const given = schema.safeParse(JSON.parse(await readFile(path, 'utf8').catch(() => '{}')))
  return given.success && Object.hasOwn(given.data, fingerprint(definition))
}

function fingerprint({ command, args = [], cwd = '', env = {} }: ServerDefinition): string {
  const exact = JSON.stringify([command, args, cwd, Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))])
  return createHash('sha256').update(exact).digest('hex')
}
