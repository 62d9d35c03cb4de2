import type { Protocol } from './answer.ts'

/** What is known of a telemetry connection when a plan looks for one. */
export interface Candidate {
  readonly id: string
  readonly address: string
  readonly speaks: Protocol
  /** Storages that a person gave it, as `domain/name`. */
  readonly storages: readonly string[]
}

/** An address as people paste it, without the path of the API and the slash at its end. */
export const withoutApi = (url: string): string =>
  url
    .replace(/\/+$/, '')
    .replace(/\/api\/v1$/, '')
    .replace(/\/+$/, '')

/** Scheme, host and port, and the path's parts; addresses that differ only in case of the host or in a usual port are the same. */
function partsOf(address: string): { origin: string; path: string[] } | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(withoutApi(address))
  return origin === 'null' ? undefined : { origin, path: pathname.split('/').filter(Boolean) }
}

function leadsTo(connection: string, endpoint: string): boolean {
  const [a, b] = [partsOf(connection), partsOf(endpoint)]
  return a !== undefined && b !== undefined && a.origin === b.origin && a.path.join('/') === b.path.join('/')
}

/** The connection that a plan's storage belongs to: the one that a person gave it, else the one at its address. */
export function connectionFor<C extends Candidate>(
  {
    protocol,
    storage,
    endpoint,
  }: { readonly protocol: Protocol; readonly storage: string; readonly endpoint: string },
  candidates: readonly C[],
): C | undefined {
  const able = candidates.filter(({ speaks }) => speaks === protocol)
  return (
    able.find(({ storages }) => storages.includes(storage)) ??
    able.find(({ address }) => leadsTo(address, endpoint))
  )
}
