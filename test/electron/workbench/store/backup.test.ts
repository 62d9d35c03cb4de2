import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Channel } from '#shared/workbench/wire.ts'
import { dataCalls } from '../../../../electron/workbench/store/backup.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'

let folder: string
let reloads = 0
let isModelStopped = false
const channel: Channel = {
  send: () => undefined,
  onMessage: () => undefined,
  onClose: () => undefined,
  close: () => undefined,
}
const context = { signal: new AbortController().signal, channel, report: () => undefined }
const calls = () =>
  dataCalls({
    folder,
    settle: () => Promise.resolve(),
    diagnose: () => expect.unreachable(),
    reload: () => {
      reloads++
      return Promise.resolve()
    },
    whileModelStopped: async (work) => {
      isModelStopped = true
      return work()
    },
  })
const put = async (path: string, text: string) => {
  await mkdir(join(folder, path, '..'), { recursive: true })
  await writeFile(join(folder, path), text)
}
const all = async () => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'utf8')] as const),
    ),
  )
}

beforeEach(async () => {
  folder = await temporaryFolder()
  reloads = 0
  isModelStopped = false
  await put('documents/queries/a.json', '"a"')
  await put('logs/terminals/one.jsonl', '{"n":1}\n')
  await put('logs/history.jsonl', '{"n":1}\n')
  await put('terminals/one/1.txt', 'out')
  await put('connections.json', '{}')
  await put('secrets.json', 'never leaves')
})

describe('a backup', () => {
  it('brings everything back, and keeps what was there before', async () => {
    const { text, files } = await calls().backup({}, context)
    expect(files).toBe(5)
    expect(text).not.toContain('never leaves')
    await put('documents/queries/a.json', '"changed"')
    await put('documents/views/later.json', '"later"')
    await rm(join(folder, 'connections.json'))
    const { kept } = await calls().restore({ text }, context)
    const before = kept.slice(folder.length + 1)
    expect(await all()).toEqual({
      'documents/queries/a.json': '"a"',
      'logs/history.jsonl': '{"n":1}\n',
      'logs/terminals/one.jsonl': '{"n":1}\n',
      'terminals/one/1.txt': 'out',
      'connections.json': '{}',
      'secrets.json': 'never leaves',
      [`${before}/documents/queries/a.json`]: '"changed"',
      [`${before}/documents/views/later.json`]: '"later"',
      [`${before}/logs/history.jsonl`]: '{"n":1}\n',
      [`${before}/logs/terminals/one.jsonl`]: '{"n":1}\n',
      [`${before}/terminals/one/1.txt`]: 'out',
    })
    expect(reloads).toBe(1)
  })

  it('takes sets of recorded episodes with it, but for those that are too large, and says so', async () => {
    const large = `${'x'.repeat(16 * 1024 ** 2)}\n`
    await put('recordings/small.jsonl', '{"small":1}\n')
    await put('recordings/large.jsonl', large)
    await put('recordings/half.file', 'half of a file')
    await put('logs/recordings/small.jsonl', '{"n":1}\n')
    await put('logs/recordings/large.jsonl', '{"n":1}\n')
    const { text, left } = await calls().backup({}, context)
    expect(left).toBe(1)
    await put('recordings/small.jsonl', 'changed')
    const { kept } = await calls().restore({ text }, context)
    const now = Object.entries(await all()).filter(([path]) => path.includes('recordings/'))
    const before = kept.slice(folder.length + 1)
    expect(Object.fromEntries(now)).toEqual({
      'recordings/small.jsonl': '{"small":1}\n',
      'logs/recordings/small.jsonl': '{"n":1}\n',
      [`${before}/recordings/small.jsonl`]: 'changed',
      [`${before}/recordings/large.jsonl`]: large,
      [`${before}/recordings/half.file`]: 'half of a file',
      [`${before}/logs/recordings/small.jsonl`]: '{"n":1}\n',
      [`${before}/logs/recordings/large.jsonl`]: '{"n":1}\n',
    })
  })

  it('takes what was written to the model with it, but for a line that is still being written', async () => {
    const journal = 'graphstore/file-memory/workspaces/demo/journal-0.jsonl'
    await put(`model/${journal}`, '{"journal":0}\n{"elements":[]}\n{"elem')
    await put('model/graphstore/file-memory/lock', 'of a process')
    const { text, files, modelLeft } = await calls().backup({}, context)
    expect({ files, modelLeft }).toEqual({ files: 6, modelLeft: false })
    await put(`model/${journal}`, 'changed\n')
    const { kept } = await calls().restore({ text }, context)
    expect(isModelStopped).toBe(true)
    const before = kept.slice(folder.length + 1)
    const now = Object.entries(await all()).filter(([path]) => path.includes('model/'))
    expect(Object.fromEntries(now)).toEqual({
      [`model/${journal}`]: '{"journal":0}\n{"elements":[]}\n',
      [`${before}/model/${journal}`]: 'changed\n',
      [`${before}/model/graphstore/file-memory/lock`]: 'of a process',
    })
  })

  it.each([
    ['takes away what was written since, if nothing was written before', {}, []],
    ['leaves the model as it is, if it has none', undefined, ['model/graphstore/x']],
  ])('%s', async (_case, model, left) => {
    await put('model/graphstore/x', 'later')
    await calls().restore(
      { text: JSON.stringify({ orrery: 'backup', version: 1, files: {}, model }) },
      context,
    )
    expect(Object.keys(await all()).filter((path) => path.startsWith('model/'))).toEqual(left)
  })

  it('says so when the model is too large for it', async () => {
    const path = 'model/graphstore/file-memory/workspaces/demo/snapshot-1.jsonl'
    await put(path, `${'x'.repeat(8 * 1024 ** 2)}\n`)
    const { text, modelLeft } = await calls().backup({}, context)
    expect(modelLeft).toBe(true)
    await calls().restore({ text }, context)
    expect(isModelStopped).toBe(false)
    expect(Object.keys(await all())).toContain(path)
  })

  it.each(['graphstore/lock', '../evil.json', 'graphstore/file-memory/workspaces/../x/journal-0.jsonl'])(
    'with a model file %s is refused before anything changes',
    async (path) => {
      const before = await all()
      const text = JSON.stringify({ orrery: 'backup', version: 1, files: {}, model: { [path]: '' } })
      await expect(calls().restore({ text }, context)).rejects.toMatchObject({ code: 'NOT_A_BACKUP' })
      expect(await all()).toEqual(before)
    },
  )

  it('brings no consent to start a program, and takes none away', async () => {
    await put('documents/workbench/consents.json', '{"mine":1}')
    const { text } = await calls().backup({}, context)
    expect(text).not.toContain('mine')
    const made = { 'documents/workbench/consents.json': '{"theirs":1}', 'connections.json': '{"theirs":1}' }
    await calls().restore({ text: JSON.stringify({ orrery: 'backup', version: 1, files: made }) }, context)
    expect(await all()).toMatchObject({
      'documents/workbench/consents.json': '{"mine":1}',
      'connections.json': '{"theirs":1}',
    })
  })

  it('that cannot be written changes nothing', async () => {
    const before = await all()
    const files = { 'documents/x/b.json': '1', [`documents/${'y'.repeat(300)}/c.json`]: '2' }
    const text = JSON.stringify({ orrery: 'backup', version: 1, files })
    await expect(calls().restore({ text }, context)).rejects.toThrow('ENAMETOOLONG')
    expect(await all()).toEqual(before)
    expect(reloads).toBe(0)
  })
})
