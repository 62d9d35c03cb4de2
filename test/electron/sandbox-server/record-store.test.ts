import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import type { SandboxRecord } from '../../../electron/sandbox-server/lifecycle/record.ts'
import { RecordStore } from '../../../electron/sandbox-server/lifecycle/record-store.ts'
import { planStart } from '../../../electron/sandbox-server/lifecycle/start-plan.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

let data: string
beforeEach(async () => {
  data = await temporaryFolder()
})

const record = (id: string, created: number): SandboxRecord => ({
  ...planStart({ image: 'local', sandbox_id: id }, identity, defaults, 0),
  created,
})
const identity = { user: 'u', experiment: 'e', namespace: 'n' }
const defaults = { idleMinutes: 1, network: { mode: 'own', hosts: [] }, networks: ['own'] } as const

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

it('reports what it cannot write, and writes the newest once it can', async () => {
  const store = new RecordStore(data, 5)
  await mkdir(store.folder, { recursive: true })
  // A folder cannot be created in place of a file.
  await writeFile(store.folderOf('x'), '')
  store.save(record('x', 1))
  await expect(store.saved('x')).rejects.toThrow(/sandbox x cannot be written .* tries again automatically/)
  store.save(record('x', 2))
  store.save(record('good', 1))
  await store.settled()
  expect(store.problems).toEqual([expect.stringContaining('sandbox x ')])
  await expect(store.saved('good')).resolves.toBeUndefined()
  await rm(store.folderOf('x'))
  await expect.poll(() => store.problems).toEqual([])
  await store.saved('x')
  const saved = await new RecordStore(data).load(() => expect.unreachable())
  expect(saved.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, created }) => [id, created])).toEqual([
    ['good', 1],
    ['x', 2],
  ])
})

it('forgets what it could not write of a sandbox that is deleted', async () => {
  const store = new RecordStore(data, 5)
  await mkdir(store.folder, { recursive: true })
  await writeFile(store.folderOf('x'), '')
  store.save(record('x', 1))
  await store.remove('x')
  await store.saved('x')
  expect(store.problems).toEqual([])
})

const whole = JSON.parse(JSON.stringify(record('x', 1))) as Record<string, unknown>
const without = (name: string) => JSON.stringify({ ...whole, [name]: undefined })

it('reads a record of 0.1.0, which called a sandbox a box', async () => {
  const store = new RecordStore(data)
  await mkdir(store.folderOf('x'), { recursive: true })
  await writeFile(join(store.folderOf('x'), 'record.json'), JSON.stringify({ ...whole, kind: 'box' }))
  expect(await store.load(() => expect.unreachable())).toEqual([whole])
})

it.each<[string, string, RegExp]>([
  ['cut', '{"id": ', /not JSON/],
  ['empty', '', /is empty/],
  ['null', 'null', /another form/],
  ['a list', '[]', /another form/],
  ['garbled', JSON.stringify(whole).replaceAll('"', "'"), /not JSON/],
  ['without its identity', without('identity'), /its identity/],
  ['without its notices', without('notices'), /its notices/],
  ['of a state that is none', JSON.stringify({ ...whole, state: 'napping' }), /its state/],
  ['of wrong types', JSON.stringify({ ...whole, memory: '8g' }), /its memory/],
  [
    'with phases of wrong types',
    JSON.stringify({ ...whole, phases: { image_pull: 7 } }),
    /its phases.image_pull/,
  ],
  ['of another sandbox', JSON.stringify({ ...whole, id: 'y' }), /another sandbox/],
])('leaves a record that is %s unchanged, reports why, and uses the others', async (_what, text, reason) => {
  const store = new RecordStore(data)
  store.save(record('good', 1))
  await store.settled()
  const path = join(data, 'sandboxes/x/record.json')
  await mkdir(join(data, 'sandboxes/x'), { recursive: true })
  await writeFile(path, text)
  const damaged: string[][] = []
  const saved = await new RecordStore(data).load((...told) => damaged.push(told))
  expect(saved.map(({ id }) => id)).toEqual(['good'])
  expect(damaged).toEqual([['x', path, expect.stringMatching(reason)]])
  expect(await readFile(path, 'utf8')).toBe(text)
})

it('survives a record of any JSON', async () => {
  const folder = join(data, 'sandboxes/x')
  await mkdir(folder, { recursive: true })
  const members = fc.constantFrom(...Object.keys(whole))
  await fc.assert(
    fc.asyncProperty(members, fc.jsonValue(), async (name, value) => {
      await writeFile(join(folder, 'record.json'), JSON.stringify({ ...whole, [name]: value }))
      const damaged: string[] = []
      const saved = await new RecordStore(data).load((id) => damaged.push(id))
      expect(saved.length + damaged.length).toBe(1)
    }),
  )
})

it('keeps what a newer server wrote and this one does not know', async () => {
  const folder = join(data, 'sandboxes/x')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'record.json'), JSON.stringify({ ...whole, later: { a: 1 } }))
  expect(await new RecordStore(data).load(() => expect.unreachable())).toEqual([
    { ...whole, later: { a: 1 } },
  ])
})
