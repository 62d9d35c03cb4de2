import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { shellQuote } from '#shared/shell/quote.ts'
import {
  type DetachedTerminals,
  type ExecSpec,
  RuntimeFailure,
  type Terminal,
  type TerminalSpec,
} from '../runtime.ts'
import type { ExecStream } from './exec-stream.ts'
import { CLOSE, DRAIN, folderOf, HOLDER, JOIN, LET_GO, OPEN, RESIZE } from './pod-terminal-scripts.ts'
import { LABELS } from './labels.ts'
import { CONFLICT, NOT_FOUND, type Place, unlessRefused } from './place.ts'
import type { Pod } from './pod.ts'

/** Label value of Secrets that belong to a session. */
const SESSION = 'session'
/** Lines that the scripts themselves write to standard error. */
const SIGNS = /^ended\n/gm
/** Exit code that a shell reports for a program killed by KILL. */
const KILLED = 137
/** Exit code for a lost connection, as ssh uses it. */
const LOST = 255
/** A Pod whose node is up answers within a second. */
const JOIN_MS = 20_000

interface Secret {
  readonly data?: Readonly<Record<string, string>>
}

interface Connections {
  readonly place: Place
  readonly pod: Pod
  /** Starts a program whose standard input is passed through unframed. */
  start(spec: ExecSpec): ExecStream
  /** Runs a script as root without waiting for it. */
  tell(script: string, ...args: readonly string[]): void
}

/**
 * Terminals in a Pod that outlive the connection that opened them, and texts with the lifetime of the Pod. Each text is a Secret, since
 * it may contain keys.
 */
export class PodTerminals implements DetachedTerminals {
  readonly #hands: Connections
  readonly #joinMs: number

  constructor(hands: Connections, joinMs = JOIN_MS) {
    this.#hands = hands
    this.#joinMs = joinMs
  }

  openTerminal(name: string, { argv, rows, cols, ...spec }: TerminalSpec): Terminal {
    const at = folderOf(name)
    const inside = [
      `echo $$ >${at}/shell; tty >${at}/tty; stty rows ${rows} cols ${cols} 2>/dev/null`,
      `exec ${argv.map(shellQuote).join(' ')}`,
    ].join('; ')
    const command = ['/bin/sh', '-c', OPEN, 'open', at, inside, HOLDER]
    return this.#terminal(at, this.#hands.start({ ...spec, argv: command, stdin: true }))
  }

  /** @throws RuntimeFailure TERMINAL_NOT_JOINED when the Pod does not answer in time */
  async joinTerminal(name: string): Promise<Terminal | undefined> {
    const at = folderOf(name)
    this.#hands.tell(DRAIN, at)
    const stream = this.#hands.start({ argv: ['/bin/sh', '-c', JOIN, 'join', at], stdin: true, cwd: '/' })
    const answered = new AbortController()
    const late = setTimeout(this.#joinMs, undefined, { signal: answered.signal }).then(() => {
      throw this.#notJoined()
    })
    late.catch(() => undefined)
    try {
      const isHeld = await Promise.race([takeSign(stream.stdout), stream.exited.then(() => false), late])
      return isHeld ? this.#terminal(at, stream) : undefined
    } catch (error) {
      // The next one who joins ends what may still be starting in the Pod.
      stream.leave()
      throw error
    } finally {
      answered.abort()
    }
  }

  async saved(): Promise<ReadonlyMap<string, string>> {
    const { place } = this.#hands
    const secrets = await place.list<Secret>('secrets', {
      ...this.#labels(),
      [LABELS.holds]: SESSION,
    })
    const read = ({ data }: Secret, key: string) => Buffer.from(data?.[key] ?? '', 'base64').toString()
    return new Map(secrets.map((secret) => [read(secret, 'name'), read(secret, 'text')]))
  }

  async keep(name: string, text: string, isNew: boolean): Promise<boolean> {
    const { place, pod } = this.#hands
    const { uid } = pod.metadata
    const data = {
      name: Buffer.from(name).toString('base64'),
      text: Buffer.from(text).toString('base64'),
    }
    if (!isNew) {
      const path = place.path('secrets', this.#nameOf(name))
      return (
        (await place.client.request('PATCH', path, { data }).catch(unlessRefused(NOT_FOUND))) !== undefined
      )
    }
    const made = await place.client
      .request('POST', place.root('secrets'), {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: {
          name: this.#nameOf(name),
          labels: {
            [LABELS.app]: 'orrery',
            [LABELS.owner]: place.owner,
            ...this.#labels(),
            [LABELS.holds]: SESSION,
          },
          ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: pod.metadata.name, uid }],
        },
        data,
      })
      .catch(unlessRefused(CONFLICT))
    return made !== undefined
  }

  async forget(name: string): Promise<void> {
    const { place } = this.#hands
    await place.client
      .request('DELETE', place.path('secrets', this.#nameOf(name)))
      .catch(unlessRefused(NOT_FOUND))
  }

  #notJoined(): RuntimeFailure {
    const { name } = this.#hands.pod.metadata
    return new RuntimeFailure(
      `TERMINAL_NOT_JOINED: the Pod did not hand over its terminal within ${this.#joinMs / 1000} s; what runs there goes on. Try again, or look at it with kubectl describe pod ${name}`,
    )
  }

  #labels(): Record<string, string> {
    return { [LABELS.sandbox]: this.#hands.pod.metadata.labels?.[LABELS.sandbox] ?? '' }
  }

  #nameOf(name: string): string {
    return `${this.#hands.pod.metadata.name}-${createHash('sha256').update(name).digest('hex').slice(0, 20)}`
  }

  #terminal(at: string, stream: ExecStream): Terminal {
    let isClosed = false
    let hasEnded = false
    stream.stderr.on('data', (chunk: Buffer) => (hasEnded ||= chunk.includes('ended')))
    const lost = () => (isClosed ? { code: KILLED } : { code: LOST, isLost: true })
    return {
      exited: stream.exited.then(
        // Any other code means that the program could not be started.
        ({ code }) => (hasEnded || (code !== LET_GO && code !== KILLED) ? { code } : lost()),
        lost,
      ),
      onData: (listener) => {
        stream.stdout.on('data', listener)
        stream.stderr.on('data', (chunk: Buffer) => {
          const words = chunk.toString().replace(SIGNS, '')
          if (words !== '') listener(Buffer.from(words))
        })
      },
      write: (data) => void stream.stdin.write(data),
      resize: (cols, rows) => this.#hands.tell(RESIZE, at, String(rows), String(cols)),
      close: () => {
        isClosed = true
        this.#hands.tell(CLOSE, at)
      },
    }
  }
}

/** Resolves when the first byte, by which JOIN confirms, has been taken from the stream; the rest waits for whoever reads it. */
function takeSign(stream: Readable): Promise<true> {
  return new Promise((resolve) => {
    const take = (): void => {
      if (stream.read(1) === null) return
      stream.off('readable', take)
      resolve(true)
    }
    stream.on('readable', take)
  })
}
