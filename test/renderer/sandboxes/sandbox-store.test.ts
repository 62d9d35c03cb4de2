import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import type { Features, SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { useWorkbench } from '../../../renderer/app/workbench.ts'
import {
  changeKnown,
  hasChoice,
  knownOf,
  refreshSandboxes,
  startSandbox,
  useSandboxes,
} from '../../../renderer/sandboxes/sandboxes/sandbox-store.ts'
import { envOf } from '../../../renderer/sandboxes/sandboxes/start-memory.ts'
import { attachCore, settled } from './core-stand-in.ts'

const EVERYTHING: Features = {
  live: true,
  terminal: true,
  listing: true,
  listsStopped: true,
  statistics: true,
  execute: true,
  upload: true,
  stop: true,
  restart: true,
  commit: true,
  images: true,
  remove: true,
  portForward: true,
  pause: true,
  ports: true,
  usageHistory: true,
  audit: true,
  archives: true,
  files: true,
}

const sandbox = (platform: string, sandboxId: string): SandboxInfo => ({
  platform,
  sandboxId,
  kind: 'sandbox',
  state: 'running',
  isAlive: true,
  phases: {},
  history: [],
  notices: [],
})

const connection = (id: string): Connection => ({
  id,
  kind: 'platform',
  name: id,
  transport: 'rest',
  state: 'ready',
  since: 0,
  restarts: 0,
})

/** The sandboxes of each platform; a missing one never answers, an error refuses. */
let platforms: Record<string, SandboxInfo[] | Error>
let channel: ReturnType<typeof attachCore>
/** A start stays pending until this resolves. */
let alive: Promise<void>

const NEVER = new Promise<never>(() => undefined)

function answerOf(platform: string): SandboxInfo[] | Promise<never> {
  const answer = platforms[platform]
  if (answer instanceof Error) throw answer
  return answer ?? NEVER
}

beforeEach(() => {
  platforms = {}
  alive = Promise.resolve()
  useSandboxes.setState(useSandboxes.getInitialState(), true)
  const sandboxes: Parameters<typeof attachCore>[0] = {
    features: ({ platform }) => (answerOf(platform), EVERYTHING),
    list: ({ platform }) => answerOf(platform),
    status: () => {
      throw new WorkbenchError({ code: 'SANDBOX_NOT_RUNNING', message: 'There is none.' })
    },
    start: async ({ platform }, { report }) => {
      if (platforms[platform] instanceof Error) throw platforms[platform]
      const started = sandbox(platform, 'new')
      report({ ...started, state: 'pending', isAlive: false })
      await alive
      platforms[platform] = [started]
      return started
    },
  }
  channel = attachCore(sandboxes)
})

// Rejects pending calls.
afterEach(async () => {
  channel.close()
  await settled()
})

const connect = (...ids: string[]): void =>
  useWorkbench.setState({ connections: ids.map((id) => connection(id)) })
const listed = (): string[] => useSandboxes.getState().sandboxes.map(({ sandboxId }) => sandboxId)

it('shows the sandboxes of a platform while another says nothing', async () => {
  platforms = { here: [sandbox('here', 'one')] }
  connect('silent', 'here')
  void refreshSandboxes()
  await vi.waitFor(() => expect(listed()).toEqual(['one']))
  expect(useSandboxes.getState().loaded).toBe(true)
})

it('starts a sandbox and shows it while another platform says nothing', async () => {
  platforms = { here: [] }
  connect('silent', 'here')
  void refreshSandboxes()
  expect(await startSandbox({ platform: 'here', image: 'local' })).toMatchObject({ sandboxId: 'new' })
  expect(listed()).toEqual(['new'])
})

it('knows the variables of a start before it is alive, since its first terminal opens then', async () => {
  platforms = { here: [] }
  connect('here')
  let live = (): void => undefined
  alive = new Promise((resolve) => (live = resolve))
  const started = startSandbox({ platform: 'here', image: 'local', env: { GREETING: 'hello' } })
  await vi.waitFor(() => expect(useSandboxes.getState().starting[0]?.info?.state).toBe('pending'))
  expect(envOf('here/new')).toEqual({ GREETING: 'hello' })
  live()
  await started
  expect(listed()).toEqual(['new'])
  expect(envOf('here/new')).toEqual({ GREETING: 'hello' })
})

it('keeps the old picture of a platform that fails, says why, and forgets both with the platform', async () => {
  platforms = { here: [sandbox('here', 'one')], away: [sandbox('away', 'two')] }
  connect('here', 'away')
  await refreshSandboxes()
  platforms['away'] = new WorkbenchError({ code: 'PLATFORM_UNREACHABLE', message: 'No route.' })
  await refreshSandboxes()
  expect(listed().toSorted()).toEqual(['one', 'two'])
  expect(useSandboxes.getState().problems).toMatchObject({ away: { message: 'No route.' } })
  connect('here')
  await refreshSandboxes()
  expect(listed()).toEqual(['one'])
  expect(useSandboxes.getState().problems).toEqual({})
})

it('forgets a start that failed once its platform answers again', async () => {
  platforms = { away: new WorkbenchError({ code: 'PLATFORM_UNREACHABLE', message: 'No route.' }) }
  connect('away')
  await refreshSandboxes()
  expect(await startSandbox({ platform: 'away', image: 'local' })).toBeUndefined()
  expect(useSandboxes.getState().starting).toMatchObject([
    { image: 'local', problem: { message: 'No route.' } },
  ])
  platforms['away'] = []
  await refreshSandboxes()
  expect(useSandboxes.getState().starting).toEqual([])
})

it('shows a dismissed notice again once it disappeared and recurred', async () => {
  const stopped = 'Stopped because the server ended.'
  const show = async (...notices: string[]): Promise<void> => {
    platforms = { here: [{ ...sandbox('here', 'one'), notices }] }
    await refreshSandboxes()
  }
  connect('here')
  await show(stopped)
  changeKnown('here/one', { dismissed: [stopped] })
  await show(stopped)
  expect(knownOf('here/one').dismissed).toEqual([stopped])
  await show()
  expect(knownOf('here/one').dismissed).toEqual([])
})

it('a failed start is no sandbox to choose in the list', () => {
  const start = { id: 'a', platform: 'p', image: 'local', abort: new AbortController() }
  const problem = { code: 'START', message: 'No.' }
  expect(hasChoice({ sandboxes: [], starting: [] })).toBe(false)
  expect(hasChoice({ sandboxes: [], starting: [{ ...start, problem }] })).toBe(false)
  expect(hasChoice({ sandboxes: [], starting: [start] })).toBe(true)
  expect(hasChoice({ sandboxes: [sandbox('p', 'x')], starting: [] })).toBe(true)
})
