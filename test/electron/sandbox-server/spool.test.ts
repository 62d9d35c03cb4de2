import { readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { Spool, SpoolFull } from '../../../electron/sandbox-server/api/spool.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

let folder: string
let spool: Spool
beforeEach(async () => {
  folder = await temporaryFolder()
  spool = new Spool(folder, 1000)
})

const bytes = (count: number) => Readable.from([Buffer.alloc(count - 1, 'a'), Buffer.from('z')])

describe('a spool', () => {
  it('returns what it stores, up to the limit, and then frees its room', async () => {
    const file = await spool.keep(bytes(1000))
    expect(await text(file.read())).toBe(`${'a'.repeat(999)}z`)
    expect(spool.used).toBe(1000)
    await file.drop()
    await file.drop()
    expect([spool.used, readdirSync(folder)]).toEqual([0, []])
  })

  it('refuses one byte more, over all its files', async () => {
    const first = await spool.keep(bytes(600))
    await expect(spool.keep(bytes(401))).rejects.toThrow(SpoolFull)
    expect(spool.used).toBe(600)
    await first.drop()
    expect([spool.used, readdirSync(folder)]).toEqual([0, []])
    await (await spool.keep(bytes(401))).drop()
  })

  it('leaves nothing of a stream that broke off', async () => {
    const broken = Readable.from(
      (function* () {
        yield Buffer.alloc(10)
        throw new Error('gone')
      })(),
    )
    await expect(spool.keep(broken)).rejects.toThrow('gone')
    expect([spool.used, readdirSync(folder)]).toEqual([0, []])
  })
})
