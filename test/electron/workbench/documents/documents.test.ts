import { type FileHandle, mkdir, open, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineCollection, defineDocument } from '#shared/documents/define.ts'
import { diff, type Edit } from '#shared/documents/edit.ts'
import type { JournalDamage } from '../../../../electron/node/journal.ts'
import { type Change, Documents } from '../../../../electron/workbench/documents/documents.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'

const names = defineDocument({
  collection: 'c',
  id: 'names',
  schema: z.array(z.string()),
  initial: [],
})
const namesRef = { collection: 'c', id: 'names' }
const notes = defineCollection({
  collection: 'notes',
  version: 2,
  schema: z.object({ version: z.literal(2).default(2), text: z.string() }),
})
const note = (id: string) => ({ collection: 'notes', id })

let folder: string
let aside: string[]
let damaged: JournalDamage[]
let opened: Documents[]

beforeEach(async () => {
  folder = await temporaryFolder()
  aside = []
  damaged = []
  opened = []
})
afterEach(() => Promise.all(opened.map((documents) => documents.flush().catch(() => undefined))))

/** Starts a core on the folder; one that was opened before counts as killed. */
async function start(): Promise<Documents> {
  const documents = new Documents(
    join(folder, 'documents'),
    join(folder, 'journal'),
    (path) => aside.push(path),
    (_path, damage) => damaged.push(damage),
  )
  opened.push(documents)
  await documents.recover()
  return documents
}

const add =
  (...more: string[]) =>
  (now: readonly string[]) => [...now, ...more]
const valueOf = (documents: Documents) => documents.read(names, namesRef)
const onDisk = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, 'documents', path), 'utf8')) as unknown
const put = async (path: string, text: string) => {
  await mkdir(join(folder, 'documents', path, '..'), { recursive: true })
  await writeFile(join(folder, 'documents', path), text)
}
const change = async (documents: Documents, base: string, version: string, edit: Edit) =>
  documents.change(names, namesRef, { base, version, edit })

describe('a document', () => {
  it('is made of the state that a change names, and of no other', async () => {
    const documents = await start()
    const { version } = await documents.follow(names, namesRef, () => undefined)
    expect(await change(documents, version, 'a.1', diff([], ['a']))).toBeUndefined()
    expect(await change(documents, version, 'b.1', diff([], ['b']))).toMatchObject({
      value: ['a'],
      version: 'a.1',
    })
    expect(await change(documents, 'a.1', 'b.2', diff(['a'], ['a', 'b']))).toBeUndefined()
    expect(await valueOf(documents)).toEqual(['a', 'b'])
  })

  it('takes changes that build on each other before one of them was answered', async () => {
    const documents = await start()
    const { version } = await documents.follow(names, namesRef, () => undefined)
    const answers = await Promise.all([
      change(documents, version, 'a.1', diff([], ['1'])),
      change(documents, 'a.1', 'a.2', diff(['1'], ['1', '2'])),
      change(documents, version, 'b.1', diff([], ['x'])),
      change(documents, 'b.1', 'b.2', diff(['x'], ['x', 'y'])),
      change(documents, 'a.2', 'a.3', diff(['1', '2'], ['1', '2', '3'])),
    ])
    expect(answers.map((answer) => answer === undefined)).toEqual([true, true, false, false, true])
    expect(await valueOf(documents)).toEqual(['1', '2', '3'])
  })

  it('makes a change once that is asked for twice', async () => {
    const documents = await start()
    const { version } = await documents.follow(names, namesRef, () => undefined)
    await change(documents, version, 'a.1', diff([], ['a']))
    expect(await change(documents, version, 'a.1', diff([], ['a']))).toBeUndefined()
    expect(await valueOf(documents)).toEqual(['a'])
  })

  it.each<[string, Edit, string]>([
    ['a value that the schema does not allow', [{ at: [], set: [1] }], 'expected string'],
    ['an edit that does not fit', [{ at: [7], set: 'x' }], 'doesn’t match'],
  ])('refuses %s before anything changes', async (_, edit, reason) => {
    const documents = await start()
    await documents.update(names, namesRef, add('kept'))
    const { version } = await documents.follow(names, namesRef, () => undefined)
    await expect(change(documents, version, 'a.1', edit)).rejects.toThrow(reason)
    expect(await documents.follow(names, namesRef, () => undefined)).toMatchObject({
      value: ['kept'],
      version,
    })
  })

  it('notifies its followers of every change, in order', async () => {
    const documents = await start()
    const told: Change[] = []
    const { version } = await documents.follow(names, namesRef, (_, made) => told.push(made))
    await Promise.all([1, 2, 3].map((n) => documents.update(names, namesRef, add(String(n)))))
    expect(told.map(({ base }) => base)).toEqual([version, ...told.slice(0, 2).map((made) => made.version)])
  })

  it('is in its file a second later, whole and readable', async () => {
    const documents = await start()
    await documents.update(names, namesRef, add('a'))
    await expect.poll(() => onDisk('c/names.json').catch(() => undefined)).toEqual(['a'])
    await expect.poll(() => readdir(join(folder, 'journal'))).toEqual(['2.jsonl'])
    await documents.dispose()
  })

  it('that is removed has no file and its first value again', async () => {
    const documents = await start()
    await documents.update(notes, note('n'), () => ({ version: 2 as const, text: 'a' }))
    await documents.flush()
    await documents.update(notes, note('n'), () => undefined)
    expect(await documents.list(notes)).toEqual([])
    await documents.flush()
    expect(await readdir(join(folder, 'documents', 'notes'))).toEqual([])
  })
})

describe('a process that was killed', () => {
  it('loses nothing that was acknowledged', async () => {
    const first = await start()
    await first.update(names, namesRef, add('flushed'))
    await first.flush()
    await first.update(names, namesRef, add('a'))
    await first.update(names, namesRef, add('b'))
    await first.update(notes, note('n'), () => ({ version: 2 as const, text: 'new' }))
    const second = await start()
    expect(await valueOf(second)).toEqual(['flushed', 'a', 'b'])
    expect((await second.list(notes)).map(({ id }) => id)).toEqual(['n'])
    expect(await onDisk('c/names.json')).toEqual(['flushed', 'a', 'b'])
  })

  it.each([
    ['forward', 365 * 86_400_000],
    ['back', -365 * 86_400_000],
  ])('loses nothing to a clock that is set %s before the next one begins', async (_, jump) => {
    const clock = vi.spyOn(Date, 'now')
    const now = Date.now()
    for (const [count, text] of ['a', 'b', 'c'].entries()) {
      clock.mockReturnValue(now + count * jump)
      await (await start()).update(names, namesRef, add(text))
    }
    clock.mockRestore()
    expect(await valueOf(await start())).toEqual(['a', 'b', 'c'])
    expect([aside, damaged]).toEqual([[], []])
  })

  it('still knows which changes it made', async () => {
    const first = await start()
    const { version } = await first.follow(names, namesRef, () => undefined)
    await change(first, version, 'a.1', diff([], ['a']))
    const second = await start()
    expect((await second.follow(names, namesRef, () => undefined)).recent).toContain('a.1')
    expect(await change(second, version, 'a.1', diff([], ['a']))).toBeUndefined()
    expect(await valueOf(second)).toEqual(['a'])
  })

  const long = 'x'.repeat(20_000)
  it.each<[string, string[], (text: string) => string, string[], number]>([
    ['whose last line is torn', ['a', 'b', 'c'], (text) => text.slice(0, -4), ['a', 'b'], 0],
    [
      'with a broken line in the middle',
      ['a', 'b', 'c'],
      (text) => text.replace('"b"', '"?"'),
      ['a', 'b', 'c'],
      1,
    ],
    ['whose first line is broken', ['a', 'b', 'c'], (text) => text.replace('"a"', '"?"'), ['a', 'b', 'c'], 1],
    ['whose last line is broken', ['a', 'b', 'c'], (text) => text.replace('"c"]', '"?"]'), ['a', 'b'], 1],
    // Long documents are journalled as edits: those after a lost one are discarded and reported.
    [
      'of a long one with a broken line',
      [long, 'a', 'b', 'c'],
      (text) => text.replace('"a"', '"?"'),
      [long],
      3,
    ],
    [
      'of a long one that was all written since',
      [long, 'a', `${long}b`, 'c', 'd'],
      (text) => text.replace('"a"', '"?"'),
      [long, 'a', `${long}b`, 'c', 'd'],
      1,
    ],
  ])(
    'leaves a journal %s: what it does not vouch for is not made up',
    async (_, made, damage, expected, lost) => {
      const first = await start()
      for (const name of made) await first.update(names, namesRef, add(name))
      const path = join(folder, 'journal', '1.jsonl')
      await writeFile(path, damage(await readFile(path, 'utf8')))
      const found = await readFile(path)
      expect(await valueOf(await start())).toEqual(expected)
      // Lost acknowledged changes are reported, and the damaged file is retained when the journal continues.
      expect(damaged.map(({ lines }) => lines)).toEqual(lost === 0 ? [] : [lost])
      for (const { preserved: kept } of damaged) expect(await readFile(kept)).toEqual(found)
      // It does not affect the next start.
      expect(await valueOf(await start())).toEqual(expected)
    },
  )

  it.each<[string, (journal: string) => Promise<unknown>, told: string[]]>([
    ['a draft of a file', (journal) => writeFile(join(journal, '2.jsonl.1a2b3c4d.tmp'), 'half'), []],
    ['a damaged file that was kept', (journal) => writeFile(join(journal, '1.jsonl.damaged-1'), '?\n'), []],
    ['a file that cannot be read', (journal) => mkdir(join(journal, '0.jsonl')), ['0.jsonl']],
  ])('that left %s beside its journal costs nothing else', async (_, leave, told) => {
    const journal = join(folder, 'journal')
    const first = await start()
    await first.update(names, namesRef, add('a'))
    await leave(journal)
    const second = await start()
    expect(await valueOf(second)).toEqual(['a'])
    await second.update(names, namesRef, add('b'))
    await second.flush()
    expect(await onDisk('c/names.json')).toEqual(['a', 'b'])
    expect(aside).toEqual(told.map((name) => join(journal, name)))
  })
})

describe('a disk that is full', () => {
  async function breakOnce(): Promise<{ mockRestore(): void }> {
    const probe = await open(join(folder, 'probe'), 'w')
    const handles = Object.getPrototypeOf(probe) as FileHandle
    await probe.close()
    return vi.spyOn(handles, 'appendFile').mockImplementationOnce(async function (this: FileHandle, text) {
      await this.write((text as string).slice(0, 20))
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
  }

  it('refuses the change and what was built on it, and keeps everything else', async () => {
    const documents = await start()
    await documents.update(names, namesRef, add('before'))
    const broken = await breakOnce()
    const answers = await Promise.allSettled([
      documents.update(names, namesRef, add('refused')),
      documents.update(names, namesRef, add('on top')),
    ])
    broken.mockRestore()
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await documents.update(names, namesRef, add('after'))
    expect(await valueOf(documents)).toEqual(['before', 'after'])
    expect(await valueOf(await start())).toEqual(['before', 'after'])
  })
})

describe('a file', () => {
  it.each<[string, string]>([
    ['that is no JSON', '{ half'],
    ['that is something else', '{"of": "another kind"}'],
  ])('%s is renamed and reported, and affects nothing else', async (_, text) => {
    await put('c/names.json', text)
    await put('notes/n.json', '{"text": "kept"}')
    const documents = await start()
    expect(await valueOf(documents)).toEqual([])
    expect(aside).toEqual([join(folder, 'documents', 'c', 'names.json')])
    const [kept] = await readdir(join(folder, 'documents', 'c'))
    expect(await readFile(join(folder, 'documents', 'c', kept ?? ''), 'utf8')).toBe(text)
    expect(await documents.read(notes, note('n'))).toEqual({ version: 2, text: 'kept' })
  })

  it('of a later version is refused, and left as it is', async () => {
    await put('notes/new.json', '{"version": 3, "words": []}')
    await put('notes/old.json', '{"text": "kept"}')
    const documents = await start()
    const refused = { code: 'DOCUMENT_NEWER' }
    await expect(documents.read(notes, note('new'))).rejects.toMatchObject(refused)
    const write = documents.update(notes, note('new'), () => ({ version: 2 as const, text: '' }))
    await expect(write).rejects.toMatchObject(refused)
    expect((await documents.list(notes)).map(({ id }) => id)).toEqual(['old'])
    await documents.flush()
    expect(await onDisk('notes/new.json')).toEqual({ version: 3, words: [] })
    expect(aside).toEqual([])
  })
})

describe('a collection', () => {
  it('notifies its followers of created, changed and removed documents', async () => {
    const documents = await start()
    const told: string[] = []
    await documents.list(notes, ({ id }) => told.push(id))
    for (const text of ['a', 'b'])
      await documents.update(notes, note('n'), () => ({ version: 2 as const, text }))
    await documents.update(notes, note('n'), () => undefined)
    expect(told).toEqual(['n', 'n', 'n'])
    expect(await documents.list(notes)).toEqual([])
  })
})
