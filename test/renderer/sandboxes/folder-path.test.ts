import { expect, it } from 'vitest'
import { foldersAbove } from '../../../renderer/sandboxes/files/folder-path.tsx'

it.each([
  ['/', []],
  ['/root', ['/']],
  ['/root/shop/src', ['/', '/root', '/root/shop']],
  ['/root//shop/', ['/', '/root']],
  ['shop', ['/']],
])('above %s stand %j', (path, above) => {
  expect(foldersAbove(path)).toEqual(above)
})
