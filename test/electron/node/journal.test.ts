import { readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { Journal, journalLine, readJournal } from '../../../electron/node/journal.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await temporaryFolder()
  path = join(folder, 'journal')
})

async function read(repair?: boolean) {
  const records: unknown[] = []
  const damage = await readJournal(path, (record) => records.push(record), { repair })
  return { records, damage }
}

/** Each record is one line, so that specific lines can be damaged. */
const line = (n: number): string => journalLine({ n })

describe('a journal', () => {
  it('has what was appended, in order, for the next one to continue', async () => {
    const first = await Journal.open(path)
    await Promise.all([first.append({ n: 1 }), first.append({ n: 2 })])
    await first.close()
    const second = await Journal.open(path)
    await second.append({ n: 3 })
    expect(second.size).toBe(readFileSync(path).length)
    await second.close()
    expect(await read()).toEqual({ records: [{ n: 1 }, { n: 2 }, { n: 3 }], damage: undefined })
  })

  it('continues in another file once everything is in the old one', async () => {
    const journal = await Journal.open(path)
    const all = [
      journal.append({ n: 1 }),
      journal.rotate(`${path}-2`, { begins: true }),
      journal.append({ n: 2 }),
    ]
    await Promise.all(all)
    expect(journal.size).toBe(readFileSync(`${path}-2`).length)
    await journal.close()
    expect(readFileSync(path, 'utf8')).toBe(line(1))
    expect(readFileSync(`${path}-2`, 'utf8')).toBe(journalLine({ begins: true }) + line(2))
  })

  it.each([
    ['half a line at the end', line(1) + line(2).slice(0, 9), [1], { lines: 0, tornBytes: 9 }],
    [
      'a damaged line in the middle',
      `${line(1)}${line(2).replace('2', '3')}${line(3)}`,
      [1, 3],
      { lines: 1 },
    ],
    ['garbage with line ends', `${line(1)}\0\0\n\n7 7\n${line(2)}`, [1, 2], { lines: 2, tornBytes: 0 }],
    ['a lost line end', line(1).trimEnd() + line(2) + line(3), [3], { lines: 1, tornBytes: 0 }],
    ['damage at both ends', `x${line(1)}${line(2)}{"n":`, [2], { lines: 1, tornBytes: 5 }],
  ])('with %s has all others', async (_what, text, numbers, damage) => {
    writeFileSync(path, text)
    const records = numbers.map((n) => ({ n }))
    expect(await read(false)).toMatchObject({ records, damage: { ...damage, preserved: path } })
    expect(readFileSync(path, 'utf8')).toBe(text)
    const { damage: told } = await read()
    expect(told).toMatchObject(damage)
    // After the repair it is valid and can be written.
    expect(readFileSync(told?.preserved ?? '', 'utf8')).toBe(text)
    const journal = await Journal.open(path)
    await journal.append({ n: 9 })
    await journal.close()
    expect(await read()).toEqual({ records: [...records, { n: 9 }], damage: undefined })
    expect(readdirSync(folder)).toHaveLength(2)
  })

  it.each([
    ['without checksums', '{"n":1}\n{"n":2}\n'],
    ['whose last line has no end', line(1) + line(2).trimEnd()],
    ['of both kinds', `{"n":1}\n${line(2)}`],
  ])('%s is whole', async (_what, text) => {
    writeFileSync(path, text)
    expect(await read()).toEqual({ records: [{ n: 1 }, { n: 2 }], damage: undefined })
    const journal = await Journal.open(path)
    await journal.append({ n: 3 })
    await journal.close()
    expect((await read()).records).toHaveLength(3)
  })

  it('takes no record from a line that was cut after its checksum', async () => {
    const cut = Buffer.from(journalLine({ n: 1 }))
    cut[8] = 0x0a
    cut[cut.length - 3] = 0x32
    writeFileSync(path, Buffer.concat([cut, Buffer.from(journalLine({ n: 3 }))]))
    const { records, damage } = await read(false)
    expect(records).toEqual([{ n: 3 }])
    expect(damage?.lines).toBe(2)
  })

  it('loses no record but those that were touched, wherever bytes are flipped', async () => {
    const record = fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 20 }), n: fc.integer() })
    const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 3,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 12 }), flips, async (records, changes) => {
        const lines = records.map((one) => Buffer.from(journalLine(one)))
        const bytes = Buffer.concat(lines)
        const touched = new Set<number>()
        for (const [place, mask] of changes) {
          const at = place % bytes.length
          // A line break belongs to both adjacent lines.
          let from = 0
          for (const [index, { length }] of lines.entries()) {
            if (at >= from && at < from + length) touched.add(index)
            if (at === from + length - 1) touched.add(index + 1)
            from += length
          }
          bytes[at] = (bytes[at] ?? 0) ^ mask
        }
        writeFileSync(path, bytes)
        const found = (await read(false)).records.map((one) => JSON.stringify(one))
        const intact = records.filter((_one, index) => !touched.has(index))
        for (const one of intact) expect(found).toContain(JSON.stringify(one))
        const known = new Set(records.map((one) => JSON.stringify(one)))
        expect(found.filter((one) => !known.has(one))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

describe.skipIf(process.platform !== 'linux' && 'only Linux has /dev/full')(
  'on a full disk, a journal',
  () => {
    it('refuses what it cannot keep, and those behind it where they build on it', async () => {
      symlinkSync('/dev/full', path)
      let refused = 0
      const journal = await Journal.open(path, () => refused++)
      const answers = await Promise.allSettled([journal.append({ n: 1 }), journal.append({ n: 2 })])
      expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
      expect(refused).toBe(1)
      // If the file cannot be truncated, its content is unknown.
      expect(journal.isBroken).toBe(true)
      await expect(journal.append({ n: 3 })).rejects.toThrow('ENOSPC')
      await journal.close()
    })
  },
)
