import { AuditLog } from '../node/access/audit.ts'
import { recoverAudit } from '../node/access/audit-recovery.ts'
import { readAudit } from '../node/access/audit-reader.ts'
import { KeyRing } from '../node/access/key-ring.ts'
import type { Operating } from './mcp/transports/operation.ts'
import { invalidArgument } from './service-error.ts'

/** Access control and audit of a server. */
interface ServerAccess {
  readonly keys: KeyRing
  readonly audit: AuditLog
  readonly shelf: Operating['audit']
}

/**
 * Opens the keys and the audit of a folder that servers may share.
 * @param dataFolder the server's own
 * @throws ServiceError INVALID_ARGUMENT for unusable keys
 */
export async function openAccess(
  folder: string,
  dataFolder: string,
  onProblem: (sentence: string) => void,
): Promise<ServerAccess> {
  const keys = openKeys(folder, onProblem)
  const audit = new AuditLog(folder, dataFolder)
  await recoverAudit(audit, folder, dataFolder)
  return {
    keys,
    audit,
    shelf: { isRecorded: () => !keys.isEmpty, read: (wish) => readAudit(folder, wish) },
  }
}

function openKeys(folder: string, onProblem: (sentence: string) => void): KeyRing {
  try {
    return new KeyRing(folder, onProblem)
  } catch (error) {
    throw invalidArgument('access', `The keys in ${folder} cannot be used: ${(error as Error).message}.`)
  }
}
