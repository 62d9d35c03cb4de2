import { describe, expect, it, onTestFinished } from 'vitest'
import { addKey } from '../../../../electron/node/access/key-file.ts'
import { KeyRing } from '../../../../electron/node/access/key-ring.ts'
import type { Caps } from '../../../../electron/node/access/keys.ts'
import { SharedUsage } from '../../../../electron/node/access/shared-usage.ts'
import { Limits } from '../../../../electron/sandbox-server/access/limits.ts'
import { Inventory } from '../../../../electron/sandbox-server/lifecycle/inventory.ts'
import type { SandboxRecord } from '../../../../electron/sandbox-server/lifecycle/record.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'

/** What two servers of one folder admit for a key. */
async function servers(caps: Caps, isShared: boolean) {
  const folder = await temporaryFolder()
  const wish = { name: 'ann', role: 'user', namespace: 'team', expires: undefined, hasSecret: true } as const
  const { key } = await addKey(folder, { ...wish, caps })
  const recordOf = (id: string, more: Partial<SandboxRecord> = {}): SandboxRecord =>
    ({
      id,
      kind: 'sandbox',
      phases: {},
      state: 'pending',
      cpus: 0.1,
      memory: 100,
      disk: 10,
      identity: { user: 'u', experiment: 'e', namespace: 'team', key: key.id },
      ...more,
    }) as SandboxRecord
  const serverOf = (id: string) => {
    const keys = new KeyRing(folder, () => undefined)
    const limits = new Limits(keys, () => new SharedUsage(folder, id.repeat(16), () => undefined))
    const inventory = new Inventory()
    limits.follow(inventory.census, isShared)
    onTestFinished(() => {
      keys.close()
      limits.close()
    })
    return {
      inventory,
      start: (wanted: SandboxRecord) => {
        limits.admit(wanted, inventory.get(wanted.id)?.record, inventory.census)
        return inventory.put(wanted)
      },
    }
  }
  return { one: serverOf('1'), other: serverOf('2'), recordOf }
}

describe('two servers of one folder', () => {
  it.each([
    ['sandboxes', { sandboxes: 2 }],
    ['processors, exactly', { cpus: 0.2 }],
    ['memory', { memory: 299 }],
    ['disk', { disk: 25 }],
  ])('hold a cap on %s together', async (_, caps) => {
    const { one, other, recordOf } = await servers(caps, false)
    one.start(recordOf('a'))
    const entry = other.start(recordOf('b'))
    for (const server of [one, other]) expect(() => server.start(recordOf('c'))).toThrow('Key ann may have')
    other.inventory.change(entry, { ...entry.record, state: 'deleted' })
    one.start(recordOf('c'))
  })

  it('count the files of one that is stopped, and not twice when it is started again', async () => {
    const { one, other, recordOf } = await servers({ disk: 20 }, false)
    const entry = one.start(recordOf('a'))
    one.inventory.change(entry, { ...entry.record, state: 'stopped' })
    other.start(recordOf('b'))
    expect(() => other.start(recordOf('c'))).toThrow('of disk')
    one.start(recordOf('a'))
  })

  it('that have the same sandboxes count each once, and one that is being started at once', async () => {
    const { one, other, recordOf } = await servers({ sandboxes: 3 }, true)
    const entry = one.start(recordOf('a'))
    // The other has not seen it yet.
    other.start(recordOf('b', { state: 'running' }))
    other.start(recordOf('c', { state: 'running' }))
    expect(() => other.start(recordOf('d'))).toThrow('has 3 and wants 1 more')
    one.inventory.change(entry, { ...entry.record, state: 'running' })
    other.inventory.put(entry.record)
    expect(() => other.start(recordOf('d'))).toThrow('has 3 and wants 1 more')
    other.inventory.forget('b')
    other.start(recordOf('d'))
  })
})
