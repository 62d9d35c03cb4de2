import { execFileSync } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { sharedFolder } from '../../temporary-folder.ts'
import { testServer } from './server.ts'

const folder = sharedFolder()
const set = (name: string) => `kind: entity_set\ndomain: d\nname: ${name}\n`

/** Nested YAML aliases: 10^10 items out of a few hundred bytes. */
const bomb = 'abcdefghij'
  .split('')
  .map((name, index, names) => {
    const before = index === 0 ? 'lol' : `*${names[index - 1]}`
    return `${name}: &${name} [${Array.from({ length: 10 }, () => before).join(', ')}]`
  })
  .join('\n')

beforeAll(async () => {
  await mkdir(join(folder, 'root'))
  await writeFile(join(folder, 'outside.yaml'), set('d.outside'))
  await writeFile(join(folder, 'root', 'bomb.yaml'), set('d.bomb') + bomb)
  await writeFile(join(folder, 'root', 'large.yaml'), `${set('d.large')}#${'x'.repeat(8 * 1024 ** 2)}\n`)
  await symlink(join(folder, 'outside.yaml'), join(folder, 'root', 'link.yaml'))
})

it.each([
  ['a YAML bomb', 'root/bomb.yaml', 'VALIDATION_FAILED'],
  ['a path out of the import root', 'root/../outside.yaml', 'INVALID_ARGUMENT'],
  ['a link out of the import root', 'root/link.yaml', 'INVALID_ARGUMENT'],
  ['a file of more than 8 MiB', 'root/large.yaml', 'VALIDATION_FAILED'],
])('an import of %s is refused with a sentence, and writes nothing', async (_name, path, code) => {
  const server = await testServer({ importRoot: join(folder, 'root') })
  const answer = await server.tool('model_import', { path: join(folder, path) })
  expect(answer).toMatchObject({ ok: false, code, error: expect.stringMatching(/\.$/) as string })
  expect(await server.rows('.model')).toEqual([])
})

it.each([
  ['broken.json', '{"kind": "entity_set",\n "domain": }', 'a value is missing at line 2, column 12'],
  ['comma.json', '{"kind": "entity_set",\n}', 'the name of a member is missing at line 2, column 1'],
  ['empty.json', '', 'a value is missing at line 1, column 1'],
  ['broken.yaml', 'kind: entity_set\nspec: {a: 1', 'at line 2, column 12'],
  ['deep.yaml', '['.repeat(100_000), 'more than 200 levels inside each other at line 1, column 1'],
  ['twice.yaml', 'kind: entity_set\nspec:\n  a: 1\n  "a": 2', 'Map keys must be unique at line 4, column 3'],
])('what is wrong with %s is said with its place', async (name, text, reason) => {
  await writeFile(join(folder, 'root', name), text)
  const server = await testServer({ importRoot: join(folder, 'root') })
  expect(await server.tool('model_import', { path: join(folder, 'root', name) })).toMatchObject({
    code: 'VALIDATION_FAILED',
    error: expect.stringMatching(new RegExp(`/${name} cannot be imported: .*${reason}\\.$`)) as string,
  })
})

it.skipIf(process.platform === 'win32' && 'Windows has no such files')(
  'a named pipe is not waited for, given as it is or in a folder',
  async () => {
    await mkdir(join(folder, 'root', 'pipes'))
    execFileSync('mkfifo', [join(folder, 'root', 'pipes', 'pipe.yaml')])
    const server = await testServer({ importRoot: join(folder, 'root') })
    const path = join(folder, 'root', 'pipes')
    expect(await server.tool('model_import', { path: join(path, 'pipe.yaml') })).toMatchObject({
      code: 'VALIDATION_FAILED',
      error: expect.stringContaining('it is no file') as string,
    })
    expect(await server.tool('model_import', { path })).toMatchObject({ output: { accepted: 0, skipped: 1 } })
  },
)

it('a folder of too many files is refused before any is read', async () => {
  const path = join(folder, 'root', 'many')
  await mkdir(path)
  // A file that cannot be parsed would be reported first.
  await writeFile(join(path, '0.json'), '{')
  for (let n = 1; n <= 10_000; n += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, i) => writeFile(join(path, `${n + i}.json`), '')))
  }
  const server = await testServer({ importRoot: join(folder, 'root') })
  expect(await server.tool('model_import', { path })).toMatchObject({
    code: 'INVALID_ARGUMENT',
    error: expect.stringContaining('holds more than 10000 model files') as string,
  })
})

it('a flat file of many keys takes time by their number, not by its square', async () => {
  const keys = (count: number): string => Array.from({ length: count }, (_, n) => `  k${n}: ${n}\n`).join('')
  const timed = async (count: number): Promise<number> => {
    const path = join(folder, 'root', 'flat.yaml')
    await writeFile(path, `kind: nothing\nspec:\n${keys(count)}`)
    const server = await testServer({ importRoot: join(folder, 'root') })
    const begun = performance.now()
    expect(await server.tool('model_import', { path })).toMatchObject({ code: 'VALIDATION_FAILED' })
    return performance.now() - begun
  }
  await timed(2000)
  const [few, many] = [await timed(4000), await timed(40_000)]
  // Ten times as many: comparing each with each would take a hundred times as long.
  expect(many / few).toBeLessThan(40)
})
