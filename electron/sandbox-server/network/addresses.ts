import { BlockList, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Addresses that are not public Internet, but belong to this machine or its networks. */
const RESERVED: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8], // this machine
  ['10.0.0.0', 8], // private (RFC 1918)
  ['100.64.0.0', 10], // carrier-grade NAT (RFC 6598)
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, and cloud metadata services
  ['172.16.0.0', 12],
  ['192.0.0.0', 24], // protocol assignments (RFC 6890)
  ['192.168.0.0', 16],
  ['198.18.0.0', 15], // benchmarks (RFC 2544)
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
  ['::', 96], // unspecified, loopback, IPv4-compatible
  ['64:ff9b:1::', 48], // local NAT64 (RFC 8215)
  ['100::', 64], // discard-only
  ['2001::', 32], // Teredo: contains an IPv4 address
  ['2002::', 16], // 6to4: contains an IPv4 address
  ['fc00::', 7], // unique local
  ['fe80::', 10], // link-local
  ['fec0::', 10], // site-local, deprecated
  ['ff00::', 8], // multicast
]

const family = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6')

const reserved = new BlockList()
for (const [network, prefix] of RESERVED) reserved.addSubnet(network, prefix, family(network))

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addSubnet('0.0.0.0', 8, 'ipv4')
loopback.addSubnet('::', 127, 'ipv6')

/** IPv6 prefixes with an IPv4 address in the last four bytes: mapped and translated (RFC 4291, RFC 6052). */
const HOLDERS = [
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
] as const
const holders = new BlockList()
for (const [network, prefix] of HOLDERS) holders.addSubnet(network, prefix, 'ipv6')

/** The IPv4 address embedded in an IPv6 address, else the address itself without its zone. */
function plain(address: string): string {
  const bare = address.replace(/%.*$/, '')
  if (isIPv4(bare) || !holders.check(bare, 'ipv6')) return bare
  const url = new URL(`http://[${bare}]/`).hostname.slice(1, -1)
  const [high = 0, low = 0] = url
    .split(':')
    .slice(-2)
    .map((word) => Number.parseInt(word || '0', 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Whether an address is public, rather than this machine's or that of a network around it. */
export function isPublic(address: string): boolean {
  const bare = plain(address)
  return !reserved.check(bare, family(bare)) && !isOfThisMachine(bare)
}

/**
 * Whether an address is this machine's loopback. Services there trust every client, so no allow list permits
 * it.
 */
export function isLoopbackAddress(address: string): boolean {
  const bare = plain(address)
  return loopback.check(bare, family(bare))
}

/** The non-public IPv4 networks to block, except the sandbox's own loopback. */
export const closedNetworks = (): string[] => [
  ...RESERVED.filter(([network]) => isIPv4(network) && !/^(?:0|127)\./.test(network)).map((net) =>
    net.join('/'),
  ),
  ...Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).flatMap(({ address, internal }) => (isIPv4(address) && !internal ? `${address}/32` : [])),
  ),
]

const isOfThisMachine = (address: string): boolean =>
  Object.values(networkInterfaces()).some((list) => list?.some((own) => own.address === address))
