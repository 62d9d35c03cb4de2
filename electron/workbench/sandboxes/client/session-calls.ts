import { observationSchema } from '#shared/sandbox/records.ts'
import type { RestClient } from './rest-client.ts'
import type { ExpectOptions, ExpectResult } from './session.ts'

/** Time an answer may take beyond the command's own limit, which includes interrupting it. */
const MARGIN_MS = 20_000

/** How long to wait for a command's answer, in milliseconds. */
export const answerTime = (seconds: number | undefined): number =>
  seconds === undefined ? Infinity : seconds * 1000 + MARGIN_MS

/** A session as the platform knows it. */
export interface SessionAddress {
  readonly sandbox_id: string
  readonly session: string
}

/** Types a line for a program that prompts and waits for what it answers; every platform has this in its base API. */
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

/** Calls `act` when the signal aborts; returns how to stop listening. */
export function whenAborted(signal: AbortSignal | undefined, act: () => Promise<unknown>): () => void {
  const listener = () => void act().catch(() => undefined)
  if (signal?.aborted) listener()
  signal?.addEventListener('abort', listener, { once: true })
  return () => signal?.removeEventListener('abort', listener)
}
