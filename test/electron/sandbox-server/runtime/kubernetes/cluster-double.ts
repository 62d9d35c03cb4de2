import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { KubernetesClient } from '../../../../../electron/sandbox-server/runtime/kubernetes/client.ts'

type Labels = Record<string, string | null>

interface StoredPod {
  metadata: { name: string; uid?: string; resourceVersion: string; labels?: Labels; [more: string]: unknown }
  status: { phase: string; containerStatuses?: object[] }
}

/** A client of a double that listens. */
export const clientOf = (server: Server): KubernetesClient =>
  new KubernetesClient({
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    namespace: 'n',
    ca: undefined,
    isChecked: true,
    serverName: undefined,
    credentials: async () => ({}),
  })

/** The Pods of an API server: creating, listing by labels, patching and deleting under conditions. */
export class ClusterDouble {
  readonly client: KubernetesClient
  readonly #server: Server
  #pods = new Map<string, StoredPod>()
  #version = 0
  /** Called once, before a Pod is deleted. */
  beforeDelete: (() => Promise<unknown>) | undefined

  private constructor(server: Server) {
    this.#server = server
    this.client = clientOf(server)
    server.on('request', (request, response) => void this.#answer(request, response))
  }

  static async start(): Promise<ClusterDouble> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new ClusterDouble(server)
  }

  end(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  get pods(): readonly StoredPod[] {
    return [...this.#pods.values()]
  }

  labelled(name: string, value?: string): readonly StoredPod[] {
    return this.pods.filter(({ metadata }) => {
      const label = metadata.labels?.[name]
      return value === undefined ? label != null : label === value
    })
  }

  makeReady(): void {
    this.#setAll({ phase: 'Running', containerStatuses: [{ ready: true, state: { running: {} } }] })
  }

  makeWait(reason: string, message: string): void {
    this.#setAll({ phase: 'Pending', containerStatuses: [{ state: { waiting: { reason, message } } }] })
  }

  /** Lets the first Pod fail. */
  failOne(): string {
    const [pod] = this.pods
    if (pod) pod.status = { phase: 'Failed' }
    return pod?.metadata.name ?? ''
  }

  #setAll(status: StoredPod['status']): void {
    for (const pod of this.#pods.values()) pod.status = status
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://double')
    const name = pathname.split('/pods/')[1]
    const body = text === '' ? {} : (JSON.parse(text) as Partial<StoredPod>)
    if (request.method === 'DELETE') {
      const before = this.beforeDelete
      this.beforeDelete = undefined
      await before?.()
    }
    const [status, answer] =
      request.method === 'GET'
        ? [200, { items: this.#matching(searchParams.get('labelSelector') ?? '') }]
        : request.method === 'POST'
          ? this.#create(body)
          : this.#change(name ?? '', request.method === 'DELETE', body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }

  #matching(selector: string): readonly StoredPod[] {
    const wanted = selector.split(',').map((pair) => pair.split('='))
    return this.pods.filter(({ metadata }) =>
      wanted.every(([name = '', value]) => metadata.labels?.[name] === value),
    )
  }

  #create(body: Partial<StoredPod>): [number, object] {
    const { metadata } = body
    if (!metadata || this.#pods.has(metadata.name)) return [409, { message: 'already exists' }]
    const pod = { ...body, metadata: { ...metadata, ...this.#mark() }, status: { phase: 'Pending' } }
    this.#pods.set(metadata.name, pod)
    return [201, pod]
  }

  #change(name: string, isDeleted: boolean, body: object): [number, object] {
    const pod = this.#pods.get(name)
    if (!pod) return [404, { message: 'not found' }]
    const { metadata = {}, preconditions } = body as {
      metadata?: { resourceVersion?: string; labels?: Labels }
      preconditions?: { resourceVersion?: string }
    }
    const expected = isDeleted ? preconditions?.resourceVersion : metadata.resourceVersion
    if (expected !== pod.metadata.resourceVersion) return [409, { message: 'was changed' }]
    if (isDeleted) this.#pods.delete(name)
    else {
      const labels = Object.entries({ ...pod.metadata.labels, ...metadata.labels })
      pod.metadata = {
        ...pod.metadata,
        ...metadata,
        labels: Object.fromEntries(labels.filter(([, value]) => value !== null)),
        resourceVersion: this.#mark().resourceVersion,
      }
    }
    return [200, pod]
  }

  #mark(): { uid: string; resourceVersion: string } {
    const version = String(++this.#version)
    return { uid: `uid-${version}`, resourceVersion: version }
  }
}
