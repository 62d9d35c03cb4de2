import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Features, SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import {
  answerLosing,
  stopMayDelete,
  stopSandbox,
  useActions,
} from '../../../renderer/sandboxes/sandboxes/sandbox-actions.ts'
import { startSandbox, useSandboxes } from '../../../renderer/sandboxes/sandboxes/sandbox-store.ts'
import { stoppedHint } from '../../../renderer/sandboxes/sandboxes/title.ts'
import { text } from '../../../renderer/i18n/text.ts'
import '../messages.ts'
import { attachCore } from './core-stand-in.ts'

const sandbox = (more: Partial<SandboxInfo> = {}): SandboxInfo => ({
  platform: 'theirs',
  sandboxId: 'a',
  kind: 'sandbox',
  state: 'running',
  isAlive: true,
  phases: {},
  history: [],
  notices: [],
  ...more,
})

let stopped: string[]
let channel: ReturnType<typeof attachCore>
beforeEach(() => {
  stopped = []
  channel = attachCore({
    stop: ({ sandboxId }: { sandboxId: string }) => {
      stopped.push(sandboxId)
      return null
    },
    start: ({ platform }: { platform: string }) => ({ ...sandbox(), platform }),
    status: () => sandbox(),
    list: () => [],
    features: () => ({ live: false, listing: false }) as Features,
  } as never)
  useSandboxes.setState({
    features: { theirs: { live: false } as Features, ours: { live: true } as Features },
  })
})
afterEach(() => {
  channel.close()
  useActions.setState({ losing: [] })
})

it.each<[Partial<SandboxInfo>, RegExp]>([
  [{}, /^Its files are kept\. /],
  [{ autoDeleteTime: '2030-01-01T00:00:00Z' }, /^Its files are kept until .*(?:2029|2030|Jan|Dec)/],
  [{ autoDeleteTime: '2030-01-01T00:00:00Z', runtime: 'kubernetes' }, /^Its files went with its Pod/],
])('a stopped sandbox says how long its files are kept: %j', (more, words) => {
  expect(stoppedHint(text, sandbox({ state: 'stopped', ...more }))).toMatch(words)
})

describe('a stop', () => {
  it.each([
    ['on another platform, which nobody told', sandbox(), true],
    [
      'on another platform, with a time to keep the files',
      sandbox({ autoDeleteTime: '2026-11-23T00:00:00Z' }),
      false,
    ],
    ['on ours', sandbox({ platform: 'ours' }), false],
    ['of a Pod, also on ours', sandbox({ platform: 'ours', runtime: 'kubernetes' }), true],
    ['of a Pod that has not started', sandbox({ state: 'pending', runtime: 'kubernetes' }), false],
    ['of a Pod that is stopped', sandbox({ state: 'stopped', runtime: 'kubernetes' }), false],
    ['of what is stopped', sandbox({ state: 'stopped' }), false],
  ])('%s may delete: %j', (_title, one, may) => {
    expect(stopMayDelete(one)).toBe(may)
  })

  // Platforms report the deletion time only of stopped sandboxes, so the start's option is remembered.
  it.each([
    [86400, false],
    [0, true],
    [undefined, true],
  ])('of what was started to be deleted %s s later may delete: %s', async (autoDeleteSeconds, may) => {
    await startSandbox({ platform: 'theirs', image: 'local', autoDeleteSeconds })
    expect(stopMayDelete(sandbox())).toBe(may)
  })

  it('that may delete is asked about first', async () => {
    expect(await stopSandbox(sandbox())).toBe(false)
    expect(stopped).toEqual([])
    await answerLosing(false)
    expect(stopped).toEqual([])
    await stopSandbox(sandbox())
    await answerLosing(true)
    expect(stopped).toEqual(['a'])
    expect(useActions.getState().losing).toEqual([])
  })
})
