import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { Documents } from '../../../../../electron/workbench/documents/documents.ts'
import { migrateTerminals } from '../../../../../electron/workbench/sandboxes/terminals/terminal-services.ts'
import { OutputFiles } from '../../../../../electron/workbench/sandboxes/terminals/output-files.ts'
import { historyOf } from '../../../../../electron/workbench/sandboxes/terminals/terminal-log.ts'
import { temporaryFolder } from '../../../../temporary-folder.ts'
import { MemoryLogs } from './stand-in.ts'

/** The documents folder of Orrery 0.1.0. */
let folder: string
let documents: Documents
let outputs: OutputFiles
let logs: MemoryLogs

const keep = (collection: string, id: string, value: unknown): void => {
  mkdirSync(join(folder, collection), { recursive: true })
  writeFileSync(join(folder, collection, `${id}.json`), JSON.stringify(value))
}

const terminal = {
  id: 't',
  platform: 'embedded-platform',
  sandboxId: 's',
  session: 'orrery-t',
  name: 'bash 1',
  env: { A: '1' },
  plain: false,
  cwd: '/work',
  home: '/root',
  draft: 'not sent',
}
const block = (number: number, change: object = {}) => ({
  number,
  command: `line ${number}`,
  startedAt: 1_700_000_000_000,
  state: 'done',
  exitCode: 0,
  milliseconds: 3,
  bookmarked: number === 1,
  collapsed: false,
  output: { head: `out ${number}\r\n`, tail: '', dropped: 0, moments: [[1, 7]] },
  ...change,
})

beforeEach(async () => {
  const root = await temporaryFolder()
  folder = join(root, 'documents')
  documents = new Documents(folder, join(root, 'journal'), () => undefined)
  await documents.recover()
  outputs = new OutputFiles(join(root, 'terminals'))
  logs = new MemoryLogs()
})

async function migrated() {
  await migrateTerminals(documents, logs, outputs)
  return historyOf(await logs.read('t'))
}

describe('the terminals of an earlier version', () => {
  it('are read whole, with their blocks and outputs, and leave nothing behind', async () => {
    keep('terminals', 't', terminal)
    keep('terminal-blocks.t', '1', block(1))
    keep('terminal-blocks.t', '2', block(2, { exitCode: null, state: 'lost', problem: 'it broke off' }))
    const history = await migrated()
    expect(history?.terminal).toEqual(terminal)
    expect(history?.blocks).toMatchObject([
      { number: 1, bookmarked: true, characters: 7, lines: 1 },
      { number: 2, state: 'lost', problem: { message: 'it broke off' } },
    ])
    expect(await outputs.read('t', 1, { dropped: 0, moments: [[1, 7]] })).toEqual(block(1).output)
    await documents.flush()
    expect(
      readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()),
    ).toEqual([])
  })

  it.each<[string, object[], object, string[]]>([
    ['lines of a window', [], { terminal: 't', window: 'w', lines: ['x', 'y'], taken: 2 }, ['x', 'y']],
    [
      'lines of which one was taken since',
      [block(3, { window: 'w' })],
      { terminal: 't', window: 'w', lines: ['x', 'y'], taken: 2 },
      ['y'],
    ],
    [
      'lines beside those of another window',
      [block(3, { window: 'other' })],
      { terminal: 't', window: 'w', lines: ['x', 'y'], taken: 2 },
      ['x', 'y'],
    ],
    ['no lines', [], { terminal: 'another', window: 'w', lines: ['x'], taken: 0 }, []],
  ])('keep what waits: %s', async (_what, later, lines, waiting) => {
    keep('terminals', 't', terminal)
    for (const one of [block(1), block(2), ...later])
      keep('terminal-blocks.t', String((one as { number: number }).number), one)
    keep('terminal-lines', 't-w', lines)
    expect((await migrated())?.queue.map(({ command }) => command)).toEqual(waiting)
  })

  it.each<[object, string[]]>([
    [{ taken: 2 }, ['x', 'y']],
    [{ taken: 1 }, ['y']],
    [{}, ['x', 'y']],
  ])('keep lines that stood in their own document, with %j', async (taken, waiting) => {
    keep('terminals', 't', { ...terminal, queue: ['x', 'y'], ...taken })
    for (const one of [block(1), block(2)]) keep('terminal-blocks.t', String(one.number), one)
    expect((await migrated())?.queue.map(({ command }) => command)).toEqual(waiting)
  })

  it('are taken over once, also after a start that was cut off', async () => {
    keep('terminals', 't', terminal)
    keep('terminal-blocks.t', '1', block(1))
    await migrated()
    keep('terminals', 't', { ...terminal, name: 'of before' })
    expect((await migrated())?.terminal.name).toBe('bash 1')
  })
})
