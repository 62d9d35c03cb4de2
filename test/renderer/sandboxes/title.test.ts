import { expect, it } from 'vitest'
import {
  commitOff,
  forkOff,
  pauseOff,
  pushOff,
  restartOff,
} from '../../../renderer/sandboxes/sandboxes/title.ts'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'

const key = (name: string): string => name

it.each<[SandboxInfo['commits'], string | undefined, string | undefined, string | undefined]>([
  [undefined, undefined, undefined, undefined],
  ['here', 'docker', undefined, undefined],
  ['registry', 'kubernetes', undefined, 'sandboxes.fork.registry'],
  ['none', 'kubernetes', 'sandboxes.commit.noRegistry', 'sandboxes.commit.noRegistry'],
  ['none', 'process', 'sandboxes.commit.notIsolated', 'sandboxes.commit.notIsolated'],
  ['none', undefined, 'sandboxes.commit.none', 'sandboxes.commit.none'],
])('a sandbox that is saved %s on %s', (commits, runtime, noCommit, noFork) => {
  expect([commitOff(key, { commits, runtime }), forkOff(key, { commits, runtime })]).toEqual([
    noCommit,
    noFork,
  ])
})

it.each<[SandboxInfo['pushes'], string | undefined]>([
  [undefined, undefined],
  ['all', undefined],
  ['admins', 'sandboxes.push.admins'],
  ['none', 'sandboxes.push.none'],
])('a sandbox that %s can push', (pushes, noPush) => {
  expect(pushOff(key, { pushes })).toBe(noPush)
})

it.each<[Pick<SandboxInfo, 'state' | 'paused' | 'runtime'>, string | undefined]>([
  [{ state: 'stopped', paused: undefined, runtime: 'kubernetes' }, 'sandboxes.notRunning'],
  [{ state: 'running', paused: false, runtime: 'docker' }, undefined],
  [{ state: 'running', paused: undefined, runtime: 'bubblewrap' }, 'sandboxes.pause.none'],
  [{ state: 'running', paused: undefined, runtime: 'kubernetes' }, 'sandboxes.pause.pod'],
])('whether %j can be paused', (sandbox, noPause) => {
  expect(pauseOff(key, sandbox)).toBe(noPause)
})

it.each([
  ['docker', undefined],
  ['kubernetes', 'sandboxes.stopped.pod'],
  [undefined, undefined],
])('whether a stopped sandbox on %s can be started again', (runtime, noRestart) => {
  expect(restartOff(key, { runtime })).toBe(noRestart)
})
