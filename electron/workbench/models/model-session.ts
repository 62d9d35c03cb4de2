import { isFields } from '#shared/json/fields.ts'
import { say } from '#shared/workbench/sentences/sentence.ts'
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

const HANDSHAKE_TIMEOUT_MS = 15_000
const templateList = z.looseObject({
  resourceTemplates: z.array(
    z.looseObject({
      uriTemplate: z.string(),
      _meta: z
        .looseObject({ defaultWorkspace: z.string().optional().catch(undefined) })
        .optional()
        .catch(undefined),
    }),
  ),
})

/** What a server's resource templates say about its model. */
interface ModelFacts {
  /** The word that its identifiers start with (`model`, `umodel`), which is the scheme of its templates. */
  readonly prefix?: string | undefined
  /** The workspace that it means where none is named. */
  readonly workspace?: string | undefined
}

interface ModelSessionOptions extends ProtocolClientOptions {
  readonly name: string
}

export interface AskOptions extends RequestOptions {
  /** What became of a call that the server goes on with by itself. */
  onTask?(task: TaskState): void
}

/** The answer of a request, and what it cost. */
export interface RequestAnswer {
  readonly result: Record<string, unknown>
  readonly bytes: number
  readonly milliseconds: number
}

/**
 * One life of a connection: handshake, calls, end. It asks with loose schemas, so that a server whose answers the SDK's strict
 * ones refuse is shown to the person instead of lost (docs/mcp.md#loose-answers).
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

  /** Shakes hands over a fresh transport. @throws StartFailure naming the step: spawn, handshake or list. */
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
      // Only the person can change that: it is not tried again.
      if (wantsSignIn(error)) throw signInNeeded(options.name)
      const reason = reasonOf(error)
      throw new StartFailure(
        {
          step,
          ...say(`START.${step}`, { name: options.name, reason }),
          exitCode,
          signal: endedBy,
          // Over HTTP the reason is the last thing that was noted, too.
          lastLines: transport.lastLines.filter((line) => reasonOf(line) !== reason),
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

  /** Whether an answer is awaited. */
  get asked(): boolean {
    return this.#waiting > 0
  }

  /** What the server said of itself in the handshake. */
  get handshake(): {
    server: { name: string; version: string; protocol?: string }
    capabilities: unknown
    instructions: string
  } {
    const { name = 'unknown', version = '', protocol, capabilities, instructions } = this.#client.server
    return { server: { name, version, protocol }, capabilities, instructions }
  }

  /** Any request of the protocol; the answer's `result` as it came. A call that is answered with a task is followed until that is over. */
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
    const ask: ProtocolClient['request'] = (...asked) => this.#client.request(...asked)
    return followTask(task, { ask, onQuestion, roots, signal, timeout, onTask })
  }

  /** Tells the server that it may be told of other folders now. */
  async noteRoots(): Promise<void> {
    await this.#client.noteRoots()
  }

  /** Asks for any answer at all. @throws McpError */
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
    const said = templates.map(({ _meta }) => _meta?.defaultWorkspace).find(Boolean)
    return { prefix: prefixes.find(Boolean), workspace: said ?? (await this.#readWorkspace()) }
  }

  /** The workspace whose resources are listed where none was named. */
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

const signInNeeded = (name: string): StartFailure =>
  new StartFailure({ step: 'signIn', ...say('START.signIn', { name }), lastLines: [] }, true)

/** What the SDKs put before a reason. */
const PREFIXES =
  /^(?:Streamable HTTP error: |SSE error: |Version negotiation probe failed: |Error POSTing to endpoint: )+/
const refusal = z.object({ error: z.object({ message: z.string() }) })

/** Why a handshake failed, in the words of who refused it: an answer over HTTP may be a message of the protocol, or a page. */
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

/** The second SDK is read only where a server wants it. */
async function clientFor(
  era: TracedTransport['era'],
  options: ProtocolClientOptions,
): Promise<ProtocolClient> {
  if (era === undefined) return statefulClient(options)
  const { statelessClient } = await import('./stateless-client.ts')
  return statelessClient(options)
}

/** What a person asks for; the rest is between programs. */
const TRACED = new Set(['tools/call', 'resources/read', 'prompts/get'])

/** The request with its place in the trace that began in the page. */
function traced(method: string, params: Record<string, unknown>): Record<string, unknown> {
  const place = TRACED.has(method) ? traceHeaders() : {}
  if (place['traceparent'] === undefined) return params
  return { ...params, _meta: { ...(isFields(params['_meta']) ? params['_meta'] : {}), ...place } }
}
