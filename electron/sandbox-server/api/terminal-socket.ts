import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import {
  dataFrame,
  type FromServer,
  readMessage,
  TERMINAL_PROTOCOL,
  toServerSchema,
} from '#shared/sandbox/terminal-frames.ts'
import type { Session } from '../session/session.ts'
import type { StreamStep } from '../session/terminal-stream.ts'
import type { Platform } from './platform.ts'
import { refuseMalformed } from './port-proxy.ts'
import type { Streams } from './streams.ts'

/** Close codes of RFC 6455 §7.4.1: client error, and ended shell. */
const POLICY = 1008
const ENDED = 1000
/** Maximum unacknowledged bytes in flight to a client. */
const WINDOW_BYTES = 1024 ** 2
/** Milliseconds for which output is batched, if some was sent shortly before. */
const COLLECT_MS = 2
/** Milliseconds after a keypress without batching, because the output contains its echo. */
const ECHO_MS = 100
/** Bytes written per event loop turn, so that other clients' input is not delayed. */
const TURN_BYTES = 128 * 1024
/** Maximum size of a client's message, which limits a paste. */
const MAX_MESSAGE_BYTES = 1024 ** 2

interface Address {
  readonly sandboxId: string
  readonly session: string
  /** The offset to resume from; undefined to start with new output. */
  readonly from: number | undefined
}

/** Undefined if the URL is not that of a terminal. */
export function terminalAddress(base: string, url: string): Address | undefined {
  const { pathname, searchParams } = new URL(url, 'http://sandbox')
  if (pathname !== `${base}/terminal`) return undefined
  const from = searchParams.get('from')
  return {
    sandboxId: searchParams.get('sandbox_id') ?? '',
    session: searchParams.get('session') ?? 'default',
    from: from !== null && /^\d+$/.test(from) ? Number(from) : undefined,
  }
}

/**
 * Session terminals over WebSocket: output as one resumable stream, input, size, and the state of the foreground program. Commands
 * still use `run_in_session`.
 */
export class TerminalSockets {
  readonly #platform: Platform
  readonly #streams: Streams
  readonly #server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: (offered) => (offered.has(TERMINAL_PROTOCOL) ? TERMINAL_PROTOCOL : false),
  })

  constructor(platform: Platform, streams: Streams) {
    this.#platform = platform
    this.#streams = streams
    this.#server.on('wsClientError', refuseMalformed)
  }

  /** Accepts before closing, so that the client sees the reason. */
  upgrade(address: Address, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (ws) => {
      this.#streams.add(ws)
      ws.on('error', () => ws.terminate())
      this.#platform.sandboxes
        .use(address.sandboxId, (isolate, sessions) => sessions.find(isolate, address.session))
        .then(
          (session) => this.#serve(ws, session, address),
          (error: Error) => ws.close(POLICY, error.message.slice(0, 120)),
        )
    })
  }

  #serve(ws: WebSocket, session: Session, { sandboxId, from }: Address): void {
    const attached = session.terminal.attach(from)
    const { reader, stream } = attached
    let acknowledged = from ?? stream.total
    let sent = acknowledged
    const tell = (message: FromServer): void => ws.send(JSON.stringify(message))
    tell({ type: 'hello', offset: acknowledged, kept: stream.start })
    const send = ({ item, gap }: StreamStep): void => {
      if (gap > 0) tell({ type: 'gap', offset: item.offset, bytes: gap })
      if (item.kind === 'data') {
        ws.send(dataFrame(item))
        sent = item.offset + item.bytes.length
      } else if (item.kind === 'begin')
        tell({ type: 'begin', run: item.run, offset: item.offset, tag: item.tag })
      else tell({ type: 'end', run: item.run, offset: item.offset })
    }
    let isDue = false
    let pumpedAt = 0
    let typedAt = -ECHO_MS
    /** Batches events of the same turn. */
    const pumpSoon = (): void => {
      if (isDue) return
      isDue = true
      const again = (): void => {
        isDue = false
        pump()
      }
      const now = performance.now()
      if (now - pumpedAt < COLLECT_MS && now - typedAt > ECHO_MS) setTimeout(again, COLLECT_MS)
      else setImmediate(again)
    }
    /** Yields between parts of a large output. */
    const pump = (): void => {
      pumpedAt = performance.now()
      const most = sent + TURN_BYTES
      while (ws.readyState === ws.OPEN && sent - acknowledged < WINDOW_BYTES) {
        if (sent >= most) return void setImmediate(pump)
        const next = reader.take()
        if (!next) return
        send(next)
      }
    }
    const ends = [
      stream.watch(pumpSoon),
      session.terminal.watchForeground((now) => tell({ type: 'foreground', now: now ?? null })),
    ]
    pump()
    ws.on('message', (data: RawData, isBinary: boolean) => {
      const message = isBinary ? undefined : readMessage(toServerSchema, (data as Buffer).toString('utf8'))
      if (isBinary) {
        this.#platform.sandboxes.touch(sandboxId)
        typedAt = performance.now()
        session.typeToProgram((data as Buffer).toString('utf8'))
      } else if (message?.type === 'resize') session.resize(message.cols, message.rows)
      else if (message?.type === 'ack') {
        acknowledged = Math.min(sent, Math.max(acknowledged, message.offset))
        if (message.run !== undefined && message.at !== undefined)
          session.acknowledge(message.run, message.at)
        pump()
      } else ws.close(POLICY, 'unknown message')
    })
    ws.once('close', () => {
      for (const end of ends) end()
      attached.detach()
    })
    void session.closed.then(() => {
      pump()
      ws.close(ENDED, 'the shell ended')
    })
  }
}
