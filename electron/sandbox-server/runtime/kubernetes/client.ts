import type { IncomingMessage } from 'node:http'
import * as http from 'node:http'
import * as https from 'node:https'
import { WebSocket } from 'ws'
import { RuntimeFailure } from '../runtime.ts'
import type { Cluster } from './kubeconfig.ts'
import type { Pod } from './pod.ts'

/**
 * A minimal Kubernetes API client: a few requests, a watch and a WebSocket. The official library adds about 70 packages and 1.5 MB for
 * that, more than all of this server; its latest version does not load under Node 20, and its file copying loses errors. Uses `ws`,
 * which the server has anyway.
 */
export class KubernetesClient {
  readonly cluster: Cluster
  readonly #requestMs: number

  constructor(cluster: Cluster, requestMs = REQUEST_MS) {
    this.cluster = cluster
    this.#requestMs = requestMs
  }

  /** @throws KubernetesRefusal with the API's message, RuntimeFailure when there is no response */
  async request<Answer>(
    method: 'GET' | 'POST' | 'DELETE' | 'PATCH',
    path: string,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const limit = AbortSignal.timeout(this.#requestMs)
    const { status, text } = await this.#answer(
      method,
      path,
      body,
      signal ? AbortSignal.any([signal, limit]) : limit,
    ).catch((error: unknown) => {
      if (!limit.aborted || signal?.aborted) throw error
      const seconds = this.#requestMs / 1000
      throw unreachable(this.cluster.url, new Error(`it did not answer within ${seconds} s`))
    })
    if (status >= 400) throw refusal(status, text)
    // The cluster's own objects: fields are validated where they are read.
    return JSON.parse(text) as Answer
  }

  /** Yields changes of Pods until the caller leaves the loop. @throws KubernetesRefusal, RuntimeFailure */
  async *watch<Watched = Pod>(path: string, signal?: AbortSignal): AsyncGenerator<Change<Watched>> {
    const stop = new AbortController()
    const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
    const response = await this.#send('GET', path, undefined, both)
    if ((response.statusCode ?? 0) >= 400) throw refusal(response.statusCode ?? 0, await textOf(response))
    // A broken watch ends like a completed one; the caller starts another.
    response.on('error', () => undefined)
    response.setEncoding('utf8')
    let rest = ''
    try {
      for await (const chunk of response) {
        const lines = (rest + String(chunk)).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) if (line) yield JSON.parse(line) as Change<Watched>
      }
    } finally {
      stop.abort()
    }
  }

  /**
   * Opens a WebSocket with the first of the protocols that the cluster supports, paused until the caller listens. @throws
   * KubernetesRefusal, RuntimeFailure
   */
  async socket(path: string, protocols: readonly string[]): Promise<WebSocket> {
    const { url, credentials } = this.cluster
    const { authorization, ...pair } = await credentials()
    const address = new URL(this.#address(path))
    address.protocol = url.protocol === 'http:' ? 'ws:' : 'wss:'
    const socket = new WebSocket(address, [...protocols], {
      ...this.#trust(),
      ...pair,
      headers: authorization ? { authorization } : {},
      perMessageDeflate: false,
      handshakeTimeout: ANSWER_MS,
    })
    return new Promise((resolve, reject) => {
      socket.once('open', () => {
        // Paused, so that early messages are not lost before the caller has added a listener and resumes it.
        socket.pause()
        resolve(socket)
      })
      socket.once('unexpected-response', (_request, response) => {
        void textOf(response).then((text) => reject(refusal(response.statusCode ?? 0, text)), reject)
      })
      socket.once('error', (error) => reject(unreachable(url, error)))
      socket.on('error', () => undefined)
    })
  }

  async #answer(method: string, path: string, body: unknown, signal: AbortSignal) {
    const response = await this.#send(method, path, body, signal)
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }
  }

  async #send(method: string, path: string, body: unknown, signal?: AbortSignal): Promise<IncomingMessage> {
    signal?.throwIfAborted()
    const { url, credentials } = this.cluster
    const { authorization, ...pair } = await credentials()
    const content = body === undefined ? undefined : JSON.stringify(body)
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const { request } = url.protocol === 'http:' ? http : https
    return new Promise((resolve, reject) => {
      const call = request(
        this.#address(path),
        {
          method,
          ...this.#trust(),
          ...pair,
          signal,
          headers: {
            accept: 'application/json',
            ...(authorization ? { authorization } : {}),
            ...(content === undefined
              ? {}
              : { 'content-type': type, 'content-length': Buffer.byteLength(content) }),
          },
        },
        resolve,
      )
      call.on('error', (error) =>
        reject(signal?.aborted ? (signal.reason as Error) : unreachable(url, error)),
      )
      call.end(content)
    })
  }

  /** The server's URL may include a path, as behind a gateway for several clusters. */
  #address(path: string): string {
    return this.cluster.url.href.replace(/\/$/, '') + path
  }

  #trust() {
    const { ca, isChecked, serverName } = this.cluster
    return {
      ...(ca === undefined ? {} : { ca }),
      ...(isChecked ? {} : { rejectUnauthorized: false }),
      ...(serverName === undefined ? {} : { servername: serverName }),
    }
  }
}

interface Change<Watched> {
  readonly type: string
  readonly object: Watched
}

const ANSWER_MS = 30_000
/** The API ends its own requests after a minute. */
const REQUEST_MS = 90_000

/** An error response of the API, with its status. */
export class KubernetesRefusal extends RuntimeFailure {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const MEANING: Readonly<Record<number, string>> = {
  401: 'the cluster does not know who asks: sign in again, or choose another context',
}

function refusal(status: number, text: string): KubernetesRefusal {
  const clusterMessage = messageOf(text)
  return new KubernetesRefusal(
    status,
    `${MEANING[status] ?? 'the cluster refused'} (${status}: ${clusterMessage})`,
  )
}

function messageOf(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    if (typeof message === 'string' && message) return message
  } catch {
    // The response came from a proxy.
  }
  return text.trim().slice(0, 500) || 'no reason was given'
}

const unreachable = (url: URL, error: Error): RuntimeFailure =>
  new RuntimeFailure(
    `the cluster at ${url.host} cannot be reached: ${error.message || (error as NodeJS.ErrnoException).code}`,
  )

async function textOf(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return text
}
