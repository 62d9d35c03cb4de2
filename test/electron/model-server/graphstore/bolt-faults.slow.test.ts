import { expect, it } from 'vitest'
import { faultStorm } from './fault-storm.ts'

/** Storms at the same time, each on its own cluster: writes to one wait for each other. */
const SEEDS = [20, 21, 22, 23, 24, 25, 26, 27]
const FAULTS = 10_000

it('the graph database store loses and doubles no write under ten thousand faults', async () => {
  const storms = await Promise.all(SEEDS.map((seed) => faultStorm(FAULTS / SEEDS.length, seed)))
  const sum = new Map<string, number>()
  for (const faults of storms)
    for (const [fault, count] of faults) sum.set(fault, (sum.get(fault) ?? 0) + count)
  expect(sum.size).toBe(12)
  for (const [fault, count] of sum) expect(count, fault).toBeGreaterThan(20)
})
