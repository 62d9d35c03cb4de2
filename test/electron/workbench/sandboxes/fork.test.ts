import { expect, it } from 'vitest'
import type { Platforms } from '../../../../electron/workbench/sandboxes/platforms.ts'
import { sandboxCalls } from '../../../../electron/workbench/sandboxes/sandbox-calls.ts'
import { Uploads } from '../../../../electron/workbench/sandboxes/uploads.ts'
import { noLoans } from './no-loans.ts'

const place = { platform: 'p', sandboxId: 'a' }

/** A platform that commits, and starts as many sandboxes as its limit allows. */
function calls(room: number) {
  const asked: unknown[] = []
  const client = {
    status: () => ({ sandbox_id: 'a', state: 'running', cpus: 2, memory: '1g', network: 'none' }),
    commit: (...words: unknown[]) => void asked.push(['commit', ...words.slice(0, 2)]),
    startAsync: (request: object) => {
      if (asked.length > room) throw new Error('there is no room')
      asked.push(request)
      return `copy-${asked.length - 1}`
    },
  }
  const platforms = { use: (_id: string, _signal: unknown, act: (one: unknown) => unknown) => act(client) }
  const area = sandboxCalls({
    platforms: platforms as unknown as Platforms,
    downloads: {} as never,
    uploads: new Uploads(),
    loans: noLoans(),
    emit: () => undefined,
    noteSandboxes: () => undefined,
  })
  const call = { signal: new AbortController().signal, report: () => undefined } as never
  const fork = (count: number) =>
    area.fork({ ...place, count, name: 'web', imageTag: 'fork-a:1', env: { A: 'b' } }, call)
  return { asked, fork }
}

it('commits once and starts every copy with the limits, the network and the variables of the first', async () => {
  const { asked, fork } = calls(5)
  expect(await fork(2)).toEqual({ sandboxIds: ['copy-1', 'copy-2'] })
  const same = { image: 'fork-a:1', cpus: 2, memory: '1g', network: 'none', env: { A: 'b' } }
  expect(asked).toEqual([['commit', 'a', 'fork-a:1'], { ...same, name: 'web 1' }, { ...same, name: 'web 2' }])
})

it('says why not all copies came', async () => {
  const { asked, fork } = calls(1)
  await expect(fork(2)).rejects.toThrow('there is no room')
  expect(asked).toHaveLength(2)
})
