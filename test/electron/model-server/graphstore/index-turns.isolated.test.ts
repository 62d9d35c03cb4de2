import { afterEach, describe, expect, it, vi } from 'vitest'
import type { EntityRecord } from '#shared/model/entity.ts'
import {
  type BackgroundIndex,
  IndexHolder,
  type IndexSource,
} from '../../../../electron/model-server/graphstore/ladybug/background-index.ts'
import { Turn } from '../../../../electron/model-server/graphstore/ladybug/turn.ts'

/** A clock that others' work does not move: each record takes some milliseconds. */
let clock = 0

afterEach(() => {
  vi.restoreAllMocks()
  clock = 0
})

/** Counts the turns that others get until something has ended. */
async function turnsUntil(ended: () => boolean): Promise<number> {
  let turns = 0
  while (!ended()) {
    await new Promise((resolve) => setImmediate(resolve))
    turns += 1
  }
  return turns
}

/** An index of any records, each of which takes a time to add. */
function slowIndex(milliseconds: number): IndexSource<EntityRecord, BackgroundIndex<EntityRecord>> {
  let size = 0
  const make = (): BackgroundIndex<EntityRecord> => ({
    get size() {
      return size
    },
    put() {
      clock += milliseconds
      size += 1
      return true
    },
    save: () => ({ shape: {}, parts: [] }),
    release() {},
  })
  return {
    name: 'slow',
    make,
    restore: async () => undefined,
    async *lines() {
      yield Array.from({ length: 100 }, () => '{}')
    },
    recordOf: (line) => JSON.parse(line) as EntityRecord,
    recordsIn: ({ entities }) => entities,
  }
}

describe('an index that is filled in the background', () => {
  it.each([
    { milliseconds: 0, least: 1, most: 5 },
    { milliseconds: 1, least: 25, most: 35 },
    { milliseconds: 10, least: 100, most: 110 },
  ])(
    'lets others have their turn by time: 100 records of $milliseconds ms',
    async ({ milliseconds, least, most }) => {
      vi.spyOn(performance, 'now').mockImplementation(() => clock)
      const holder = new IndexHolder(slowIndex(milliseconds), async () => [])
      await holder.restore(undefined)
      let isFilled = false
      holder.onFilled = () => {
        isFilled = true
      }
      holder.request()
      const turns = await turnsUntil(() => isFilled)
      expect(turns).toBeGreaterThanOrEqual(least)
      expect(turns).toBeLessThanOrEqual(most)
      expect(holder.complete?.size).toBe(100)
    },
  )

  it('begins its next turn after that of others', async () => {
    const turn = new Turn(() => clock)
    clock += 5
    expect(turn.isOver).toBe(true)
    setImmediate(() => {
      clock += 100
    })
    await turn.pass()
    expect(turn.isOver).toBe(false)
  })
})
