import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inSlices } from '../../../renderer/app/slices.ts'
import { diffResults, diffSteps } from '../../../renderer/spl/row-diff.ts'

const snapshot = (rows: Record<string, unknown>[]) => ({ columns: Object.keys(rows[0] ?? {}), rows })

describe('comparing two runs', () => {
  it('matches rows by what identifies them', () => {
    const diff = diffResults(
      snapshot([
        { __entity_id__: '1', status: 'ok' },
        { __entity_id__: '2', status: 'ok' },
        { __entity_id__: '3', status: 'ok' },
      ]),
      snapshot([
        { __entity_id__: '2', status: 'bad' },
        { __entity_id__: '3', status: 'ok' },
        { __entity_id__: '4', status: 'ok' },
      ]),
    )
    expect(diff).toMatchObject({
      keyColumns: ['__entity_id__'],
      added: [{ __entity_id__: '4' }],
      removed: [{ __entity_id__: '1' }],
      changed: [{ key: '2', columns: ['status'] }],
      same: 1,
    })
  })

  it('compares whole rows where nothing identifies them', () => {
    const diff = diffResults(snapshot([{ a: 1 }, { a: 1 }, { a: 2 }]), snapshot([{ a: 1 }, { a: 3 }]))
    expect(diff).toMatchObject({ keyColumns: [], same: 1, added: [{ a: 3 }], removed: [{ a: 1 }, { a: 2 }] })
  })

  it.each([
    ['equal', [{ id: 1 }], [{ id: 1 }], 1, 0, 0],
    ['empty before', [], [{ id: 1 }], 0, 1, 0],
    ['empty after', [{ id: 1 }], [], 0, 0, 1],
  ])('%s', (_, before, after, same, added, removed) => {
    const diff = diffResults(snapshot(before), snapshot(after))
    expect([diff.same, diff.added.length, diff.removed.length]).toEqual([same, added, removed])
  })

  it('is the same in slices, and every row of either run is in it once', async () => {
    const rows = fc.array(fc.record({ id: fc.option(fc.nat(900)), status: fc.constantFrom('ok', 'bad') }), {
      maxLength: 1500,
      size: 'max',
    })
    await fc.assert(
      fc.asyncProperty(rows, rows, fc.boolean(), async (old, fresh, keyed) => {
        const rowsOf = (list: typeof old) => snapshot(keyed ? list.map((row, id) => ({ ...row, id })) : list)
        const [before, after] = [rowsOf(old), rowsOf(fresh)]
        const diff = await inSlices(diffSteps(before, after))
        expect(diff).toEqual(diffResults(before, after))
        expect(diff.same + diff.changed.length + diff.removed.length).toBe(old.length)
        expect(diff.same + diff.changed.length + diff.added.length).toBe(fresh.length)
      }),
      { numRuns: 25 },
    )
  })
})
