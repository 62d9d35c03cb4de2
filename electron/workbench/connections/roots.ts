import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { defineDocument } from '#shared/documents/define.ts'
import type { DocumentHandle, Documents } from '../documents/documents.ts'

/** Absolute paths by connection. */
const rootsSchema = z.record(z.string(), z.array(z.string()))

/** Not declared as a page's document: the user decides which folders a server is told about. */
const rootsDocument = defineDocument<z.infer<typeof rootsSchema>>({
  collection: 'workbench',
  id: 'roots',
  schema: rootsSchema,
  initial: {},
})

/** The roots of each server: folders it may work in. None until the user adds some. */
export class Roots {
  #document: DocumentHandle<z.infer<typeof rootsSchema>> | undefined
  readonly #documents: Documents

  constructor(documents: Documents) {
    this.#documents = documents
  }

  async load(): Promise<void> {
    this.#document = await this.#documents.handle(rootsDocument)
  }

  of(connection: string): readonly string[] {
    return this.#document?.value?.[connection] ?? []
  }

  /** Resolves once they are stored. */
  set(connection: string, folders: readonly string[]): Promise<void> {
    return this.#documents.update(rootsDocument, rootsDocument, (roots) => ({
      ...roots,
      [connection]: [...new Set(folders)],
    }))
  }
}

/** The result of `roots/list` for these folders. */
export const rootsAnswer = (folders: readonly string[]) => ({
  roots: folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: basename(folder) || folder })),
})
