import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SandboxRecord } from '../../../electron/sandbox-server/lifecycle/record.ts'
import { RecordStore } from '../../../electron/sandbox-server/lifecycle/record-store.ts'

let data: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'orrery-records-'))
})
afterEach(() => rm(data, { recursive: true, force: true }))

const record = (id: string, created: number) => ({ id, created }) as SandboxRecord

it('has the last of many saves on the disk, at whatever moment of a write they come', async () => {
  const store = new RecordStore(data)
  for (let number = 0; number < 30; number++) {
    store.save(record(`a${number}`, 1))
    for (let turn = 0; turn < number; turn++) await setImmediate()
    store.save(record(`a${number}`, 2))
  }
  await store.settled()
  const saved = await new RecordStore(data).load(() => expect.unreachable())
  expect(saved.map(({ created }) => created)).toEqual(Array.from({ length: 30 }, () => 2))
})

it('skips a damaged record and tells which', async () => {
  const store = new RecordStore(data)
  store.save(record('good', 1))
  await store.settled()
  for (const [name, text] of [
    ['torn', '{"id": '],
    ['empty', 'null'],
  ] as const) {
    await mkdir(join(data, 'sandboxes', name), { recursive: true })
    await writeFile(join(data, 'sandboxes', name, 'record.json'), text)
  }
  const damaged: string[] = []
  const saved = await new RecordStore(data).load((path) => damaged.push(path))
  expect(saved.map(({ id }) => id)).toEqual(['good'])
  expect(new Set(damaged.map((path) => path.split('/').at(-2)))).toEqual(new Set(['empty', 'torn']))
})
