import { say } from '#shared/workbench/sentences/sentence.ts'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  type Notification,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { isFields } from '#shared/json/fields.ts'
import type { Ended } from '../supervision/child.ts'
import { StartFailure, type Running } from '../supervision/supervisor.ts'
import { wantsSignIn } from './sign-in.ts'
import type { TracedTransport } from './traced-transport.ts'

const HANDSHAKE_TIMEOUT = 15_000
/** The result as it came, not a copy: see {@link AnswerSizes}. */
const anything = z.custom<Record<string, unknown>>(isFields)

const templateList = z.looseObject({ resourceTemplates: z.array(z.looseObject({ uriTemplate: z.string() })) })

/** Something that a server asks of the person: a form, or a model's answer. */
export interface ServerQuestion {
  readonly method: 'elicitation/create' | 'sampling/createMessage'
  readonly params: Record<string, unknown>
}

interface ModelSessionOptions {
  readonly name: string
  readonly version: string
  onNotification(notification: Notification): void
  /** The folders that the server may be told of. */
  roots(): Record<string, unknown>
  /** Resolves to the result that is sent back; rejects when the person declines. */
  onQuestion(question: ServerQuestion, signal: AbortSignal): Promise<Record<string, unknown>>
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
  /** The identifier prefix of this server (`model`, `umodel`), from the scheme of its resource templates. */
  prefix: string | undefined
  readonly #transport: TracedTransport
  readonly #client: Client
  #waiting = 0

  private constructor(transport: TracedTransport, client: Client) {
    this.#transport = transport
    this.#client = client
  }

  /** Shakes hands over a fresh transport. @throws StartFailure naming the step: spawn, handshake or list. */
  static async start(
    transport: TracedTransport,
    options: ModelSessionOptions,
    signal: AbortSignal,
  ): Promise<ModelSession> {
    const capabilities = { sampling: {}, elicitation: {}, roots: { listChanged: true } }
    const client = new Client({ name: 'orrery', version: options.version }, { capabilities })
    client.fallbackNotificationHandler = (notification) => {
      options.onNotification(notification)
      return Promise.resolve()
    }
    answerQuestions(client, options)
    const session = new ModelSession(transport, client)
    let step: 'handshake' | 'list' = 'handshake'
    try {
      await client.connect(transport, { timeout: HANDSHAKE_TIMEOUT, signal })
      step = 'list'
      session.prefix = await session.#readPrefix()
      return session
    } catch (error) {
      await transport.close().catch(() => undefined)
      if (error instanceof StartFailure) throw error
      const { exitCode, signal: endedBy } = await transport.ended
      // Nobody but the person can change that: it is not tried again.
      if (wantsSignIn(error)) throw signInNeeded(options.name)
      const reason = error instanceof Error ? error.message : String(error)
      throw new StartFailure({
        step,
        ...say(`START.${step}`, { name: options.name, reason }),
        exitCode,
        signal: endedBy,
        // Over HTTP the reason is the last thing that was noted, too.
        lastLines: transport.lastLines.filter((line) => line !== reason),
      })
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

  /** Whether somebody waits for an answer. */
  get asked(): boolean {
    return this.#waiting > 0
  }

  /** What the server said of itself in the handshake. */
  get handshake(): {
    server: { name: string; version: string; protocol?: string }
    capabilities: unknown
    instructions: string
  } {
    const info = this.#client.getServerVersion()
    const { protocolVersion } = this.#transport
    return {
      server: {
        name: info?.name ?? 'unknown',
        version: info?.version ?? '',
        protocol: protocolVersion,
      },
      capabilities: this.#client.getServerCapabilities() ?? {},
      instructions: this.#client.getInstructions() ?? '',
    }
  }

  /** Any request of the protocol; the answer's `result` as it came. */
  async request(
    method: string,
    params: Record<string, unknown>,
    options: RequestOptions = {},
  ): Promise<RequestAnswer> {
    const started = performance.now()
    this.#waiting++
    try {
      const result = await this.#client.request({ method, params } as never, anything, options)
      return { result, bytes: this.#transport.sizes.of(result), milliseconds: performance.now() - started }
    } finally {
      this.#waiting--
    }
  }

  /** Tells the server that it may be told of other folders now. */
  async noteRoots(): Promise<void> {
    await this.#client.sendRootsListChanged()
  }

  async stop(): Promise<void> {
    await this.#transport.close()
  }

  kill(): void {
    this.#transport.kill()
  }

  async #readPrefix(): Promise<string | undefined> {
    if (!this.#client.getServerCapabilities()?.resources) return undefined
    const { result } = await this.request(
      'resources/templates/list',
      {},
      { timeout: HANDSHAKE_TIMEOUT },
    ).catch(() => ({
      result: {},
    }))
    const parsed = templateList.safeParse(result)
    const uris = parsed.success ? parsed.data.resourceTemplates.map((template) => template.uriTemplate) : []
    return uris.map((uri) => /^([a-z][a-z0-9+.-]*):\/\/workspace\//.exec(uri)?.[1]).find(Boolean)
  }
}

const signInNeeded = (name: string): StartFailure =>
  new StartFailure({ step: 'signIn', ...say('START.signIn', { name }), lastLines: [] }, true)

function answerQuestions(client: Client, { onQuestion, roots }: ModelSessionOptions): void {
  const ask = (method: ServerQuestion['method'], params: unknown, signal: AbortSignal) =>
    onQuestion({ method, params: (params ?? {}) as Record<string, unknown> }, signal)
  // The person's decision is shaped by the page and checked by the server; the SDK's result types are wider than we send.
  client.setRequestHandler(
    ElicitRequestSchema,
    (request, { signal }) => ask('elicitation/create', request.params, signal) as never,
  )
  client.setRequestHandler(
    CreateMessageRequestSchema,
    (request, { signal }) => ask('sampling/createMessage', request.params, signal) as never,
  )
  client.setRequestHandler(ListRootsRequestSchema, () => roots() as never)
}
