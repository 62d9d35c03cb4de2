import { parseThousandths } from './cpus.ts'
import { resourceLimits, startRequest } from './lifecycle.ts'
import { parseSize } from './size.ts'

/** What one sandbox can be given an amount of. */
type Resource = keyof typeof resourceLimits

/** A requested amount as a number (bytes for memory and disk), or what is wrong with it. */
export type Amount = { readonly value: number } | { readonly problem: 'invalid' | 'tooMuch' }

/** `2`, `"0.5"`, or Kubernetes' thousandths: `"500m"`; NaN if invalid. */
export const parseCpus = (requested: string | number): number =>
  parseThousandths(String(requested).trim()) ?? Number(requested)

/** Checks an amount as a start does: the server refuses with it, and the form marks its fields with it. */
export function checkAmount(what: Resource, requested: string | number): Amount {
  const value = what === 'cpus' ? parseCpus(requested) : (parseSize(String(requested)) ?? 0)
  if (!(value > 0)) return { problem: 'invalid' }
  return value > resourceLimits[what] ? { problem: 'tooMuch' } : { value }
}

/** The server's own schemas of the two lifetimes. */
const LIFETIMES = {
  /** Whole minutes. */
  idle: startRequest.shape.auto_clear_time_minutes,
  /** Seconds. */
  keep: startRequest.shape.auto_delete_seconds,
} as const

export const isLifetime = (which: keyof typeof LIFETIMES, value: number): boolean =>
  LIFETIMES[which].safeParse(value).success
