import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { KeyRing } from '../../node/access/key-ring.ts'
import type { Key } from '../../node/access/keys.ts'
import { isSecret } from '../../node/guard.ts'
import { type Caller, callerWith, OWNER } from '../api/guard.ts'

/** The file of a signed URL, and its expiry (seconds since 1970). */
interface Signed {
  readonly path: string
  readonly operation: 'read' | 'write'
  readonly user: string
  readonly signature: string
  readonly expiration: string | undefined
}

/**
 * Access tokens that are valid for one sandbox only. A token is derived from the server's token, the requesting key and the sandbox's
 * id, so it need not be stored. It is issued when a sandbox is created or connected to, and expires with that key.
 */
export class Access {
  readonly #secret: string
  readonly #isDemanded: boolean
  readonly #keys: KeyRing | undefined

  /** @param secret the server's token; undefined if none is required: then tokens only identify the sandbox of a signed URL */
  constructor(secret: string | undefined, keys?: KeyRing) {
    this.#secret = secret ?? randomUUID()
    this.#isDemanded = secret !== undefined
    this.#keys = keys
  }

  tokenOf(id: string, key?: Key): string {
    const made = (about: string) => createHmac('sha256', this.#secret).update(about).digest('hex')
    return key ? `${key.id}-${made(`e2b:${key.id}:${id}`)}` : made(`e2b:${id}`)
  }

  /** The caller for a request with the sandbox's token in `X-Access-Token` or, for its ports, in `e2b-traffic-access-token`. */
  opener(id: string, headers: IncomingHttpHeaders): Caller | undefined {
    if (!this.#isDemanded) return OWNER
    for (const given of [headers['x-access-token'], headers['e2b-traffic-access-token']]) {
      if (typeof given !== 'string') continue
      const keyId = /^([0-9a-f]+)-/.exec(given)?.[1]
      const key = keyId === undefined ? undefined : this.#keys?.withId(keyId)
      if (isSecret(given, this.tokenOf(id, key))) return key ? callerWith(key) : OWNER
    }
    return undefined
  }

  /**
   * The sandbox of a signed URL, and its caller: the URL names no sandbox, but only one has the token that matches the
   * signature.
   */
  signedFor(
    ids: readonly string[],
    signed: Signed,
  ): { readonly id: string; readonly caller: Caller } | undefined {
    const { path, operation, user, signature, expiration } = signed
    if (expiration !== undefined && !(Number(expiration) * 1000 > Date.now())) return undefined
    const isSigned = (token: string): boolean => {
      const end = expiration === undefined ? [] : [expiration]
      const digest = createHash('sha256')
        .update([path, operation, user, token, ...end].join(':'))
        .digest('base64')
      return isSecret(signature, `v1_${digest.replace(/=+$/, '')}`)
    }
    const keys = [undefined, ...(this.#keys?.valid() ?? [])]
    for (const id of ids) {
      for (const key of keys) {
        if (isSigned(this.tokenOf(id, key))) return { id, caller: key ? callerWith(key) : OWNER }
      }
    }
    return undefined
  }
}
