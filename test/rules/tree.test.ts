import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')

/** design/architecture.md: nothing else at the top but dotfiles and tool configs that cannot live elsewhere. */
const TOP = new Set([
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'electron-builder.yml',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
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
