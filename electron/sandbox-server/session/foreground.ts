import { collect } from '../runtime/collect.ts'
import type { Box } from '../runtime/runtime.ts'

/**
 * Sends a signal to the job that owns a session's terminal. Done by a process inside the sandbox, which sees the same process
 * numbers as the shell does and needs no rights outside. The group comes from the eighth field of `/proc/PID/stat`, or from `ps`
 * where there is no /proc.
 */
const SCRIPT = [
  'if read -r line < "/proc/$1/stat"; then rest=${line##*) }; set -- "$1" "$2" $rest; group=$8',
  'else group=$(ps -o tpgid= -p "$1" | tr -d " "); fi 2>/dev/null',
  '[ "${group:-0}" -gt 0 ] && kill -s "$2" -- "-$group"',
].join('\n')

/** Resolves when the signal is sent, or there was nobody to send it to. */
export async function signalForeground(box: Box, shellPid: number, signal: string): Promise<void> {
  const child = box.exec({ argv: ['/bin/sh', '-c', SCRIPT, 'sh', String(shellPid), signal] })
  await collect(child).catch(() => undefined)
}

/** The program of a process with its arguments, NUL between them; empty when it is gone. */
export async function commandLine(box: Box, pid: number): Promise<string> {
  const child = box.exec({ argv: ['/bin/sh', '-c', 'cat "/proc/$1/cmdline"', 'sh', String(pid)] })
  const result = await collect(child).catch(() => undefined)
  return result?.stdout.toString() ?? ''
}
