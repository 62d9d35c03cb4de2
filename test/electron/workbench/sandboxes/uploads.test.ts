import { setImmediate } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { beforeEach, expect, it } from 'vitest'
import { Uploads } from '../../../../electron/workbench/sandboxes/uploads.ts'

const PART = Buffer.alloc(1024 * 1024, 'x')

let uploads: Uploads
let id: string
beforeEach(() => {
  uploads = new Uploads()
  id = uploads.begin({ platform: 'p', sandboxId: 's', path: '/root/data.bin' })
})

const send = async (parts: readonly Buffer[]): Promise<void> => {
  for (const part of parts) await uploads.add(id, part)
}

it.each([
  ['nothing', [Buffer.alloc(0)]],
  ['one part', [Buffer.from('hello')]],
  ['many parts, in their order', Array.from({ length: 20 }, (_, n) => Buffer.alloc(PART.length, n))],
])('makes one stream of %s', async (_what, parts) => {
  const whole = Buffer.concat(parts)
  const sent = send(parts)
  const { stream, size, name } = await uploads.content(id, whole.length)
  expect([size, name]).toEqual([whole.length, 'data.bin'])
  expect((await buffer(stream)).equals(whole)).toBe(true)
  await sent
})

it('wants no more parts than the sandbox takes', async () => {
  let sent = 0
  const all = (async () => {
    for (; sent < 20; sent++) await uploads.add(id, PART)
  })()
  const { stream } = await uploads.content(id, 20 * PART.length)
  for (let turn = 0; turn < 20; turn++) await setImmediate()
  expect(sent).toBeLessThan(10)
  expect((await buffer(stream)).length).toBe(20 * PART.length)
  await all
})

it('accepts nothing more, and blocks nobody, once it was dropped', async () => {
  const sent = send(Array.from({ length: 20 }, () => PART))
  const { stream } = await uploads.content(id, 20 * PART.length)
  uploads.drop(id)
  await expect(sent).rejects.toMatchObject({ code: 'UNKNOWN_UPLOAD' })
  expect(stream.destroyed).toBe(true)
  await expect(uploads.add(id, PART)).rejects.toMatchObject({ code: 'UNKNOWN_UPLOAD' })
})
