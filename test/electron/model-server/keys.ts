import { addKey } from '../../../electron/node/access/key-file.ts'
import type { Caps } from '../../../electron/node/access/keys.ts'

/** Adds the key of a user, ann, to an access folder. @returns its secret */
export async function annOf(folder: string, namespace: string, caps: Caps = {}): Promise<string> {
  const wish = { name: 'ann', role: 'user', namespace, expires: undefined, caps, hasSecret: true } as const
  return (await addKey(folder, wish)).secret ?? ''
}
