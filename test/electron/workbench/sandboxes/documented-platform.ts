import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type IPty, spawn as spawnPty } from '@lydell/node-pty'

/** The prompt by which the end of a command is recognized. */
const PROMPT = 'SHELLPS1PREFIX'

/** Delay before typing, in ms. */
const TYPING_MS = 50
/** How long calls fail after a failed one, in ms. */
const STALE_MS = 120

type Body = Record<string, unknown>

/** A shell in a terminal, driven as other platforms do: text is typed, and the next prompt counts as its end. */
class TypedShell {
  readonly #pty: IPty
  #unread = ''
  /** Set when it has exited. */
  #exitCode: number | undefined
  #wake: () => void = () => undefined

  constructor() {
    this.#pty = spawnPty('/bin/bash', ['--norc', '--noprofile'], {
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '/',
        PS1: PROMPT,
        PS2: '',
        TERM: 'dumb',
      },
    })
    this.#pty.onData((text) => {
      this.#unread += text
      this.#wake()
    })
    this.#pty.onExit(({ exitCode }) => {
      this.#exitCode = exitCode
      this.#wake()
    })
  }

  async begin(): Promise<void> {
    await this.until([PROMPT], 5_000)
    this.type(`bind 'set enable-bracketed-paste off' 2>/dev/null; stty -echo; PS1=${PROMPT}`)
    await setTimeout(100)
    await this.until([PROMPT], 5_000)
    await setTimeout(100)
    this.#unread = ''
  }

  type(text: string): void {
    this.#pty.write(`${text}\n`)
  }

  /** The text before the first match, consuming both; undefined after a timeout. */
  async until(
    expect: readonly string[],
    milliseconds: number,
  ): Promise<{ before: string; match: string } | undefined> {
    const end = Date.now() + milliseconds
    for (;;) {
      for (const one of expect) {
        const found = new RegExp(one).exec(this.#unread)
        if (!found) continue
        const before = this.#unread.slice(0, found.index)
        this.#unread = this.#unread.slice(found.index + found[0].length)
        return { before, match: found[0] }
      }
      if (this.#exitCode !== undefined) {
        const before = `before (last 100 chars): ${JSON.stringify(this.#unread.slice(-100))}`
        throw new Error(
          `End Of File (EOF). Exception style platform.\n${before}\nexitstatus: ${this.#exitCode}\nflag_eof: True`,
        )
      }
      if (Date.now() >= end) return undefined
      const arrived = new Promise<void>((resolve) => (this.#wake = resolve))
      await Promise.race([arrived, setTimeout(Math.min(end - Date.now(), 200))])
    }
  }

  kill(): void {
    this.#pty.kill('SIGKILL')
  }
}

/**
 * A sandbox platform as documented for other vendors (docs/sandbox-platform.md#a-plain-platform): only the base API, commands typed into
 * a terminal, no lock on a session, every call cut off after a time limit while its command continues, no error messages, and short
 * unavailability after a failed call. The "sandbox" is this machine.
 */
export class DocumentedPlatform {
  readonly url: string
  /** Paths of the calls so far. */
  readonly calls: string[] = []
  readonly #server: ReturnType<typeof createServer>
  readonly #sessions = new Map<string, TypedShell>()
  readonly #limitMs: number
  /** Until then calls fail because the connection to the sandbox was closed; Unix ms. */
  #staleUntil = 0

  private constructor(server: ReturnType<typeof createServer>, limitMs: number) {
    this.#server = server
    this.#limitMs = limitMs
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (request, response) => {
      void this.#serve(request).then(
        (answer) => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)),
        (error: Error) => {
          this.#staleUntil = Date.now() + STALE_MS
          response.end(JSON.stringify(failed(error.message)))
        },
      )
    })
  }

  /** @param limitMs time limit of calls; 85 s elsewhere */
  static async start(limitMs: number): Promise<DocumentedPlatform> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new DocumentedPlatform(server, limitMs)
  }

  async stop(): Promise<void> {
    for (const shell of this.#sessions.values()) shell.kill()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage): Promise<object> {
    const path = /\/([^/?]+)(?:\?|$)/.exec(request.url ?? '')?.[1] ?? ''
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const body = (text === '' ? {} : JSON.parse(text)) as Body
    this.calls.push(path)
    if (Date.now() < this.#staleUntil) {
      return failed('Service unavailable: Upstream server is not reachable.')
    }
    switch (path) {
      case 'openapi.json':
        return { paths: Object.fromEntries(PATHS.map((one) => [`/apis/envs/sandbox/v1/${one}`, {}])) }
      case 'create_session':
        return this.#create(String(body['session']))
      case 'run_in_session':
        return this.#run(body)
      case 'close_session':
        this.#sessions.get(String(body['session']))?.kill()
        this.#sessions.delete(String(body['session']))
        return success({ session_type: 'bash' })
      case 'execute':
        return success(await this.#execute([body['command']].flat() as string[]))
      case 'write_file':
        await mkdir(dirname(String(body['path'])), { recursive: true })
        await writeFile(String(body['path']), String(body['content']))
        return success({ success: true, message: '' })
      case 'read_file':
        return success({ content: await readFile(String(body['path']), 'utf8') })
    }
    return { detail: 'Not Found' }
  }

  async #create(name: string): Promise<object> {
    if (this.#sessions.has(name)) return success({ output: '', session_type: 'bash' })
    const shell = new TypedShell()
    this.#sessions.set(name, shell)
    await shell.begin()
    return success({ output: '', session_type: 'bash' })
  }

  async #run(body: Body): Promise<object> {
    const shell = this.#sessions.get(String(body['session']))
    if (!shell) return failed(`session '${String(body['session'])}' does not exist`)
    const expect = (body['expect'] as string[] | undefined) ?? []
    const limit = Math.min(this.#limitMs, Number(body['timeout'] ?? Infinity) * 1_000)
    await setTimeout(TYPING_MS)
    shell.type(String(body['command']))
    const end = await shell.until([...expect, PROMPT], limit)
    if (!end) return failed('Request processing timed out after 85 seconds.')
    const output = end.before.trim()
    const answer = { session_type: 'bash', output, failure_reason: '', expect_string: end.match }
    if (body['is_interactive_command'] || body['check'] === 'ignore')
      return success({ ...answer, exit_code: null })
    await setTimeout(TYPING_MS)
    shell.type('echo CODE$?CODE')
    const code = await shell.until(['CODE(\\d+)CODE\\s*'], limit)
    await shell.until([PROMPT], limit)
    return success({ ...answer, exit_code: Number(/\d+/.exec(code?.match ?? '')?.[0] ?? Number.NaN) })
  }

  #execute([program = '', ...args]: string[]): Promise<object> {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    return new Promise((resolve) => {
      const limit = AbortSignal.timeout(this.#limitMs)
      limit.addEventListener('abort', () => resolve({ stdout: '', stderr: 'Command timeout', exit_code: -1 }))
      child.on('error', () => resolve({ stdout: '', stderr: '', exit_code: -1 }))
      child.on('close', (code) => resolve({ stdout, stderr, exit_code: code ?? -1 }))
    })
  }
}

const PATHS = [
  'start',
  'start_async',
  'get_status',
  'is_alive',
  'execute',
  'create_session',
  'run_in_session',
  'close_session',
  'read_file',
  'write_file',
  'upload',
  'stop',
]

const success = (result: object) => ({ status: 'Success', message: '', error: null, result })
const failed = (error: string) => ({
  status: 'Failed',
  message: 'run in session failed',
  error,
  result: null,
})
