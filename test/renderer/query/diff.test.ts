import { describe, expect, it } from 'vitest'
import { diffResults } from '../../../renderer/query/memory/diff.ts'

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
})
