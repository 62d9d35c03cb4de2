import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Hono } from 'hono'
import { foreignRefusal, type GuardOptions, hasToken, type Refusal, refusal } from '../api/guard.ts'
import type { Platform } from '../api/platform.ts'
import { proxyHttp } from '../api/port-proxy.ts'
import type { PortTarget } from '../api/port-target.ts'
import { Access } from './access.ts'
import { controlRoutes } from './control.ts'
import { SandboxInterface } from './envd.ts'
import { portHostTarget } from './ports.ts'

/**
 * This server as the E2B libraries know theirs: the control interface at the root, what they ask inside sandboxes, and host names for ports.
 * All of it translates; sandboxes, sessions and files are the platform's.
 */
export class E2bFront {
  readonly #platform: Platform
  readonly #access: Access
  readonly #inside: SandboxInterface

  constructor(platform: Platform, token: string | undefined) {
    this.#platform = platform
    this.#access = new Access(token)
    this.#inside = new SandboxInterface(platform, this.#access)
  }

  routes(): Hono {
    return controlRoutes(this.#platform, this.#access)
  }

  /** Serves what the control interface does not. @returns false for what is none of it */
  handle(request: IncomingMessage, response: ServerResponse, guard: GuardOptions): boolean {
    const target = this.portTarget(request, guard)
    if (target) {
      const refused = this.portRefusal(target, request, guard)
      if (refused) sendRefusal(response, refused)
      else void proxyHttp(this.#platform, target, request, response)
      return true
    }
    const { url = '/', headers } = request
    if (this.#inside.serves(url)) {
      const refused = foreignRefusal(headers, guard.own)
      if (refused) sendRefusal(response, refused)
      else void this.#inside.serve(request, response, hasToken(headers, guard.token))
      return true
    }
    // The same refusal as everywhere, in the form that the libraries read.
    const refused = CONTROL.test(url) && refusal(headers, guard)
    if (refused) sendRefusal(response, refused)
    return Boolean(refused)
  }

  /** Where a request goes whose host name is that of a sandbox's port. */
  portTarget(request: IncomingMessage, { token }: GuardOptions): PortTarget | undefined {
    const target = portHostTarget(request, token)
    return target && this.#platform.sandboxes.find(target.sandboxId) ? target : undefined
  }

  /** A port answers its own pages and programs that have a token: this server's, or the sandbox's. */
  portRefusal(target: PortTarget, { headers }: IncomingMessage, guard: GuardOptions): Refusal | undefined {
    const { own, token } = guard
    const name = `${target.port}-${target.sandboxId}.`
    const ownPort = own && {
      isOwnName: (host: string) =>
        host.startsWith(name.toLowerCase()) && own.isOwnName(host.slice(name.length)),
      port: own.port,
    }
    const foreign = foreignRefusal(headers, ownPort)
    if (foreign || hasToken(headers, token) || this.#access.opens(target.sandboxId, headers)) return foreign
    return {
      status: 401,
      detail: 'the header e2b-traffic-access-token is needed: trafficAccessToken of the sandbox',
    }
  }
}

/** Addresses of the control interface. */
const CONTROL = /^\/(?:v\d\/)?(?:sandboxes|snapshots|templates|volumes|secrets|teams)(?:[/?]|$)/

function sendRefusal(response: ServerResponse, { status, detail }: Refusal): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ code: status, message: detail }))
}
