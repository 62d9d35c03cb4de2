import { useEffect, useRef } from 'react'
import { allBenches, type Intents } from './bench.ts'
import { openBench } from './route.ts'

interface Waiting {
  readonly payload: unknown
  readonly done: () => void
}

const handlers = new Map<string, (payload: unknown) => void>()
/** The latest intent of each kind that waits for its bench to be ready. */
const waiting = new Map<string, Waiting>()

/**
 * Opens the bench that handles an intent and delivers the payload; resolves once it was handled. A newer
 * intent of the same kind replaces a waiting one.
 */
export async function openWith<K extends keyof Intents>(intent: K, payload: Intents[K]): Promise<void> {
  const bench = allBenches().find(({ intents = [] }) => (intents as readonly string[]).includes(intent))
  if (bench === undefined) return
  waiting.get(intent)?.done()
  const taken = new Promise<void>((resolve) => waiting.set(intent, { payload, done: resolve }))
  try {
    await openBench(bench.id, { anotherPlace: true })
  } catch {
    // A bench that cannot be shown displays its own error; drop the intent so that it does not fire later.
    waiting.delete(intent)
    return
  }
  deliver(intent)
  await taken
}

/** Delivers an intent without changing the active bench. Resolves once it was handled. */
export async function sendIntent<K extends keyof Intents>(intent: K, payload: Intents[K]): Promise<void> {
  for (const { takes } of allBenches()) await (await takes?.[intent]?.())?.(payload)
}

function deliver(intent: string): void {
  const handle = handlers.get(intent)
  const one = waiting.get(intent)
  if (handle === undefined || one === undefined) return
  waiting.delete(intent)
  handle(one.payload)
  one.done()
}

/** Handles an intent while the component is mounted and `ready`; until then it waits. */
export function useIntent<K extends keyof Intents>(
  intent: K,
  handle: (payload: Intents[K]) => void,
  ready = true,
): void {
  const latest = useRef(handle)
  useEffect(() => {
    latest.current = handle
  })
  useEffect(() => {
    if (!ready) return
    const answer = (payload: unknown): void => latest.current(payload as Intents[K])
    handlers.set(intent, answer)
    deliver(intent)
    return () => {
      if (handlers.get(intent) === answer) handlers.delete(intent)
    }
  }, [intent, ready])
}
