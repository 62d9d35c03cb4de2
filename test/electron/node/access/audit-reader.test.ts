import { appendFileSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AuditLine, auditFolder, AuditLog } from '../../../../electron/node/access/audit.ts'
import { readAudit, InvalidCursor } from '../../../../electron/node/access/audit-reader.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'

const NOW = Date.parse('2026-01-01T00:00:00.000Z')

const line = (at: number, more: Partial<AuditLine> = {}): AuditLine => ({
  time: new Date(NOW + at * 1000).toISOString(),
  key: 'ann',
  operation: '/stop',
  object: String(at),
  outcome: 'ok',
  request: 'r',
  ms: 1,
  ...more,
})

/** Files as servers leave them, with the time of their last line as modification time. */
async function folderOf(...files: readonly (readonly AuditLine[])[]): Promise<string> {
  const folder = await temporaryFolder()
  mkdirSync(auditFolder(folder), { recursive: true })
  for (const [at, lines] of files.entries()) {
    const path = join(auditFolder(folder), `audit-20260101T000000000Z-${String(at).padStart(8, '0')}.jsonl`)
    writeFileSync(path, lines.map((one) => `${JSON.stringify(one)}\n`).join(''))
    const last = Date.parse(lines.at(-1)?.time ?? '2026-01-01') / 1000
    utimesSync(path, last + 1, last + 1)
  }
  return folder
}

async function pagesOf(
  folder: string,
  wish: Omit<Parameters<typeof readAudit>[1], 'after'>,
  maxBytes?: number,
) {
  const lines: AuditLine[] = []
  let after: string | undefined
  let pages = 0
  do {
    const page = await readAudit(folder, { ...wish, after }, maxBytes)
    lines.push(...page.lines)
    after = page.next
    pages += 1
  } while (after !== undefined)
  return { pages, lines, objects: lines.map(({ object }) => Number(object)) }
}

describe('a page of the audit', () => {
  it('is empty where nothing was noted', async () => {
    expect(await readAudit(await temporaryFolder(), { count: 10 })).toEqual({ lines: [], next: undefined })
  })

  it('has what the log noted, the last line first, of two servers and several files', async () => {
    const folder = await temporaryFolder()
    const logs = [1, 2].map(() => new AuditLog(folder, folder, { maxFileBytes: 2000, maxFiles: 1000 }))
    for (let at = 0; at < 100; at++) await logs[at % 2]?.note(line(at))
    for (const log of logs) await log.close()
    expect(readdirSync(auditFolder(folder)).length).toBeGreaterThan(4)
    const { objects, pages } = await pagesOf(folder, { count: 7 })
    expect(objects).toEqual(Array.from({ length: 100 }, (_, at) => 99 - at))
    expect(pages).toBe(15)
  })

  it('ends up with every line once and in order, however servers wrote and whatever the pages hold', async () => {
    const many = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 60 })
    const check = async (owners: readonly number[], count: number) => {
      const files = [0, 1, 2, 3].map((file) =>
        owners.flatMap((owner, at) => (owner === file ? [line(at, { object: `${at}` })] : [])),
      )
      const { objects } = await pagesOf(await folderOf(...files), { count })
      expect(objects).toEqual(owners.map((_, at) => owners.length - 1 - at))
    }
    await fc.assert(fc.asyncProperty(many, fc.integer({ min: 1, max: 20 }), check), { numRuns: 60 })
  })

  it.each([
    [{ key: 'bob' }, [5]],
    [{ operation: '/start' }, [4]],
    [{ outcome: 'refused' }, [3]],
    [{ object: '2' }, [2]],
    [{ from: NOW + 2000, to: NOW + 4000 }, [3, 2]],
    [{ from: NOW + 5000 }, [5]],
    [{ to: NOW + 1000 }, [0]],
    [{ key: 'bob', operation: '/start' }, []],
  ])('keeps to %j', async (wish, expected) => {
    const changes: Record<number, Partial<AuditLine>> = {
      3: { outcome: 'refused' },
      4: { operation: '/start' },
      5: { key: 'bob' },
    }
    const folder = await folderOf([0, 1, 2, 3, 4, 5].map((at) => line(at, changes[at])))
    expect((await pagesOf(folder, { count: 10, ...wish })).objects).toEqual(expected)
  })

  it('a call that took long stands where it ended, and counts where it began', async () => {
    const folder = await folderOf([line(10), line(0, { ms: 15_000, object: '0' }), line(20)])
    expect((await pagesOf(folder, { count: 1 })).objects).toEqual([20, 0, 10])
    expect((await pagesOf(folder, { count: 1, to: NOW + 5000 })).objects).toEqual([0])
  })

  it('looks through so much and no more, and is then followed by another one', async () => {
    const folder = await folderOf(
      Array.from({ length: 1000 }, (_, at) => line(at, at === 0 ? { key: 'bob' } : {})),
    )
    const { pages, objects } = await pagesOf(folder, { count: 10, key: 'bob' }, 20_000)
    expect(objects).toEqual([0])
    expect(pages).toBeGreaterThan(3)
  })

  it('passes over what a kill left, and what is noted while pages are turned is not on them', async () => {
    const folder = await folderOf([line(1), line(2), line(3)])
    const [name = ''] = readdirSync(auditFolder(folder))
    const path = join(auditFolder(folder), name)
    appendFileSync(path, '{"time":"2026-01-0')
    const first = await readAudit(folder, { count: 1 })
    expect(first.lines).toMatchObject([{ object: '3' }])
    const later = new Date(Date.now() + 60_000).toISOString()
    appendFileSync(path, `\n${JSON.stringify(line(4, { time: later }))}\n`)
    const fresh = new AuditLog(folder, folder)
    await fresh.note(line(5, { time: later }))
    await fresh.close()
    const second = await readAudit(folder, { count: 10, after: first.next })
    expect(second.lines.map(({ object }) => object)).toEqual(['2', '1'])
    expect((await readAudit(folder, { count: 10 })).lines).toHaveLength(3)
  })

  it('lines of any length are read', async () => {
    const folder = await folderOf([line(1), line(2, { object: 'x'.repeat(300_000) }), line(3)])
    expect((await readAudit(folder, { count: 9 })).lines.map(({ object }) => object?.length)).toEqual([
      1, 300_000, 1,
    ])
  })

  it('refuses a place that no page named', async () => {
    const folder = await temporaryFolder()
    for (const after of ['../x', 'garbage', '1']) {
      await expect(readAudit(folder, { count: 1, after })).rejects.toThrow(InvalidCursor)
    }
  })
})
