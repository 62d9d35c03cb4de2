import { type FileHandle, open } from 'node:fs/promises'
import { renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { entityKey } from '#shared/model/entity.ts'
import { openFileStore } from '../../../../electron/model-server/graphstore/file/index.ts'
import type { GraphStore, Workspace } from '../../../../electron/model-server/graphstore/store.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'
import { element, entity, key, relation } from './records.ts'

let data: string
let store: GraphStore
let workspace: Workspace

beforeEach(async () => {
  data = await temporaryFolder()
  const before = await openFileStore({ data })
  await before.workspace('w').putElements([element('kept')])
  await before.workspace('w').write(
    {
      entities: [entity('service/cart', { n: 1 }), entity('service/pay')],
      relations: [relation('service/cart', 'calls', 'service/pay')],
    },
    { partial: false },
  )
  await before.close()
  store = await openFileStore({ data })
  workspace = store.workspace('w')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await store.close().catch(() => undefined)
})

/** A full file system of the kernel; returns a function to free space. */
function fillDisk(): () => void {
  const journal = join(data, 'graphstore/file-memory/workspaces/w/journal-0.jsonl')
  renameSync(journal, `${journal}.aside`)
  symlinkSync('/dev/full', journal)
  return () => renameSync(`${journal}.aside`, journal)
}

/** Makes the next append fail after some bytes. */
async function failOnce(): Promise<void> {
  const probe = await open(join(data, 'probe'), 'w')
  const handles = Object.getPrototypeOf(probe) as FileHandle
  await probe.close()
  vi.spyOn(handles, 'appendFile').mockImplementationOnce(async function (this: FileHandle, bytes) {
    await this.write((bytes as Buffer).subarray(0, 20))
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  })
}

const stateOf = async (one: Workspace) => ({
  cart: (await one.entity(entityKey(key('service/cart'))))?.properties,
  late: (await one.entity(entityKey(key('service/late'))))?.properties,
  elements: (await one.elements()).length,
  counts: await one.counts(),
})
const state = () => stateOf(workspace)

const change = (properties: { n: number }) =>
  workspace.write(
    { entities: [entity('service/cart', properties, { method: 'Update', last: 3000 })], relations: [] },
    { partial: false },
  )

const several = () =>
  Promise.allSettled([
    change({ n: 2 }),
    workspace.write(
      { entities: [entity('service/late')], relations: [relation('service/late', 'calls', 'service/pay')] },
      { partial: true },
    ),
    change({ n: 3 }),
    workspace.putElements([element('late')]),
  ])

const refused = { status: 'rejected', reason: { code: 'PROVIDER_UNAVAILABLE' } }

describe('on a full disk', () => {
  it.skipIf(process.platform !== 'linux' && 'only Linux has /dev/full')(
    'nothing is taken, all is read, and both again with room',
    async () => {
      const before = await state()
      const makeRoom = fillDisk()
      for (const answer of await several()) expect(answer).toMatchObject(refused)
      expect(await state()).toEqual(before)
      await expect(change({ n: 4 })).rejects.toThrow('free the disk and try again')
      expect(await state()).toEqual(before)
      makeRoom()
      await change({ n: 5 })
      expect((await state()).cart).toEqual({ n: 5 })
    },
  )

  it('a refused write is never read, not even after a restart, in whatever order it was written', async () => {
    await change({ n: 1 })
    const before = await state()
    await failOnce()
    for (const answer of await several()) expect(answer).toMatchObject(refused)
    expect(await state()).toEqual(before)
    await change({ n: 6 })
    const after = await state()
    expect(after).toEqual({ ...before, cart: { n: 6 } })
    await store.close()
    store = await openFileStore({ data })
    expect(await stateOf(store.workspace('w'))).toEqual(after)
  })
})

it('a folder that cannot be made is named, with what to do next', async () => {
  const file = join(data, 'file')
  writeFileSync(file, '')
  await expect(openFileStore({ data: file })).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    message: expect.stringMatching(
      /^The data folder .*file\/graphstore\/file-memory cannot be written .* --data\.$/,
    ),
  })
})
