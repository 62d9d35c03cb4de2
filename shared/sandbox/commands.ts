import { z } from 'zod'
import { atLeast, environment, flag, notBlank, number, optional, seconds, text, textList } from './fields.ts'

const sessionName = text.default('default')
const sessionType = z.literal('bash', { error: "Input should be 'bash'" }).default('bash')

/** Requests that run commands (docs/sandbox-platform.md#sessions), with this server's documented extensions. */
export const createSessionRequest = z.object({
  sandbox_id: notBlank,
  session: sessionName,
  session_type: sessionType,
  startup_source: textList.nullish(),
  env_enable: flag.nullish(),
  env: optional(environment),
  remote_user: optional(text),
  startup_timeout: optional(seconds),
  max_read_size: optional(number),
  /** Extension: size of the pseudo-terminal; upstream's is fixed at 24 × 80. */
  rows: optional(atLeast(1)),
  cols: optional(atLeast(1)),
  /** Extension: the directory the shell starts in. */
  cwd: optional(text),
})
export type CreateSessionRequest = z.infer<typeof createSessionRequest>

export const runRequest = z.object({
  sandbox_id: notBlank,
  session: sessionName,
  action_type: z.literal('bash', { error: "Input should be 'bash'" }).default('bash'),
  command: text,
  timeout: optional(seconds),
  check: z
    .enum(['silent', 'raise', 'ignore'], { error: "Input should be 'silent', 'raise' or 'ignore'" })
    .default('raise'),
  is_interactive_command: flag.nullish(),
  is_interactive_quit: flag.nullish(),
  expect: textList.nullish(),
  error_msg: optional(text),
  /** Extension: the output exactly as the terminal got it (escape sequences, untrimmed), and `cwd` in the result. */
  raw: flag.nullish(),
  /**
   * Extension: the output is followed meanwhile (`/follow_session`). The answer leaves out what the follower has by its last question, and
   * says in `output_from` at which byte it begins.
   */
  followed: flag.nullish(),
  /** Extension: the name under which `GET /terminal` reports this command. */
  tag: optional(text.max(64, { error: 'String should have at most 64 characters' })),
})
export type RunRequest = z.infer<typeof runRequest>

export const sessionRequest = z.object({
  sandbox_id: notBlank,
  session: sessionName,
  session_type: sessionType,
})

/** Extension `/interrupt_session`: a signal for the session's foreground job. */
export const interruptRequest = z.object({
  sandbox_id: notBlank,
  session: sessionName,
  signal: z
    .enum(['INT', 'TERM', 'KILL', 'QUIT', 'TSTP', 'CONT', 'HUP'], {
      error: "Input should be 'INT', 'TERM', 'KILL', 'QUIT', 'TSTP', 'CONT' or 'HUP'",
    })
    .default('INT'),
})

/** Extension `/write_session`: text for the program that reads the session's terminal. */
export const writeSessionRequest = z.object({ sandbox_id: notBlank, session: sessionName, data: text })

/** Extension `/resize_session`. */
export const resizeRequest = z.object({
  sandbox_id: notBlank,
  session: sessionName,
  rows: atLeast(1),
  cols: atLeast(1),
})

export const executeRequest = z.object({
  sandbox_id: notBlank,
  command: z.union([text, textList], { error: 'Input should be a valid string or a valid list of strings' }),
  timeout: seconds.nullish(),
  shell: flag.nullish(),
  check: flag.nullish(),
  error_msg: optional(text),
  env: optional(environment),
  cwd: optional(text),
})
export type ExecuteRequest = z.infer<typeof executeRequest>
