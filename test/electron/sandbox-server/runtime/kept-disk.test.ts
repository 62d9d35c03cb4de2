import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { diskImage, hasDisk } from '../../../../electron/sandbox-server/runtime/bubblewrap/disk.ts'
import { isolatePaths } from '../../../../electron/sandbox-server/runtime/bubblewrap/layout.ts'
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
