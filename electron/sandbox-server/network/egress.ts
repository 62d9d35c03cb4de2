import { spawn } from 'node:child_process'
import { Server } from 'node:net'
import { findTool } from '../runtime/bubblewrap/tools.ts'
import { ConnectionLog } from './connection-log.ts'
import { hasProxy, type NetworkPolicy, type EgressMethod } from '#shared/sandbox/network-policy.ts'
import { createProxy } from './proxy.ts'
import { openUserNetwork, type Place } from './user-network.ts'

/** Timeout for opening the socket, which takes some milliseconds on an idle machine. */
const OPEN_MS = 20_000

/** Listens and sends the socket to the parent process over the IPC channel of `child_process.fork`. */
const NODE = `const server = require('node:net').createServer();
server.listen(Number(process.argv[1]), '127.0.0.1', () => process.send('open', server));
process.once('disconnect', () => process.exit());`

/**
 * The same in Perl, which starts ten times faster than Node: socket, bind, listen, then sendmsg(2), whose syscall number is the second
 * argument, with the socket in an SCM_RIGHTS message beside the JSON by which Node announces a handle. It waits for the acknowledgement,
 * so that it does not exit first. Uses no Perl modules, which Debian's perl-base lacks. For 64-bit processors.
 */
const PERL = [
  '($p, $n) = @ARGV; $i = 0 + $ENV{NODE_CHANNEL_FD};',
  'socket(S, 2, 1, 0) && setsockopt(S, 1, 2, pack("i", 1)) or die;',
  'bind(S, pack("S n C4 x8", 2, $p, 127, 0, 0, 1)) && listen(S, 511) or die;',
  '$m = qq({"cmd":"NODE_HANDLE","type":"net.Server","msg":"open"}\\n); $v = pack("P J", $m, length $m);',
  '$c = pack("J i i i x4", 20, 1, 1, fileno S); $h = pack("J J P J P J J", 0, 0, $v, 1, $c, length $c, 0);',
  'syscall($n, $i, $h, 0) > 0 or die; open(C, "<&=$i") && sysread(C, $a, 1);',
].join(' ')

/** The syscall number of sendmsg(2) by Node's processor name (asm/unistd.h). */
const SENDMSG: Readonly<Record<string, number>> = { x64: 46, arm64: 211, riscv64: 211, loong64: 211 }

/** Commands that listen on the port, fastest first. */
function openers(port: number): string[][] {
  const perl = findTool('perl')
  const sendmsg = SENDMSG[process.arch]
  const fast = perl && sendmsg ? [[perl, '-e', PERL, String(port), String(sendmsg)]] : []
  return [...fast, [process.execPath, '-e', NODE, String(port)]]
}

/**
 * Opens a listening socket on the loopback of another network namespace. A socket stays in the namespace it was created
 * in, whichever process holds it.
 * @param enter command prefix that enters that namespace
 */
export async function openProxyListener(enter: readonly string[], port: number): Promise<Server> {
  let failure: unknown
  for (const words of openers(port)) {
    try {
      return await openBy([...enter, ...words])
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function openBy([file = '', ...args]: readonly string[]): Promise<Server> {
  const child = spawn(file, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ELECTRON_RUN_AS_NODE: '1' },
    cwd: '/',
  })
  const late = setTimeout(() => child.kill('SIGKILL'), OPEN_MS)
  return new Promise<Server>((resolve, reject) => {
    child.once('message', (_word, server) => {
      child.disconnect()
      if (server instanceof Server) resolve(server)
      else reject(new Error('the port came without its socket'))
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error('the port could not be opened')))
  }).finally(() => clearTimeout(late))
}

/** The proxy's port on the sandbox's loopback: above the kernel's ephemeral port range. */
const PORT = 61_080
const ADDRESS = `http://127.0.0.1:${PORT}`
const NEAR = 'localhost,127.0.0.1,::1'

/** Proxy environment variables for programs inside, in both upper and lower case. */
export const proxyEnvironment = (policy: NetworkPolicy): Readonly<Record<string, string>> =>
  hasProxy(policy)
    ? Object.fromEntries(
        Object.entries({ http_proxy: ADDRESS, https_proxy: ADDRESS, no_proxy: NEAR }).flatMap(
          ([name, value]) => [
            [name, value],
            [name.toUpperCase(), value],
          ],
        ),
      )
    : {}

/** How a sandbox's traffic leaves its private network, as far as its policy allows any. */
export class Egress {
  readonly log = new ConnectionLog()
  /** Resolves when programs inside can use it, or when it failed. */
  readonly ready: Promise<void>
  #policy: NetworkPolicy
  readonly #hasDoor: boolean
  readonly #place: Place | undefined
  #close = () => {}
  /** Forwards what the proxy does not support, if the policy allows it. */
  #beside: Awaited<ReturnType<typeof openUserNetwork>>
  #isClosed = false

  /** @param place undefined for this machine's network */
  constructor(policy: NetworkPolicy, place: Place | undefined) {
    this.#policy = policy
    this.#place = place
    this.#hasDoor = hasProxy(policy)
    const opened = place && this.#hasDoor ? [this.#open(place.enter), this.#openBeside()] : []
    this.ready = Promise.all(opened).then(() => undefined)
  }

  /** The proxy, or the program beside it. */
  get name(): EgressMethod | undefined {
    return this.#beside?.name ?? (hasProxy(this.#policy) ? 'proxy' : undefined)
  }

  /**
   * Changes the policy for new connections.
   * @returns false if that requires a restart, which creates the network and its proxy
   */
  change(policy: NetworkPolicy): boolean {
    if (!this.#hasDoor || policy.mode === 'shared') return policy.mode === this.#policy.mode
    this.#policy = policy
    if (policy.mode !== 'own') this.#closeBeside()
    else if (!this.#beside) void this.#openBeside()
    return true
  }

  close(): void {
    this.#isClosed = true
    this.#close()
    this.#closeBeside()
  }

  /** It does not filter by host, so allow lists only permit the proxy. */
  async #openBeside(): Promise<void> {
    if (!this.#place || this.#policy.mode !== 'own') return
    const opened = await openUserNetwork(this.#place)
    if (this.#isClosed || this.#beside || this.#policy.mode !== 'own') opened?.close()
    else this.#beside = opened
  }

  #closeBeside(): void {
    this.#beside?.close()
    this.#beside = undefined
  }

  async #open(enter: readonly string[]): Promise<void> {
    const door = await openProxyListener(enter, PORT).catch(() => undefined)
    if (!door) return
    const proxy = createProxy({ policy: () => this.#policy, log: this.log })
    door.on('connection', (socket) => proxy.emit('connection', socket))
    this.#close = () => {
      door.close()
      proxy.closeAllConnections()
    }
  }
}
