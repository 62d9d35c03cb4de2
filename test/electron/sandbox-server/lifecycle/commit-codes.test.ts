import { expect, test } from 'vitest'
import { platformOf } from '../../../../electron/sandbox-server/access/namespace-view.ts'
import { Commits } from '../../../../electron/sandbox-server/lifecycle/commits.ts'
import { type CommitTarget, RuntimeFailure } from '../../../../electron/sandbox-server/runtime/runtime.ts'
import type { Key } from '../../../../electron/node/access/keys.ts'
import type { Platform } from '../../../../electron/sandbox-server/api/platform.ts'

const LOGIN = { username: 'u', password: 'p' }

/** Commits of one sandbox of the namespace `team`, in a backend that saves in a registry. */
function savedBy(commit: (target: CommitTarget) => Promise<void>) {
  const sandboxes = {
    find: () => ({ state: 'running', identity: { namespace: 'team' } }),
    planOf: () => ({ image: { kind: 'engine' } }),
  }
  const runtime = {
    info: { commitsTo: 'registry' },
    commit: (_: unknown, target: CommitTarget) => commit(target),
  }
  // Only what a commit uses.
  const options = { sandboxes, runtime, folder: {} } as unknown as ConstructorParameters<typeof Commits>[0]
  return { sandboxes, runtime, commits: new Commits(options) }
}

test.each([
  [new RuntimeFailure('w', 'LOGIN_FAILED'), 'push', 'LOGIN_FAILED'],
  [new RuntimeFailure('w', 'REGISTRY_UNTRUSTED'), 'push', 'REGISTRY_UNTRUSTED'],
  [new RuntimeFailure('w'), 'commit', 'COMMIT_FAILED'],
  [new Error('w'), 'commit', 'COMMIT_FAILED'],
])('%o is told with its code', async (failure, failed_stage, error_code) => {
  const { commits } = savedBy(() => Promise.reject(failure))
  commits.begin('one', 'host:5000/a:1', LOGIN)
  expect(await commits.ended('one')).toMatchObject({
    phase: 'FAILED',
    failed_stage,
    error_code,
    error_message: 'w',
  })
})

test('a key’s image goes to the registry under the name and with the login that were given', async () => {
  const targets: CommitTarget[] = []
  const { commits, sandboxes, runtime } = savedBy(async (target) => void targets.push(target))
  const platform = { commits, sandboxes, runtime } as unknown as Platform
  const key = { role: 'user', namespace: 'team' } as Key
  platformOf(key, platform, platform).commits.begin('one', 'host:5000/team/a:1', LOGIN)
  expect(await commits.ended('one')).toMatchObject({ phase: 'SUCCEEDED', image_tag: 'host:5000/team/a:1' })
  expect(targets).toEqual([{ reference: 'host:5000/team/a:1', login: LOGIN, namespace: 'team' }])
})

/** Commits of a sandbox on Docker, as a key of `team` sees them. */
function keptByEngine() {
  const targets: CommitTarget[] = []
  const pushed: string[] = []
  const sandboxes = {
    find: () => ({ state: 'running', identity: { namespace: 'team' }, source: { kind: 'engine' } }),
    planOf: () => ({ image: { kind: 'engine' } }),
  }
  const runtime = {
    info: { name: 'docker' },
    commit: async (_: unknown, target: CommitTarget) => void targets.push(target),
    engineImages: { push: async (tag: string) => void pushed.push(tag) },
  }
  const options = { sandboxes, runtime, folder: {} } as unknown as ConstructorParameters<typeof Commits>[0]
  const commits = new Commits(options)
  const platform = { commits, sandboxes, runtime } as unknown as Platform
  const seen = (role: Key['role']) =>
    platformOf({ role, namespace: 'team' } as Key, platform, platform).commits
  return { targets, pushed, commits, seen }
}

test('a key’s push from an engine is refused before anything is saved', () => {
  const { targets, seen, commits } = keptByEngine()
  expect(() => seen('user').begin('one', 'host:5000/team/a:1', LOGIN)).toThrow(/^PUSH_NOT_FOR_KEYS: /)
  expect(() => commits.status('one')).toThrow(/STATUS_NOT_FOUND/)
  expect(targets).toEqual([])
})

test.each([
  ['a plain name, with the login that some clients always send', 'a:1', LOGIN],
  ['a name of its own, with a login', 'team.orrery.internal/a:1', LOGIN],
])('a key’s commit under %s is kept', async (_what, tag, login) => {
  const { targets, pushed, seen, commits } = keptByEngine()
  seen('user').begin('one', tag, login)
  expect(await commits.ended('one')).toMatchObject({ phase: 'SUCCEEDED' })
  expect(targets).toMatchObject([{ reference: 'team.orrery.internal/a:1' }])
  expect(pushed).toEqual([])
})

test('an admin’s push from an engine is made', async () => {
  const { pushed, seen, commits } = keptByEngine()
  seen('admin').begin('one', 'host:5000/a:1', LOGIN)
  await commits.ended('one')
  expect(pushed).toEqual(['host:5000/a:1'])
})
