import { expect, it } from 'vitest'
import { tracked } from './tracked.ts'

/** docs/architecture.md#folders: nothing else at the top but dotfiles and tool configs that cannot live elsewhere. */
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

it('there is no folder for leftovers', () => {
  expect(tracked.filter((path) => /(^|\/)(utils?|helpers?|misc)\//.test(path))).toEqual([])
})
