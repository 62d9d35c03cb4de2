import { mkdtemp, readFile, readdir, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentName } from '#shared/documents/define.ts'
import { modelSettings } from '#shared/workbench/settings/index.ts'
import { Documents } from '../../../../electron/workbench/documents/documents.ts'
import { DocumentStore } from '../../../../electron/workbench/store/documents.ts'
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
    expect(documentName.safeParse(name).success).toBe(false)
  })
})

describe('settings', () => {
  const opened = async () => {
    const kept = new Documents(folder, join(folder, '.journal'), (path) => corrupt.push(path))
    await kept.recover()
    const settings = new SettingsStore(kept)
    await settings.load()
    return { settings, kept }
  }

  it('survive, and return to their default when unset', async () => {
    const { settings, kept } = await opened()
    await settings.set('app.theme', 'dark')
    await kept.dispose()
    const { settings: again } = await opened()
    expect(again.all).toEqual({ 'app.theme': 'dark' })
    await again.set('app.theme', undefined)
    expect(again.all).toEqual({})
  })

  it('survive a killed process as soon as they are acknowledged, and any number at once', async () => {
    const { settings } = await opened()
    await Promise.all(Array.from({ length: 20 }, (_, n) => settings.set(`n${n}`, n)))
    const { settings: again } = await opened()
    expect(Object.keys(again.all)).toHaveLength(20)
  })

  it('tell who follows one of them of every change of its value in force, and of nothing else', async () => {
    const { settings } = await opened()
    const seen: boolean[] = []
    settings.follow(modelSettings.allowWrites, (value) => seen.push(value))
    await settings.set('app.theme', 'dark')
    await settings.set('model.allowWrites', false)
    await settings.set('model.allowWrites', true)
    await settings.set('model.allowWrites', 'not a value')
    expect(seen).toEqual([true, false])
  })

  it('tell of what a restored backup changed', async () => {
    const { settings, kept } = await opened()
    const seen: boolean[] = []
    settings.follow(modelSettings.allowWrites, (value) => seen.push(value))
    await mkdir(join(folder, 'workbench'), { recursive: true })
    await writeFile(join(folder, 'workbench', 'settings.json'), '{ "model.allowWrites": true }')
    await kept.reload()
    await settings.load()
    expect(seen).toEqual([true])
  })

  it('start from defaults when the file is corrupt, and keep its text', async () => {
    await mkdir(join(folder, 'workbench'))
    await writeFile(join(folder, 'workbench', 'settings.json'), 'not json')
    const { settings } = await opened()
    expect(settings.all).toEqual({})
    expect(corrupt).toHaveLength(1)
  })
})
