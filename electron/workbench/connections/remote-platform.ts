import type { OwnKey } from '#shared/sandbox/own-key.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { PlatformDefinition } from './definition.ts'
import { atExpiry, keyExpired } from './key-expiry.ts'
import type { Platform, PlatformAddress } from './platform.ts'
import { addressOf, askOwnKey, probePlatform, type ProbeFailure, unresolved } from './platform-probe.ts'
import { WatchedAddress, type WatchedOptions } from './watched-address.ts'

interface RemotePlatformOptions extends WatchedOptions {
  readonly definition: PlatformDefinition
}

/** A platform at a URL. */
export class RemotePlatform extends WatchedAddress implements Platform {
  readonly #options: RemotePlatformOptions
  #reached: PlatformAddress | undefined
  #key: OwnKey | undefined
  #expiry: NodeJS.Timeout | undefined

  constructor(options: RemotePlatformOptions) {
    super(options)
    this.#options = options
  }

  get info(): Connection {
    const { url, paths } = this.#options.definition
    return {
      ...this.watched,
      kind: 'platform',
      address: url,
      paths: paths && { sandbox: paths.sandbox, gem: paths.gem },
      key: this.#key,
    }
  }

  async address(): Promise<PlatformAddress> {
    const { name, state } = this.watched
    if (state === 'stopped') throw workbenchError('NOT_CONNECTED.off', { name })
    return this.#reached ?? this.#resolve()
  }

  override dispose(): Promise<void> {
    clearTimeout(this.#expiry)
    return super.dispose()
  }

  protected async probe(): Promise<ProbeFailure | undefined> {
    let address: PlatformAddress
    try {
      address = await this.#resolve()
    } catch (error) {
      return unresolved(error)
    }
    const trouble = await probePlatform(address)
    if (!trouble) this.#hold(await askOwnKey(address))
    const expired = trouble?.kind === 'refused' && keyExpired(this.watched.name, this.#key)
    return trouble && expired ? { ...trouble, why: expired } : trouble
  }

  /** The last key is kept while the platform is away, since it says when it expires. */
  #hold(key: OwnKey | undefined): void {
    const isSame = JSON.stringify(key) === JSON.stringify(this.#key)
    if (isSame) return
    this.#key = key
    clearTimeout(this.#expiry)
    this.#expiry = atExpiry(key, () => void this.recheck())
    this.changed()
  }

  async #resolve(): Promise<PlatformAddress> {
    this.#reached = await addressOf(this.#options.definition, this.#options.placeholders)
    return this.#reached
  }
}
