import { expect, it } from 'vitest'
import type { Platforms } from '../../../../electron/workbench/sandboxes/platforms.ts'
import { sandboxCalls } from '../../../../electron/workbench/sandboxes/sandbox-calls.ts'
import { Uploads } from '../../../../electron/workbench/sandboxes/uploads.ts'
import { noLoans } from './no-loans.ts'

const LATER = '2030-01-01T00:30:00.000Z'
const box = (more: object = {}) => ({ sandbox_id: 'a', state: 'running', is_alive: true, ...more })

/** A platform whose list omits the idle deadline, and whose status returns it but extends it. */
function plainCalls() {
  let stopped = false
  const asked: string[] = []
  const answer = (operation: string, record: object) => () => {
    asked.push(operation)
    return Promise.resolve(record)
  }
  const client = {
    list: () =>
      answer('list', [box(stopped ? { state: 'stopped', is_alive: false } : { auto_stop_time: null })])(),
    keepAlive: answer('keepAlive', box({ auto_stop_time: LATER })),
  }
  const platforms = { use: (_id: string, _signal: unknown, act: (one: unknown) => unknown) => act(client) }
  const calls = sandboxCalls({
    platforms: platforms as unknown as Platforms,
    downloads: {} as never,
    uploads: new Uploads(),
    loans: noLoans(),
    emit: () => undefined,
    noteSandboxes: () => undefined,
  })
  const call = { signal: new AbortController().signal, report: () => undefined } as never
  return {
    asked,
    stop: () => void (stopped = true),
    listed: async () => (await calls.list({ platform: 'p' }, call))[0],
    keepAlive: () => calls.keepAlive({ platform: 'p', sandboxId: 'a' }, call),
  }
}

it('shows when an idle sandbox stops as last reported, and sends no request for it', async () => {
  const calls = plainCalls()
  expect(await calls.listed()).not.toHaveProperty('autoStopNotBefore', expect.anything())
  expect(await calls.keepAlive()).toMatchObject({ autoStopTime: LATER })
  expect(await calls.listed()).toMatchObject({ autoStopNotBefore: LATER })
  expect(await calls.listed()).not.toHaveProperty('autoStopTime')
  expect(calls.asked).toEqual(['list', 'keepAlive', 'list', 'list'])
  calls.stop()
  expect(await calls.listed()).not.toHaveProperty('autoStopNotBefore')
})
