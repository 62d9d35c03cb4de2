import { expect, it } from 'vitest'
import type { Role } from '#shared/sandbox/own-key.ts'
import { firstPlatform } from '../../../renderer/sandboxes/sandboxes/unsupported-feature.ts'
import '../messages.ts'

const key = (role: Role) => ({ name: 'k', role, namespace: 'team' })
const local = { id: 'local', state: 'ready' } as const
const team = { id: 'team', state: 'ready', key: key('user') } as const
const looked = { id: 'looked', state: 'ready', key: key('viewer') } as const
const away = { id: 'away', state: 'failed' } as const
const coming = { id: 'coming', state: 'starting' } as const
const bare = { id: 'bare', state: 'ready', runtime: 'none' } as const

it.each([
  ['the shown one', [local, team], ['team', 'local'], 'team'],
  ['the one in use, if none is shown', [local, team], ['', 'team'], 'team'],
  ['the first, if there is neither', [local, team], [''], 'local'],
  ['another, where the key may only look', [local, looked, team], ['looked', 'team'], 'team'],
  ['another, where nothing answers', [away, local], ['away'], 'local'],
  ['one that will answer soon, where the key may only look', [coming, looked], ['looked'], 'coming'],
  ['one that answers rather than one that will', [coming, team], ['coming'], 'team'],
  ['another, where no sandbox can run', [bare, team], ['bare'], 'team'],
  ['the shown one all the same, if it is the only one', [looked], ['looked'], 'looked'],
  ['none', [], [undefined], undefined],
])('a sandbox starts on %s', (_which, platforms, preferred, expected) => {
  expect(firstPlatform(platforms, preferred, 'user')).toBe(expected)
})

it.each([
  ['the shown one, also where the key may only look', [local, looked], ['looked'], 'looked'],
  ['another, where nothing answers', [away, looked], ['away'], 'looked'],
  ['another, where no sandbox can run', [bare, looked], ['bare'], 'looked'],
])('what only looks begins with %s', (_which, platforms, preferred, expected) => {
  expect(firstPlatform(platforms, preferred, 'viewer')).toBe(expected)
})
