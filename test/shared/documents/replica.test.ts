import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineDocument } from '../../../shared/documents/define.ts'
import { Replica, type Snapshot } from '../../../shared/documents/replica.ts'

const kind = defineDocument({
  collection: 'test',
  id: 'words',
  schema: z.array(z.string()),
  initial: [] as string[],
})

/** A core whose answers to `open` are given by the test, in any order. */
function withOpens() {
  const opens: { answer(value: string[]): void; fail(): void }[] = []
  const replica = new Replica(
    kind,
    'words',
    {
      open: () =>
        new Promise<Snapshot>((resolve, reject) => {
          opens.push({
            answer: (value) => resolve({ value, version: 'v', recent: ['v'] }),
            fail: () => reject(new Error('lost')),
          })
        }),
      change: () => Promise.reject(new Error('not used')),
      newVersion: () => 'w',
    },
    () => undefined,
  )
  return { replica, opens }
}

/** Whether a promise has settled once all that is under way has been handled. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  promise.finally(() => (settled = true)).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 0))
  return settled
}

describe('a document that is opened again before it was opened', () => {
  it.each([
    ['the first answer first', [0, 1]],
    ['the second answer first', [1, 0]],
  ])('is loaded once the latest answer is there: %s', async (_, [one = 0, two = 0]) => {
    const { replica, opens } = withOpens()
    const loaded = replica.load()
    replica.reopen()
    opens[one]?.answer([`answer ${one}`])
    expect(await isSettled(loaded)).toBe(false)
    opens[two]?.answer([`answer ${two}`])
    await loaded
    expect(replica.shown).toEqual({ value: ['answer 1'], status: 'ready' })
  })

  it('is loaded although the first request fails', async () => {
    const { replica, opens } = withOpens()
    const loaded = replica.load()
    replica.reopen()
    opens[0]?.fail()
    opens[1]?.answer(['kept'])
    await loaded
    expect(replica.shown.value).toEqual(['kept'])
  })

  it('is not loaded where the latest request fails', async () => {
    const { replica, opens } = withOpens()
    const loaded = replica.load()
    replica.reopen()
    opens[0]?.answer(['old'])
    opens[1]?.fail()
    await expect(loaded).rejects.toThrow('lost')
    expect(replica.shown).toEqual({ value: [], status: 'failed' })
  })
})
