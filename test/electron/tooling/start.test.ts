import { execFile } from 'node:child_process'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.ts'

it('says that it builds before it does', async () => {
  const root = await temporaryFolder()
  const tooling = join(root, 'electron/tooling')
  await mkdir(tooling, { recursive: true })
  await copyFile(new URL('../../../electron/tooling/start.mjs', import.meta.url), join(tooling, 'start.mjs'))
  await writeFile(join(tooling, 'build.mjs'), "console.log('built'); process.exit(3)")
  const run = promisify(execFile)(process.execPath, [join(tooling, 'start.mjs'), '--web'])
  await expect(run).rejects.toMatchObject({
    code: 3,
    stdout: 'Building the workbench… (about a minute)\nbuilt\n',
  })
})
