import { jsonLine, type LogFormat } from '../node/operation/server-log.ts'
import type { ServerLogLevel } from './options.ts'

const ORDER: { readonly [level in ServerLogLevel]: number } = { silent: 0, error: 1, info: 2, debug: 3 }

/** Logs to stderr, as text or for log collectors as JSON; stdout belongs to the protocol. */
export class Log {
  readonly #most: number
  readonly #isJson: boolean
  readonly #write = (line: string): void => void process.stderr.write(line)

  constructor({ logLevel, logFormat }: { readonly logLevel: ServerLogLevel; readonly logFormat: LogFormat }) {
    this.#most = ORDER[logLevel]
    this.#isJson = logFormat === 'json'
  }

  error(message: string): void {
    this.#line('error', message)
  }

  /** Logs damaged or missing stored data. The workbench shows such lines to the user. */
  problem(message: string): void {
    this.#line('error', message, 'problem')
  }

  info(message: string): void {
    this.#line('info', message)
  }

  debug(message: string): void {
    this.#line('debug', message)
  }

  /** Logs an answered call; omitted from text logs, because there are too many. */
  call(more: object): void {
    if (this.#isJson && ORDER.info <= this.#most) this.#write(jsonLine('info', 'call', more))
  }

  #line(level: Exclude<ServerLogLevel, 'silent'>, message: string, word: string = level): void {
    if (ORDER[level] > this.#most) return
    this.#write(
      this.#isJson ? jsonLine(level, message) : `model-server ${word}: ${message.replaceAll('\n', ' ')}\n`,
    )
  }
}
