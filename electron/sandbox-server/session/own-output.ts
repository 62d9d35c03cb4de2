import type { Run } from './run.ts'
import { PROMPT, SHOWN_REPORT } from './shell-scripts.ts'

/**
 * A run's output without what of our own may stand before its end mark: the report, where the shell shows its input (`set -v`), and,
 * where the terminal lost the first mark, the prompt and the echo of the line that asked for another.
 */
export function ownOutput(run: Run, from: number): Buffer {
  const shown = [SHOWN_REPORT, ...(run.askedAgain === undefined ? [] : [PROMPT, run.askedAgain])]
  const ours = shown.map((text) => Buffer.from(text))
  let bytes = run.segment(from)
  for (;;) {
    const end = ours.find((one) => bytes.subarray(-one.length).equals(one))
    if (!end) return bytes
    bytes = bytes.subarray(0, -end.length)
  }
}

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
