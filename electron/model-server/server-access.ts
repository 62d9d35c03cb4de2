import { AuditLog } from '../node/access/audit.ts'
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
 * Opens the keys and the audit of a folder that servers may share. @throws ServiceError INVALID_ARGUMENT for
 * unusable keys
 */
export function openAccess(folder: string, onProblem: (sentence: string) => void): ServerAccess {
  const keys = openKeys(folder, onProblem)
  return {
    keys,
    audit: new AuditLog(folder),
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
