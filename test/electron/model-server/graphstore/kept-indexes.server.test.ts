import {
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { LadybugDatabase } from '../../../../electron/model-server/graphstore/ladybug/ladybug-database.ts'
import {
  type NativeConnection,
  loadLadybug,
} from '../../../../electron/model-server/graphstore/ladybug/native.ts'
import { RemoteWorkspace } from '../../../../electron/model-server/graphstore/remote/remote-workspace.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'
import { expectRight } from './kept-answers.ts'
import { linked, named, openKept } from './kept-database.ts'
import { noLadybug } from './no-ladybug.ts'
import { batch, entity, relation } from './records.ts'

const WAIT = { timeout: 30_000 }

/** Statements that read a whole table in order to fill an index. */
function watched() {
  const filling: string[] = []
  const native = loadLadybug()
  class Connection extends native.Connection {
    override prepare(statement: string): ReturnType<NativeConnection['prepare']> {
      if (/offset\(id|hash STARTS WITH/.test(statement)) filling.push(statement)
      return super.prepare(statement)
    }
  }
  return { native: { ...native, Database: native.Database, Connection }, filling }
}

async function write(database: LadybugDatabase, number: number): Promise<void> {
  const result = await new RemoteWorkspace('w', database).write(
    batch(
      [0, 1, 2].map((one) =>
        entity(`service/n${number * 2 + one}`, { note: `round-${number}-${one}` }, { method: 'Update' }),
      ),
      [1, 2].map((one) =>
        relation(
          `service/n${number * 2}`,
          'calls',
          `service/n${number * 2 - one}`,
          { number },
          { method: 'Update', last: 2_000 + number },
        ),
      ),
    ),
    { partial: false },
  )
  expect(result.committed).toBe(true)
}

/** Waits until both indexes are complete. */
const complete = (database: LadybugDatabase) =>
  vi.waitFor(async () => {
    expect(await named(database, 'round')).toBeDefined()
    expect(await linked(database, ['x'])).toBeDefined()
  }, WAIT)

/** A database with both indexes kept, and something written after that. */
async function keptDatabase(): Promise<string> {
  const path = join(await temporaryFolder(), 'database')
  const database = await openKept(path)
  for (const number of [1, 2, 3]) await write(database, number)
  await complete(database)
  await vi.waitFor(
    () => expect(readdirSync(`${path}-indexes`).sort()).toEqual(['changes', 'relations', 'texts']),
    WAIT,
  )
  for (const number of [4, 3]) await write(database, number)
  await database.close()
  return path
}

describe.skipIf(noLadybug)('indexes kept over restarts', () => {
  it('answer after a restart without reading the tables, with what was written since', async () => {
    const path = await keptDatabase()
    for (const number of [5, 6]) {
      const { native, filling } = watched()
      const database = await openKept(path, native)
      await complete(database)
      await expectRight(database)
      await write(database, number)
      await expectRight(database)
      expect(filling).toEqual([])
      await database.close()
    }
  })

  it('hold what a killed process had logged, but not committed, without harm', async () => {
    const path = await keptDatabase()
    const changes = join(`${path}-indexes`, 'changes')
    const before = readFileSync(changes)
    const line = before.subarray(0, before.indexOf('\n') + 1)
    writeFileSync(changes, Buffer.concat([before, line, line.subarray(0, 9)]))
    for (const number of [7, 8]) {
      const { native, filling } = watched()
      const database = await openKept(path, native)
      await complete(database)
      await write(database, number)
      await expectRight(database)
      expect(filling).toEqual([])
      await database.close()
    }
  })

  const files = (path: string) =>
    ['changes', 'relations', 'texts'].map((name) => join(`${path}-indexes`, name))
  const flipped = (file: string, at: (length: number) => number) => {
    const bytes = readFileSync(file)
    const place = at(bytes.length)
    bytes[place] = (bytes[place] ?? 0) ^ 4
    writeFileSync(file, bytes)
  }

  /** Writes as a program does that knows nothing of stamps. */
  async function writeUnstamped(path: string): Promise<void> {
    const aside = `${path}-aside`
    renameSync(`${path}-indexes`, aside)
    const database = await openKept(path)
    await new RemoteWorkspace('w', database).write(batch([entity('service/late', { note: 'round-late' })]), {
      partial: false,
    })
    await database.close()
    rmSync(`${path}-indexes`, { recursive: true, force: true })
    renameSync(aside, `${path}-indexes`)
  }

  it.each<[string, (path: string) => unknown]>([
    ['are gone', (path) => rmSync(`${path}-indexes`, { recursive: true })],
    ['are empty files', (path) => files(path).forEach((file) => truncateSync(file))],
    [
      'are torn',
      (path) =>
        files(path)
          .slice(1)
          .forEach((file) => truncateSync(file, readFileSync(file).length - 7)),
    ],
    [
      'are damaged',
      (path) =>
        files(path)
          .slice(1)
          .forEach((file) => flipped(file, (length) => length - 20)),
    ],
    [
      'have a log that is damaged',
      (path) => flipped(join(`${path}-indexes`, 'changes'), (length) => length >> 1),
    ],
    ['have a log that lacks its end', (path) => truncateSync(join(`${path}-indexes`, 'changes'), 300)],
    ['are of an earlier state than a database without stamps', writeUnstamped],
  ])('are filled anew when they %s', async (_what, damage) => {
    const path = await keptDatabase()
    await damage(path)
    const { native, filling } = watched()
    const database = await openKept(path, native)
    await complete(database)
    await expectRight(database)
    expect(filling.length).toBeGreaterThan(1)
    await database.close()
  })

  it('follow a database that is restored from a copy', async () => {
    const path = await keptDatabase()
    const copy = `${path}-copy`
    cpSync(path, copy)
    cpSync(`${path}.committed`, `${copy}.committed`)
    const later = await openKept(path)
    await complete(later)
    for (const number of [3, 4, 9]) await write(later, number)
    await later.close()
    cpSync(copy, path)
    cpSync(`${copy}.committed`, `${path}.committed`)
    for (const number of [10, 2]) {
      const database = await openKept(path)
      await complete(database)
      await expectRight(database)
      await write(database, number)
      await expectRight(database)
      await database.close()
    }
    expect(existsSync(join(`${path}-indexes`, 'texts'))).toBe(true)
  })

  it('are not written when the folder cannot be, and the database works without', async () => {
    const path = join(await temporaryFolder(), 'database')
    writeFileSync(`${path}-indexes`, 'a file in the place of the folder')
    const database = await openKept(path)
    await write(database, 1)
    await complete(database)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await write(database, 2)
    await expectRight(database)
    await database.close()
    expect(existsSync(join(`${path}-indexes`, 'texts'))).toBe(false)
  })
})
