import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { defineDocument } from '#shared/documents/define.ts'
import type { DocumentHandle, Documents } from '../documents/documents.ts'

/** Absolute paths, by connection. */
const rootsSchema = z.record(z.string(), z.array(z.string()))

/** The core's own: which folders a server may be told of is the person's word. */
const rootsDocument = defineDocument<z.infer<typeof rootsSchema>>({
  collection: 'workbench',
  id: 'roots',
  schema: rootsSchema,
  initial: {},
})

/** Which folders each server is told that it may work in; none until a person names some. */
export class Roots {
  #kept: DocumentHandle<z.infer<typeof rootsSchema>> | undefined
  readonly #documents: Documents

  constructor(documents: Documents) {
    this.#documents = documents
  }

  async load(): Promise<void> {
    this.#kept = await this.#documents.handle(rootsDocument)
  }

  of(connection: string): readonly string[] {
    return this.#kept?.value?.[connection] ?? []
  }

  /** Resolves when they are kept for good. */
  set(connection: string, folders: readonly string[]): Promise<void> {
    return this.#documents.update(rootsDocument, rootsDocument, (roots) => ({
      ...roots,
      [connection]: [...new Set(folders)],
    }))
  }
}

/** Folders in the words of the protocol. */
export const rootsAnswer = (folders: readonly string[]) => ({
  roots: folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: basename(folder) || folder })),
})
