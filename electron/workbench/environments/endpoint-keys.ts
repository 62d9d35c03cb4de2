import type { ModelEndpoint } from '#shared/environments/agent.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** The keys of endpoints: kept as secrets, given for this start only, or in a variable of our environment. */
export class EndpointKeys {
  readonly #secrets: Pick<Secrets, 'get' | 'mask'>
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #session = new Map<string, string>()

  constructor(secrets: Pick<Secrets, 'get' | 'mask'>, env: Readonly<Record<string, string | undefined>>) {
    this.#secrets = secrets
    this.#env = env
  }

  /** Gives a key for this start; it is written nowhere. */
  give(id: string, key: string): void {
    this.#session.set(id, key)
    this.#secrets.mask.note(id, key)
  }

  /** @throws WorkbenchError `AGENT_KEY_MISSING` where one is wanted and there is none */
  async of({ id, key, secret, env = '' }: ModelEndpoint): Promise<string | undefined> {
    if (key === 'none') return undefined
    const variable = /^\$\{(?:env:)?([^}]+)\}$/.exec(env.trim())?.[1] ?? env.trim()
    const found =
      key === 'session'
        ? this.#session.get(id)
        : key === 'env'
          ? this.#env[variable]
          : await this.#secrets.get(secret ?? '')
    if (found === undefined || found === '')
      throw workbenchError(`AGENT_KEY_MISSING.${key}`, { name: variable })
    if (key === 'env') this.#secrets.mask.note(variable, found)
    return found
  }
}
