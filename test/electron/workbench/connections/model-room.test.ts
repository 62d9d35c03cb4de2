import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { nodeOptionsFor } from '../../../../electron/workbench/connections/model-room.ts'
import { sharedFolder } from '../../../temporary-folder.ts'

const folder = sharedFolder()
const MIB = 1024 ** 2

/** A data folder whose workspaces have files of these sizes, which take no room on disk. */
async function dataWith(name: string, sizes: readonly number[]): Promise<string> {
  const data = join(folder, name)
  for (const [index, size] of sizes.entries()) {
    const workspace = join(data, 'graphstore/file-memory/workspaces', `w${index}`)
    await mkdir(workspace, { recursive: true })
    await writeFile(join(workspace, 'snapshot-1.jsonl'), '')
    await truncate(join(workspace, 'snapshot-1.jsonl'), size)
  }
  return data
}

it.each([
  ['no files', [], []],
  ['a small model', [MIB], []],
  ['less than 64 MiB together', [32 * MIB, 32 * MIB - 1], []],
  ['64 MiB in two workspaces', [32 * MIB, 32 * MIB], ['--max-semi-space-size=64']],
])('gives a server with %s its options', async (name, sizes, options) => {
  expect(nodeOptionsFor(await dataWith(name, sizes))).toEqual(options)
})
