import type { IncomingMessage, ServerResponse } from 'node:http'
import { foreignRefusal, type GuardOptions, type Refusal } from '../api/guard.ts'
import type { PortTarget } from '../api/port-target.ts'

/** Whether a URL belongs to the control API, whose errors have E2B's format. */
export const isControl = (url: string): boolean =>
  /^\/(?:v\d\/)?(?:sandboxes|snapshots|templates|volumes|secrets|teams)(?:[/?]|$)/.test(url)

export function sendRefusal(
  response: ServerResponse,
  { status, detail, retryAfter, challenge }: Refusal,
): void {
  if (challenge !== undefined) response.setHeader('www-authenticate', challenge)
  response
    .writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    })
    .end(JSON.stringify({ code: status, message: detail }))
}

/** Why a web page may not access a port by its host name: only the port's own pages may. */
export function portPageRefusal(
  target: PortTarget,
  { headers }: IncomingMessage,
  { own }: GuardOptions,
): Refusal | undefined {
  const name = `${target.port}-${target.sandboxId}.`
  const ownPort = own && {
    isOwnName: (host: string) =>
      host.startsWith(name.toLowerCase()) && own.isOwnName(host.slice(name.length)),
    port: own.port,
  }
  return foreignRefusal(headers, ownPort)
}

/** The refusal for clients without this server's or the sandbox's token. */
export const NO_PORT_TOKEN: Refusal = {
  status: 401,
  detail: 'the header e2b-traffic-access-token is needed: trafficAccessToken of the sandbox',
}
