import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draftsCollection, type StoredDraft } from '../../../shared/documents/authoring.ts'
import {
  changeItem,
  itemOf,
  withItem,
  withoutItem,
  type Draft,
} from '../../../renderer/drafts/items/draft.ts'
import { commit, noDraft, redo, undo } from '../../../renderer/drafts/items/history.ts'

/** Round trip through the file format. */
const again = (kept: StoredDraft): StoredDraft =>
  draftsCollection.schema.parse(JSON.parse(JSON.stringify(kept))) as StoredDraft

type Act = readonly [what: 'open' | 'change' | 'out' | 'undo' | 'redo', item: number]

function acted(draft: Draft, [what, number]: Act, at: number): Draft {
  const id = `i${number}`
  if (what === 'out') return withoutItem(draft, id)
  if (what === 'change') return changeItem(draft, id, { text: `n: ${at}` })
  return draft.items.some((item) => item.id === id) ? draft : withItem(draft, itemOf(id, 'entity', { n: at }))
}

/** A draft after a series of user actions. */
const played = (
  acts: readonly Act[],
  keep = (kept: StoredDraft): StoredDraft => kept,
  most?: number,
): StoredDraft =>
  acts.reduce((before, act, at) => {
    const kept = keep(before)
    if (act[0] === 'undo') return undo(kept)
    if (act[0] === 'redo') return redo(kept)
    return commit(kept, acted(kept.draft, act, at), `${act[1]} ${at}`, at * 10_000, most)
  }, noDraft)

/** The same with whole drafts as a reference implementation. */
function told(acts: readonly Act[]): { past: Draft[]; present: Draft; future: Draft[] } {
  let [past, present, future]: [Draft[], Draft, Draft[]] = [[], { items: [] }, []]
  for (const [at, act] of acts.entries()) {
    if (act[0] === 'undo' || act[0] === 'redo') {
      const [from, to] = act[0] === 'undo' ? [past, future] : [future, past]
      const next = from.pop()
      if (!next) continue
      to.push(present)
      present = next
    } else {
      const next = acted(present, act, at)
      if (next === present) continue
      past.push(present)
      present = next
      future = []
    }
  }
  return { past, present, future }
}

const walk = (kept: StoredDraft, step: (kept: StoredDraft) => StoredDraft, times: number): StoredDraft[] =>
  Array.from({ length: times }).reduce<StoredDraft[]>((all) => [...all, step(all.at(-1) ?? kept)], [])

const texts = (drafts: readonly Draft[]): unknown => JSON.parse(JSON.stringify(drafts))

describe('the steps of a draft', () => {
  const act = fc.tuple(
    fc.constantFrom<Act[0]>('open', 'change', 'out', 'undo', 'redo'),
    fc.integer({ min: 0, max: 3 }),
  )

  it.each([
    ['in one sitting', (kept: StoredDraft) => kept],
    ['with a restart between any two', again],
  ])('lead back and forth to every draft there was, %s', (_, keep) => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const kept = played(acts, keep)
        const { past, present, future } = told(acts)
        const drafts = (list: readonly StoredDraft[]): unknown => texts(list.map(({ draft }) => draft))
        expect(texts([kept.draft])).toEqual(texts([present]))
        expect([kept.history.past.length, kept.history.future.length]).toEqual([past.length, future.length])
        expect(drafts(walk(kept, undo, past.length))).toEqual(texts(past.toReversed()))
        expect(drafts(walk(kept, redo, future.length))).toEqual(texts(future.toReversed()))
      }),
    )
  })

  /** Drafts with one item of these texts, each with what was changed and when. */
  const typed = (...texts: readonly (readonly [text: string, what: string, at: number])[]): StoredDraft =>
    texts.reduce((kept, [text, what, at]) => commit(again(kept), of(text), what, at), noDraft)
  const of = (text: string): Draft => ({ items: [{ id: 'a', type: 'entity', text }] })
  const text = ({ draft }: StoredDraft): string | undefined => draft.items[0]?.text

  it('are one for a stretch of typing, and another for another thing', () => {
    const kept = typed(
      ['a', 'text:1', 0],
      ['ab', 'text:1', 500],
      ['abc', 'text:1', 1400],
      ['abcd', 'text:2', 1500],
      ['abcde', 'text:2', 9000],
    )
    expect(walk(kept, undo, 4).map(text)).toEqual(['abcd', 'abc', undefined, undefined])
    expect(text(redo(redo(redo(undo(undo(undo(kept)))))))).toBe('abcde')
  })

  it('forward are forgotten once something else is done, and not when nothing is', () => {
    const kept = undo(typed(['a', 'x', 0], ['b', 'x', 5000]))
    expect(commit(kept, kept.draft, 'x', 5001)).toBe(kept)
    expect(commit(kept, of('c'), 'x', 5001).history.future).toEqual([])
  })

  it('never join a change to the one before an undo', () => {
    const kept = commit(undo(typed(['a', 'x', 0], ['b', 'y', 10])), of('c'), 'y', 20)
    expect(walk(kept, undo, 2).map(text)).toEqual(['a', undefined])
  })

  it('cost what was changed, not the whole draft each', () => {
    const large = Array.from({ length: 100 }, (_, n): Act => ['open', n])
    const acts = [...large, ...Array.from({ length: 50 }, (): Act => ['change', 7])]
    const text = JSON.stringify(played(acts, again).history)
    expect(text.length).toBeLessThan(JSON.stringify(told(acts).past).length / 10)
  })

  it('that are too many lose the farthest first', () => {
    const acts: Act[] = [['open', 0], ...Array.from({ length: 29 }, (): Act => ['change', 0])]
    const kept = played(acts, again, 400)
    const { length } = kept.history.past
    expect(length).toBeGreaterThan(1)
    expect(length).toBeLessThan(29)
    const reached = walk(kept, undo, length).map(({ draft }) => draft)
    expect(texts(reached)).toEqual(texts(told(acts).past.toReversed().slice(0, length)))
  })

  it('end where a file was damaged, and the draft stays', () => {
    const kept = again(
      played([
        ['open', 0],
        ['open', 1],
        ['change', 1],
      ]),
    )
    kept.history.past[1] = { order: ['gone'], differ: [] }
    const back = undo(undo(kept))
    expect([back.draft.items.length, back.history.past]).toEqual([2, []])
  })

  it('that cannot be read cost the steps, not the draft', () => {
    const kept = played([['open', 0]])
    expect(again({ ...kept, history: 'gone' as unknown as StoredDraft['history'] })).toEqual({
      ...JSON.parse(JSON.stringify(kept)),
      history: { past: [], future: [] },
    })
  })
})
