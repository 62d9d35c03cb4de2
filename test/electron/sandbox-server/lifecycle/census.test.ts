import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isLive, sandboxStates } from '#shared/sandbox/states.ts'
import { amountsOf, holdersIn } from '../../../../electron/sandbox-server/lifecycle/census.ts'
import type { SandboxRecord } from '../../../../electron/sandbox-server/lifecycle/record.ts'
import { Inventory } from '../../../../electron/sandbox-server/lifecycle/inventory.ts'

const record = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  kind: fc.constantFrom('sandbox', 'gem'),
  state: fc.constantFrom(...sandboxStates),
  phases: fc.constantFrom({}, { image_pull: { status: 'success' } }, { image_pull: { status: 'failed' } }),
  cpus: fc.constantFrom(0.1, 0.2, 0.7, 2),
  memory: fc.constantFrom(64, 128),
  disk: fc.constantFrom(10, 20),
  identity: fc.record(
    { namespace: fc.constantFrom('red', 'blue'), key: fc.constantFrom('k1', 'k2') },
    { requiredKeys: ['namespace'] },
  ),
})
const move = fc.oneof(
  fc.record({ what: fc.constant('put' as const), record }),
  fc.record({ what: fc.constant('change' as const), record }),
  fc.record({ what: fc.constant('forget' as const), record }),
)

/** The same, counted in a walk. */
function walked(records: readonly SandboxRecord[], holder: string): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const one of records.filter(({ identity }) => holdersIn(identity).includes(holder)))
    for (const [cap, amount] of Object.entries(amountsOf(one)))
      sums[cap] = Math.round(((sums[cap] ?? 0) + amount) * 1e6) / 1e6
  return sums
}

it('counts what a walk over all sandboxes would count, whatever came and went', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
      const inventory = new Inventory()
      for (const { what, record: made } of moves) {
        const given = made as unknown as SandboxRecord
        const entry = inventory.get(given.id)
        if (what === 'put') inventory.put(given)
        else if (what === 'forget') inventory.forget(given.id)
        else if (entry) inventory.change(entry, { ...entry.record, state: given.state, phases: given.phases })
      }
      const all = Array.from(inventory.all(), (entry) => entry.record)
      const failed = ({ state, phases }: SandboxRecord): boolean =>
        state === 'pending' && phases.image_pull?.status === 'failed'
      for (const one of all) if (failed(one)) expect(amountsOf(one)).toEqual({})
      for (const kind of ['sandbox', 'gem'] as const)
        expect(inventory.census.live(kind)).toBe(
          all.filter((one) => one.kind === kind && isLive(one.state) && !failed(one)).length,
        )
      for (const holder of ['key k1', 'key k2', 'namespace red', 'namespace blue'])
        expect(inventory.census.heldBy(holder)).toEqual(walked(all, holder))
      const holding = ['key k1', 'key k2', 'namespace blue', 'namespace red'].filter(
        (holder) => Object.keys(walked(all, holder)).length > 0,
      )
      expect([...inventory.census.holders()].sort()).toEqual(holding)
    }),
  )
})
