import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { AuditLog } from '../node/access/audit.ts'
import { recoverAudit } from '../node/access/audit-recovery.ts'
import { readAudit } from '../node/access/audit-reader.ts'
import { KeyRing } from '../node/access/key-ring.ts'
import { SharedUsage } from '../node/access/shared-usage.ts'
import { whyUnwritable } from '../node/folder-check.ts'
import type { Operating } from './mcp/transports/operation.ts'
import { invalidArgument } from './service-error.ts'

/** Access control and audit of a server. */
interface ServerAccess {
  readonly keys: KeyRing
  readonly audit: AuditLog
  readonly shelf: Operating['audit']
  /** What model servers of this folder count together; undefined as long as there are no keys. @throws the system's error */
  usage(): SharedUsage | undefined
  close(): Promise<void>
}

/** Where keys and audit are, and what for. */
interface Place {
  /** Servers may share it. */
  readonly access: string
  /** The server's own data folder. */
  readonly data: string
  /** Whether there are calls to audit: a server that only reads may have a folder of keys that it cannot write. */
  readonly enableWrites: boolean
}

/**
 * Opens the keys and the audit of a folder that servers may share.
 * @throws ServiceError INVALID_ARGUMENT for unusable keys, and where the audit cannot be written
 */
export async function openAccess(
  { access: folder, data: dataFolder, enableWrites }: Place,
  onProblem: (sentence: string) => void,
): Promise<ServerAccess> {
  const keys = openKeys(folder, onProblem)
  const why = enableWrites ? whyUnwritable(folder) : undefined
  if (why !== undefined)
    throw invalidArgument(
      'access',
      `--access ${folder} cannot be written (${why}), and the audit is kept there.`,
    )
  const audit = new AuditLog(folder, dataFolder)
  await recoverAudit(audit, folder, dataFolder)
  // A process has its own: several may have the same data folder.
  const [place, server] = [join(folder, 'model'), randomBytes(8).toString('hex')]
  let shared: SharedUsage | undefined
  return {
    keys,
    audit,
    usage: () => (keys.isEmpty ? shared : (shared ??= new SharedUsage(place, server, onProblem))),
    async close() {
      keys.close()
      shared?.close()
      await audit.close()
    },
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
