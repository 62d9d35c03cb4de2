import { setTimeout } from 'node:timers/promises'
import { FOREGROUND_SIGNAL, signalForeground } from '#shared/sandbox/foreground-signal.ts'
import { collect } from '../runtime/collect.ts'
import type { Isolate } from '../runtime/runtime.ts'

/** Milliseconds between two looks for a process to signal. */
const PAUSE_MS = 30

/** Sends a signal to what the shell runs in the foreground; resolves when it is sent, or there was no process to send it to. */
export function signalShell(
  isolate: Isolate,
  shellPid: number,
  name: string,
  isOver: () => boolean,
): Promise<void> {
  return signalForeground(name, {
    signal: async (told, shell) => {
      const argv = ['/bin/sh', '-c', FOREGROUND_SIGNAL, 'sh', String(shellPid), name, told, shell]
      const result = await collect(isolate.exec({ argv })).catch(() => undefined)
      return result?.stdout.toString() ?? ''
    },
    isOver,
    pause: () => setTimeout(PAUSE_MS),
  })
}

/** The program of a process with its arguments, NUL between them; empty when it is gone. */
export async function commandLine(isolate: Isolate, pid: number): Promise<string> {
  const child = isolate.exec({ argv: ['/bin/sh', '-c', 'cat "/proc/$1/cmdline"', 'sh', String(pid)] })
  const result = await collect(child).catch(() => undefined)
  return result?.stdout.toString() ?? ''
}
