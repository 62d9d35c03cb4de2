import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { shellQuote } from '#shared/shell/quote.ts'
import { findTool } from '../runtime/bubblewrap/tools.ts'
import { closedNetworks } from './addresses.ts'
import type { NetworkPolicy } from './policy.ts'

/**
 * Ways past the proxy for what speaks neither HTTP nor CONNECT: programs that answer for a whole network in one of their own, and pass its
 * TCP and UDP on as connections of theirs. They decide nothing by host and log nothing.
 */
const USER_NETWORKS = ['pasta', 'slirp4netns'] as const
type UserNetworkName = (typeof USER_NETWORKS)[number]

/** A network that no machine has: kept for carriers that translate addresses (RFC 6333). */
const NET = '192.0.0.0'
const [GATEWAY, NAMES, OWN] = ['192.0.0.2', '192.0.0.3', '192.0.0.100']

/** What a new sandbox's `/etc/resolv.conf` says: nothing of ours where no resolver would answer. */
export function resolverOf({ mode }: NetworkPolicy): string | undefined {
  if (mode === 'own' && findUserNetwork()) return `nameserver ${NAMES}\n`
  if (mode !== 'shared' || !existsSync('/etc/resolv.conf')) return undefined
  return readFileSync('/etc/resolv.conf', 'utf8')
}

/** Milliseconds until the network answers, or is done without. */
const PATIENCE_MS = 5_000
/** Milliseconds between two looks whether it answers. */
const TRY_MS = 20

/** Whose network it is to be. */
export interface Place {
  /** Words before a program that take it into the sandbox's network. */
  readonly enter: readonly string[]
  /** Files of the namespaces, and the host's user who made them. */
  readonly user: string
  readonly network: string
  readonly owner: number | undefined
}

/** The device of such networks; most machines let every user open it, and root runs them as the user of the sandbox. */
const DEVICE = '/dev/net/tun'
const ALL_MAY_USE = 0o006

/** The first of them on this machine, if it can work here; `ip` closes what they are not to reach. */
export function findUserNetwork(): { name: UserNetworkName; file: string; ip: string } | undefined {
  const mode = statSync(DEVICE, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & ALL_MAY_USE) !== ALL_MAY_USE) return undefined
  const ip = findTool('ip')
  const name = USER_NETWORKS.find((one) => findTool(one) !== undefined)
  return ip && name ? { name, file: findTool(name) ?? name, ip } : undefined
}

function words(name: UserNetworkName, file: string, { user, network, owner }: Place): string[] {
  if (name === 'slirp4netns') {
    const asked = ['--configure', '--mtu=65520', '--disable-host-loopback', `--cidr=${NET}/25`]
    return [file, ...asked, `--userns-path=${user}`, '--netns-type=path', network, 'tap0']
  }
  const asked = ['--config-net', '--ipv4-only', '--address', OWN, '--netmask', '25', '--gateway', GATEWAY]
  const closed = [
    '--no-map-gw',
    '--dns-forward',
    NAMES,
    ...['-t', '-u', '-T', '-U'].flatMap((of) => [of, 'none']),
  ]
  const as = owner === undefined ? [] : ['--runas', `${owner}:${owner}`]
  return [file, '--foreground', '--quiet', ...asked, ...closed, ...as, '--userns', user, '--netns', network]
}

/**
 * What a shell runs to open a way, and to keep it open until its standard input ends. First of all it closes, by routes that no program inside
 * may change, the networks around this machine and its own addresses, so that there is no moment in which they are open.
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
    // A shell that a signal ends runs what is set for its exit only if it handles the signal.
    `trap 'kill $program' EXIT; trap 'exit 1' TERM; left=${PATIENCE_MS / TRY_MS}`,
    `until ${ip} -o route show default | grep -q .`,
    // Bounded, because its server may be gone, and the sandbox whose network it looks at.
    `do kill -0 $program && [ $((left -= 1)) -gt 0 ] || exit 1; sleep ${TRY_MS / 1000}; done`,
    'echo open; read -r _',
  ].join('\n')
}

/**
 * Gives a sandbox's network a way past the proxy. The program ends with its standard input, so with the server.
 *
 * @returns its name and how to end it; undefined where there is none, or the kernel refuses it
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
