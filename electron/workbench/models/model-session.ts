import { ownKey, type OwnKey } from '#shared/sandbox/own-key.ts'
import { isFields } from '#shared/json/fields.ts'
import { say, type LocalizedMessage } from '#shared/workbench/sentences/sentence.ts'
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { z } from 'zod'
import type { TaskState } from '#shared/workbench/areas/console.ts'
import { traceHeaders } from '../../node/operation/call-scope.ts'
import type { Ended } from '../supervision/child.ts'
import { StartFailure, type Running } from '../supervision/supervisor.ts'
import type { ProtocolClient, ProtocolClientOptions } from './protocol-client.ts'
import { wantsSignIn } from './sign-in.ts'
import { statefulClient } from './stateful-client.ts'
import { followTask, taskIn } from './tasks.ts'
import type { TracedTransport } from './traced-transport.ts'
import { sayUnreached } from './unreached.ts'

const HANDSHAKE_TIMEOUT_MS = 15_000
const templateList = z.looseObject({
  resourceTemplates: z.array(
    z.looseObject({
      uriTemplate: z.string(),
      _meta: z
        .looseObject({
          defaultWorkspace: z.string().optional().catch(undefined),
          key: ownKey.optional().catch(undefined),
        })
        .optional()
        .catch(undefined),
    }),
  ),
})

/** What a server's resource templates reveal about its model. */
interface ModelFacts {
  /** The prefix of its identifiers (`model`, `umodel`), which is the URI scheme of its templates. */
  readonly prefix?: string | undefined
  /** The default workspace. */
  readonly workspace?: string | undefined
  /** The key that was sent, if the server tells of it. */
  readonly key?: OwnKey | undefined
}

interface ModelSessionOptions extends ProtocolClientOptions {
  readonly name: string
  /** Why the server refuses the key that is sent; undefined where none is, and the user may sign in. */
  readonly keyRefusal?: (() => LocalizedMessage) | undefined
}

export interface AskOptions extends RequestOptions {
  /** Called with the state of a call that the server continues as a task. */
  onTask?(task: TaskState): void
}

/** The result of a request and its cost. */
export interface RequestAnswer {
  readonly result: Record<string, unknown>
  readonly bytes: number
  readonly milliseconds: number
}

/**
 * One connection lifetime: handshake, requests, end. Requests use loose schemas, so that a result that the SDK's strict
 * schemas reject is still shown to the user (docs/mcp.md#loose-answers).
 */
export class ModelSession implements Running {
  facts: ModelFacts = {}
  readonly #transport: TracedTransport
  readonly #client: ProtocolClient
  readonly #options: ModelSessionOptions
  #waiting = 0

  private constructor(transport: TracedTransport, client: ProtocolClient, options: ModelSessionOptions) {
    this.#transport = transport
    this.#client = client
    this.#options = options
  }

  /**
   * Performs the handshake over a new transport. @throws StartFailure with the failed step: spawn, handshake
   * or list
   */
  static async start(
    transport: TracedTransport,
    options: ModelSessionOptions,
    signal: AbortSignal,
  ): Promise<ModelSession> {
    const client = await clientFor(transport.era, options)
    const session = new ModelSession(transport, client, options)
    let step: 'handshake' | 'list' = 'handshake'
    try {
      await client.connect(transport, { timeout: HANDSHAKE_TIMEOUT_MS, signal })
      step = 'list'
      session.facts = await session.#readFacts()
      return session
    } catch (error) {
      await transport.close().catch(() => undefined)
      if (error instanceof StartFailure) throw error
      const { exitCode, signal: endedBy } = await transport.ended
      // Only the user can sign in, so this is not retried.
      if (wantsSignIn(error)) throw signInNeeded(options)
      const reason = reasonOf(error)
      const unreached = step === 'handshake' ? sayUnreached(transport.url, reason) : undefined
      throw new StartFailure(
        {
          step,
          ...(unreached ?? say(`START.${step}`, { name: options.name, reason })),
          exitCode,
          signal: endedBy,
          // Over HTTP the reason is also the last line of the log.
          lastLines: [
            ...transport.lastLines.filter((line) => reasonOf(line) !== reason),
            ...(unreached ? [reason] : []),
          ],
        },
        false,
        error,
      )
    }
  }

  get pid(): number {
    return this.#transport.pid ?? -1
  }

  get ended(): Promise<Ended> {
    return this.#transport.ended
  }

  get lastLines(): string[] {
    return this.#transport.lastLines
  }

  /** Whether a request is pending. */
  get isBusy(): boolean {
    return this.#waiting > 0
  }

  /** What the server declared in the handshake. */
  get handshake(): {
    server: { name: string; version: string; protocol?: string }
    capabilities: unknown
    instructions: string
  } {
    const { name = 'unknown', version = '', protocol, capabilities, instructions } = this.#client.server
    return { server: { name, version, protocol }, capabilities, instructions }
  }

  /** Sends any request of the protocol and returns the raw `result`. If the server answers with a task, waits until the task is over. */
  async request(
    method: string,
    params: Record<string, unknown>,
    options: AskOptions = {},
  ): Promise<RequestAnswer> {
    const started = performance.now()
    this.#waiting++
    try {
      const first = await this.#client.request(method, traced(method, params), options)
      const task = method === 'tools/call' ? taskIn(first) : undefined
      const result = task ? await this.#follow(task, options) : first
      return { result, bytes: this.#transport.sizes.of(result), milliseconds: performance.now() - started }
    } finally {
      this.#waiting--
    }
  }

  #follow(task: NonNullable<ReturnType<typeof taskIn>>, { signal, timeout, onTask }: AskOptions) {
    const { onQuestion, roots } = this.#options
    const ask: ProtocolClient['request'] = (...args) => this.#client.request(...args)
    return followTask(task, { ask, onQuestion, roots, signal, timeout, onTask })
  }

  /** Notifies the server that its roots changed. */
  async noteRoots(): Promise<void> {
    await this.#client.noteRoots()
  }

  /** Sends a ping; any response counts. @throws McpError */
  async ping(patienceMs: number): Promise<void> {
    await this.#client.ping({ timeout: patienceMs })
  }

  async stop(): Promise<void> {
    await this.#transport.close()
  }

  kill(): void {
    this.#transport.kill()
  }

  async #readFacts(): Promise<ModelFacts> {
    if (!this.#client.server.capabilities['resources']) return {}
    const { result } = await this.request(
      'resources/templates/list',
      {},
      { timeout: HANDSHAKE_TIMEOUT_MS },
    ).catch(() => ({
      result: {},
    }))
    const parsed = templateList.safeParse(result)
    const templates = parsed.success ? parsed.data.resourceTemplates : []
    const prefixes = templates.map(
      ({ uriTemplate }) => /^([a-z][a-z0-9+.-]*):\/\/workspace\//.exec(uriTemplate)?.[1],
    )
    const declared = templates.map(({ _meta }) => _meta?.defaultWorkspace).find(Boolean)
    const workspace = declared ?? (await this.#readWorkspace())
    const key = templates.map(({ _meta }) => _meta?.key).find(Boolean)
    return { prefix: prefixes.find(Boolean), workspace, key }
  }

  /** The workspace whose resources are listed by default. */
  async #readWorkspace(): Promise<string | undefined> {
    const { result } = await this.request('resources/list', {}, { timeout: HANDSHAKE_TIMEOUT_MS }).catch(
      () => ({
        result: {},
      }),
    )
    const parsed = resourceList.safeParse(result)
    const uris = parsed.success ? parsed.data.resources.map(({ uri }) => uri) : []
    return uris.map((uri) => /^[a-z][a-z0-9+.-]*:\/\/workspace\/([^/]+)\//.exec(uri)?.[1]).find(Boolean)
  }
}

const resourceList = z.looseObject({ resources: z.array(z.looseObject({ uri: z.string() })) })

const signInNeeded = ({ name, keyRefusal }: ModelSessionOptions): StartFailure => {
  const why = keyRefusal?.() ?? say('START.signIn', { name })
  return new StartFailure({ step: 'signIn', ...why, lastLines: [] }, true)
}

/** Prefixes that the SDKs put before a reason. */
const PREFIXES =
  /^(?:Streamable HTTP error: |SSE error: |Version negotiation probe failed: |Error POSTing to endpoint: )+/
const refusal = z.object({ error: z.object({ message: z.string() }) })

/** Extracts why a handshake failed, in the server's words: an HTTP response may contain a protocol message or an HTML page. */
function reasonOf(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).replace(PREFIXES, '').trim()
  if (text === '') return `HTTP ${String((error as { code?: unknown }).code)}`
  try {
    return refusal.parse(JSON.parse(text)).error.message
  } catch {
    if (!/^\s*<(?:!doctype|html)/i.test(text)) return text
    const body = text.replaceAll(/<(title|style|script)[^]*?<\/\1>|<[^>]*>/gi, ' ')
    return body.replaceAll(/\s+/g, ' ').trim()
  }
}

/** The second SDK is loaded on demand, because few servers need it. */
async function clientFor(
  era: TracedTransport['era'],
  options: ProtocolClientOptions,
): Promise<ProtocolClient> {
  if (era === undefined) return statefulClient(options)
  const { statelessClient } = await import('./stateless-client.ts')
  return statelessClient(options)
}

/** Requests that carry a trace context: those that the user makes. */
const TRACED = new Set(['tools/call', 'resources/read', 'prompts/get'])

/** Adds the trace context that the page started. */
function traced(method: string, params: Record<string, unknown>): Record<string, unknown> {
  const place = TRACED.has(method) ? traceHeaders() : {}
  if (place['traceparent'] === undefined) return params
  return { ...params, _meta: { ...(isFields(params['_meta']) ? params['_meta'] : {}), ...place } }
}
