import type { ServerLogLevel } from './options.ts'

const ORDER: { readonly [level in ServerLogLevel]: number } = { silent: 0, error: 1, info: 2, debug: 3 }

/** Lines for people, on stderr: stdout belongs to the protocol. */
export class Log {
  readonly #most: number
  readonly #write: (line: string) => void

  constructor(level: ServerLogLevel, write: (line: string) => void = (line) => process.stderr.write(line)) {
    this.#most = ORDER[level]
    this.#write = write
  }

  error(message: string): void {
    this.#line('error', message)
  }

  /** Something kept that is damaged or missing. The workbench shows such lines to the person. */
  problem(message: string): void {
    this.#line('error', message, 'problem')
  }

  info(message: string): void {
    this.#line('info', message)
  }

  debug(message: string): void {
    this.#line('debug', message)
  }

  #line(level: Exclude<ServerLogLevel, 'silent'>, message: string, word: string = level): void {
    if (ORDER[level] <= this.#most) this.#write(`model-server ${word}: ${message.replaceAll('\n', ' ')}\n`)
  }
}
