import { useEffect, useRef } from 'react'
import { allBenches, type Intents } from './bench.ts'
import { openBench } from './route.ts'

interface Waiting {
  readonly payload: unknown
  readonly done: () => void
}

const handlers = new Map<string, (payload: unknown) => void>()
/** The last intent of each kind whose bench is not ready for it yet. */
const waiting = new Map<string, Waiting>()

/**
 * Opens the bench that answers an intent and hands the payload over; resolves once it was taken. A newer one of its kind replaces
 * one that waits.
 */
export async function openWith<K extends keyof Intents>(intent: K, payload: Intents[K]): Promise<void> {
  const bench = allBenches().find(({ intents = [] }) => (intents as readonly string[]).includes(intent))
  if (bench === undefined) return
  waiting.get(intent)?.done()
  const taken = new Promise<void>((resolve) => waiting.set(intent, { payload, done: resolve }))
  try {
    await openBench(bench.id)
  } catch {
    // A bench that cannot be shown says so in its place; the intent must not surprise anyone later.
    waiting.delete(intent)
    return
  }
  deliver(intent)
  await taken
}

/** Has a bench take something, and stays where one is. Resolves once it was taken. */
export async function handTo<K extends keyof Intents>(intent: K, payload: Intents[K]): Promise<void> {
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

/** Answers an intent while the component is mounted and `ready`; until then one waits. */
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
