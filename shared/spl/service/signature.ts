import { CALLABLES, type Callable, type Parameter } from './callables.ts'
import type { Situation } from './context.ts'

/** A call, and the parameter that contains the cursor. */
export interface Signature {
  readonly callable: Callable
  /** Parameter index, from 0. */
  readonly active: number
}

export function signatureAt({ call }: Situation): Signature | undefined {
  const callables: readonly Callable[] = call ? CALLABLES[call.kind] : []
  const callable = callables.find(({ name }) => name === call?.name)
  if (!call || !callable || callable.parameters.length === 0) return undefined
  const named = callable.parameters.findIndex(({ name }) => name === call.key)
  const last = callable.parameters.length - 1
  return { callable, active: named >= 0 ? named : Math.min(call.index, last) }
}

/** Formats a parameter for signature help: `digits?: integer`. */
export const parameterForm = ({ name, type, required }: Parameter): string =>
  `${name}${required ? '' : '?'}: ${type}`
