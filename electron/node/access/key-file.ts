import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../atomic-file.ts'
import { awaitLock } from '../folder-lock.ts'
import { ownedFolder } from '../owner.ts'
import {
  type Access,
  accessText,
  type Caps,
  freshSecret,
  hashOf,
  isValid,
  type Key,
  NO_ACCESS,
  readAccess,
} from './keys.ts'

/** Path of the key file in a data folder that servers may share. */
export const keyFile = (folder: string): string => join(folder, 'keys.json')

/** How long a change waits for another one to finish. */
const MAX_LOCK_WAIT_MS = 5_000

/** A change that is refused; the message is one sentence. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused'
}

/** @throws InvalidKeyFile, or the system's error for an existing file that cannot be read */
export async function loadAccess(folder: string): Promise<Access> {
  try {
    return readAccess(await readFile(keyFile(folder), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NO_ACCESS
    throw error
  }
}

/** Changes the file under a lock, so that programs take turns. The servers' user can read it, also if root changed it. */
async function changed<Result>(
  folder: string,
  change: (access: Access) => { readonly access: Access; readonly result: Result },
): Promise<Result> {
  const owner = await ownedFolder(folder)
  const lock = await awaitLock(join(folder, 'keys.lock'), MAX_LOCK_WAIT_MS)
  try {
    const { access, result } = change(await loadAccess(folder))
    await writeAtomically(keyFile(folder), accessText(access), owner)
    return result
  } finally {
    lock.release()
  }
}

type NewKey = Pick<Key, 'name' | 'role' | 'namespace' | 'expires' | 'caps'> & {
  /** Whether the key has a secret; without one it is used only by names that a proxy sends. */
  readonly hasSecret: boolean
}

/**
 * Adds a key. @returns the key and its secret, which is not stored anywhere
 * @throws KeyRefused when a valid key has this name
 */
export function addKey(
  folder: string,
  { hasSecret, ...wish }: NewKey,
  now = Date.now(),
): Promise<{ readonly key: Key; readonly secret: string | undefined }> {
  return changed(folder, (access) => {
    if (access.keys.some((key) => key.name === wish.name && isValid(key, now))) {
      throw new KeyRefused(`There is a key ${wish.name} already; revoke it first, or choose another name.`)
    }
    const secret = hasSecret ? freshSecret() : undefined
    const { expires, ...rest } = wish
    const key: Key = {
      id: randomBytes(6).toString('hex'),
      ...rest,
      ...(secret === undefined ? {} : { hash: hashOf(secret) }),
      created: new Date(now).toISOString(),
      ...(expires === undefined ? {} : { expires }),
    }
    return { access: { ...access, keys: [...access.keys, key] }, result: { key, secret } }
  })
}

/**
 * Revokes every valid key of that name. They stay in the file so that the audit can be read. @throws
 * KeyRefused when there is none
 */
export function revokeKey(folder: string, name: string, now = Date.now()): Promise<void> {
  return changed(folder, (access) => {
    const isMeant = (key: Key) => key.name === name && isValid(key, now)
    if (!access.keys.some(isMeant)) throw noKey(name)
    const revoked = new Date(now).toISOString()
    const keys = access.keys.map((key) => (isMeant(key) ? { ...key, revoked } : key))
    return { access: { ...access, keys }, result: undefined }
  })
}

/** Changes the caps of a key or a namespace; undefined removes a cap. @throws KeyRefused when the key does not exist */
export function setCaps(
  folder: string,
  whose: { readonly key: string } | { readonly namespace: string },
  caps: Readonly<Partial<Record<keyof Caps, number | undefined>>>,
  now = Date.now(),
): Promise<void> {
  const merged = (before: Caps = {}): Caps =>
    Object.fromEntries(
      Object.entries({ ...before, ...caps }).filter(([, most]) => most !== undefined),
    ) as Caps
  return changed(folder, (access) => {
    if ('namespace' in whose) {
      const namespaces = {
        ...access.namespaces,
        [whose.namespace]: merged(access.namespaces[whose.namespace]),
      }
      return { access: { ...access, namespaces }, result: undefined }
    }
    const isMeant = (key: Key) => key.name === whose.key && isValid(key, now)
    if (!access.keys.some(isMeant)) throw noKey(whose.key)
    const keys = access.keys.map((key) => (isMeant(key) ? { ...key, caps: merged(key.caps) } : key))
    return { access: { ...access, keys }, result: undefined }
  })
}

const noKey = (name: string): KeyRefused =>
  new KeyRefused(`There is no valid key ${name}; "keys list" shows all.`)
