import { expect, it } from 'vitest'
import type { SandboxImage, SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { familyOf } from '../../../renderer/sandboxes/sandboxes/family.ts'

const sandbox = (sandboxId: string, image: string): SandboxInfo => ({
  platform: 'p',
  sandboxId,
  image,
  kind: 'sandbox',
  state: 'running',
  isAlive: true,
  phases: {},
  history: [],
  notices: [],
})
const commit = (reference: string, fromSandbox: string, fromImage: string): SandboxImage => ({
  reference,
  fromSandbox,
  fromImage,
})
const shown = (...given: Parameters<typeof familyOf>) =>
  familyOf(...given).map(({ depth, image, sandbox: one }) => `${' '.repeat(depth)}${image ?? one?.sandboxId}`)

it('shows each sandbox and image under what it was made of, from the first image on', () => {
  const all = [sandbox('a', 'local'), sandbox('b', 'fork:1'), sandbox('c', 'fork:1'), sandbox('d', 'late:1')]
  const images = [
    { reference: 'local' },
    commit('fork:1', 'a', 'local'),
    commit('late:1', 'gone', 'fork:1'),
    commit('other:1', 'x', 'elsewhere'),
  ]
  const tree = ['local', ' a', '  fork:1', '   b', '   c', '   late:1', '    d']
  for (const one of all) expect(shown(one, all, images)).toEqual(tree)
})

it('comes to an end where an image was saved over the one it came from', () => {
  const all = [sandbox('a', 'me:1')]
  expect(shown(sandbox('a', 'me:1'), all, [commit('me:1', 'a', 'me:1')])).toEqual(['me:1', ' a'])
})
