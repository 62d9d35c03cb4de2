import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { FORMAT, prepareFolder } from '../../../../electron/workbench/store/folder-format.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})

const put = async (path: string, text: string) => {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}
const read = (path: string) => readFile(join(folder, path), 'utf8')

describe('a data folder', () => {
  it('that is new says its format, and has nothing to copy', async () => {
    await prepareFolder(folder)
    expect(JSON.parse(await read('format.json'))).toEqual({ format: FORMAT })
    expect(await readdir(folder)).toEqual(['format.json'])
  })

  it('of 0.1.0 is copied whole, once, before it is touched', async () => {
    await put('documents/query/tabs.json', '{"version":1}')
    await put('logs/query-history.jsonl', '{"n":1}\n')
    await put('connections.json', '{}')
    await put('secrets.json', '{}')
    await put('sandboxes/large', 'not ours')
    await prepareFolder(folder)
    const backup = `before-format-${FORMAT}`
    expect((await readdir(join(folder, backup))).sort()).toEqual([
      'connections.json',
      'documents',
      'logs',
      'secrets.json',
    ])
    expect(await read(`${backup}/documents/query/tabs.json`)).toBe('{"version":1}')
    await put('documents/query/tabs.json', '{"version":1,"later":true}')
    await prepareFolder(folder)
    expect(await read(`${backup}/documents/query/tabs.json`)).toBe('{"version":1}')
  })

  it('whose copy was cut short is copied again', async () => {
    await put('documents/query/tabs.json', '{"version":1}')
    await put(`before-format-${FORMAT}.tmp/documents/half`, '')
    await prepareFolder(folder)
    expect(await readdir(join(folder, `before-format-${FORMAT}`, 'documents'))).toEqual(['query'])
  })

  it.each([
    ['of a later version', `{"format":${FORMAT + 1}}`, 'A later version of Orrery has used the data folder'],
    ['that does not say its format', 'half', 'does not say which format'],
  ])('%s is refused with a sentence, and left as it is', async (_, text, sentence) => {
    await put('format.json', text)
    await put('documents/query/tabs.json', '{"version":1}')
    await expect(prepareFolder(folder)).rejects.toThrow(sentence)
    expect((await readdir(folder)).sort()).toEqual(['documents', 'format.json'])
    expect(await read('format.json')).toBe(text)
  })
})
