import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { syncFolder } from '../atomic-file.ts'
import { ownedFolder } from '../owner.ts'
import { type AuditLine, auditFolder, KEY_CHANGES } from './audit.ts'

/** A key name has no colon, so that no key can be taken for a user of the machine. */
const author = (): string => `os:${process.env['SUDO_USER'] || userInfo().username}`

/**
 * Adds a line to the audit for a change of keys or caps, which no server sees happen. They have a file of their own, since each
 * change is by another process.
 * @param object whose: a key's name, or `namespace NAME`
 * @throws the system's error
 */
export async function noteKeyChange(folder: string, operation: string, object: string): Promise<void> {
  const owner = await ownedFolder(auditFolder(folder))
  const line: AuditLine = {
    time: new Date().toISOString(),
    key: author(),
    operation: `keys ${operation}`,
    object,
    request: randomUUID(),
    outcome: 'ok',
    ms: 0,
  }
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants
  // Root follows no link that the servers' user may have put there.
  const flags = O_APPEND | O_CREAT | O_WRONLY | (O_NOFOLLOW ?? 0)
  const file = await open(join(auditFolder(folder), KEY_CHANGES), flags, 0o600)
  try {
    if (owner) await file.chown(owner.uid, owner.gid)
    await file.writeFile(`${JSON.stringify(line)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(auditFolder(folder))
}
