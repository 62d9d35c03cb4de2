import { z } from 'zod'
import { atLeast, environment, flag, notBlank, number, optional, seconds, text, textList } from './fields.ts'

const sessionName = text.default('default')
const sessionType = z.literal('bash', { error: "Input should be 'bash'" }).default('bash')

/** Requests to run commands (docs/sandbox-platform.md#sessions), with our server's documented extensions. */
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
  /** Extension: size of the pseudo-terminal; fixed at 24 × 80 upstream. */
  rows: optional(atLeast(1)),
  cols: optional(atLeast(1)),
  /** Extension: the shell's initial directory. */
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
  /** Extension: return the output exactly as the terminal received it (escape sequences, untrimmed), and `cwd`. */
  raw: flag.nullish(),
  /**
   * Extension: a client follows the output with `/follow_session`. The answer omits what the follower has
   * received by its last request; `output_from` is the byte at which it begins.
   */
  followed: flag.nullish(),
  /** Extension: the name by which `GET /terminal` reports this command. */
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

/** Extension `/write_session`: input for the program that reads the session's terminal. */
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
