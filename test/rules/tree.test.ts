import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, tracked, walked } from './tracked.ts'

/**
 * docs/architecture.md#folders: the top level has nothing else but dotfiles and tool configs that cannot be
 * elsewhere.
 */
const TOP = new Set([
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'electron-builder.yml',
  'README.md',
  'README.zh.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'LICENSE',
  'docs',
  'electron',
  'renderer',
  'shared',
  'test',
])

it('the top of the tree holds what the architecture says', () => {
  const top = new Set(tracked.map((path) => path.split('/')[0] ?? ''))
  expect([...top].filter((name) => !TOP.has(name) && !name.startsWith('.'))).toEqual([])
})

it('the architecture names every folder of the page that is no bench', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const folders = new Set(tracked.map((path) => /^renderer\/([^/]+)\//.exec(path)?.[1] ?? ''))
  folders.delete('')
  const shared = [...folders].filter((name) => !tracked.includes(`renderer/${name}/bench.ts`))
  expect(shared.filter((name) => !page.includes(`| \`renderer/${name}/\``))).toEqual([])
})

it('there is no folder for leftovers', () => {
  expect(tracked.filter((path) => /(^|\/)(utils?|helpers?|misc)\//.test(path))).toEqual([])
})

it('the files are the same ones on a machine without git', () => {
  const here = tracked.filter((path) => existsSync(join(root, path)))
  expect(walked().toSorted()).toEqual(here.toSorted())
})

it('a unit test that replaces modules or globals has a worker of its own', () => {
  const units = tracked.filter(
    (path) => path.endsWith('.test.ts') && !/\.(slow|server|peers|isolated)\.test\.ts$/.test(path),
  )
  const replacing = units.filter(
    (path) =>
      existsSync(join(root, path)) &&
      /\bvi\.(mock|stubGlobal)\(/.test(readFileSync(join(root, path), 'utf8')),
  )
  // Name it *.isolated.test.ts: other files share loaded modules.
  expect(replacing).toEqual([])
})
