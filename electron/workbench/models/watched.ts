import type { Client, McpSubscription } from '@modelcontextprotocol/client'
import type { Connection } from '#shared/workbench/areas/connections.ts'

/** How long to wait for a server to confirm a subscription. */
const MAX_LISTEN_MS = 2_000
/** Backoff in milliseconds before an ended subscription is reopened: doubled each time, up to a limit. */
const MIN_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000
/** After this long, a subscription counts as healthy and its backoff is reset. */
const HEALTHY_MS = 60_000

export type Listening = NonNullable<Connection['listening']>

/**
 * Change notifications from the server: one subscription, reopened when the watched set changes or the server ends it.
 */
export class Watched {
  readonly #client: Client
  readonly #tell: (listening: Listening | undefined) => void
  readonly #uris = new Set<string>()
  #subscription: McpSubscription | undefined
  #timer: NodeJS.Timeout | undefined
  /** Number of consecutive subscriptions that ended early. */
  #ends = 0

  constructor(client: Client, tell: (listening: Listening | undefined) => void = () => undefined) {
    this.#client = client
    this.#tell = tell
  }

  async open(): Promise<void> {
    clearTimeout(this.#timer)
    const { tools, prompts, resources } = this.#client.getServerCapabilities() ?? {}
    const filter = {
      toolsListChanged: tools?.listChanged,
      promptsListChanged: prompts?.listChanged,
      resourcesListChanged: resources?.listChanged,
      resourceSubscriptions: this.#uris.size > 0 ? [...this.#uris] : undefined,
    }
    const before = this.#subscription
    this.#subscription = undefined
    if (Object.values(filter).some(Boolean)) {
      try {
        const opened = await this.#client.listen(filter, { timeout: MAX_LISTEN_MS })
        this.#subscription = opened
        this.#tell({ state: 'open', since: Date.now() })
        this.#follow(opened)
      } catch (error) {
        this.#tell({ state: 'none', since: Date.now() })
        throw error
      }
    } else this.#tell(undefined)
    await before?.close()
  }

  add(uri: string): Promise<void> {
    this.#uris.add(uri)
    return this.open()
  }

  remove(uri: string): Promise<void> {
    this.#uris.delete(uri)
    return this.open()
  }

  #follow(subscription: McpSubscription): void {
    const began = performance.now()
    void subscription.closed.then((how) => {
      if (how === 'local' || this.#subscription !== subscription) return
      this.#subscription = undefined
      if (performance.now() - began > HEALTHY_MS) this.#ends = 0
      this.#openAgain()
    })
  }

  #openAgain(): void {
    // The connection is closed, so there is nothing to reopen.
    if (this.#client.transport === undefined) return
    const pause = Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** this.#ends++)
    const now = Date.now()
    this.#tell({ state: 'ended', since: now, retryAt: now + pause })
    this.#timer = setTimeout(() => void this.open().catch(() => this.#openAgain()), pause)
    this.#timer.unref()
  }
}
