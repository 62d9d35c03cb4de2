import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openLadybugStore, packageName } from '../../../../electron/model-server/graphstore/ladybug/index.ts'
import { describeStore } from './store-contract.ts'

const data = mkdtempSync(join(tmpdir(), 'orrery-ladybug-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

describeStore('local.ladybug', { durable: true, open: () => openLadybugStore({ data }) })

describe('the embedded database', () => {
  it('says how to get it where it is not installed', async () => {
    const name = packageName('amiga', 'm68k')
    await expect(openLadybugStore({ data, packageName: name })).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: expect.stringContaining(`npm install ${name}`) as string,
    })
  })
})
