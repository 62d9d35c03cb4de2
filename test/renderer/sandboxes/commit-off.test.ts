import { expect, it } from 'vitest'
import { commitOff, forkOff } from '../../../renderer/sandboxes/sandboxes/title.ts'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'

it.each<[SandboxInfo['commits'], string | undefined, string | undefined]>([
  [undefined, undefined, undefined],
  ['here', undefined, undefined],
  ['registry', undefined, 'sandboxes.fork.registry'],
  ['none', 'sandboxes.commit.none', 'sandboxes.commit.none'],
])('a sandbox that is saved %s', (commits, noCommit, noFork) => {
  const key = (name: string): string => name
  expect([commitOff(key, { commits }), forkOff(key, { commits })]).toEqual([noCommit, noFork])
})
