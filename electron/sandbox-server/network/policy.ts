/**
 * What a sandbox may reach, written as `--network` and `start` take it.
 *
 * - `own`: a network of its own; the way out is a proxy that reaches public addresses.
 * - `allow:HOST[:PORT],…`: the same, but only these hosts, whatever their addresses; `*` stands for every public one.
 * - `none`: a network of its own without a way out. `private` is its old name.
 * - `shared`: this machine's network.
 */
export interface NetworkPolicy {
  readonly mode: NetworkMode
  /** Of `allow` only. */
  readonly hosts: readonly AllowedHost[]
}

export const NETWORK_MODES = ['own', 'shared', 'none', 'allow'] as const
export type NetworkMode = (typeof NETWORK_MODES)[number]

/** What leads out of a network of its own: the proxy, or what stands beside it (see user-network.ts). */
export type WayOutName = 'proxy' | 'pasta' | 'slirp4netns'

export interface AllowedHost {
  /** In lower case; `*` for every public host, `*.NAME` for those below a name. */
  readonly host: string
  /** Undefined: every port. */
  readonly port: number | undefined
}

/** Hosts of one list. */
const MAX_HOSTS = 256
const HOST =
  /^(?:\*|(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*|\[[0-9a-f:.]+\])$/

export const NETWORK_FORM = 'own, shared, none or allow:HOST[:PORT],…'

/** Undefined when the text is none of the forms. */
export function parseNetwork(text: string): NetworkPolicy | undefined {
  if (text === 'private') return { mode: 'none', hosts: [] }
  const [mode = '', list] = text.startsWith('allow:') ? ['allow', text.slice('allow:'.length)] : [text]
  if (mode === 'allow') return list === undefined ? undefined : allowing(list)
  const known = NETWORK_MODES.find((name) => name === mode)
  return known && { mode: known, hosts: [] }
}

/** The form in which a record keeps it. */
export const networkText = ({ mode, hosts }: NetworkPolicy): string =>
  mode === 'allow'
    ? `allow:${hosts.map(({ host, port }) => (port === undefined ? host : `${host}:${port}`)).join(',')}`
    : mode

/** Whether its way out is our proxy. */
export const hasProxy = ({ mode }: NetworkPolicy): boolean => mode === 'own' || mode === 'allow'

function allowing(list: string): NetworkPolicy | undefined {
  const hosts = list.split(',').map((entry) => allowedHost(entry.trim().toLowerCase()))
  if (hosts.length > MAX_HOSTS || !hosts.every((host) => host !== undefined)) return undefined
  return { mode: 'allow', hosts }
}

function allowedHost(entry: string): AllowedHost | undefined {
  const [, host = '', digits] = /^(.*?)(?::(\d{1,5}))?$/.exec(entry) ?? []
  const port = digits === undefined ? undefined : Number(digits)
  if (!HOST.test(host) || host.length > 253 || port === 0 || (port ?? 0) > 65_535) return undefined
  return { host, port }
}

/** What a policy says of a host before its addresses are known. */
type HostVerdict = 'any-address' | 'public-addresses' | 'refused'

export function judgeHost(policy: NetworkPolicy, host: string, port: number): HostVerdict {
  if (policy.mode === 'own') return 'public-addresses'
  const name = host.toLowerCase().replace(/\.$/, '')
  const fits = policy.hosts.filter((allowed) => allowed.port === undefined || allowed.port === port)
  if (fits.some((allowed) => covers(allowed.host, name))) return 'any-address'
  return fits.some((allowed) => allowed.host === '*') ? 'public-addresses' : 'refused'
}

const covers = (allowed: string, name: string): boolean =>
  allowed.replace(/^\[(.*)\]$/, '$1') === name ||
  (allowed.startsWith('*.') && name.endsWith(allowed.slice(1)))
