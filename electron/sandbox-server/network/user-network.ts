import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { shellQuote } from '#shared/shell/quote.ts'
import { findTool } from '../runtime/bubblewrap/tools.ts'
import { closedNetworks } from './addresses.ts'
import type { NetworkPolicy } from '#shared/sandbox/network-policy.ts'

/**
 * User-mode networks for programs that support neither HTTP proxies nor CONNECT: they emulate a network in user space and forward its TCP
 * and UDP as their own connections. They do not filter by host and log nothing.
 */
const USER_NETWORKS = ['pasta', 'slirp4netns'] as const
type UserNetworkName = (typeof USER_NETWORKS)[number]

/** A network that is assigned to no machine: reserved for carrier address translation (RFC 6333). */
const NET = '192.0.0.0'
const [GATEWAY, NAMES, OWN] = ['192.0.0.2', '192.0.0.3', '192.0.0.100']

/** Content of a new sandbox's `/etc/resolv.conf`; undefined if no resolver would answer. */
export function resolverOf({ mode }: NetworkPolicy): string | undefined {
  if (mode === 'own' && findUserNetwork()) return `nameserver ${NAMES}\n`
  if (mode !== 'shared' || !existsSync('/etc/resolv.conf')) return undefined
  return readFileSync('/etc/resolv.conf', 'utf8')
}

/** Milliseconds to wait for the network; without an answer the sandbox does without it. */
const PATIENCE_MS = 5_000
/** Milliseconds between two checks. */
const TRY_MS = 20

/** The sandbox that gets the network. */
export interface Place {
  /** Command prefix that enters the sandbox's network namespace. */
  readonly enter: readonly string[]
  /** Namespace files, and the host user who owns them. */
  readonly user: string
  readonly network: string
  readonly owner: number | undefined
}

/** The TUN device. Most machines let every user open it; root runs the programs as the user of the sandbox. */
const DEVICE = '/dev/net/tun'
const ALL_MAY_USE = 0o006

/** The first supported program on this machine; `ip` blocks the networks that it should not reach. */
export function findUserNetwork(): { name: UserNetworkName; file: string; ip: string } | undefined {
  const mode = statSync(DEVICE, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & ALL_MAY_USE) !== ALL_MAY_USE) return undefined
  const ip = findTool('ip')
  const name = USER_NETWORKS.find((one) => findTool(one) !== undefined)
  return ip && name ? { name, file: findTool(name) ?? name, ip } : undefined
}

function words(name: UserNetworkName, file: string, { user, network, owner }: Place): string[] {
  if (name === 'slirp4netns') {
    const args = ['--configure', '--mtu=65520', '--disable-host-loopback', `--cidr=${NET}/25`]
    return [file, ...args, `--userns-path=${user}`, '--netns-type=path', network, 'tap0']
  }
  const args = ['--config-net', '--ipv4-only', '--address', OWN, '--netmask', '25', '--gateway', GATEWAY]
  const closed = [
    '--no-map-gw',
    '--dns-forward',
    NAMES,
    ...['-t', '-u', '-T', '-U'].flatMap((of) => [of, 'none']),
  ]
  const as = owner === undefined ? [] : ['--runas', `${owner}:${owner}`]
  return [file, '--foreground', '--quiet', ...args, ...closed, ...as, '--userns', user, '--netns', network]
}

/**
 * Shell script that opens the network and keeps it open until stdin ends. It first blocks, by routes that no program inside can change, the
 * networks around this machine and its own addresses, so that they are never reachable.
 */
export function openingScript(
  { name, file, ip: program }: NonNullable<ReturnType<typeof findUserNetwork>>,
  place: Place,
): string {
  const ip = [...place.enter, program].map(shellQuote).join(' ')
  const routes = closedNetworks().map((network) => `route replace unreachable ${network}\n`)
  return [
    `printf %s ${shellQuote(routes.join(''))} | ${ip} -batch - || exit 1`,
    `${words(name, file, place).map(shellQuote).join(' ')} & program=$!`,
    // A shell killed by a signal runs its EXIT trap only if it handles the signal.
    `trap 'kill $program' EXIT; trap 'exit 1' TERM; left=${PATIENCE_MS / TRY_MS}`,
    `until ${ip} -o route show default | grep -q .`,
    // Bounded, because the server or the sandbox may be gone.
    `do kill -0 $program && [ $((left -= 1)) -gt 0 ] || exit 1; sleep ${TRY_MS / 1000}; done`,
    'echo open; read -r _',
  ].join('\n')
}

/**
 * Gives a sandbox a user-mode network beside the proxy. The program exits with its stdin, and therefore with
 * the server.
 * @returns its name and a function to stop it; undefined if there is none, or the kernel refuses it
 */
export async function openUserNetwork(
  place: Place,
): Promise<{ readonly name: UserNetworkName; close(): void } | undefined> {
  const tool = findUserNetwork()
  if (!tool) return undefined
  const child = spawn('/bin/sh', ['-c', openingScript(tool, place)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
    cwd: '/',
  })
  const close = () => void child.stdin.end()
  child.stdin.on('error', () => undefined)
  const late = setTimeout(close, PATIENCE_MS)
  const isOpen = await new Promise<boolean>((resolve) => {
    createInterface(child.stdout).once('line', () => resolve(true))
    child.once('error', () => resolve(false))
    child.once('exit', () => resolve(false))
    setTimeout(() => resolve(false), PATIENCE_MS).unref()
  })
  clearTimeout(late)
  if (isOpen) return { name: tool.name, close }
  child.kill()
  return undefined
}
