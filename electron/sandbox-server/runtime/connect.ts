import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Duplex, type Readable, type Writable } from 'node:stream'
import { type IsolateProcess, RuntimeFailure } from './runtime.ts'

/** Timeout for connecting to a local port. */
const CONNECT_MS = 10_000

/** For sandboxes with the host's network. @throws RuntimeFailure when nothing listens */
export function connectDirectly(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    const timer = setTimeout(() => fail('no answer within 10 seconds'), CONNECT_MS)
    const fail = (reason: string) => {
      clearTimeout(timer)
      socket.destroy()
      reject(new RuntimeFailure(reason))
    }
    socket.once('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'ECONNREFUSED' ? 'connection refused' : error.message),
    )
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      resolve(socket)
    })
  })
}

/**
 * Relays between stdin/stdout and a port using only Bash; prints `+` once connected. Exits when the remote side closes.
 */
const RELAY = [
  'exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1',
  'printf +',
  'cat <&3 & reader=$!',
  '{ cat >&3; } 3>&3 <&0 & writer=$!',
  'wait "$reader"; kill "$writer" 2>/dev/null',
].join('\n')

/** Node's HTTP client calls these socket methods; they do nothing for a relay. */
export function asSocket(duplex: Duplex): Duplex {
  const none = () => duplex
  return Object.assign(duplex, {
    setTimeout: none,
    setNoDelay: none,
    setKeepAlive: none,
    ref: none,
    unref: none,
  })
}

/**
 * Combines both directions. When the remote side closes, the relay exits and its input breaks, which is not an error; pending output is
 * delivered first.
 */
function joined(from: Readable, to: Writable, close: () => void): Duplex {
  const duplex = new Duplex({
    read: () => void from.resume(),
    write: (chunk, _encoding, done) => (to.writable ? to.write(chunk, () => done()) : done()),
    final: (done) => (to.writable ? to.end(done) : done()),
    destroy: (error, done) => {
      close()
      done(error)
    },
  })
  to.on('error', () => undefined)
  from.on('error', (error) => duplex.destroy(error))
  from.on('data', (chunk: Buffer) => void (duplex.push(chunk) || from.pause()))
  from.once('end', () => duplex.push(null))
  duplex.once('end', () => duplex.destroy())
  return duplex
}

/**
 * For sandboxes with a private network: a process inside connects and relays the bytes.
 * @param start starts that process inside, with a stdin
 * @throws RuntimeFailure
 */
export function connectThrough(
  start: (argv: readonly string[]) => IsolateProcess,
  bash: string,
  port: number,
): Promise<Duplex> {
  const child = start([bash, '-c', RELAY, 'bash', String(port)])
  const { stdin, stdout, stderr } = child
  let complaint = ''
  stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill()
      reject(new RuntimeFailure('no answer within 10 seconds'))
    }, CONNECT_MS)
    // The relay's error is on the other pipe and may arrive a moment later.
    void Promise.all([once(stdout, 'end'), once(stderr, 'end')]).then(() => {
      clearTimeout(timer)
      const refused = /refused/i.test(complaint)
      reject(new RuntimeFailure(refused ? 'connection refused' : complaint.trim() || 'the relay ended'))
    }, reject)
    stdout.once('readable', () => {
      const first = stdout.read(1) as Buffer | null
      if (!first || !stdin) return
      clearTimeout(timer)
      resolve(asSocket(joined(stdout, stdin, () => child.kill())))
    })
  })
}
