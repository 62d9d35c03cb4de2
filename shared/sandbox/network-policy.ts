/**
 * What a sandbox may reach, in the syntax of `--network` and `start`.
 * - `own`: a private network; traffic leaves through a proxy that reaches public addresses.
 * - `allow:HOST[:PORT],…`: the same, but only to these hosts, whatever their addresses; `*` stands for every public
 * host.
 * - `none`: a private network without Internet access. `private` is its old name.
 * - `shared`: this machine's network.
 */
export interface NetworkPolicy {
  readonly mode: NetworkMode
  /** For `allow` only. */
  readonly hosts: readonly AllowedHost[]
}

const NETWORK_MODES = ['own', 'shared', 'none', 'allow'] as const
export type NetworkMode = (typeof NETWORK_MODES)[number]

/**
 * How traffic leaves a private network: the proxy, or a user-mode network beside it (see user-network.ts).
 */
export type EgressMethod = 'proxy' | 'pasta' | 'slirp4netns'

export interface AllowedHost {
  /** In lower case; `*` for every public host, `*.NAME` for subdomains. */
  readonly host: string
  /** Undefined for every port. */
  readonly port: number | undefined
}

/** Maximum number of hosts in a list. */
export const MAX_HOSTS = 256
const HOST =
  /^(?:\*|(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*|\[[0-9a-f:.]+\])$/

export const NETWORK_FORM = 'own, shared, none or allow:HOST[:PORT],…'

/** Parses a policy; undefined if the syntax is invalid. */
export function parseNetwork(text: string): NetworkPolicy | undefined {
  if (text === 'private') return { mode: 'none', hosts: [] }
  const [mode = '', list] = text.startsWith('allow:') ? ['allow', text.slice('allow:'.length)] : [text]
  if (mode === 'allow') return list === undefined ? undefined : allowing(list)
  const known = NETWORK_MODES.find((name) => name === mode)
  return known && { mode: known, hosts: [] }
}

/** The policy as stored in a record. */
export const networkText = ({ mode, hosts }: NetworkPolicy): string =>
  mode === 'allow'
    ? `allow:${hosts.map(({ host, port }) => (port === undefined ? host : `${host}:${port}`)).join(',')}`
    : mode

/** Whether its traffic goes through the proxy. */
export const hasProxy = ({ mode }: NetworkPolicy): boolean => mode === 'own' || mode === 'allow'

function allowing(list: string): NetworkPolicy | undefined {
  const hosts = list.split(',').map((entry) => allowedHost(entry.trim().toLowerCase()))
  if (hosts.length > MAX_HOSTS || !hosts.every((host) => host !== undefined)) return undefined
  return { mode: 'allow', hosts }
}

/** The first entry of a list that names no host; undefined if all do. */
export const unreadableHost = (list: string): string | undefined =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .find((entry) => allowedHost(entry.toLowerCase()) === undefined)

function allowedHost(entry: string): AllowedHost | undefined {
  const [, host = '', digits] = /^(.*?)(?::(\d{1,5}))?$/.exec(entry) ?? []
  const port = digits === undefined ? undefined : Number(digits)
  if (!HOST.test(host) || host.length > 253 || port === 0 || (port ?? 0) > 65_535) return undefined
  return { host, port }
}

/** What a policy allows for a host before its addresses are resolved. */
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
