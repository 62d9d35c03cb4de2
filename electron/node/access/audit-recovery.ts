import type { AuditLog } from './audit.ts'
import { readAudit } from './audit-reader.ts'
import { takeLeftCalls } from './begun-calls.ts'

/** Calls of one key and one operation that arrived in the same millisecond. */
const MAX_ALIKE = 1000

/**
 * Gives a line to each call that a killed server of this data folder had begun and not noted. Whether it changed anything is not known,
 * so its outcome is `begun`.
 * @param folder of the audit, which servers may share
 */
export async function recoverAudit(audit: AuditLog, folder: string, dataFolder: string): Promise<void> {
  await takeLeftCalls(dataFolder, async (calls) => {
    for (const call of calls) {
      const from = Date.parse(call.time)
      const { key, operation } = call
      const { lines } = await readAudit(folder, { key, operation, from, to: from + 1, count: MAX_ALIKE })
      // It was killed after the line was written.
      if (lines.some(({ request }) => request === call.request)) continue
      await audit.note({ ...call, outcome: 'begun', ms: 0 })
    }
  })
}
