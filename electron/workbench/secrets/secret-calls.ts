import type { AreaHandlers } from '#shared/workbench/contract.ts'
import type { Secrets } from './secrets.ts'

/** A page can list, set and remove secrets; it can never read a value. */
export function secretCalls(secrets: Secrets): AreaHandlers<'secrets'> {
  return {
    list: () => secrets.names,
    async set({ name, value }) {
      await secrets.set(name, value)
      return null
    },
    async remove({ name }) {
      await secrets.remove(name)
      return null
    },
  }
}
