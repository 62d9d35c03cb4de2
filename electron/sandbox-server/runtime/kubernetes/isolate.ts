import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { collect } from '../collect.ts'
import { COUNTERS, readCounters } from '../container-usage.ts'
import {
  type Isolate,
  type IsolateProcess,
  type ExecSpec,
  type DetachedTerminals,
  RuntimeFailure,
  type Terminal,
  type TerminalSpec,
  type Usage,
} from '../runtime.ts'
import { KubernetesRefusal, type KubernetesClient } from './client.ts'
import { BEGIN, END, endSign, ENTER, LISTENING, OWN, UNFIT } from './enter.ts'
import { CLOSABLE, ExecStream } from './exec-stream.ts'
import { PodTerminals } from './pod-terminals.ts'
import { NOT_FOUND, type Place } from './place.ts'
import { containerOf, podState, type Pod } from './pod.ts'
import { forwardPort } from './port-stream.ts'

/** Querying costs a process in the Pod, and for the disk a measurement by the node. */
const ASK_AGAIN_MS = 10_000
/** Further keys would exceed a reasonable command line and are removed later. */
const MAX_FORGOTTEN = 64
/** Timeout for the deletion of a Pod. */
const GONE_MS = 60_000

interface Where {
  readonly place: Place
  /** API path of the Pod. */
  readonly path: string
  readonly pod: Pod
  readonly env: Readonly<Record<string, string>>
  /** Distinguishes this server's programs from those of others. */
  readonly server: string
  /** Called before the Pod is deleted, and when it is gone, so that no other takes its place. */
  readonly release: () => Promise<void>
}

/** A sandbox that is a Pod. */
export class KubernetesIsolate implements Isolate {
  readonly env: Readonly<Record<string, string>>
  readonly control = { inside: `${OWN}/s` }
  readonly closed: Promise<void>
  home = '/'
  lasting: DetachedTerminals | undefined
  readonly #client: KubernetesClient
  readonly #path: string
  readonly #pod: Pod
  readonly #server: string
  readonly #release: () => Promise<void>
  readonly #watching = new AbortController()
  #close = (): void => {}
  #isFramed = true
  #ended: string[] = []
  #stopped: Promise<void> | undefined
  #lastUsage = { at: -Infinity, outOfMemory: 0 }
  #disk = { at: -Infinity, bytes: 0 }

  private constructor({ place, path, pod, env, server, release }: Where) {
    this.#client = place.client
    this.#path = path
    this.#pod = pod
    this.#server = server
    this.#release = release
    this.env = env
    this.closed = new Promise((resolve) => (this.#close = resolve))
  }

  /** Kills what an earlier server with the same data folder started. @throws RuntimeFailure */
  static async enter(where: Where): Promise<KubernetesIsolate> {
    const isolate = new KubernetesIsolate(where)
    const stream = new ExecStream(where.place.client, {
      path: where.path,
      container: containerOf(where.pod),
      command: ['/bin/sh', '-c', BEGIN, 'sh', where.server],
      stdin: false,
      tty: false,
      framed: false,
    })
    isolate.#isFramed = (await stream.opened) !== CLOSABLE
    const { stdout, stderr, code } = await collect({ ...processOf(stream, false), kill: () => undefined })
    if (code === UNFIT) throw new RuntimeFailure(`the Pod cannot be a sandbox: ${stderr.toString().trim()}`)
    const [home = '', lasting] = stdout.toString().split('\n')
    isolate.home = home.trim() || '/'
    if (lasting) isolate.lasting = isolate.#lasting(where.place)
    void isolate.#watch()
    return isolate
  }

  exec(spec: ExecSpec): IsolateProcess {
    const key = randomUUID()
    const stream = this.#start(spec, key, false)
    stream.exited.then(
      () => this.#ended.push(key),
      () => undefined,
    )
    return { ...processOf(stream, spec.stdin ?? false), kill: () => this.#end(key) }
  }

  openTerminal(spec: TerminalSpec): Terminal {
    const key = randomUUID()
    const stream = this.#start(spec, key, true)
    stream.resize(spec.cols, spec.rows)
    return {
      // A terminal counts as ended when its connection is lost, whatever still runs on it.
      exited: stream.exited.catch(() => {
        this.#end(key)
        return { code: LOST }
      }),
      onData: (listener) => void stream.stdout.on('data', listener),
      write: (data) => void stream.stdin.write(data),
      resize: (cols, rows) => stream.resize(cols, rows),
      close: () => this.#end(key),
    }
  }

  async connect(port: number): Promise<Duplex> {
    const { stdout } = await collect(this.exec({ argv: ['/bin/sh', '-c', LISTENING] }))
    const wanted = port.toString(16).toUpperCase().padStart(4, '0')
    // The cluster reports a closed port only after accepting the connection.
    if (!new RegExp(`:${wanted} [0-9A-F]+:0000 0A `).test(stdout.toString()))
      throw new RuntimeFailure('connection refused')
    return forwardPort(this.#client, this.#path, port)
  }

  async usage(): Promise<Usage> {
    const { stdout } = await collect(this.exec({ argv: ['/bin/sh', '-c', COUNTERS] }))
    return { ...readCounters(stdout.toString()), disk: await this.diskUsed() }
  }

  async outOfMemory(): Promise<number> {
    if (performance.now() - this.#lastUsage.at > ASK_AGAIN_MS) {
      this.#lastUsage = { at: performance.now(), outOfMemory: this.#lastUsage.outOfMemory }
      const { outOfMemory } = await this.usage().catch(() => this.#lastUsage)
      this.#lastUsage = { at: performance.now(), outOfMemory }
    }
    return this.#lastUsage.outOfMemory
  }

  /** As the node measures it, every so often; until it has, and for whoever may not ask it, what the files of the writable layer come to. */
  async diskUsed(): Promise<number> {
    if (performance.now() - this.#disk.at < ASK_AGAIN_MS) return this.#disk.bytes
    const bytes =
      (await this.#diskOfNode().catch(() => undefined)) || (await this.#diskOfFiles().catch(() => 0))
    this.#disk = { at: performance.now(), bytes }
    return bytes
  }

  /** Deletes the Pod and its files. @throws RuntimeFailure when it still exists */
  stop(): Promise<void> {
    this.#stopped ??= this.#delete().catch((error: unknown) => {
      this.#stopped = undefined
      throw error
    })
    return this.#stopped
  }

  /** Detaches from the Pod, which another server can adopt. */
  leave(): boolean {
    this.#watching.abort()
    return true
  }

  async #delete(): Promise<void> {
    await this.#release()
    await deletePod(this.#client, this.#path)
    this.#watching.abort()
    this.#close()
  }

  /** Watches until the Pod ends, is deleted or replaced by others, or its node is lost. */
  async #watch(): Promise<void> {
    const { name, namespace, uid } = this.#pod.metadata
    const path = `/api/v1/namespaces/${namespace}/pods?watch=true&fieldSelector=metadata.name%3D${name}`
    const { signal } = this.#watching
    while (!signal.aborted) {
      try {
        for await (const { type, object } of this.#client.watch(path, signal)) {
          if (type === 'ERROR') break
          if (type !== 'DELETED' && object.metadata.uid === uid && !podState(object).ended) continue
          await this.#release().catch(() => undefined)
          return this.#close()
        }
      } catch {
        // The cluster is unreachable; the Pod may be fine, so it is checked again.
      }
      await new Promise((resolve) => setTimeout(resolve, WATCH_AGAIN_MS).unref())
    }
  }

  async #diskOfNode(): Promise<number | undefined> {
    const node = this.#pod.spec.nodeName ?? ''
    const path = `/api/v1/nodes/${node}/proxy/stats/summary`
    const { pods } = await this.#client.request<Summary>('GET', path)
    const own = pods?.find(({ podRef }) => podRef?.uid === this.#pod.metadata.uid)
    // The node reports 0 until its first measurement.
    return (
      own?.containers?.find(({ name }) => name === containerOf(this.#pod))?.rootfs?.usedBytes || undefined
    )
  }

  async #diskOfFiles(): Promise<number> {
    const script = `find / -xdev -type f -newer ${OWN}/begun -exec stat -c %b {} + 2>/dev/null`
    const { stdout } = await collect(this.exec({ argv: ['/bin/sh', '-c', script] }))
    return stdout
      .toString()
      .split('\n')
      .reduce((sum, blocks) => sum + Number(blocks) * 512, 0)
  }

  #lasting(place: Place): DetachedTerminals {
    return new PodTerminals({
      place,
      pod: this.#pod,
      start: (spec) => this.#start(spec, randomUUID(), false, true),
      tell: (...script) => this.#tell(...script),
    })
  }

  /** @param isRaw whether the input goes as it is, and has no end */
  #start(spec: ExecSpec, key: string, tty: boolean, isRaw = false): ExecStream {
    const variables = Object.entries({ ...this.env, ...spec.env })
    const odd = variables.find(([name]) => !/^[A-Za-z_]\w*$/.test(name))
    if (odd) throw new RuntimeFailure(`a variable cannot be named ${JSON.stringify(odd[0])} in this sandbox`)
    const words = [...spec.argv, spec.cwd ?? '', ...variables.flat()]
    if (words.some((word) => word.includes('\0')))
      throw new RuntimeFailure('a command, its environment and its directory cannot hold NUL characters')
    const isFed = (spec.stdin ?? false) && !tty && !isRaw
    const framed = isFed && this.#isFramed
    const at = spec.cwd ?? (spec.user ? '' : this.home)
    const ended = this.#ended.splice(0, MAX_FORGOTTEN).join(' ')
    const settings = [
      this.#server,
      spec.user ?? '',
      at,
      String(variables.length),
      framed ? 'pieces' : isFed ? 'whole' : '',
      ended,
    ]
    const assigned = variables.map(([name, value]) => `${name}=${value}`)
    return new ExecStream(this.#client, {
      path: this.#path,
      container: containerOf(this.#pod),
      command: ['/bin/sh', '-c', ENTER, key, ...settings, ...assigned, ...spec.argv],
      stdin: tty || (spec.stdin ?? false),
      tty,
      framed,
      ...(isFed ? { endSign: endSign(key) } : {}),
    })
  }

  #end(key: string): void {
    this.#tell(END, this.#server, key)
  }

  /** Runs a script, and waits for nothing. */
  #tell(script: string, ...args: readonly string[]): void {
    if (this.#stopped) return
    const spec = { argv: ['/bin/sh', '-c', script, 'sh', ...args], cwd: '/' }
    this.#start(spec, randomUUID(), false).exited.catch(() => undefined)
  }
}

/** The exit code of shells for a lost connection. */
const LOST = 255
const WATCH_AGAIN_MS = 1000

interface Summary {
  readonly pods?: readonly {
    readonly podRef?: { readonly uid?: string }
    readonly containers?: readonly {
      readonly name?: string
      readonly rootfs?: { readonly usedBytes?: number }
    }[]
  }[]
}

const processOf = ({ stdin, stdout, stderr, exited }: ExecStream, isFed: boolean) => ({
  stdin: isFed ? stdin : null,
  stdout,
  stderr,
  exited,
})

/** Resolves when the Pod is gone or did not exist. @throws RuntimeFailure */
export async function deletePod(client: KubernetesClient, path: string): Promise<void> {
  const isGone = (error: unknown): boolean => error instanceof KubernetesRefusal && error.status === NOT_FOUND
  try {
    await client.request('DELETE', path, { gracePeriodSeconds: 0 })
    for (const until = Date.now() + GONE_MS; Date.now() < until;) {
      await client.request('GET', path)
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
    }
  } catch (error) {
    if (isGone(error)) return
    throw error
  }
  throw new RuntimeFailure(`the Pod does not go: look with kubectl describe at ${path.split('/').at(-1)}`)
}

const POLL_INTERVAL_MS = 100
