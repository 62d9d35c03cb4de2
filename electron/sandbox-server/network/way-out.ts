import { ConnectionLog } from './connection-log.ts'
import { openDoor } from './door.ts'
import { hasProxy, type NetworkPolicy } from './policy.ts'
import { createProxy } from './proxy.ts'

/** Where the proxy listens inside, on the sandbox's own loopback: beyond the ports that the kernel gives to clients. */
const PORT = 61_080
const ADDRESS = `http://127.0.0.1:${PORT}`
const NEAR = 'localhost,127.0.0.1,::1'

/** What programs inside find in their environment, in both spellings that programs look for. */
export const proxyEnvironment = (policy: NetworkPolicy): Readonly<Record<string, string>> =>
  hasProxy(policy)
    ? Object.fromEntries(
        Object.entries({ http_proxy: ADDRESS, https_proxy: ADDRESS, no_proxy: NEAR }).flatMap(
          ([name, value]) => [
            [name, value],
            [name.toUpperCase(), value],
          ],
        ),
      )
    : {}

/** A sandbox's way out of its own network, as far as its policy has one. */
export class WayOut {
  readonly log = new ConnectionLog()
  /** Resolves when programs inside can use it, or when that failed. */
  readonly ready: Promise<void>
  #policy: NetworkPolicy
  readonly #hasDoor: boolean
  #close = () => {}

  /** @param enter words before a program that take it into the sandbox's network, and nowhere else */
  constructor(policy: NetworkPolicy, enter: readonly string[]) {
    this.#policy = policy
    this.#hasDoor = hasProxy(policy)
    this.ready = this.#hasDoor ? this.#open(enter) : Promise.resolve()
  }

  /**
   * Says what new connections may reach from now on.
   * @returns false where that takes a new start, with which a network and its proxy are made
   */
  change(policy: NetworkPolicy): boolean {
    if (!this.#hasDoor || policy.mode === 'shared') return policy.mode === this.#policy.mode
    this.#policy = policy
    return true
  }

  close(): void {
    this.#close()
  }

  async #open(enter: readonly string[]): Promise<void> {
    const door = await openDoor(enter, PORT).catch(() => undefined)
    if (!door) return
    const proxy = createProxy({ policy: () => this.#policy, log: this.log })
    door.on('connection', (socket) => proxy.emit('connection', socket))
    this.#close = () => {
      door.close()
      proxy.closeAllConnections()
    }
  }
}
