import type { AreaHandlers } from '#shared/workbench/contract.ts'
import type { Secrets } from './secrets.ts'

/** The page may name, set and remove secrets; it never gets one back. */
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
