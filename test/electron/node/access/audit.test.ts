import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { auditFolder, AuditLog } from '../../../../electron/node/access/audit.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'

const line = (object: string) => ({
  time: '2030-01-01T00:00:00.000Z',
  key: 'ann',
  operation: '/stop',
  object,
  outcome: 'ok' as const,
  request: 'r',
  ms: 1,
})

const objectsIn = (folder: string): string[] =>
  readdirSync(auditFolder(folder))
    .sort()
    .flatMap((name) =>
      readFileSync(join(auditFolder(folder), name), 'utf8')
        .trimEnd()
        .split('\n'),
    )
    .map((text) => (JSON.parse(text) as { object: string }).object)

it('lines are on the disk when they are noted, in plain JSON, of two servers side by side', async () => {
  const folder = await temporaryFolder()
  const [one, other] = [new AuditLog(folder, folder), new AuditLog(folder, folder)]
  const note = (_: unknown, at: number) => (at % 2 === 0 ? one : other).note(line(String(at)))
  await Promise.all(Array.from({ length: 100 }, note))
  expect(objectsIn(folder).sort()).toEqual(Array.from({ length: 100 }, (_, at) => String(at)).sort())
  const names = readdirSync(auditFolder(folder))
  expect(names).toHaveLength(2)
  for (const name of names) expect(statSync(join(auditFolder(folder), name)).mode & 0o777).toBe(0o600)
  for (const log of [one, other]) await log.close()
})

it('a large file is followed by another without a line lost, and the oldest go', async () => {
  const folder = await temporaryFolder()
  const log = new AuditLog(folder, folder, { maxFileBytes: 1000, maxFiles: 1000 })
  for (let from = 0; from < 200; from += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, at) => log.note(line(String(from + at)))))
  }
  expect(
    objectsIn(folder)
      .map(Number)
      .sort((a, b) => a - b),
  ).toEqual(Array.from({ length: 200 }, (_, at) => at))
  expect(readdirSync(auditFolder(folder)).length).toBeGreaterThan(5)
  await log.close()
  const next = new AuditLog(folder, folder, { maxFileBytes: 1000, maxFiles: 3 })
  await next.note(line('last'))
  expect(readdirSync(auditFolder(folder))).toHaveLength(3)
  expect(objectsIn(folder).at(-1)).toBe('last')
  await next.close()
})

it('a long name does not displace others’ lines from the stored files', async () => {
  const folder = await temporaryFolder()
  const log = new AuditLog(folder, folder, { maxFileBytes: 5_000, maxFiles: 2 })
  await log.note(line('first'))
  for (let n = 0; n < 8; n++) await log.note(line('x'.repeat(1_000_000)))
  await log.close()
  const [first, ...long] = objectsIn(folder)
  expect(first).toBe('first')
  expect(long).toEqual(Array<string>(8).fill(`${'x'.repeat(255)}…`))
})

it('callers learn that the audit cannot be written, and not where it is', async () => {
  const folder = await temporaryFolder()
  writeFileSync(auditFolder(folder), 'a file in the place of the folder')
  const log = new AuditLog(folder, auditFolder(folder))
  const said = (error: Error) => error.message
  const reasons = [
    await log.note(line('x')).then(() => 'written', said),
    await Promise.resolve()
      .then(() => log.begin(line('x')))
      .then(() => 'written', said),
  ]
  for (const reason of reasons) {
    expect(reason).toMatch(
      /^The audit of this server cannot be written \(E[A-Z]+: [a-z ]+\): the call is not confirmed/,
    )
    expect(reason).not.toContain(folder)
  }
})
