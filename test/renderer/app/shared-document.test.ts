import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { SharedDocument } from '../../../renderer/app/shared-document.ts'
import { attachCore, settled } from '../sandboxes/core-stand-in.ts'

let disk: unknown
let writes: number
let broken: boolean

beforeEach(() => {
  disk = undefined
  writes = 0
  broken = false
  // One lock after the other, as a browser gives them.
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, work: () => Promise<unknown>) =>
    (last = last.catch(() => undefined).then(work))
  vi.stubGlobal('navigator', { locks: { request } })
  attachCore(
    {},
    {
      read() {
        if (broken) throw new Error('The disk is full.')
        return { value: structuredClone(disk), found: disk !== undefined }
      },
      write({ value }) {
        if (broken) throw new Error('The disk is full.')
        writes++
        disk = value
        return null
      },
    },
  )
})

const open = () =>
  new SharedDocument<readonly string[]>({ collection: 'c', id: 'd' }, z.array(z.string()), [])
const added = (name: string) => (names: readonly string[]) => [...names.filter((one) => one !== name), name]

describe('a document that several windows change', () => {
  it('has what each of them did, whoever read it first', async () => {
    const [one, two] = [open(), open()]
    await Promise.all([one.load(), two.load()])
    await Promise.all([one.change(added('a')), two.change(added('b')), one.change(added('c'))])
    expect(new Set(disk as string[])).toEqual(new Set(['a', 'b', 'c']))
  })

  it('loses nothing when it is changed before it was read', async () => {
    disk = ['kept']
    const document = open()
    const changed = document.change(added('new'))
    expect(document.value).toEqual(['new'])
    await Promise.all([changed, document.load()])
    expect(document.value).toEqual(['kept', 'new'])
    expect(disk).toEqual(['kept', 'new'])
  })

  it('writes with the next change what could not be written', async () => {
    disk = ['kept']
    const document = open()
    await document.load()
    broken = true
    await document.change(added('first'))
    expect(document.value).toEqual(['kept', 'first'])
    expect(disk).toEqual(['kept'])
    broken = false
    await document.change(added('second'))
    expect(disk).toEqual(['kept', 'first', 'second'])
    await settled()
    expect(writes).toBe(1)
  })

  it('is read again where it could not be read', async () => {
    disk = ['kept']
    const document = open()
    broken = true
    await expect(document.load()).rejects.toThrow('The disk is full.')
    broken = false
    await document.load()
    expect(document.value).toEqual(['kept'])
  })

  it.each([[undefined], [{ of: 'another version' }], [[1, 2]]])(
    'begins anew where there is %j',
    async (was) => {
      disk = was
      const document = open()
      await document.load()
      expect(document.value).toEqual([])
    },
  )
})
