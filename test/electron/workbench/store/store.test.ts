import { type FileHandle, mkdtemp, open, readFile, readdir, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeName } from '#shared/workbench/areas/store.ts'
import { modelSettings } from '#shared/workbench/settings/index.ts'
import { DocumentStore } from '../../../../electron/workbench/store/documents.ts'
import { LogStore } from '../../../../electron/workbench/store/logs.ts'
import { SettingsStore } from '../../../../electron/workbench/store/settings.ts'

let folder: string
let corrupt: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-store-'))
  corrupt = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const documents = () => new DocumentStore(folder, (path) => corrupt.push(path))

describe('documents', () => {
  it('are found again by another instance', async () => {
    await documents().write('drafts', 'a', { text: 'query' })
    expect(await documents().read('drafts', 'a')).toEqual({ value: { text: 'query' }, found: true })
  })

  it('that do not exist are not found', async () => {
    expect(await documents().read('drafts', 'none')).toEqual({ value: null, found: false })
    expect(await documents().list('nothing')).toEqual([])
  })

  it('keep the last of many writes at once, and leave no temporary file', async () => {
    const store = documents()
    await Promise.all(Array.from({ length: 50 }, (_, n) => store.write('drafts', 'a', { n })))
    expect((await store.read('drafts', 'a')).value).toEqual({ n: 49 })
    expect(await readdir(join(folder, 'drafts'))).toEqual(['a.json'])
  })

  it('that are no JSON are set aside, not lost, and reported', async () => {
    await mkdir(join(folder, 'drafts'))
    await writeFile(join(folder, 'drafts', 'a.json'), '{ half')
    expect(await documents().read('drafts', 'a')).toEqual({ value: null, found: false })
    expect(corrupt).toEqual([join(folder, 'drafts', 'a.json')])
    const [kept] = await readdir(join(folder, 'drafts'))
    expect(await readFile(join(folder, 'drafts', kept ?? ''), 'utf8')).toBe('{ half')
  })

  it('are listed newest first and can be removed', async () => {
    const store = documents()
    await store.write('drafts', 'old', 1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    await store.write('drafts', 'new', 2)
    expect((await store.list('drafts')).map(({ id, value }) => [id, value])).toEqual([
      ['new', 2],
      ['old', 1],
    ])
    await store.remove('drafts', 'old')
    expect((await store.list('drafts')).map(({ id }) => id)).toEqual(['new'])
  })

  it.each(['../up', 'a/b', '', '.hidden', 'a\0b', 'x'.repeat(200)])('refuse the name %j', (name) => {
    expect(storeName.safeParse(name).success).toBe(false)
  })
})

describe('logs', () => {
  const page = { limit: 10 }

  it('give the newest first, in pages, and find by any part', async () => {
    const logs = new LogStore(folder)
    for (const text of ['alpha', 'beta', 'gamma']) await logs.append('history', { text })
    const values = async (options: { limit: number; before?: number; search?: string }) =>
      (await logs.tail('history', options)).map((record) => (record.value as { text: string }).text)
    expect(await values(page)).toEqual(['gamma', 'beta', 'alpha'])
    expect(await values({ limit: 1, before: 3 })).toEqual(['beta'])
    expect(await values({ limit: 10, search: 'ALPH' })).toEqual(['alpha'])
    await logs.dispose()
  })

  it.each<[string, string, string[]]>([
    ['in any case', 'LEVEL', ['query']],
    ['with quotes as they were typed', 'level = "ERROR"', ['query']],
    ['over a line break', "'devops') | where", ['query']],
    ['with other blanks', 'level  =', ['query']],
    ['of a backslash', 'C:\\temp', ['path']],
    ['of a line break', '\n| where', ['query']],
    ['of nothing that is there', 'level == 5', []],
  ])('are searched %s', async (_, search, expected) => {
    const logs = new LogStore(folder)
    await logs.append('history', {
      id: 'query',
      text: `.entity with(domain='devops')\n| where level = "ERROR"`,
    })
    await logs.append('history', { id: 'path', text: 'C:\\temp' })
    const found = await logs.tail('history', { limit: 10, search })
    expect(found.map(({ value }) => (value as { id: string }).id)).toEqual(expected)
    await logs.dispose()
  })

  it('go on where another instance stopped', async () => {
    const first = new LogStore(folder)
    await first.append('history', 'one')
    await first.dispose()
    const second = new LogStore(folder)
    expect(await second.append('history', 'two')).toEqual({ sequence: 2 })
    await second.dispose()
  })

  it('have nothing of a record that the disk refused, and all that came after', async () => {
    const logs = new LogStore(folder)
    await logs.append('history', 'before')
    const probe = await open(join(folder, 'probe'), 'w')
    const handles = Object.getPrototypeOf(probe) as FileHandle
    await probe.close()
    const half = vi.spyOn(handles, 'appendFile').mockImplementationOnce(async function (
      this: FileHandle,
      text,
    ) {
      await this.write((text as string).slice(0, 20))
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
    const [refused, after] = await Promise.allSettled([
      logs.append('history', 'refused'),
      logs.append('history', 'after'),
    ])
    half.mockRestore()
    expect([refused.status, after.status]).toEqual(['rejected', 'fulfilled'])
    await logs.append('history', 'last')
    const values = async (store: LogStore) => (await store.tail('history', page)).map(({ value }) => value)
    expect(await values(logs)).toEqual(['last', 'after', 'before'])
    await logs.dispose()
    const again = new LogStore(folder)
    expect(await values(again)).toEqual(['last', 'after', 'before'])
    await again.dispose()
  })

  it('of 0.1.0, without checksums, are whole; what is damaged in one is told and costs nothing else', async () => {
    const path = join(folder, 'history.jsonl')
    const old = [
      '{"n":1,"at":1,"value":"one"}',
      '{"n":2,"at":2,"value":"two"}',
      '{"n":3,"at":3,"value":"three"}',
    ]
    await writeFile(path, `${old.join('\n')}\n`)
    const logs = new LogStore(folder)
    await logs.append('history', 'four')
    expect((await logs.tail('history', page)).map(({ sequence }) => sequence)).toEqual([4, 3, 2, 1])
    await logs.dispose()
    await writeFile(path, (await readFile(path, 'utf8')).replace('"two"', '"tw').replace('four', 'fuor'))
    const told: unknown[] = []
    const again = new LogStore(folder, (_path, damage) => told.push(damage))
    expect((await again.tail('history', page)).map(({ value }) => value)).toEqual(['three', 'one'])
    expect(told).toEqual([
      { lines: 2, tornBytes: 0, kept: expect.stringMatching(/\.damaged-\d+$/) as string },
    ])
    await again.dispose()
  })

  it('lose only the line that was being written when the power went', async () => {
    await writeFile(join(folder, 'history.jsonl'), '{"n":1,"at":1,"value":"kept"}\n{"n":2,"at":2,"val')
    const logs = new LogStore(folder)
    await logs.append('history', 'after')
    await logs.dispose()
    const again = new LogStore(folder)
    expect((await again.tail('history', page)).map(({ value }) => value)).toEqual(['after', 'kept'])
    await again.dispose()
  })
})

describe('settings', () => {
  it('survive, and return to their default when unset', async () => {
    const settings = new SettingsStore(documents())
    await settings.set('app.theme', 'dark')
    const again = new SettingsStore(documents())
    await again.load()
    expect(again.all).toEqual({ 'app.theme': 'dark' })
    await again.set('app.theme', undefined)
    expect(again.all).toEqual({})
  })

  it('tell who follows one of them of every change of its value in force, and of nothing else', async () => {
    const settings = new SettingsStore(documents())
    const seen: boolean[] = []
    settings.follow(modelSettings.allowWrites, (value) => seen.push(value))
    await settings.set('app.theme', 'dark')
    await settings.set('model.allowWrites', false)
    await settings.set('model.allowWrites', true)
    await settings.set('model.allowWrites', 'not a value')
    expect(seen).toEqual([true, false])
    await new SettingsStore(documents()).set('model.allowWrites', true)
    await settings.load()
    expect(seen).toEqual([true, false, true])
  })

  it('start from defaults when the file is corrupt, and keep its text', async () => {
    await mkdir(join(folder, 'workbench'))
    await writeFile(join(folder, 'workbench', 'settings.json'), 'not json')
    const settings = new SettingsStore(documents())
    await settings.load()
    expect(settings.all).toEqual({})
    expect(corrupt).toHaveLength(1)
  })
})
