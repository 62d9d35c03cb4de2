import { spawnSync } from 'node:child_process'
import { readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { AuditLog, auditFolder, KEY_CHANGES } from '../../../../electron/node/access/audit.ts'
import { readAudit } from '../../../../electron/node/access/audit-reader.ts'
import { noteKeyChange } from '../../../../electron/node/access/key-changes.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'
import { built } from '../../cli/built.ts'

const objectsOf = async (folder: string, more = {}) =>
  (await readAudit(folder, { count: 1000, ...more })).lines.map(({ object }) => object)

it('the audit names the user of the machine who changed a key, and sudo’s caller', async () => {
  const folder = await temporaryFolder()
  vi.stubEnv('SUDO_USER', '')
  await noteKeyChange(folder, 'add', 'bob')
  vi.stubEnv('SUDO_USER', 'ann')
  await noteKeyChange(folder, 'caps', 'namespace team')
  vi.unstubAllEnvs()
  expect((await readAudit(folder, { count: 10 })).lines).toMatchObject([
    { key: 'os:ann', operation: 'keys caps', object: 'namespace team', outcome: 'ok' },
    { key: `os:${userInfo().username}`, operation: 'keys add', object: 'bob', outcome: 'ok' },
  ])
  expect(statSync(join(auditFolder(folder), KEY_CHANGES)).mode & 0o777).toBe(0o600)
})

it('changes at the same time are all there, among the lines of servers, in pages, and when old files are deleted', async () => {
  const folder = await temporaryFolder()
  await Promise.all(Array.from({ length: 30 }, (_, at) => noteKeyChange(folder, 'add', `k${at}`)))
  const log = new AuditLog(folder, folder, { maxFileBytes: 300, maxFiles: 2 })
  const line = { time: new Date().toISOString(), key: 'ann', operation: '/stop', request: 'r', ms: 1 }
  for (let at = 0; at < 10; at++) await log.note({ ...line, object: `s${at}`, outcome: 'ok' })
  await log.close()
  const files = readdirSync(auditFolder(folder))
  expect(files).toContain(KEY_CHANGES)
  expect(files).toHaveLength(3)
  const first = await readAudit(folder, { count: 10 })
  const all = [
    ...first.lines.map(({ object }) => object),
    ...(await objectsOf(folder, { after: first.next })),
  ]
  expect(all.filter((object) => object?.startsWith('k'))).toHaveLength(30)
  expect(new Set(all).size).toBe(all.length)
})

it('a link in the place of the file is not followed', async () => {
  const folder = await temporaryFolder()
  await noteKeyChange(folder, 'add', 'bob')
  const other = await temporaryFolder()
  const target = join(other, 'target')
  writeFileSync(target, '')
  const linked = await temporaryFolder()
  await noteKeyChange(join(linked, 'made'), 'add', 'bob')
  symlinkSync(target, join(other, KEY_CHANGES))
  symlinkSync(other, join(linked, 'audit'))
  await expect(noteKeyChange(linked, 'add', 'bob')).rejects.toThrow('ELOOP')
  expect(statSync(target).size).toBe(0)
})

it('the command notes what it did, not what it refused, and a change counts though the audit cannot be written', async () => {
  const folder = await temporaryFolder()
  const program = await built('keys', await temporaryFolder())
  const keys = (...words: string[]) =>
    spawnSync(process.execPath, [program, '--access', folder, ...words], { encoding: 'utf8' })
  keys('add', 'ann')
  keys('add', 'ann')
  keys('caps', 'ann', '--max-rate', '9')
  keys('caps', '--namespace', 'team', '--max-rate', '9')
  keys('list')
  keys('revoke', 'ann')
  keys('revoke', 'ann')
  const { lines } = await readAudit(folder, { count: 10 })
  expect(lines.map(({ operation, object }) => `${operation} ${object}`).reverse()).toEqual([
    'keys add ann',
    'keys caps ann',
    'keys caps namespace team',
    'keys revoke ann',
  ])
  const blocked = await temporaryFolder()
  writeFileSync(join(blocked, 'audit'), '')
  const added = keys('add', 'bob', '--access', blocked)
  expect(added.status).toBe(0)
  expect(added.stderr).toContain('This is not in the audit, which cannot be written: ')
  expect(added.stdout).toMatch(/^orrery_/)
})
