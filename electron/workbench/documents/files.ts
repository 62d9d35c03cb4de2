import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentKind, Ref } from '#shared/documents/define.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { quarantine, writeAtomically } from '../../node/atomic-file.ts'

/** JSON documents in folders: `<root>/<collection>/<id>.json`. */
export class DocumentFiles {
  readonly #root: string
  readonly #onSetAside: (path: string, movedTo: string) => void

  constructor(root: string, onSetAside: (path: string, movedTo: string) => void) {
    this.#root = root
    this.#onSetAside = onSetAside
  }

  /**
   * Reads and migrates a file; `undefined` if there is none. A file with invalid content is renamed; other documents are not
   * affected.
   * @throws DOCUMENT_NEWER if a later version of Orrery wrote it; the file is left unchanged
   */
  async read(kind: DocumentKind<unknown>, ref: Ref): Promise<unknown> {
    const path = this.#path(ref)
    let text: string
    try {
      text = await readFile(path, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
    const value = parsed(text)
    const version = versionOf(value)
    if (kind.version !== undefined && version !== undefined && version > kind.version)
      throw workbenchError('DOCUMENT_NEWER', { path })
    const known = kind.schema.safeParse(value)
    if (known.success && value !== undefined) return known.data
    this.#onSetAside(path, await quarantine(path))
    return undefined
  }

  /** Writes a value, or removes the file if the value is `undefined`. */
  async write(ref: Ref, value: unknown): Promise<void> {
    const path = this.#path(ref)
    if (value === undefined) await rm(path, { force: true })
    else await writeAtomically(path, `${JSON.stringify(value, null, 2)}\n`)
  }

  async ids(collection: string): Promise<string[]> {
    const names = await readdir(join(this.#root, collection)).catch(() => [])
    return names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
  }

  #path({ collection, id }: Ref): string {
    return join(this.#root, collection, `${id}.json`)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function versionOf(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('version' in value)) return undefined
  return typeof value.version === 'number' ? value.version : undefined
}
