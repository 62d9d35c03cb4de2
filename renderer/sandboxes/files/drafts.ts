import { fileDrafts } from '#shared/documents/sandboxes.ts'
import { type Document, documentOf } from '../../app/document.ts'

interface Draft {
  readonly text: string
  /** The moment of the file that was edited. */
  readonly modified: number
}

type KeptDraft = (Draft & { readonly path: string }) | undefined

interface Place {
  readonly platform: string
  readonly sandboxId: string
}

/** A document's name: paths may hold anything, names may not. FNV-1a of the place and the path. */
function idOf({ platform, sandboxId }: Place, path: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(`${platform}\0${sandboxId}\0${path}`)) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn
  }
  return hash.toString(16)
}

const documentFor = (place: Place, path: string): Document<KeptDraft> =>
  documentOf<KeptDraft>(fileDrafts, idOf(place, path))

/** Keeps what is typed into a file until it is saved. */
export const keepDraft = (place: Place, path: string, { text, modified }: Draft): void =>
  void documentFor(place, path).change(() => ({ path, text, modified }))

export async function draftOf(place: Place, path: string): Promise<Draft | undefined> {
  const document = documentFor(place, path)
  await document.load()
  return document.value?.path === path ? document.value : undefined
}

export const dropDraft = (place: Place, path: string): void =>
  void documentFor(place, path).change(() => undefined)
