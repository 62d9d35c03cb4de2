import { randomUUID } from 'node:crypto'

/**
 * What the GEM service needs from its platform: every environment belongs to a sandbox, so that it is listed, kept alive
 * and stopped like any other. Implemented by the sandbox server's lifecycle; {@link standAloneHost} works without a server
 * (tests, benchmarks, other programs).
 */
export interface GemHost {
  /** Opens a sandbox for one environment; `envId` is for display. Rejects with a message at the limit. */
  open(envId: string): { sandboxId: string } | Promise<{ sandboxId: string }>
  /** Reports a use of the environment, which extends the sandbox's idle deadline. Unknown ids are ignored. */
  touch(sandboxId: string): void
  /** Stops the sandbox. Need not call the `onClosed` listeners. Unknown ids are ignored. */
  close(sandboxId: string): void | Promise<void>
  /** Calls the listener when a sandbox ends otherwise: stopped, idle for too long, server shutdown. */
  onClosed(listener: (sandboxId: string) => void): void
}

interface StandAloneOptions {
  /** An environment that is idle for this long is closed. Default: an hour. */
  readonly idleMs?: number
}

/** A host with its own ids and idle deadlines. `dispose` drops all sandboxes without calling listeners. */
export function standAloneHost({ idleMs = 3_600_000 }: StandAloneOptions = {}): GemHost & {
  dispose(): void
} {
  const timers = new Map<string, NodeJS.Timeout>()
  const listeners: ((sandboxId: string) => void)[] = []

  function expire(sandboxId: string): void {
    timers.delete(sandboxId)
    for (const listener of listeners) listener(sandboxId)
  }

  function forget(sandboxId: string): void {
    clearTimeout(timers.get(sandboxId))
    timers.delete(sandboxId)
  }

  return {
    open: () => {
      const sandboxId = randomUUID().replaceAll('-', '')
      timers.set(sandboxId, setTimeout(expire, idleMs, sandboxId).unref())
      return { sandboxId }
    },
    touch: (sandboxId) => {
      timers.get(sandboxId)?.refresh()
    },
    close: forget,
    onClosed: (listener) => {
      listeners.push(listener)
    },
    dispose: () => {
      for (const sandboxId of timers.keys()) forget(sandboxId)
    },
  }
}
