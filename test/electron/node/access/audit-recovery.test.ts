import { appendFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { AuditLog } from '../../../../electron/node/access/audit.ts'
import { readAudit } from '../../../../electron/node/access/audit-reader.ts'
import { recoverAudit } from '../../../../electron/node/access/audit-recovery.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'

const call = (request: string) => ({
  time: '2026-01-01T00:00:00.000Z',
  key: 'ann',
  operation: '/stop',
  request,
  trace: undefined,
})

/** A file as a killed server leaves it. */
const leave = (folder: string, records: readonly object[], place = 0): void =>
  writeFileSync(
    join(folder, `audit-begun-${place}.jsonl`),
    records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  )

const files = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('audit-begun'))

let access: string
let data: string
let audit: AuditLog

const linesOf = async (): Promise<string[]> => {
  const { lines } = await readAudit(access, { count: 100 })
  return lines.map(({ request, outcome }) => `${request} ${outcome}`).sort()
}

beforeEach(async () => {
  ;[access, data] = [await temporaryFolder(), await temporaryFolder()]
  audit = new AuditLog(access, data)
})

describe('calls that a killed server had begun', () => {
  it.each([
    ['none', [], []],
    ['one without an end', [{ number: 1, ...call('a') }], ['a begun']],
    ['one with its end', [{ number: 1, ...call('a') }, { number: 1 }], []],
    [
      'two at once, of which the second ended',
      [{ number: 1, ...call('a') }, { number: 2, ...call('b') }, { number: 2 }],
      ['a begun'],
    ],
    [
      'two of one request id',
      [{ number: 1, ...call('a') }, { number: 1 }, { number: 2, ...call('b') }],
      ['b begun'],
    ],
  ])('%s', async (_case, records, lines) => {
    leave(data, records)
    await recoverAudit(audit, access, data)
    expect(await linesOf()).toEqual(lines)
    expect(files(data)).toEqual([])
    await recoverAudit(audit, access, data)
    expect(await linesOf()).toEqual(lines)
  })

  it('get no second line if they had theirs already', async () => {
    await audit.note({ ...call('a'), outcome: 'ok', ms: 3 })
    leave(data, [
      { number: 1, ...call('a') },
      { number: 2, ...call('b') },
    ])
    await recoverAudit(audit, access, data)
    expect(await linesOf()).toEqual(['a ok', 'b begun'])
  })

  it('are whole lines: a torn one had not begun', async () => {
    leave(data, [{ number: 1, ...call('a') }])
    appendFileSync(join(data, 'audit-begun-0.jsonl'), '{"number":2,"time":"20')
    await recoverAudit(audit, access, data)
    expect(await linesOf()).toEqual(['a begun'])
  })

  it('are those of every server that was killed there', async () => {
    leave(data, [{ number: 1, ...call('a') }])
    leave(data, [{ number: 1, ...call('b') }], 3)
    await recoverAudit(audit, access, data)
    expect(await linesOf()).toEqual(['a begun', 'b begun'])
  })
})

describe('calls of living servers', () => {
  it('are left to them, each server with a file of its own', async () => {
    const other = new AuditLog(access, data)
    const [mine, others] = [audit.begin(call('a')), other.begin(call('b'))]
    expect(files(data).filter((name) => name.endsWith('.jsonl'))).toHaveLength(2)
    await recoverAudit(other, access, data)
    expect(await linesOf()).toEqual([])
    mine()
    others()
    await audit.close()
    await other.close()
    expect(files(data)).toEqual([])
  })

  it('have a line after an orderly end, too, if that cut them off', async () => {
    audit.begin(call('a'))
    await audit.close()
    const next = new AuditLog(access, data)
    await recoverAudit(next, access, data)
    expect(await linesOf()).toEqual(['a begun'])
    await next.close()
  })

  it('take no room beyond 64 KB once they have ended', async () => {
    for (let number = 0; number < 1000; number++) audit.begin(call(String(number)))()
    const open = audit.begin(call('open'))
    expect(statSync(join(data, 'audit-begun-0.jsonl')).size).toBeLessThan(70_000)
    await audit.close()
    leave(data, [], 1)
    const next = new AuditLog(access, data)
    await recoverAudit(next, access, data)
    expect(await linesOf()).toEqual(['open begun'])
    open()
  })

  it('do not begin where nothing can be written', () => {
    writeFileSync(join(data, 'file'), '')
    expect(() => new AuditLog(access, join(data, 'file')).begin(call('a'))).toThrow('EEXIST')
  })
})
