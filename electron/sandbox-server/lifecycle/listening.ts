import type { ListeningPort } from '#shared/sandbox/lifecycle.ts'
import { collect } from '../runtime/collect.ts'
import type { Isolate } from '../runtime/runtime.ts'

const SOCKETS = 'cat /proc/net/tcp /proc/net/tcp6 2>/dev/null'
/**
 * Prints the open files of every process, then its command line: each file name on its own line, arguments
 * separated by tabs.
 */
const OWNERS = [
  'ls -l /proc/[0-9]*/fd 2>/dev/null',
  'for process in /proc/[0-9]*; do',
  '  printf "%s\\n" "$process=$(tr "\\000" "\\t" < "$process/cmdline" 2>/dev/null | head -c 400)"',
  'done',
].join('\n')

/** TCP_LISTEN (include/net/tcp_states.h). */
const LISTENS = '0A'

interface Socket {
  readonly inode: string
  readonly port: number
  readonly address: string
}

/** `0100007F` is 127.0.0.1: each group of four bytes is in host byte order. */
function readAddress(hex: string): string {
  const words = hex.match(/.{8}/g) ?? []
  const bytes = words.flatMap((word) => (word.match(/../g) ?? []).reverse().map((byte) => parseInt(byte, 16)))
  if (bytes.length === 4) return bytes.join('.')
  if (bytes.every((byte) => byte === 0)) return '::'
  const groups = Array.from({ length: 8 }, (_, index) =>
    (((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0)).toString(16),
  )
  return groups.join(':').replace(/^(?:0:)+/, '::')
}

/** The listening sockets in the tables of /proc/net. */
export function listeningSockets(tables: string): Socket[] {
  return tables.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    const [address = '', port = ''] = local.split(':')
    return state === LISTENS ? [{ inode, port: parseInt(port, 16), address: readAddress(address) }] : []
  })
}

/** The recognizable name of a program: an interpreter's module or script, else the executable. */
export function programName(words: readonly string[]): string {
  const base = (path: string): string => path.split('/').at(-1) ?? path
  const [program = '', ...rest] = words
  const name = base(program)
  if (!/^(?:python|node|ruby|perl|deno|bun|php|java)[\d.]*$/.test(name)) return name
  const module = rest.indexOf('-m')
  if (module >= 0 && rest[module + 1]) return rest[module + 1] ?? name
  const script = rest.find((word) => !word.startsWith('-'))
  // A program given as an argument (`-c`, `-e`) has no name.
  return script === undefined || rest.some((word) => /^-[ce]$/.test(word)) ? name : base(script)
}

/** The owners of sockets by inode, as printed by {@link OWNERS}. */
function readOwners(text: string): Map<string, { readonly pid: number; readonly program: string }> {
  const programs = new Map<string, string>()
  const holders = new Map<string, string>()
  let process = ''
  for (const line of text.split('\n')) {
    const [, folder] = /^\/proc\/(\d+)\/fd:$/.exec(line) ?? []
    if (folder !== undefined) process = folder
    const [, inode] = / -> socket:\[(\d+)\]$/.exec(line) ?? []
    if (inode !== undefined && !holders.has(inode)) holders.set(inode, process)
    const [, pid, words] = /^\/proc\/(\d+)=(.*)$/.exec(line) ?? []
    if (pid !== undefined && words !== undefined) programs.set(pid, programName(words.split('\t')))
  }
  return new Map(
    [...holders].map(([inode, pid]) => [inode, { pid: Number(pid), program: programs.get(pid) ?? '' }]),
  )
}

interface LastAnswer {
  readonly inodes: string
  readonly ports: readonly ListeningPort[]
}

/** The ports that a sandbox's programs listen on. Sockets without an owner inside, such as the proxy's, are excluded. */
export class Listening {
  readonly #last = new WeakMap<Isolate, LastAnswer>()

  async of(isolate: Isolate): Promise<readonly ListeningPort[]> {
    const sockets = listeningSockets(await output(isolate, SOCKETS))
    const inodes = sockets.map(({ inode }) => inode).join()
    const last = this.#last.get(isolate)
    if (last?.inodes === inodes) return last.ports
    const owners = sockets.length === 0 ? new Map() : readOwners(await output(isolate, OWNERS))
    const found = sockets.flatMap(({ inode, port, address }): ListeningPort[] => {
      const owner = owners.get(inode)
      return owner ? [{ port, address, ...owner }] : []
    })
    // A server that listens on both IPv4 and IPv6 counts once.
    const ports = [...new Map(found.toReversed().map((one) => [one.port, one])).values()]
    ports.sort((a, b) => a.port - b.port)
    this.#last.set(isolate, { inodes, ports })
    return ports
  }
}

async function output(isolate: Isolate, script: string): Promise<string> {
  return (await collect(isolate.exec({ argv: ['/bin/sh', '-c', script] }))).stdout.toString()
}
