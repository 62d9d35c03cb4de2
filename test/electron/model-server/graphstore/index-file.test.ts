import { existsSync, readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#shared/model/json.ts'
import { ChangeLog, readLog } from '../../../../electron/model-server/graphstore/ladybug/change-log.ts'
import { IndexFile, writeIndexFile } from '../../../../electron/model-server/graphstore/ladybug/index-file.ts'
import { sharedFolder } from '../../../temporary-folder.ts'
import { entity, relation } from './records.ts'

const folder = sharedFolder()
const never = new AbortController().signal

/** Parts of two and a half blocks together. */
const parts = [
  new Uint8Array(10),
  Uint8Array.from({ length: 2_600_000 }, (_, at) => at % 251),
  new Uint8Array(3),
]
const shape = { sizes: parts.map((part) => part.length) }

async function written(name: string): Promise<string> {
  const path = join(folder, name)
  await writeIndexFile(path, 'a stamp', { shape, parts }, never)
  return path
}

/** What can be read of a file: all of its parts, or why not. */
async function read(path: string): Promise<unknown> {
  const file = await IndexFile.open(path, never)
  if (!file) return 'no index'
  try {
    expect(file.head).toMatchObject({ stamp: 'a stamp', shape })
    const found = parts.map((part) => new Uint8Array(part.length))
    for (const part of found) await file.fill(part)
    return found.every((part, at) => Buffer.compare(part, parts[at] ?? part) === 0) ? 'all' : 'other bytes'
  } catch (error) {
    return (error as Error).name
  } finally {
    await file.close()
  }
}

const flip = (at: number) => (path: string) => {
  const bytes = readFileSync(path)
  const place = at < 0 ? bytes.length + at : at
  bytes[place] = (bytes[place] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

describe('the file of an index', () => {
  it('is read as it was written, and has no draft beside it', async () => {
    expect(await read(await written('whole'))).toBe('all')
    expect(readdirSync(folder).filter((name) => name.includes('tmp'))).toEqual([])
  })

  it.each<[string, (path: string) => void, string]>([
    ['is not there', (path) => writeFileSync(path, ''), 'no index'],
    ['has a damaged length', flip(0), 'no index'],
    ['has a damaged head', flip(20), 'no index'],
    ['ends in its head', (path) => truncateSync(path, 30), 'no index'],
    [
      'is of another format',
      (path) =>
        writeFileSync(
          path,
          readFileSync(path).map((byte) => byte + 1),
        ),
      'no index',
    ],
    ['has a damaged first block', flip(1_000), 'DamagedIndex'],
    ['has a damaged last byte', flip(-5), 'DamagedIndex'],
    ['has a damaged checksum', flip(-1), 'DamagedIndex'],
    ['ends early', (path) => truncateSync(path, 1_500_000), 'DamagedIndex'],
    ['lacks its last byte', (path) => truncateSync(path, readFileSync(path).length - 1), 'DamagedIndex'],
  ])('is not believed when it %s', async (what, damage, expected) => {
    const path = await written(what)
    damage(path)
    expect(await read(path)).toBe(expected)
  })

  it('does not give more than what was written', async () => {
    const file = await IndexFile.open(await written('more'), never)
    await file?.fill(new Uint8Array(2_600_013))
    await expect(file?.fill(new Uint8Array(1))).rejects.toThrow('shorter')
    await file?.close()
  })

  it('leaves the earlier one when it is given up', async () => {
    const path = await written('given-up')
    const stop = new AbortController()
    stop.abort()
    await expect(writeIndexFile(path, 'another', { shape, parts }, stop.signal)).rejects.toThrow('aborted')
    expect(await read(path)).toBe('all')
    expect(existsSync(`${path}.tmp`)).toBe(false)
  })
})

describe('the log of what was written since', () => {
  const nameOf = ({ properties }: { properties: JsonObject }) =>
    JSON.stringify(properties['name']).slice(1, -1)
  const changes = (name: string) => ({
    entities: [entity(`service/${name}`, { name })],
    relations: [relation(`service/${name}`, 'calls', 'service/b', { name })],
  })

  async function logged(name: string): Promise<string> {
    const path = join(folder, `${name}.log`)
    const log = await ChangeLog.create(path)
    for (const stamp of ['one', 'two', 'three']) await log.append(stamp, changes(stamp))
    await log.close()
    return path
  }

  /** Ids of the entities and sources written after one stamp and up to another. */
  async function since(path: string, from: string, until: string) {
    const log = await readLog(path, until)
    if (!log?.has(from)) return 'not known'
    const ids: string[] = []
    await log.replay(from, ({ entities, relations }) =>
      ids.push(...entities.map(nameOf), ...relations.map(nameOf)),
    )
    return ids
  }

  it.each([
    ['one', 'three', ['two', 'three', 'two', 'three']],
    ['two', 'three', ['three', 'three']],
    ['one', 'two', ['two', 'two']],
    ['three', 'three', []],
    ['three', 'one', 'not known'],
    ['none', 'three', 'not known'],
    ['one', 'none', 'not known'],
  ])('leads from %s to %s', async (from, until, expected) => {
    expect(await since(await logged(`${from}-${until}`), from, until)).toEqual(expected)
  })

  it('is not believed beyond a damaged line, and believed without a last one that is torn', async () => {
    const path = await logged('damaged')
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.slice(0, -4))
    expect(await since(path, 'one', 'three')).toBe('not known')
    expect(await since(path, 'one', 'two')).toEqual(['two', 'two'])
    writeFileSync(path, text.replace('"name":"two"', '"name":"TWO"'))
    expect(await since(path, 'one', 'three')).toBe('not known')
  })

  it('continues after the stamp that it was read up to', async () => {
    const path = await logged('continued')
    const read = await readLog(path, 'two')
    const log = await ChangeLog.continue(path, read?.bytes ?? 0)
    await log.append('four', changes('four'))
    await log.close()
    expect(await since(path, 'two', 'four')).toEqual(['four', 'four'])
    expect(await since(path, 'one', 'three')).toBe('not known')
  })

  it('is not known when there is none', async () => {
    expect(await readLog(join(folder, 'absent'), 'one')).toBeUndefined()
  })
})
