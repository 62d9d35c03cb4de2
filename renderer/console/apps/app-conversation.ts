import { type Fields, isFields } from '#shared/json/fields.ts'
import { APP_SCHEME, APPS_VERSION } from '#shared/model/mcp-apps.ts'
import { METHOD_NOT_FOUND, type Tool } from '../../mcp/protocol.ts'

/** Maximum concurrent requests of an app; further ones are refused. */
const MAX_REQUESTS = 16
/** Maximum characters of a request's parameters. */
const MAX_PARAMS_CHARACTERS = 1_000_000

/** The URI of a tool's app, also in the form used before the extension was final. */
export function appOf(tool: Tool): string | undefined {
  const meta = isFields(tool['_meta']) ? tool['_meta'] : {}
  const ui = isFields(meta['ui']) ? meta['ui'] : {}
  const uri = ui['resourceUri'] ?? meta['ui/resourceUri']
  return typeof uri === 'string' && uri.startsWith(APP_SCHEME) ? uri : undefined
}

/** Whether apps of its server may call a tool; true by default. */
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

/** What the workbench provides to an app. Rejections are reported to the app with their message. */
export interface AppHost {
  readonly version: string
  /** The frame's current context: theme, language, size. */
  context(): Fields
  /** Colours and fonts, which an app is given at the start. */
  styles(): Fields
  /** What its policy allows. */
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
/** The extension's error code for refused requests. */
const REFUSED = -32000

class Refusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * The host side of the MCP Apps protocol (JSON-RPC). Accepts anything from the frame and answers what an app
 * may request; only tools and resources of the app's own server are available.
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

  /** Handles a message from the app's frame. */
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

  /** Notifies the app of a changed theme, language or size, once it listens; of styles only where they changed. */
  contextChanged(styles?: Fields): void {
    const context = { ...this.#host.context(), ...(styles ? { styles } : {}) }
    if (this.#isReady) this.#notify('ui/notifications/host-context-changed', context)
  }

  /**
   * Tells the app that it will be removed; resolves when it has replied. Until then it may still save state
   * on its server.
   */
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
    if (JSON.stringify(params).length > MAX_PARAMS_CHARACTERS) throw new Refusal(INVALID_PARAMS, 'Too large.')
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
    // There is only one display mode; requests for another are answered with it.
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
      hostContext: {
        ...this.#host.context(),
        styles: this.#host.styles(),
        toolInfo: { tool: this.#call.tool },
      },
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
