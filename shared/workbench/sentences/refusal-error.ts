import { holderOption, readRefusal } from '../../sandbox/refusals.ts'
import type { WorkbenchError } from '../failure.ts'
import { say } from './sentence.ts'
import { workbenchError } from './workbench-error.ts'

/** Converts a server's refusal of a key, or of a person without one, to one of our sentences, which are translated; undefined for anything else. */
export function refusalError(text: string, cause?: unknown): WorkbenchError | undefined {
  const refusal = readRefusal(text)
  if (!refusal) return undefined
  if (refusal.kind === 'person')
    return workbenchError('FORBIDDEN.person', { name: refusal.person }, { cause })
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
