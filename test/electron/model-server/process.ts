import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { repository } from '../repository.ts'

const root = repository()
const program = join(root, process.env['ORRERY_DIST'] ?? 'dist', 'model-server.mjs')

/** Path of the bundled server, which is built if missing. */
export function serverProgram(): string {
  if (!existsSync(program))
    execFileSync(process.execPath, ['electron/tooling/build.mjs', 'servers'], { cwd: root })
  return program
}

export interface Answer {
  readonly id?: number | string
  readonly result?: { readonly [name: string]: unknown }
  readonly error?: { readonly code: number; readonly message: string; readonly data?: string }
}

/** A server process and its lines. */
export class ServerProcess {
  readonly child: ChildProcessWithoutNullStreams
  readonly #lines: Answer[] = []
  readonly #waiting: ((answer: Answer) => void)[] = []
  stderr = ''
  #rest = ''

  constructor(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    this.child = spawn(process.execPath, [serverProgram(), ...args], { env: { ...process.env, ...env } })
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => this.#take(text))
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text))
    this.child.stdin.on('error', () => undefined)
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) {
      const answer = JSON.parse(line) as Answer
      const waiting = this.#waiting.shift()
      if (waiting) waiting(answer)
      else this.#lines.push(answer)
    }
  }

  write(text: string | Uint8Array): void {
    this.child.stdin.write(text)
  }

  send(message: unknown): void {
    this.write(`${JSON.stringify(message)}\n`)
  }

  /** The next line. */
  next(): Promise<Answer> {
    const line = this.#lines.shift()
    if (line) return Promise.resolve(line)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  async ask(message: unknown): Promise<Answer> {
    this.send(message)
    return this.next()
  }

  /** Resolves with the exit code. */
  get ended(): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null)
      return Promise.resolve(this.child.exitCode)
    return new Promise((resolve) => this.child.once('exit', (code) => resolve(code)))
  }
}

/** The first match of a pattern in the server's stderr. */
export async function onStderr(server: ServerProcess, pattern: RegExp): Promise<string> {
  for (;;) {
    const match = pattern.exec(server.stderr)
    if (match) return match[1] ?? match[0]
    if (server.child.exitCode !== null) throw new Error(`the server ended: ${server.stderr}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
