import type { Protocol } from './answer.ts'

/** A telemetry connection considered for a plan. */
export interface Candidate {
  readonly id: string
  readonly address: string
  readonly speaks: Protocol
  /** Storages assigned by the user, as `domain/name`. */
  readonly storages: readonly string[]
}

/** Strips the API path and the trailing slash from a pasted address. */
export const withoutApi = (url: string): string =>
  url
    .replace(/\/+$/, '')
    .replace(/\/api\/v1$/, '')
    .replace(/\/+$/, '')

/** Splits an address into origin and path segments; host case and default ports are normalised. */
function partsOf(address: string): { origin: string; path: string[] } | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(withoutApi(address))
  return origin === 'null' ? undefined : { origin, path: pathname.split('/').filter(Boolean) }
}

function leadsTo(connection: string, endpoint: string): boolean {
  const [a, b] = [partsOf(connection), partsOf(endpoint)]
  return a !== undefined && b !== undefined && a.origin === b.origin && a.path.join('/') === b.path.join('/')
}

/** Returns the connection for a plan's storage: the one assigned by the user, else the one with its address. */
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
