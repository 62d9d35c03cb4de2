import { mkdirSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openFileStore } from '../../../../electron/model-server/graphstore/file/index.ts'
import type { GraphStore, StoreHealth } from '../../../../electron/model-server/graphstore/store.ts'
import { journalLine } from '../../../../electron/node/journal.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'
import { element, entity, key } from './records.ts'

let data: string
let folder: string
beforeEach(async () => {
  data = await temporaryFolder()
  folder = join(data, 'graphstore/file-memory/workspaces/w')
})

const NAMES = ['a', 'b', 'c', 'd']

/** One write each for an element and four entities; the journal then has a header and five lines. */
async function fill(): Promise<void> {
  const store = await openFileStore({ data })
  await store.workspace('w').putElements([element('kept')])
  for (const name of NAMES) {
    await store
      .workspace('w')
      .write({ entities: [entity(`service/${name}`)], relations: [] }, { partial: false })
  }
  await store.close()
}

const journal = (): string => join(folder, 'journal-0.jsonl')

/** Which entities are found, the warnings about files, and the health of the store. */
async function found(): Promise<{ names: string[]; warnings: string[]; health: StoreHealth }> {
  const warnings: string[] = []
  const store = await openFileStore({ data, onWarning: (message) => warnings.push(message) })
  try {
    return { names: await namesIn(store), warnings, health: await store.health() }
  } finally {
    await store.close()
  }
}

async function namesIn(store: GraphStore): Promise<string[]> {
  const there = await Promise.all(
    NAMES.map(async (name) => {
      const { domain, type, id } = key(`service/${name}`)
      return (await store.workspace('w').entity(`${domain}/${type}/${id}`)) ? [name] : []
    }),
  )
  return there.flat()
}

/** Edits the lines of a file. */
function edit(path: string, change: (lines: string[]) => string[]): void {
  writeFileSync(path, change(readFileSync(path, 'utf8').split('\n')).join('\n'))
}

describe('a damaged workspace', () => {
  beforeEach(fill)

  it('that is whole says nothing', async () => {
    expect(await found()).toEqual({ names: NAMES, warnings: [], health: { status: 'ok' } })
  })

  it('loses the records that are damaged in the middle, and no other', async () => {
    edit(journal(), (lines) => lines.map((line, index) => (index === 3 ? line.replace('{', '[') : line)))
    const before = readFileSync(journal(), 'utf8')
    const { names, warnings, health } = await found()
    expect(names).toEqual(['a', 'c', 'd'])
    expect(warnings).toEqual([
      expect.stringMatching(/journal-0\.jsonl is damaged: 1 of its lines .* kept as/),
    ])
    expect(health).toEqual({ status: 'degraded', message: warnings[0] })
    const kept = readdirSync(folder).find((name) => name.includes('.damaged-')) ?? ''
    expect(readFileSync(join(folder, kept), 'utf8')).toBe(before)
    expect(await found()).toMatchObject({ names: ['a', 'c', 'd'], warnings: [] })
  })

  it('that was emptied is not mistaken for a new one', async () => {
    truncateSync(journal(), 0)
    const { names, warnings } = await found()
    expect(names).toEqual([])
    expect(warnings).toEqual([expect.stringContaining('journal-0.jsonl is empty, what it held is lost')])
  })

  it('whose journal is missing reports it', async () => {
    rmSync(journal())
    expect((await found()).warnings).toEqual([expect.stringContaining('has lost its files')])
  })

  it('loses no journal because an earlier one is damaged or missing', async () => {
    writeFileSync(
      join(folder, 'journal-1.jsonl'),
      journalLine({ journal: 1 }) + journalLine({ entities: [entity('service/d')] }),
    )
    edit(journal(), (lines) => lines.slice(0, 3))
    edit(journal(), (lines) => [...lines, '0badc0de {"ent'])
    expect(await found()).toMatchObject({
      names: ['a', 'd'],
      warnings: [expect.stringContaining('unfinished')],
    })
    rmSync(journal())
    expect(await found()).toMatchObject({
      names: ['d'],
      warnings: [expect.stringMatching(/What came before .*journal-1\.jsonl is missing/)],
    })
  })

  it('has the intact records of a damaged snapshot', async () => {
    rmSync(journal())
    const lines = NAMES.map((name) => journalLine({ entities: [entity(`service/${name}`)] }))
    writeFileSync(join(folder, 'snapshot-1.jsonl'), lines.join('').replace('{', '!'))
    writeFileSync(join(folder, 'journal-1.jsonl'), journalLine({ journal: 1 }))
    expect(await found()).toMatchObject({
      names: ['b', 'c', 'd'],
      warnings: [expect.stringContaining('damaged')],
    })
    writeFileSync(join(folder, 'snapshot-1.jsonl'), '')
    expect(await found()).toMatchObject({ warnings: [expect.stringContaining('snapshot-1.jsonl is empty')] })
  })

  it('leaves out lines that hold other things than records', async () => {
    edit(journal(), (lines) => [...lines.slice(0, -1), '{"entities":[null]}', '{"elements":7}', ''])
    expect(await found()).toMatchObject({
      names: NAMES,
      warnings: [expect.stringContaining('2 lines that hold no records')],
    })
  })

  it('of a newer version is refused with a sentence, whatever else is in it', async () => {
    writeFileSync(join(folder, 'format.json'), '{"format":2}\n')
    await expect(found()).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: expect.stringContaining('written by a newer version') as string,
    })
  })

  it('with a format that cannot be read is read as it is', async () => {
    writeFileSync(join(folder, 'format.json'), '')
    expect(await found()).toMatchObject({ names: NAMES, warnings: [] })
  })

  it('that has something unreadable in it is read, and not changed', async () => {
    rmSync(join(folder, 'snapshot-0.jsonl'), { force: true })
    mkdirSync(join(folder, 'snapshot-0.jsonl'))
    const warnings: string[] = []
    const store = await openFileStore({ data, onWarning: (message) => warnings.push(message) })
    expect(await namesIn(store)).toEqual(NAMES)
    expect(warnings).toEqual([expect.stringMatching(/snapshot-0\.jsonl cannot be read .*restart the server/)])
    const batch = { entities: [entity('service/late')], relations: [] }
    await expect(store.workspace('w').write(batch, { partial: false })).rejects.toThrow('cannot be read')
    await store.close()
  })

  it('costs its neighbours nothing, and strange folders beside it nothing at all', async () => {
    const base = join(folder, '..')
    writeFileSync(join(base, 'file'), '')
    mkdirSync(join(base, '%'))
    mkdirSync(join(base, 'lost+found'))
    expect(await found()).toEqual({ names: NAMES, warnings: [], health: { status: 'ok' } })
  })
})

it('a folder of 0.1.0 opens completely and stays in use', async () => {
  mkdirSync(folder, { recursive: true })
  // Its journals had checksums, but neither a header nor a format file beside them.
  const line = (name: string): string => journalLine({ entities: [entity(`service/${name}`)], relations: [] })
  writeFileSync(join(folder, 'snapshot-2.jsonl'), journalLine({ elements: [element('kept')] }) + line('a'))
  writeFileSync(join(folder, 'journal-2.jsonl'), '')
  expect(await found()).toEqual({ names: ['a'], warnings: [], health: { status: 'ok' } })
  writeFileSync(join(folder, 'journal-2.jsonl'), line('b'))
  const store = await openFileStore({ data })
  await store.workspace('w').write({ entities: [entity('service/c')], relations: [] }, { partial: false })
  await store.close()
  expect(await found()).toEqual({ names: ['a', 'b', 'c'], warnings: [], health: { status: 'ok' } })
  expect(readdirSync(folder).toSorted()).toEqual(['format.json', 'journal-2.jsonl', 'snapshot-2.jsonl'])
})

it('files of another service in a newer version are refused with a sentence', async () => {
  mkdirSync(folder, { recursive: true })
  const items = { a: { __domain__: 'd', __entity_type__: 'd.a', __entity_id__: '0'.repeat(32) } }
  writeFileSync(join(folder, 'entities.json'), JSON.stringify({ version: 2, items }))
  await expect(found()).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    message: expect.stringMatching(/entities\.json cannot be read: its version is 2/) as string,
  })
})
