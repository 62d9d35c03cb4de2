import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { entityKey } from '#shared/model/entity.ts'
import { openFileStore } from '../../../../electron/model-server/graphstore/file/index.ts'
import type { GraphStore, Workspace } from '../../../../electron/model-server/graphstore/store.ts'
import { element, entity, key, relation } from './records.ts'

let data: string
let store: GraphStore
let workspace: Workspace

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'orrery-full-'))
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
  await store.close().catch(() => undefined)
  rmSync(data, { recursive: true, force: true })
})

/** The kernel's own full disk. */
function fillDisk(): void {
  const journal = join(data, 'graphstore/file-memory/workspaces/w/journal-0.jsonl')
  renameSync(journal, `${journal}.aside`)
  symlinkSync('/dev/full', journal)
}

const state = async () => ({
  cart: (await workspace.entity(entityKey(key('service/cart'))))?.properties,
  late: await workspace.entity(entityKey(key('service/late'))),
  elements: (await workspace.elements()).length,
  counts: await workspace.counts(),
})

describe.skipIf(process.platform !== 'linux')('on a full disk', () => {
  it('nobody reads what was refused, in whatever order it was written', async () => {
    const before = await state()
    fillDisk()
    const change = (properties: { n: number }) =>
      workspace.write(
        { entities: [entity('service/cart', properties, { method: 'Update', last: 3000 })], relations: [] },
        { partial: false },
      )
    const late = {
      entities: [entity('service/late')],
      relations: [relation('service/late', 'calls', 'service/pay')],
    }
    const answers = await Promise.allSettled([
      change({ n: 2 }),
      workspace.write(late, { partial: true }),
      change({ n: 3 }),
      workspace.putElements([element('late')]),
    ])
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'PROVIDER_UNAVAILABLE' } })
    }
    expect(await state()).toEqual(before)
    await expect(change({ n: 4 })).rejects.toThrow('free the disk and restart the server')
    expect(await state()).toEqual(before)
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
