import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { KeyRing } from '../../node/access/key-ring.ts'
import type { Key } from '../../node/access/keys.ts'
import { isSecret } from '../../node/guard.ts'
import { type Caller, callerWith, OWNER } from '../api/guard.ts'

/** Which file a signed address is for, and until when (seconds since 1970). */
interface Signed {
  readonly path: string
  readonly operation: 'read' | 'write'
  readonly user: string
  readonly signature: string
  readonly expiration: string | undefined
}

/**
 * What opens one sandbox and no other: a token that is made from the server's, the key that asked for it and the sandbox's id, so that
 * nothing of it needs to be kept. It is handed out where a sandbox is created or connected to, and ends with that key.
 */
export class Access {
  readonly #secret: string
  readonly #isDemanded: boolean
  readonly #keys: KeyRing | undefined

  /** @param secret the server's token; undefined where none is demanded: then tokens only say which sandbox a signed address is for */
  constructor(secret: string | undefined, keys?: KeyRing) {
    this.#secret = secret ?? randomUUID()
    this.#isDemanded = secret !== undefined
    this.#keys = keys
  }

  tokenOf(id: string, key?: Key): string {
    const made = (about: string) => createHmac('sha256', this.#secret).update(about).digest('hex')
    return key ? `${key.id}-${made(`e2b:${key.id}:${id}`)}` : made(`e2b:${id}`)
  }

  /** As whom a request calls that carries the token of the sandbox, as `X-Access-Token` or, for its ports, as `e2b-traffic-access-token`. */
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

  /** The sandbox that a signed address opens, and as whom: it names none, but only one has the token that it was signed with. */
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
