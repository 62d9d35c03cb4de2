import type { ListeningPort } from '#shared/sandbox/lifecycle.ts'
import { collect } from '../runtime/collect.ts'
import type { Isolate } from '../runtime/runtime.ts'

const SOCKETS = 'cat /proc/net/tcp /proc/net/tcp6 2>/dev/null'
/** The open files of every process, then its words: a name of one's own line each, words apart by tabs. */
const OWNERS = [
  'ls -l /proc/[0-9]*/fd 2>/dev/null',
  'for process in /proc/[0-9]*; do',
  '  printf "%s\\n" "$process=$(tr "\\000" "\\t" < "$process/cmdline" 2>/dev/null | head -c 400)"',
  'done',
].join('\n')

/** State of a socket that listens (include/net/tcp_states.h). */
const LISTENS = '0A'

interface Socket {
  readonly inode: string
  readonly port: number
  readonly address: string
}

/** `0100007F` is 127.0.0.1: each group of four bytes is in the order of the machine. */
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

/** The sockets that listen, of the tables in /proc/net. */
export function listeningSockets(tables: string): Socket[] {
  return tables.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    const [address = '', port = ''] = local.split(':')
    return state === LISTENS ? [{ inode, port: parseInt(port, 16), address: readAddress(address) }] : []
  })
}

/** A program as people know it: the module or the script of an interpreter, else the program. */
export function programName(words: readonly string[]): string {
  const base = (path: string): string => path.split('/').at(-1) ?? path
  const [program = '', ...rest] = words
  const name = base(program)
  if (!/^(?:python|node|ruby|perl|deno|bun|php|java)[\d.]*$/.test(name)) return name
  const module = rest.indexOf('-m')
  if (module >= 0 && rest[module + 1]) return rest[module + 1] ?? name
  const script = rest.find((word) => !word.startsWith('-'))
  // A program that is given as text has no name of its own.
  return script === undefined || rest.some((word) => /^-[ce]$/.test(word)) ? name : base(script)
}

/** Who holds the sockets, by inode, as {@link OWNERS} prints it. */
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

/** The ports that programs of a sandbox listen on. What is not a program's of the sandbox, as the door of its proxy, is none. */
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
    // A server that listens on both kinds of addresses is one.
    const ports = [...new Map(found.toReversed().map((one) => [one.port, one])).values()]
    ports.sort((a, b) => a.port - b.port)
    this.#last.set(isolate, { inodes, ports })
    return ports
  }
}

async function output(isolate: Isolate, script: string): Promise<string> {
  return (await collect(isolate.exec({ argv: ['/bin/sh', '-c', script] }))).stdout.toString()
}
