import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Duplex, type Readable, type Writable } from 'node:stream'
import { type IsolateProcess, RuntimeFailure } from './runtime.ts'

/** Connecting to a port of the own machine takes no longer. */
const CONNECT_MS = 10_000

/** For sandboxes that share the host's network. @throws RuntimeFailure when nothing listens */
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
 * Relays between standard input and output and a port, with nothing but Bash: says `+` when connected. When the far side ends, so
 * does the relay.
 */
const RELAY = [
  'exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1',
  'printf +',
  'cat <&3 & reader=$!',
  '{ cat >&3; } 3>&3 <&0 & writer=$!',
  'wait "$reader"; kill "$writer" 2>/dev/null',
].join('\n')

/** Node's HTTP client tunes its connection with these; a relay has nothing to tune. */
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
 * Both ways as one. The far side's end ends the relay, and with it its input: that is not an error, and what it said before is heard first.
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
 * For sandboxes with a network of their own: a process in it connects and passes the bytes on.
 *
 * @param start starts that process there, with an input
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
    // The relay says why on the other pipe, whose bytes may come a moment later.
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
