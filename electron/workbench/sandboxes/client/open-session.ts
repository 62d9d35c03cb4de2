import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { followedSchema, observationSchema } from '#shared/sandbox/records.ts'
import type { PlatformCapabilities } from './capabilities.ts'
import type { SandboxCommands } from './commands.ts'
import type { Files } from './files.ts'
import { PlainSession } from './plain-session.ts'
import { SandboxPlatformError } from './platform-error.ts'
import type {
  Session,
  SessionOptions,
  ExpectOptions,
  ExpectResult,
  RunOptions,
  RunResult,
  TerminalListener,
} from './session.ts'
import type { RestClient } from './rest-client.ts'
import { answerTime, expectAnswer, whenAborted } from './session-calls.ts'
import { TerminalLink } from './terminal-link.ts'

/** Milliseconds before a command's output is followed: most commands are over by then. */
const FOLLOW_AFTER_MS = 60

/** Milliseconds before an interrupt is sent again. */
const INTERRUPT_AGAIN_MS = 50

const interruptedSchema = z.looseObject({ delivered: z.boolean() })

/**
 * A session of Orrery's server, which uses its extensions: raw output, interrupt, resize. Output is followed over the terminal's WebSocket
 * if that is open, else by long polling.
 */
class LiveSession implements Session {
  readonly sandboxId: string
  readonly name: string
  readonly greeting: string
  readonly #client: RestClient
  readonly #hasTerminal: boolean
  #link: TerminalLink | undefined
  /** Commands without an answer yet, oldest first. */
  readonly #runs = new Set<object>()

  constructor(client: RestClient, sandboxId: string, name: string, greeting: string, hasTerminal: boolean) {
    this.#client = client
    this.#hasTerminal = hasTerminal
    this.sandboxId = sandboxId
    this.name = name
    this.greeting = greeting
  }

  async run(command: string, { onOutput, seconds, signal }: RunOptions = {}): Promise<RunResult> {
    const begun = performance.now()
    const ended = new AbortController()
    this.#runs.add(ended)
    const stop = whenAborted(signal, () => this.interrupt('INT'))
    /** What was shown, with the byte offset at which it begins. */
    const shown: Shown[] = []
    const tag = onOutput && this.#link?.isOpen ? randomUUID() : undefined
    const show = (text: string, from: number): void => {
      shown.push({ from, characters: text.length })
      onOutput?.(text)
    }
    let follower = onOutput && !tag ? this.#follow(show, ended.signal, 0, FOLLOW_AFTER_MS) : undefined
    const unfollow =
      tag === undefined
        ? undefined
        : this.#link?.follow(tag, {
            show,
            // Output that the stream drops is read from the platform's buffer of the command.
            lost: (from) => (follower = this.#follow(show, ended.signal, from, 0)),
          })
    try {
      const answer = await this.#client.post(
        'run',
        {
          ...this.#address(),
          command,
          check: 'silent',
          raw: true,
          followed: onOutput !== undefined,
          tag,
          timeout: seconds,
        },
        observationSchema,
        { timeout: answerTime(seconds) },
      )
      ended.abort()
      unfollow?.()
      await follower
      // The answer starts at the follower's position as the platform knew it; some of it may have been shown
      // since.
      const { output, output_from: from = 0 } = answer
      const already = shown.reduce((sum, part) => (part.from >= from ? sum + part.characters : sum), 0)
      if (output.length > already) onOutput?.(output.slice(already))
      if (signal?.aborted) throw new SandboxPlatformError('ABORTED', 'run', 'the command was interrupted')
      return {
        exitCode: answer.exit_code,
        cwd: answer.cwd,
        milliseconds: performance.now() - begun,
      }
    } finally {
      ended.abort()
      unfollow?.()
      this.#runs.delete(ended)
      stop()
    }
  }

  expect(line: string, options: ExpectOptions): Promise<ExpectResult> {
    return expectAnswer(this.#client, this.#address(), line, options)
  }

  /** The interrupt uses its own connection and may arrive before the command, so it may have to be sent again. */
  async interrupt(
    name: 'INT' | 'TERM' | 'KILL' = 'INT',
    options: { signal?: AbortSignal } = {},
  ): Promise<void> {
    const [meant] = this.#runs
    const body = { ...this.#address(), signal: name }
    for (;;) {
      const { delivered } = await this.#client.post('interrupt', body, interruptedSchema, options)
      if (delivered || !meant || !this.#runs.has(meant)) return
      await setTimeout(INTERRUPT_AGAIN_MS, undefined, options)
    }
  }

  async write(data: string): Promise<void> {
    if (this.#link?.isOpen) return this.#link.type(data)
    await this.#client.post('write', { ...this.#address(), data }, z.unknown())
  }

  async resize(cols: number, rows: number): Promise<void> {
    if (this.#link?.isOpen) return this.#link.resize(cols, rows)
    await this.#client.post('resize', { ...this.#address(), cols, rows }, z.unknown())
  }

  watch(listener: TerminalListener): void {
    this.unwatch()
    if (this.#hasTerminal) this.#link = new TerminalLink(this.#client, this.#address(), listener)
  }

  unwatch(): void {
    this.#link?.close()
    this.#link = undefined
  }

  async close(): Promise<void> {
    this.unwatch()
    await this.#client.post('closeSession', this.#address(), z.unknown())
  }

  #address() {
    return { sandbox_id: this.sandboxId, session: this.name }
  }

  /** Shows output as it arrives until the command ends. Errors here never fail the command. */
  async #follow(
    show: (text: string, from: number) => void,
    ended: AbortSignal,
    first: number,
    after: number,
  ): Promise<void> {
    let from = first
    let run: number | undefined
    try {
      await setTimeout(after, undefined, { signal: ended })
      for (;;) {
        const news = await this.#client.get('follow', { ...this.#address(), from, run }, followedSchema, {
          signal: ended,
          timeout: 60_000,
        })
        if (ended.aborted) return
        run ??= news.run
        if (news.output !== '') show(news.output, from)
        if (!news.running) return
        from = news.next
      }
    } catch {
      // The answer contains what was missed.
    }
  }
}

interface Shown {
  readonly from: number
  readonly characters: number
}

/** Opens or attaches to a session with the implementation that suits the platform. */
export async function openSession(
  platform: SandboxCommands & { readonly files: Files },
  capabilities: PlatformCapabilities,
  sandboxId: string,
  name: string,
  options: SessionOptions,
): Promise<Session> {
  const greeting = await create(platform, sandboxId, name, options, capabilities.liveSessions)
  if (capabilities.liveSessions)
    return new LiveSession(platform.client, sandboxId, name, greeting, capabilities.terminal)
  return PlainSession.open(platform, sandboxId, name, greeting, options.signal)
}

const createdSchema = z.looseObject({ output: z.string().nullish() })

/** Without a terminal, a pager cannot be operated and a merge's editor cannot be used. */
const NO_SCREEN = { PAGER: 'cat', GIT_MERGE_AUTOEDIT: 'no' }

async function create(
  platform: SandboxCommands,
  sandboxId: string,
  name: string,
  { signal, env, rows, cols, attach }: SessionOptions,
  live: boolean,
): Promise<string> {
  const body = {
    sandbox_id: sandboxId,
    session: name,
    session_type: 'bash',
    // Otherwise the real platform's environment is empty, even without a PATH.
    env_enable: true,
    env: { ...NO_SCREEN, ...(live ? { TERM: 'xterm-256color', COLORTERM: 'truecolor' } : {}), ...env },
    ...(live && rows && cols ? { rows, cols } : {}),
  }
  try {
    const { output } = await platform.client.post('createSession', body, createdSchema, {
      signal,
      timeout: 60_000,
    })
    return output ?? ''
  } catch (error) {
    if (attach && error instanceof SandboxPlatformError && /already exists/.test(error.message)) return ''
    throw error
  }
}
