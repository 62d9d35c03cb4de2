import { holderOption, readRefusal } from '../../sandbox/refusals.ts'
import type { WorkbenchError } from '../failure.ts'
import { say } from './sentence.ts'
import { workbenchError } from './workbench-error.ts'

/** What a server says to a key that may not, in our sentences, so that every language has it; undefined for anything else. */
export function refusalError(text: string, cause?: unknown): WorkbenchError | undefined {
  const refusal = readRefusal(text)
  if (!refusal) return undefined
  if (refusal.kind === 'role') {
    const { key, role, operation, needs } = refusal
    return workbenchError('FORBIDDEN', { key, role, operation, needs }, { cause })
  }
  const { holder, name } = refusal
  const { message, said } = say(`CAP_REACHED.holder.${holder}`, { name })
  const whose = { reason: message, because: said, option: holderOption(holder, name), most: refusal.most }
  if (refusal.kind === 'rate') return workbenchError('TOO_MANY_CALLS', whose, { cause })
  const { cap, has, wants } = refusal
  return workbenchError(`CAP_REACHED.${cap}`, { ...whose, has, wants }, { cause })
}
