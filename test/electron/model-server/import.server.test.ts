import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedFolder } from '../../temporary-folder.ts'
import { type Answer, ServerProcess } from './process.ts'

/** Long imports on the built server, which serves other requests meanwhile. */

const folder = sharedFolder()
let server: ServerProcess
beforeAll(() => {
  server = new ServerProcess(['--graphstore', 'memory', '--enable-writes', '--import-root', folder])
})
afterAll(() => {
  server.child.kill('SIGKILL')
})

let id = 0
const ping = () => ({ jsonrpc: '2.0', id: ++id, method: 'ping' })
const importing = (path: string) => ({
  jsonrpc: '2.0',
  id: ++id,
  method: 'tools/call',
  params: { name: 'model_import', arguments: { path } },
})

const errorOf = ({ result }: Answer): unknown =>
  (result?.['structuredContent'] as { error?: string } | undefined)?.error

it('a flat YAML of 250,000 keys is answered, and pings before it', async () => {
  const path = join(folder, 'flat.yaml')
  const keys = Array.from({ length: 250_000 }, (_, n) => `  k${n}: ${n}\n`).join('')
  writeFileSync(path, `kind: nothing\ndomain: d\nname: d.x\nspec:\n${keys}`)
  await server.ask(ping())
  server.send(importing(path))
  const imported = id
  // Pings do not wait for the import: the first returns while the file is parsed.
  expect((await server.ask(ping())).id).not.toBe(imported)
  let answer = await server.ask(ping())
  while (answer.id !== imported) answer = await server.next()
  expect(errorOf(answer)).toContain('unknown kind nothing')
}, 180_000)

it('a YAML that aliases make too large ends its own parsing alone', async () => {
  const path = join(folder, 'bomb.yaml')
  const text = 'x'.repeat(4 * 1024 * 1024)
  writeFileSync(
    path,
    `kind: nothing\na: &a "${text}"\nb: [${Array.from({ length: 900 }, () => '*a').join(', ')}]\n`,
  )
  expect(errorOf(await server.ask(importing(path)))).toMatch(/cannot be imported/)
  expect(await server.ask(ping())).toMatchObject({ result: {} })
})

it.skipIf(process.platform === 'win32' && 'Windows has no named pipes like these')(
  'named pipes leave the server alive and able to end',
  async () => {
    mkdirSync(join(folder, 'pipes'))
    for (let n = 0; n < 6; n++) {
      const path = join(folder, 'pipes', `${n}.yaml`)
      execFileSync('mkfifo', [path])
      expect(errorOf(await server.ask(importing(path)))).toContain('it is no file')
    }
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  },
)
