import { type Fields, isFields } from '#shared/json/fields.ts'
import { APPS_VERSION } from '#shared/model/mcp-apps.ts'

/** The host's reply: a result, or an error. */
interface Answer {
  readonly result?: unknown
  readonly error?: { readonly message?: string }
}

/** The used part of the host's context. */
export interface HostContext {
  readonly theme?: string
  readonly locale?: string
  readonly styles?: { readonly variables?: Readonly<Record<string, unknown>> }
  readonly displayMode?: string
  readonly availableDisplayModes?: readonly string[]
  readonly containerDimensions?: { readonly height?: number }
}

/** Receives the host's notifications about a tool call. */
interface HostListener {
  input(args: Fields): void
  result(result: Fields): void
  cancelled(): void
  context(context: HostContext): void
}

/**
 * The host application (chat, editor or workbench) around this page: JSON-RPC over `postMessage` with the
 * parent window.
 */
export class AppHost {
  readonly #listener: HostListener
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #requests = 0
  #context: HostContext = {}
  #capabilities: Fields = {}

  constructor(listener: HostListener) {
    this.#listener = listener
    window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
      if (source === window.parent && isFields(data)) this.#take(data)
    })
  }

  get context(): HostContext {
    return this.#context
  }

  /** Whether the host forwards tool calls to the server. */
  get callsTools(): boolean {
    return isFields(this.#capabilities['serverTools'])
  }

  /** Initialises the connection; the host sends nothing before. */
  async connect(version: string): Promise<void> {
    const answer = await this.request('ui/initialize', {
      protocolVersion: APPS_VERSION,
      appInfo: { name: 'orrery-graph', version },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    })
    const { hostContext, hostCapabilities } = answer
    this.#capabilities = isFields(hostCapabilities) ? hostCapabilities : {}
    this.notify('ui/notifications/initialized', {})
    this.#changeContext(hostContext)
  }

  /** @throws Error with the host's message */
  request(method: string, params: Fields): Promise<Fields> {
    const id = ++this.#requests
    this.#send({ id, method, params })
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        if (error) reject(new Error(error.message ?? method))
        else resolve(isFields(result) ? result : {})
      })
    })
  }

  notify(method: string, params: Fields): void {
    this.#send({ method, params })
  }

  #send(message: Fields): void {
    // A sandboxed page does not know the host's origin; the messages contain no secrets.
    window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  }

  #take(message: Fields): void {
    const { id, method, params } = message
    const fields = isFields(params) ? params : {}
    if (method === undefined) {
      const settle = typeof id === 'number' ? this.#waiting.get(id) : undefined
      if (typeof id === 'number') this.#waiting.delete(id)
      settle?.(message)
    } else if (id !== undefined) {
      const isKnown = method === 'ping' || method === 'ui/resource-teardown'
      const error = { code: -32601, message: 'Method not found' }
      this.#send(isKnown ? { id, result: {} } : { id, error })
    } else if (method === 'ui/notifications/tool-input') {
      this.#listener.input(isFields(fields['arguments']) ? fields['arguments'] : {})
    } else if (method === 'ui/notifications/tool-result') this.#listener.result(fields)
    else if (method === 'ui/notifications/tool-cancelled') this.#listener.cancelled()
    else if (method === 'ui/notifications/host-context-changed') this.#changeContext(fields)
  }

  #changeContext(change: unknown): void {
    this.#context = { ...this.#context, ...(isFields(change) ? change : {}) }
    this.#listener.context(this.#context)
  }
}
