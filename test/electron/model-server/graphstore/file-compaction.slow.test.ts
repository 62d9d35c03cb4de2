import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EntityChange } from '#shared/model/entity.ts'
import { openFileStore } from '../../../../electron/model-server/graphstore/file/index.ts'
import { journalLine } from '../../../../electron/node/journal.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'

let data: string
let folder: string
beforeEach(async () => {
  data = await temporaryFolder()
  folder = join(data, 'graphstore/file-memory/workspaces/one')
})

/** Half a MiB each by default: seventeen make a journal large enough for a snapshot. */
const entity = (number: number, word: string, padding = 512 * 1024): EntityChange => ({
  domain: 'd',
  type: 'd.x',
  id: number.toString(16).padStart(32, '0'),
  method: 'Update',
  firstObserved: 1,
  lastObserved: 2,
  properties: { word, padding: 'x'.repeat(padding) },
})

/** The `word` of every entity in the folder, ordered by id. */
async function words(onWarning?: (message: string) => void): Promise<unknown[]> {
  const store = await openFileStore({ data, ...(onWarning ? { onWarning } : {}) })
  try {
    const pages = store.workspace('one').scanEntities({})
    const found: unknown[] = []
    for (let page = await pages.next(); page; page = await pages.next()) {
      found.push(...page.map((record) => record.properties['word']))
    }
    return found
  } finally {
    await store.close()
  }
}

describe('a journal above 8 MiB', () => {
  it('becomes a snapshot and an empty journal, and nothing is lost', async () => {
    const store = await openFileStore({ data })
    const workspace = store.workspace('one')
    await workspace.putElements([{ kind: 'entity_set', domain: 'd', name: 'd.x' }])
    // One after the other, so that some arrive while the snapshot is written, and each entity twice: the last one counts.
    for (const word of ['first', 'last']) {
      for (let number = 0; number < 12; number++) {
        await workspace.write({ entities: [entity(number, word)], relations: [] }, { partial: false })
      }
    }
    await expect.poll(() => existsSync(join(folder, 'snapshot-1.jsonl'))).toBe(true)
    await expect.poll(() => existsSync(join(folder, 'journal-0.jsonl'))).toBe(false)
    await store.close()

    expect(readdirSync(folder).toSorted()).toEqual(['format.json', 'journal-1.jsonl', 'snapshot-1.jsonl'])
    const lines = readFileSync(join(folder, 'journal-1.jsonl'), 'utf8').split('\n').length
    expect(lines).toBeLessThan(12)
    expect(await words()).toEqual(Array.from({ length: 12 }, () => 'last'))
    const again = await openFileStore({ data })
    expect(await again.workspace('one').elements()).toHaveLength(1)
    await again.close()
  })

  it('takes writes while the snapshot is made, and gives the snapshot up when it is closed', async () => {
    const store = await openFileStore({ data })
    const workspace = store.workspace('one')
    const many = Array.from({ length: 20_000 }, (_, number) => entity(number, 'first', 500))
    await workspace.write({ entities: many, relations: [] }, { partial: false })
    const later = Array.from({ length: 50 }, (_, number) => entity(number * 400, 'last', 1))
    await Promise.all(
      later.map(async (one) => workspace.write({ entities: [one], relations: [] }, { partial: false })),
    )
    await store.close()
    expect(await words()).toEqual(many.map((_, number) => (number % 400 === 0 ? 'last' : 'first')))
  })
})

describe('what a process leaves behind that ended', () => {
  const line = (...entities: EntityChange[]): string => journalLine({ entities })
  const put = (files: Record<string, string>): void => {
    mkdirSync(folder, { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  }

  it('while it made a snapshot: two journals and a draft', async () => {
    put({
      'journal-0.jsonl': line(entity(1, 'old', 1), entity(2, 'kept', 1)),
      'journal-1.jsonl': line(entity(1, 'new', 1)),
      'snapshot-1.jsonl.tmp': line(entity(1, 'draft', 1)).slice(0, 40),
    })
    appendFileSync(join(folder, 'journal-1.jsonl'), '0badc0de {"entities":[{"dom')
    const torn: string[] = []
    expect(await words((message) => torn.push(message))).toEqual(['new', 'kept'])
    expect(torn).toHaveLength(1)
    expect(existsSync(join(folder, 'snapshot-1.jsonl.tmp'))).toBe(false)
  })

  it('after a snapshot got its name: an old journal beside it', async () => {
    put({
      'journal-0.jsonl': line(entity(1, 'old', 1)),
      // Taken while the second write of the journal was in progress.
      'snapshot-1.jsonl': line(entity(1, 'second', 1), entity(2, 'kept', 1)),
      'journal-1.jsonl': line(entity(1, 'first', 1)) + line(entity(1, 'second', 1)),
    })
    expect(await words()).toEqual(['second', 'kept'])
    expect(readdirSync(folder).toSorted()).toEqual(['journal-1.jsonl', 'snapshot-1.jsonl'])
  })

  it('and continues in the last of several journals', async () => {
    put({ 'journal-0.jsonl': line(entity(1, 'one', 1)), 'journal-1.jsonl': line(entity(2, 'two', 1)) })
    const store = await openFileStore({ data })
    const batch = { entities: [entity(1, 'three', 1)], relations: [] }
    await store.workspace('one').write(batch, { partial: false })
    await store.close()
    expect(readFileSync(join(folder, 'journal-1.jsonl'), 'utf8').split('\n')).toHaveLength(3)
    expect(await words()).toEqual(['three', 'two'])
  })
})
