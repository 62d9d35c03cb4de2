import { z } from 'zod'
import { Soon } from '../../app/soon.ts'
import { workbench } from '../../app/workbench.ts'

const draftSchema = z.object({ path: z.string(), text: z.string(), modified: z.number() })
export interface Draft {
  readonly text: string
  /** The moment of the file that was edited. */
  readonly modified: number
}

interface Place {
  readonly platform: string
  readonly sandboxId: string
}

const COLLECTION = 'file-drafts'
/** 400 ms after the last key. */
const soon = new Soon(400)

/** A document's name: paths may hold anything, names may not. FNV-1a of the place and the path. */
function idOf({ platform, sandboxId }: Place, path: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(`${platform}\0${sandboxId}\0${path}`)) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn
  }
  return hash.toString(16)
}

/** Keeps what is typed into a file until it is saved. */
export function keepDraft(place: Place, path: string, draft: Draft): void {
  const id = idOf(place, path)
  soon.do(id, () => {
    workbench
      .call('store.write', { collection: COLLECTION, id, value: { path, ...draft } })
      .catch(() => undefined)
  })
}

export async function draftOf(place: Place, path: string): Promise<Draft | undefined> {
  const { value } = await workbench.call('store.read', { collection: COLLECTION, id: idOf(place, path) })
  const draft = draftSchema.safeParse(value)
  return draft.success && draft.data.path === path ? draft.data : undefined
}

export function dropDraft(place: Place, path: string): void {
  const id = idOf(place, path)
  soon.drop(id)
  workbench.call('store.remove', { collection: COLLECTION, id }).catch(() => undefined)
}
