import { randomUUID } from 'node:crypto'

/**
 * What the GEM service needs of the platform around it: every environment lives in a sandbox, so that it is listed,
 * kept alive and stopped like any other. The sandbox server's lifecycle implements this; {@link standAloneHost} serves
 * where there is no such server (tests, benches, other programs).
 */
export interface GemHost {
  /** Opens a sandbox for one environment; `envId` is for display. Rejects with a sentence when there is no room. */
  open(envId: string): { sandboxId: string } | Promise<{ sandboxId: string }>
  /** Tells that the environment was used: renews the sandbox's idle deadline. Unknown ids are ignored. */
  touch(sandboxId: string): void
  /** Stops the sandbox. It need not call the `onClosed` listeners for it. Unknown ids are ignored. */
  close(sandboxId: string): void | Promise<void>
  /** `listener` is called when a sandbox ends by other ways: stopped, idle too long, server shutting down. */
  onClosed(listener: (sandboxId: string) => void): void
}

interface StandAloneOptions {
  /** An environment that is not used for this long is closed. Default: an hour. */
  readonly idleMs?: number
}

/** A host with ids and idle deadlines of its own. `dispose` forgets all sandboxes without calling listeners. */
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
