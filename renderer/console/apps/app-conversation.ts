import { type Fields, isFields } from '#shared/json/fields.ts'
import { APP_SCHEME, APPS_VERSION } from '#shared/model/mcp-apps.ts'
import { METHOD_NOT_FOUND, type Tool } from '../../mcp/protocol.ts'

/** What an app may have under way at once: what it asks beyond is refused. */
const MAX_REQUESTS = 16
/** Characters of what an app sends with a request. */
const MAX_PARAMS = 1_000_000

/** The address of the app that a tool has for its answers, also as it was said before the extension was final. */
export function appOf(tool: Tool): string | undefined {
  const meta = isFields(tool['_meta']) ? tool['_meta'] : {}
  const ui = isFields(meta['ui']) ? meta['ui'] : {}
  const uri = ui['resourceUri'] ?? meta['ui/resourceUri']
  return typeof uri === 'string' && uri.startsWith(APP_SCHEME) ? uri : undefined
}

/** Whether apps of its server may call a tool; they may unless it says otherwise. */
export function isForApps(tool: Tool): boolean {
  const meta = isFields(tool['_meta']) ? tool['_meta'] : {}
  const visibility = isFields(meta['ui']) ? meta['ui']['visibility'] : undefined
  return !Array.isArray(visibility) || visibility.includes('app')
}

/** The call whose answer an app shows. */
export interface AppCall {
  readonly tool: Tool
  readonly args: Fields
  readonly result: Fields
}

/** What the workbench does for an app. Whatever rejects is told to the app in its words. */
export interface AppHost {
  readonly version: string
  /** What its frame is like now: colours, language, room. */
  context(): Fields
  /** What its policy lets in. */
  readonly sources: Fields
  /** The tools of the app's server. */
  tools(): readonly Tool[]
  send(message: Fields): void
  callTool(tool: Tool, args: Fields): Promise<Fields>
  readResource(uri: string): Promise<Fields>
  openLink(url: string): Promise<void>
  resize(height: number): void
}

const INVALID_PARAMS = -32602
/** The extension's own code of what was refused. */
const REFUSED = -32000

class Refusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * The workbench's part of the talk with an app: JSON-RPC as MCP Apps describes it. It takes whatever the frame says, and answers what
 * an app may ask; of tools and resources it knows those of the app's own server alone.
 */
export class AppConversation {
  readonly #host: AppHost
  readonly #call: AppCall
  #running = 0
  #isReady = false
  #ended: () => void = () => undefined

  constructor(host: AppHost, call: AppCall) {
    this.#host = host
    this.#call = call
  }

  /** Takes one message of the app's frame. */
  receive(message: unknown): void {
    if (!isFields(message) || message['jsonrpc'] !== '2.0') return
    const { id, method } = message
    const params = isFields(message['params']) ? message['params'] : {}
    if (method === undefined) {
      if (id === TEARDOWN) this.#ended()
    } else if (typeof method !== 'string') return
    else if (id === undefined) this.#note(method, params)
    else if (typeof id === 'string' || typeof id === 'number') void this.#answer(id, method, params)
  }

  /** Tells of another theme, language or size, once the app listens. */
  contextChanged(): void {
    if (this.#isReady) this.#notify('ui/notifications/host-context-changed', this.#host.context())
  }

  /** Tells the app that it goes; resolves when it has answered. Until then it may still ask its server to keep what it holds. */
  end(): Promise<void> {
    if (!this.#isReady) return Promise.resolve()
    const ended = new Promise<void>((resolve) => {
      this.#ended = resolve
    })
    this.#send({ id: TEARDOWN, method: 'ui/resource-teardown', params: { reason: 'closed' } })
    return ended
  }

  #note(method: string, { height }: Fields): void {
    if (method === 'ui/notifications/initialized' && !this.#isReady) {
      this.#isReady = true
      this.#notify('ui/notifications/tool-input', { arguments: this.#call.args })
      this.#notify('ui/notifications/tool-result', this.#call.result)
    } else if (method === 'ui/notifications/size-changed' && typeof height === 'number' && height > 0)
      this.#host.resize(height)
  }

  async #answer(id: string | number, method: string, params: Fields): Promise<void> {
    if (this.#running >= MAX_REQUESTS)
      return this.#send({ id, error: { code: REFUSED, message: 'Too many requests at once.' } })
    this.#running++
    try {
      this.#send({ id, result: await this.#resultOf(method, params) })
    } catch (error) {
      const code = error instanceof Refusal ? error.code : REFUSED
      this.#send({ id, error: { code, message: error instanceof Error ? error.message : String(error) } })
    } finally {
      this.#running--
    }
  }

  /** @throws Refusal */
  async #resultOf(method: string, params: Fields): Promise<Fields> {
    const { name, uri, url } = params
    if (method === 'ping') return {}
    if (method === 'ui/initialize') return this.#greeting()
    if (JSON.stringify(params).length > MAX_PARAMS) throw new Refusal(INVALID_PARAMS, 'Too large.')
    if (method === 'tools/call') {
      const tool = this.#host.tools().find((one) => one.name === name)
      if (!tool) throw new Refusal(INVALID_PARAMS, 'This server has no such tool.')
      if (!isForApps(tool)) throw new Refusal(REFUSED, 'This tool is not for apps.')
      return this.#host.callTool(tool, isFields(params['arguments']) ? params['arguments'] : {})
    }
    if (method === 'resources/read' && typeof uri === 'string') return this.#host.readResource(uri)
    if (method === 'ui/open-link') {
      if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !URL.canParse(url))
        throw new Refusal(INVALID_PARAMS, 'Only http and https addresses are opened.')
      await this.#host.openLink(url)
      return {}
    }
    // There is one way to be shown; asking for another one is answered with it.
    if (method === 'ui/request-display-mode') return { mode: 'inline' }
    throw new Refusal(METHOD_NOT_FOUND, 'Method not found')
  }

  #greeting(): Fields {
    return {
      protocolVersion: APPS_VERSION,
      hostInfo: { name: 'orrery', version: this.#host.version },
      hostCapabilities: {
        openLinks: {},
        serverTools: {},
        serverResources: {},
        sandbox: { permissions: {}, csp: this.#host.sources },
      },
      hostContext: { ...this.#host.context(), toolInfo: { tool: this.#call.tool } },
    }
  }

  #notify(method: string, params: Fields): void {
    this.#send({ method, params })
  }

  #send(message: Fields): void {
    this.#host.send({ jsonrpc: '2.0', ...message })
  }
}

const TEARDOWN = 'teardown'
