import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { EntityChange } from '#shared/model/entity.ts'
import { openFileStore } from '../../../../electron/model-server/graphstore/file/index.ts'

const data = mkdtempSync(join(tmpdir(), 'orrery-compaction-'))
const folder = join(data, 'graphstore/file-memory/workspaces/one')
afterEach(() => rmSync(data, { recursive: true, force: true }))

/** Half a MiB each: the journal is worth a snapshot after seventeen. */
const entity = (number: number, word: string): EntityChange => ({
  domain: 'd',
  type: 'd.x',
  id: number.toString(16).padStart(32, '0'),
  method: 'Update',
  firstObserved: 1,
  lastObserved: 2,
  properties: { word, padding: 'x'.repeat(512 * 1024) },
})

describe('a journal above 8 MiB', () => {
  it('becomes a snapshot and an empty journal, and nothing is lost', async () => {
    const store = await openFileStore({ data })
    const workspace = store.workspace('one')
    await workspace.putElements([{ kind: 'entity_set', domain: 'd', name: 'd.x' }])
    // One after the other, so that some arrive while the snapshot is written, and each entity twice: the last word counts.
    for (const word of ['first', 'last']) {
      for (let number = 0; number < 12; number++) {
        await workspace.write({ entities: [entity(number, word)], relations: [] }, { partial: false })
      }
    }
    await store.close()

    expect(readdirSync(folder).toSorted()).toEqual(['journal-1.jsonl', 'snapshot-1.jsonl'])
    const lines = readFileSync(join(folder, 'journal-1.jsonl'), 'utf8').split('\n').length
    expect(lines).toBeLessThan(12)

    const again = await openFileStore({ data })
    const pages = again.workspace('one').scanEntities({})
    const words: unknown[] = []
    for (let page = await pages.next(); page; page = await pages.next()) {
      words.push(...page.map((record) => record.properties['word']))
    }
    expect(words).toEqual(Array.from({ length: 12 }, () => 'last'))
    expect(await again.workspace('one').elements()).toHaveLength(1)
    await again.close()
  })
})
