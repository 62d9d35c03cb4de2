import type { Run } from './run.ts'
import { PROMPT, SHOWN_REPORT } from './shell-scripts.ts'

/**
 * A run's output without what of our own may stand before its end mark: the report, where the shell shows its input (`set -v`), and the
 * prompt, where the terminal lost the first mark.
 */
export function ownOutput(run: Run, from: number): Buffer {
  const bytes = run.segment(from)
  const ours = run.isMarkedAgain ? [PROMPT, SHOWN_REPORT] : [SHOWN_REPORT]
  return ours.map((text) => Buffer.from(text)).reduce(withoutEnd, bytes)
}

const withoutEnd = (bytes: Buffer, end: Buffer): Buffer =>
  bytes.subarray(-end.length).equals(end) ? bytes.subarray(0, -end.length) : bytes

/** Programs with line editing echo what is typed to them; the answer is what came after. */
export function withoutEcho(output: string, command: string): string {
  if (command !== '' && output.startsWith(command))
    return output.slice(command.length).replace(/^\s*\r?\n/, '')
  return output
}

export function cutMatch(output: string, match: string): string {
  const at = output.lastIndexOf(match.trimEnd())
  return at < 0 || match.trim() === '' ? output : output.slice(0, at).trimEnd()
}
