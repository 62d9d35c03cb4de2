import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

describe('the page build', () => {
  let folder: string

  beforeAll(async () => {
    await mkdir(join(root, '.cache'), { recursive: true })
    folder = await mkdtemp(join(root, '.cache', 'page-rule-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Builds a page of one module with the real configuration's plugins. */
  async function build(source: string): Promise<string> {
    await writeFile(join(folder, 'index.html'), '<script type="module" src="./entry.ts"></script>')
    await writeFile(join(folder, 'entry.ts'), source)
    const script = `
      const { build, loadConfigFromFile } = await import('vite')
      const { config } = await loadConfigFromFile({ command: 'build', mode: 'production' }, ${JSON.stringify(join(root, 'renderer/vite.config.ts'))})
      await build({ configFile: false, root: ${JSON.stringify(folder)}, plugins: config.plugins, logLevel: 'silent', build: { write: false } })
    `
    return run(process.execPath, ['--input-type=module', '-e', script], { cwd: root }).then(
      () => 'built',
      (error: { stderr: string }) => error.stderr,
    )
  }

  it.each([
    ["import 'node:fs'", 'must not import "node:fs"'],
    ["import { join } from 'path'; console.log(join)", 'must not import "path"'],
    ["import { app } from 'electron'; console.log(app)", 'must not import "electron"'],
    ["console.log('plain')", 'built'],
  ])('of %j says %j', async (source, expected) => {
    expect(await build(source)).toContain(expected)
  })
})
