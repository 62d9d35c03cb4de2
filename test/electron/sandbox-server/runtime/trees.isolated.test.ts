import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { removeTree, treeSize } from '../../../../electron/sandbox-server/runtime/trees.ts'

// An ordinary user on a machine that forbids namespaces: `unshare` exists and fails.
vi.mock('../../../../electron/sandbox-server/runtime/bubblewrap/tools.ts', () => ({
  findTool: (name: string) => (name === 'unshare' ? '/usr/bin/false' : `/usr/bin/${name}`),
}))

describe.skipIf(process.platform !== 'linux' && 'the backends of our own need Linux')(
  'where namespaces are forbidden',
  () => {
    let folder: string
    beforeEach(async () => {
      vi.spyOn(process, 'getuid').mockReturnValue(1000)
      folder = await mkdtemp(join(tmpdir(), 'orrery-trees-'))
      await mkdir(join(folder, 'tree', 'deep'), { recursive: true })
      await writeFile(join(folder, 'tree', 'deep', 'file'), Buffer.alloc(64 * 1024, 1))
    })
    afterEach(async () => {
      vi.restoreAllMocks()
      await rm(folder, { recursive: true })
    })

    it('a tree is removed anyway', async () => {
      await removeTree(join(folder, 'tree'))
      await expect(stat(join(folder, 'tree'))).rejects.toThrow('ENOENT')
    })

    it('its size is reported anyway', async () => {
      expect(await treeSize(join(folder, 'tree'))).toBeGreaterThanOrEqual(64 * 1024)
    })

    it('what cannot be removed is reported with rm’s message', async () => {
      await expect(removeTree('/proc/self/comm')).rejects.toThrow(
        /^files could not be removed: .*rm: cannot remove /,
      )
    })
  },
)
