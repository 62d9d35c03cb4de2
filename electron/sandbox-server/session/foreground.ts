import { setTimeout } from 'node:timers/promises'
import { FOREGROUND_SIGNAL, signalForeground } from '#shared/sandbox/foreground-signal.ts'
import { collect } from '../runtime/collect.ts'
import type { Isolate } from '../runtime/runtime.ts'

/** Milliseconds between two attempts to find a process to signal. */
const PAUSE_MS = 30

/** Signals the shell's foreground job; resolves when it was sent, or when there was no process to send it to. */
export function signalShell(
  isolate: Isolate,
  shellPid: number,
  name: string,
  isOver: () => boolean,
): Promise<void> {
  return signalForeground(name, {
    signal: async (candidates, shell) => {
      const argv = ['/bin/sh', '-c', FOREGROUND_SIGNAL, 'sh', String(shellPid), name, candidates, shell]
      const result = await collect(isolate.exec({ argv })).catch(() => undefined)
      return result?.stdout.toString() ?? ''
    },
    isOver,
    pause: () => setTimeout(PAUSE_MS),
  })
}

/** The command line of a process, separated by NUL; empty if it has exited. */
export async function commandLine(isolate: Isolate, pid: number): Promise<string> {
  const child = isolate.exec({ argv: ['/bin/sh', '-c', 'cat "/proc/$1/cmdline"', 'sh', String(pid)] })
  const result = await collect(child).catch(() => undefined)
  return result?.stdout.toString() ?? ''
}
