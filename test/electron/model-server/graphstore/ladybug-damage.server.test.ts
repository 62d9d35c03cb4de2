import { existsSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLadybugStore } from '../../../../electron/model-server/graphstore/ladybug/index.ts'
import type { GraphStore } from '../../../../electron/model-server/graphstore/store.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'
import { element } from './records.ts'
import { noLadybug } from './no-ladybug.ts'

let data: string
let store: GraphStore
beforeEach(async () => {
  data = await temporaryFolder()
  for (const name of ['lost', 'other']) {
    const before = await openLadybugStore({ data })
    await before.workspace(name).putElements([element('kept')])
    await before.close()
  }
  store = await openLadybugStore({ data })
})
afterEach(() => store.close())

const path = (): string => join(data, 'instances/lost/storage/graph/local/ladybug')

describe.skipIf(noLadybug)('an embedded database that was', () => {
  it.each([
    ['emptied', () => truncateSync(path(), 0), 'is empty'],
    ['removed', () => rmSync(path()), 'is gone'],
  ])('%s is not mistaken for a new one, and other workspaces continue', async (_how, damage, says) => {
    damage()
    const refusal = { code: 'PROVIDER_UNAVAILABLE', message: expect.stringContaining(says) as string }
    await expect(Promise.resolve(store.workspace('lost').elements())).rejects.toMatchObject(refusal)
    const late = Promise.resolve(store.workspace('lost').putElements([element('late')]))
    await expect(late).rejects.toMatchObject(refusal)
    expect(await store.workspace('other').elements()).toHaveLength(1)
  })

  it('never made is empty', async () => {
    expect(await store.workspace('fresh').elements()).toEqual([])
  })

  it('written by 0.1.0, whose mark does not say how large it is, opens whole', async () => {
    await store.close()
    expect(existsSync(`${path()}.committed`)).toBe(true)
    // SHA-256 of the empty string, as 0.1.0 wrote it for a log emptied by a checkpoint.
    writeFileSync(`${path()}.committed`, '0 e3b0c44298fc1c149afbf4c8996fb924'.padEnd(64))
    store = await openLadybugStore({ data })
    expect(await store.workspace('lost').elements()).toHaveLength(1)
  })
})
