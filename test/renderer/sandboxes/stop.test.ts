import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Features, SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import {
  answerLosing,
  stopMayDelete,
  stopSandbox,
  useActions,
} from '../../../renderer/sandboxes/sandboxes/sandbox-actions.ts'
import { useSandboxes } from '../../../renderer/sandboxes/sandboxes/sandbox-store.ts'
import { attachCore } from './core-stand-in.ts'

const sandbox = (more: Partial<SandboxInfo> = {}): SandboxInfo => ({
  platform: 'theirs',
  sandboxId: 'a',
  kind: 'box',
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

describe('a stop', () => {
  it.each([
    ['on another platform, which nobody told', sandbox(), true],
    [
      'on another platform, with a time to keep the files',
      sandbox({ autoDeleteTime: '2026-11-23T00:00:00Z' }),
      false,
    ],
    ['on ours', sandbox({ platform: 'ours' }), false],
    ['of what is stopped', sandbox({ state: 'stopped' }), false],
  ])('%s may delete: %j', (_title, one, may) => {
    expect(stopMayDelete(one)).toBe(may)
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
