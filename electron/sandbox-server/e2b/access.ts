import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isSecret } from '../../node/guard.ts'

/** Which file a signed address is for, and until when (seconds since 1970). */
interface Signed {
  readonly path: string
  readonly operation: 'read' | 'write'
  readonly user: string
  readonly signature: string
  readonly expiration: string | undefined
}

/**
 * What opens one sandbox and no other: a token that is made from the server's and the sandbox's id, so that nothing of it needs to be kept.
 * It is handed out where a sandbox is created or connected to, which takes the server's own token.
 */
export class Access {
  readonly #secret: string
  readonly #isDemanded: boolean

  /** @param secret the server's token; undefined where none is demanded: then tokens only say which sandbox a signed address is for */
  constructor(secret: string | undefined) {
    this.#secret = secret ?? randomUUID()
    this.#isDemanded = secret !== undefined
  }

  tokenOf(id: string): string {
    return createHmac('sha256', this.#secret).update(`e2b:${id}`).digest('hex')
  }

  /** Whether a request carries the token of the sandbox, as `X-Access-Token` or, for its ports, as `e2b-traffic-access-token`. */
  opens(id: string, headers: IncomingHttpHeaders): boolean {
    const token = this.tokenOf(id)
    const given = [headers['x-access-token'], headers['e2b-traffic-access-token']]
    return !this.#isDemanded || given.some((one) => typeof one === 'string' && isSecret(one, token))
  }

  /** The sandbox that a signed address opens: it names none, but only one has the token that it was signed with. */
  signedFor(ids: readonly string[], signed: Signed): string | undefined {
    const { path, operation, user, signature, expiration } = signed
    if (expiration !== undefined && !(Number(expiration) * 1000 > Date.now())) return undefined
    return ids.find((id) => {
      const end = expiration === undefined ? [] : [expiration]
      const parts = [path, operation, user, this.tokenOf(id), ...end]
      const digest = createHash('sha256').update(parts.join(':')).digest('base64')
      return isSecret(signature, `v1_${digest.replace(/=+$/, '')}`)
    })
  }
}
