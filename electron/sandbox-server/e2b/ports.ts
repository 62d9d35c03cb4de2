import type { IncomingMessage } from 'node:http'
import type { PortTarget } from '../api/port-target.ts'

/** `PORT-SANDBOX.NAME`: the host names that `getHost` of the E2B libraries returns. */
const PORT_HOST = /^(\d{1,5})-([a-z0-9][a-z0-9._-]*?)\.([^.].*)$/i

interface PortHost {
  readonly port: number
  readonly sandboxId: string
  /** The rest: a name of this server. */
  readonly name: string
}

export function portHost(host: string | undefined): PortHost | undefined {
  const match = PORT_HOST.exec(host?.replace(/:\d+$/, '') ?? '')
  if (!match) return undefined
  const [, port, sandboxId = '', name = ''] = match
  return { port: Number(port), sandboxId, name }
}

/** The target of a request to such a host name. */
export function portHostTarget(
  { headers, url }: IncomingMessage,
  secrets: readonly string[],
): PortTarget | undefined {
  const host = portHost(headers.host)
  if (!host) return undefined
  const { port, sandboxId } = host
  return { sandboxId, port, secrets, path: url ?? '/', prefix: '', kind: 'host' }
}
