import { expect, test } from 'vitest'
import { platformOf } from '../../../../electron/sandbox-server/access/namespace-view.ts'
import { Commits } from '../../../../electron/sandbox-server/lifecycle/commits.ts'
import { type CommitTarget, RuntimeFailure } from '../../../../electron/sandbox-server/runtime/runtime.ts'
import type { SandboxRecord } from '../../../../electron/sandbox-server/lifecycle/record.ts'
import type { Key } from '../../../../electron/node/access/keys.ts'
import type { Platform } from '../../../../electron/sandbox-server/api/platform.ts'

const LOGIN = { username: 'u', password: 'p' }

type Role = Key['role'] | undefined

/** Commits of one sandbox of the namespace `team` and how a key of the role sees them. */
function commitsOf(parts: { record: object; image: object; runtime: object; folder?: object }) {
  const record = { state: 'running', identity: { namespace: 'team' }, ...parts.record }
  const sandboxes = { find: () => record, planOf: () => ({ image: parts.image }) }
  const { runtime, folder } = parts
  // Only what a commit uses.
  const options = { sandboxes, runtime, folder } as unknown as ConstructorParameters<typeof Commits>[0]
  const commits = new Commits(options)
  const platform = { commits, sandboxes, runtime } as unknown as Platform
  const seen = (role: Role) =>
    role ? platformOf({ role, namespace: 'team' } as Key, platform, platform).commits : commits
  return { record: record as unknown as SandboxRecord, commits, seen }
}

/** In a backend that saves in a registry. */
function savedBy(commit: (target: CommitTarget) => Promise<void>) {
  const runtime = {
    info: { commitsTo: 'registry' },
    commit: (_: unknown, target: CommitTarget) => commit(target),
  }
  return commitsOf({ record: {}, image: { kind: 'engine' }, runtime })
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
  const { commits, seen } = savedBy(async (target) => void targets.push(target))
  seen('user').begin('one', 'host:5000/team/a:1', LOGIN)
  expect(await commits.ended('one')).toMatchObject({ phase: 'SUCCEEDED', image_tag: 'host:5000/team/a:1' })
  expect(targets).toEqual([{ reference: 'host:5000/team/a:1', login: LOGIN, namespace: 'team' }])
})

/** On Docker. */
function keptByEngine() {
  const targets: CommitTarget[] = []
  const pushed: string[] = []
  const runtime = {
    info: { name: 'docker' },
    commit: async (_: unknown, target: CommitTarget) => void targets.push(target),
    engineImages: { push: async (tag: string) => void pushed.push(tag) },
  }
  const record = { source: { kind: 'engine' } }
  return { targets, pushed, ...commitsOf({ record, image: { kind: 'engine' }, runtime }) }
}

test.each([
  ['with a login', LOGIN],
  ['without one', undefined],
])('a key’s push from an engine, %s, is refused before anything is saved', (_what, login) => {
  const { targets, seen, commits } = keptByEngine()
  expect(() => seen('user').begin('one', 'host:5000/team/a:1', login)).toThrow(/^PUSH_NOT_FOR_KEYS: /)
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

/** In a backend that keeps images in this server’s own folder. */
function keptHere() {
  const kept: string[] = []
  const folder = {
    reserve: async () => ({ key: 'k', layer: '/layer' }),
    add: async (_key: string, _image: unknown, { reference }: { reference: string }) =>
      void kept.push(reference),
    discard: async () => undefined,
  }
  const runtime = { info: { name: 'bubblewrap' }, commit: async () => undefined }
  const record = { source: { kind: 'local' } }
  return { kept, ...commitsOf({ record, image: { kind: 'local', env: {} }, runtime, folder }) }
}

test.each(['user', 'admin', undefined] as const)(
  'a push of %s is refused where nothing can be pushed, and nothing is kept',
  async (role) => {
    const { kept, seen } = keptHere()
    expect(() => seen(role).begin('one', 'host:5000/team/a:1', LOGIN)).toThrow(/^PUSH_NOT_HERE: /)
    expect(() => seen(role).status('one')).toThrow(/STATUS_NOT_FOUND/)
    expect(kept).toEqual([])
  },
)

test.each([
  ['host:5000/a:1', undefined],
  ['a:1', LOGIN],
  ['../a', LOGIN],
  ['team.orrery.internal/a:1', LOGIN],
])('%s with the login %o is kept where nothing can be pushed', async (tag, login) => {
  const { kept, seen } = keptHere()
  seen('admin').begin('one', tag, login)
  expect(await seen('admin').ended('one')).toMatchObject({ phase: 'SUCCEEDED' })
  expect(kept).toEqual([tag])
})

test.each([
  ['a registry', 'user', savedBy(async () => undefined), 'all'],
  ['an engine', 'user', keptByEngine(), 'admins'],
  ['an engine', 'admin', keptByEngine(), 'all'],
  ['this server', 'user', keptHere(), 'none'],
] as const)(
  'what %s keeps a key of role %s can push, as is said beforehand',
  (_, role, { seen, record }, who) => {
    expect(seen(role).pushers(record)).toBe(who)
  },
)

test('an admin’s push from an engine is made', async () => {
  const { pushed, seen, commits } = keptByEngine()
  seen('admin').begin('one', 'host:5000/a:1', LOGIN)
  await commits.ended('one')
  expect(pushed).toEqual(['host:5000/a:1'])
})
