import { entityKey } from '#shared/model/entity.ts'
import { expect } from 'vitest'
import { openBoltStore } from '../../../../electron/model-server/graphstore/bolt/index.ts'
import { Cluster } from './bolt-server/cluster.ts'
import { batch, entity, key, relation } from './records.ts'

/** A seeded random generator of numbers in [0, 1) (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Probability of a fault per moment: most attempts meet one, but few writes need many attempts. */
const CHANCE = 0.2
const WRITERS = 16
const MAX_LAG_MS = 8
/** Long enough for every write to succeed. */
const TIMEOUT_MS = 120_000

/** Writes until a cluster has had so many faults, and checks every answer. @returns the number of each fault */
export async function faultStorm(faults: number, seed: number): Promise<ReadonlyMap<string, number>> {
  const random = randomFrom(seed)
  let calm = true
  const cluster = await Cluster.start({
    fault: (possible) =>
      calm || random() > CHANCE ? undefined : possible[Math.floor(random() * possible.length)],
    lag: () => random() * MAX_LAG_MS,
  })
  const store = await openBoltStore({
    uri: cluster.uri,
    password: 'x',
    timeoutMs: TIMEOUT_MS,
    environment: {},
  })
  const workspace = store.workspace('w')
  const came = () => [...cluster.faults.values()].reduce((sum, count) => sum + count, 0)
  const written: string[] = []
  let writes = 0

  const writer = async (index: number): Promise<void> => {
    for (let round = 0; came() < faults; round++) {
      const name = `service/${index}-${round}`
      const created = batch([entity(name, { round: 0 })], [relation(name, 'follows', `service/${index}`)])
      const result = await workspace.write(created, { partial: false })
      // Had it been written twice, it would have been refused the second time.
      expect(result).toEqual({ committed: true, entities: [null], relations: [null] })
      writes += 1
      written.push(name)
      await workspace.write(batch([entity(name, { round: 1 }, { method: 'Update' })]), { partial: false })
      writes += 1
      const read = await workspace.entity(entityKey(key(name)))
      expect(read?.properties).toEqual({ round: 1 })
    }
  }

  try {
    calm = false
    await Promise.all(Array.from({ length: WRITERS }, (_, index) => writer(index)))
    calm = true
    const { entities, relations, workspaces } = cluster.state
    const stored = entities
      .filter(({ data }) => data !== '')
      .map(({ data }) => JSON.parse(String(data)) as unknown)
    expect(stored).toHaveLength(written.length)
    expect(new Set(entities.map(({ uid }) => uid)).size).toBe(entities.length)
    expect(stored).toEqual(stored.map(() => expect.objectContaining({ properties: { round: 1 } })))
    expect(new Set(relations.map(({ uid }) => uid)).size).toBe(written.length)
    expect(relations).toHaveLength(written.length)
    // The workspace counts its writes.
    expect(workspaces.get('w')).toBe(writes)
    return cluster.faults
  } finally {
    calm = true
    await store.close()
    expect(cluster.state.writers.size).toBe(0)
    await cluster.close()
  }
}
