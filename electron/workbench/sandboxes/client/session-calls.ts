import { observationSchema } from '#shared/sandbox/records.ts'
import type { RestClient } from './rest-client.ts'
import type { ExpectOptions, ExpectResult } from './session.ts'

/** Milliseconds added to a command's own timeout for the response; includes interrupting the command. */
const MARGIN_MS = 20_000

/** The timeout for a command's answer in milliseconds. */
export const answerTime = (seconds: number | undefined): number =>
  seconds === undefined ? Infinity : seconds * 1000 + MARGIN_MS

/** The identity of a session on its platform. */
export interface SessionAddress {
  readonly sandbox_id: string
  readonly session: string
}

/** Types a line into a program that prompts and waits for a matching answer; part of every platform's base API. */
export async function expectAnswer(
  client: RestClient,
  address: SessionAddress,
  line: string,
  { expect, seconds = 60, signal, quit = false }: ExpectOptions,
): Promise<ExpectResult> {
  const answer = await client.post(
    'run',
    {
      ...address,
      command: line,
      check: 'silent',
      timeout: seconds,
      expect,
      is_interactive_command: !quit,
      is_interactive_quit: quit,
    },
    observationSchema,
    { timeout: answerTime(seconds), signal },
  )
  return { output: answer.output, matched: answer.expect_string ?? '' }
}

/** Calls `act` when the signal aborts; returns a function to remove the listener. */
export function whenAborted(signal: AbortSignal | undefined, act: () => Promise<unknown>): () => void {
  const listener = () => void act().catch(() => undefined)
  if (signal?.aborted) listener()
  signal?.addEventListener('abort', listener, { once: true })
  return () => signal?.removeEventListener('abort', listener)
}
