import type { Run } from './run.ts'
import { PROMPT, SHOWN_REPORT } from './shell-scripts.ts'

/**
 * A run's output without the driver's own text before its end mark: the report, if the shell echoes its input (`set -v`), and, if
 * the terminal lost the first mark, the prompt and the echo of the line that requested another.
 */
export function ownOutput(run: Run, from: number): Buffer {
  const shown = [SHOWN_REPORT, ...(run.markRequest === undefined ? [] : [PROMPT, run.markRequest])]
  const ours = shown.map((text) => Buffer.from(text))
  let bytes = run.segment(from)
  for (;;) {
    const end = ours.find((one) => bytes.subarray(-one.length).equals(one))
    if (!end) return bytes
    bytes = bytes.subarray(0, -end.length)
  }
}

/** Removes the echo that programs with line editing print of their input. */
export function withoutEcho(output: string, command: string): string {
  if (command !== '' && output.startsWith(command))
    return output.slice(command.length).replace(/^\s*\r?\n/, '')
  return output
}

export function cutMatch(output: string, match: string): string {
  const at = output.lastIndexOf(match.trimEnd())
  return at < 0 || match.trim() === '' ? output : output.slice(0, at).trimEnd()
}
