import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { Notification } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { Ended } from '../supervision/child.ts'
import { StartFailure, type Running } from '../supervision/supervisor.ts'
import { StdioTransport, type StdioTransportOptions } from './stdio-transport.ts'

const HANDSHAKE_TIMEOUT = 15_000
const anything = z.looseObject({})

const templateList = z.looseObject({ resourceTemplates: z.array(z.looseObject({ uriTemplate: z.string() })) })

export interface ModelSessionOptions extends Omit<StdioTransportOptions, 'onTrace'> {
  readonly name: string
  readonly version: string
  onNotification(notification: Notification): void
}

/**
 * One life of a model server: process, handshake, calls. It asks with loose schemas, so that a server whose answers the SDK's
 * strict ones refuse is shown to the person instead of lost (spec/mcp.md §6.9).
 */
export class ModelSession implements Running {
  private readonly transport: StdioTransport
  private readonly client: Client
  /** The identifier prefix of this server (`model`, `umodel`), from the scheme of its resource templates. */
  prefix = 'model'

  private constructor(transport: StdioTransport, client: Client) {
    this.transport = transport
    this.client = client
  }

  /** @throws StartFailure naming the step: spawn, handshake or list. */
  static async start(options: ModelSessionOptions, signal: AbortSignal): Promise<ModelSession> {
    const transport = new StdioTransport(options)
    const client = new Client({ name: 'orrery', version: options.version }, { capabilities: {} })
    client.fallbackNotificationHandler = (notification) => {
      options.onNotification(notification)
      return Promise.resolve()
    }
    const session = new ModelSession(transport, client)
    try {
      await client.connect(transport, { timeout: HANDSHAKE_TIMEOUT, signal })
      session.prefix = await session.readPrefix()
    } catch (error) {
      await transport.close()
      if (error instanceof StartFailure) throw error
      const { exitCode, signal: endedBy } = await transport.ended
      throw new StartFailure({
        step: 'handshake',
        message: `${options.name} did not complete the handshake: ${error instanceof Error ? error.message : String(error)}`,
        exitCode,
        signal: endedBy,
        lastLines: transport.lastLines,
      })
    }
    return session
  }

  get pid(): number {
    return this.transport.pid ?? -1
  }

  get ended(): Promise<Ended> {
    return this.transport.ended
  }

  get lastLines(): string[] {
    return this.transport.lastLines
  }

  get server(): { name: string; version: string; protocol?: string } {
    const info = this.client.getServerVersion()
    const { protocolVersion } = this.transport
    return {
      name: info?.name ?? 'unknown',
      version: info?.version ?? '',
      ...(protocolVersion === undefined ? {} : { protocol: protocolVersion }),
    }
  }

  /** Any request of the protocol; the answer's `result` as it came, with its size in bytes. */
  async request(
    method: string,
    params: Record<string, unknown>,
    options: RequestOptions = {},
  ): Promise<{ result: Record<string, unknown>; bytes: number }> {
    const result = await this.client.request({ method, params } as never, anything, options)
    return { result, bytes: this.transport.lastBytes }
  }

  async stop(): Promise<void> {
    await this.transport.close()
  }

  kill(): void {
    this.transport.kill()
  }

  private async readPrefix(): Promise<string> {
    if (!this.client.getServerCapabilities()?.resources) return 'model'
    const { result } = await this.request('resources/templates/list', {}, { timeout: HANDSHAKE_TIMEOUT })
    const parsed = templateList.safeParse(result)
    const uris = parsed.success ? parsed.data.resourceTemplates.map((template) => template.uriTemplate) : []
    const scheme = uris.map((uri) => /^([a-z][a-z0-9+.-]*):\/\/workspace\//.exec(uri)?.[1]).find(Boolean)
    return scheme ?? 'model'
  }
}
