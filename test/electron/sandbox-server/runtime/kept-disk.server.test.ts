import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { diskImage, Disks, hasDisk } from '../../../../electron/sandbox-server/runtime/bubblewrap/disk.ts'
import { isolatePaths } from '../../../../electron/sandbox-server/runtime/bubblewrap/layout.ts'
import { findTool } from '../../../../electron/sandbox-server/runtime/bubblewrap/tools.ts'
import type { IsolatePlan } from '../../../../electron/sandbox-server/runtime/runtime.ts'
import { sharedFolder } from '../../../temporary-folder.ts'

const folder = sharedFolder()

it('keeps a sandbox on the disk that it was made on, whether or not one could be made now', async () => {
  const plan = (name: string, disk: number) =>
    ({ folder: join(folder, name), limits: { disk } }) as IsolatePlan
  const fresh = plan('fresh', 1e9)
  expect([hasDisk(fresh, true), hasDisk(fresh, false)]).toEqual([true, false])
  expect(hasDisk(plan('unlimited', Infinity), true)).toBe(false)

  const without = plan('without', 1e9)
  await mkdir(isolatePaths(without).upper, { recursive: true })
  expect([hasDisk(without, true), hasDisk(without, false)]).toEqual([false, false])

  // A leftover disk image beside it, from before a fix, changes nothing.
  await writeFile(diskImage(without), '')
  expect([hasDisk(without, true), hasDisk(without, false)]).toEqual([true, true])
})

/** Where ext4 has its magic number, and which. */
const [MAGIC_AT, MAGIC] = [1080, 0xef53]

const mkfs = process.getuid?.() === 0 ? findTool('mkfs.ext4') : undefined

it.skipIf(mkfs === undefined && 'only root, with mkfs.ext4, makes disks')(
  'makes disks of any sizes, also where the empty ones are gone',
  async () => {
    const blank = join(folder, 'blank')
    const disks = new Disks(mkfs ?? '', blank)
    const made = async (name: string, size: number): Promise<readonly [number, number]> => {
      const plan = {
        folder: join(folder, name),
        limits: { disk: size },
        network: { mode: 'none' },
      } as IsolatePlan
      await mkdir(plan.folder)
      await disks.make(plan)
      await using file = await open(diskImage(plan))
      const { buffer } = await file.read(Buffer.alloc(2), 0, 2, MAGIC_AT)
      return [(await file.stat()).size, buffer.readUInt16LE()]
    }
    const sizes = Array.from({ length: 10 }, (_, at) => 2 ** 24 + (at >> 1) * 2 ** 20)
    for (const [at, size] of sizes.entries()) expect(await made(`disk${at}`, size)).toEqual([size, MAGIC])
    for (let at = 0; at < 12; at++) expect((await made(`other${at}`, 2 ** 25 + at * 4096))[1]).toBe(MAGIC)
    await rm(blank, { recursive: true })
    expect(await made('after', 2 ** 24)).toEqual([2 ** 24, MAGIC])
  },
)
