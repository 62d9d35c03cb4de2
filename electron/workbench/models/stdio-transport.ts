import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { say } from '#shared/workbench/sentences/sentence.ts'
import { Child, type Ended } from '../supervision/child.ts'
import { StartFailure } from '../supervision/supervisor.ts'
import { AnswerSizes, type TracedTransport, type TransportObserver } from './traced-transport.ts'

/** Maximum size of a message from a server. A graph model of 20,000 elements is about 10 MB. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024

interface StdioTransportOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Protocol revisions in use. */
  readonly era?: TracedTransport['era']
  readonly observer: TransportObserver
}

/**
 * MCP over a child's stdin and stdout. Replaces the SDK's transport, which frames in quadratic time, stops at 10 MB, hides
 * the exit code and closes on invalid lines (docs/mcp.md#stdio).
 */
export class StdioTransport implements TracedTransport {
  onmessage?: Transport['onmessage']
  onclose?: () => void
  onerror?: (error: Error) => void
  readonly sizes = new AnswerSizes()
  protocolVersion: string | undefined
  #child: Child | undefined
  readonly #options: StdioTransportOptions

  constructor(options: StdioTransportOptions) {
    this.#options = options
  }

  get era(): TracedTransport['era'] {
    return this.#options.era
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  get lastLines(): string[] {
    return this.#child?.lastLines ?? []
  }

  get ended(): Promise<Ended> {
    return this.#child?.ended ?? Promise.resolve({ exitCode: null, signal: null })
  }

  setProtocolVersion(version: string): void {
    this.protocolVersion = version
  }

  /** @throws StartFailure with step `spawn` when the program cannot be started */
  async start(): Promise<void> {
    const { command, args } = this.#options
    try {
      const { env, cwd } = this.#options
      this.#child = await Child.start({
        command,
        args,
        env,
        cwd,
        maxLineBytes: MAX_MESSAGE_BYTES,
        onStdoutLine: (line) => this.#receive(line),
        onStderrLine: (line) => this.#options.observer.onStderr(line),
      })
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      throw new StartFailure(
        {
          step: 'spawn',
          ...(code === 'ENOENT'
            ? say('START.notFound', { command })
            : say('START.notStarted', { command: [command, ...args].join(' '), reason: String(error) })),
          lastLines: [],
        },
        true,
      )
    }
    void this.#child.ended.then(() => this.onclose?.())
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const line = JSON.stringify(message)
    this.#options.observer.onTrace('out', message, line.length)
    if (!this.#child) throw new Error('The server is not running.')
    await this.#child.write(`${line}\n`)
  }

  async close(): Promise<void> {
    await this.#child?.stop()
  }

  kill(): void {
    this.#child?.kill()
  }

  #receive(line: Buffer): void {
    if (line.length === 0) return
    const message = parseMessage(line)
    if (message === undefined) return this.#options.observer.onNoise(line.toString('utf8', 0, 2000))
    this.sizes.note(message, line.length)
    this.#options.observer.onTrace('in', message, line.length)
    this.onmessage?.(message)
  }
}

function parseMessage(line: Buffer): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'))
    return typeof value === 'object' && value !== null && 'jsonrpc' in value
      ? (value as JSONRPCMessage)
      : undefined
  } catch {
    return undefined
  }
}
