import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changeItem,
  itemOf,
  withItem,
  withoutItem,
  type Draft,
} from '../../../renderer/authoring/draft/draft.ts'
import { commit, historyOf, redo, undo, type History } from '../../../renderer/authoring/draft/history.ts'
import {
  keepHistory,
  keptHistorySchema,
  restoreHistory,
} from '../../../renderer/authoring/draft/kept-history.ts'

const empty: Draft = { items: [] }

/** Written to a file and read again. */
const kept = (history: History<Draft>, most?: number) =>
  keptHistorySchema.parse(JSON.parse(JSON.stringify(keepHistory(history, most))))

const again = (history: History<Draft>, most?: number): History<Draft> =>
  restoreHistory(JSON.parse(JSON.stringify(history.present)) as Draft, kept(history, most))

type Act = readonly [what: 'open' | 'change' | 'out' | 'undo' | 'redo', item: number]

/** A history as a person makes one. */
function played(acts: readonly Act[]): History<Draft> {
  return acts.reduce((history, [what, number], at) => {
    const id = `i${number}`
    if (what === 'undo') return undo(history)
    if (what === 'redo') return redo(history)
    const { present } = history
    const next =
      what === 'out'
        ? withoutItem(present, id)
        : what === 'change'
          ? changeItem(present, id, { text: `n: ${at}` })
          : present.items.some((item) => item.id === id)
            ? present
            : withItem(present, itemOf(id, 'entity', { n: at }))
    return commit(history, next, `${id} ${at}`, at * 10_000)
  }, historyOf(empty))
}

describe('the steps of a draft', () => {
  const act = fc.tuple(
    fc.constantFrom<Act[0]>('open', 'change', 'out', 'undo', 'redo'),
    fc.integer({ min: 0, max: 3 }),
  )

  it('are the same after a restart, whatever was done', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const { past, present, future } = played(acts)
        expect(again(played(acts))).toEqual({ past, present, future })
      }),
    )
  })

  it('cost what was changed, not the whole draft each', () => {
    const large = Array.from({ length: 100 }, (_, n): Act => ['open', n])
    const drafted = played([...large, ...Array.from({ length: 50 }, (): Act => ['change', 7])])
    const text = JSON.stringify(kept(drafted))
    expect(text.length).toBeLessThan(JSON.stringify(drafted.past).length / 10)
  })

  it('that are too many lose the farthest first', () => {
    const history = played(
      Array.from({ length: 30 }, (): Act => ['open', 0]).map((one, n) => (n === 0 ? one : ['change', 0])),
    )
    const { past } = again(history, 400)
    expect(past.length).toBeGreaterThan(0)
    expect(past).toEqual(history.past.slice(-past.length))
  })

  it('end where a file was damaged, and the draft stays', () => {
    const history = played([
      ['open', 0],
      ['open', 1],
      ['change', 1],
    ])
    const damaged = kept(history)
    damaged.past[1] = { order: ['gone'], differ: [] }
    const restored = restoreHistory(history.present, damaged)
    expect([restored.present, restored.past.length]).toEqual([history.present, 1])
  })
})
