import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeTabs, sameTabs } from '../../../renderer/query/tabs/merge-tabs.ts'
import { tabSchema, type Tab } from '../../../renderer/query/tabs/tab.ts'

const tab = (id: string, at: number, text = `${id} at ${at}`): Tab =>
  tabSchema.parse({ id, title: id, text, at })
const kept = (tabs: readonly Tab[], closed: readonly (readonly [string, number])[] = []) => ({
  tabs: [...tabs],
  closed: closed.map(([id, at]) => ({ id, at })),
})
const texts = (tabs: readonly Tab[]): string[] => tabs.map(({ text }) => text)

describe('the tabs of two windows', () => {
  it.each([
    ['keep what each opened', kept([tab('a', 1)]), kept([tab('b', 2)]), ['a at 1', 'b at 2']],
    ['have the later text of the same tab, of ours', kept([tab('a', 3)]), kept([tab('a', 2)]), ['a at 3']],
    ['and of theirs', kept([tab('a', 1)]), kept([tab('a', 2)]), ['a at 2']],
    [
      'lose what the other one closed',
      kept([tab('a', 1), tab('b', 1)]),
      kept([tab('b', 1)], [['a', 2]]),
      ['b at 1'],
    ],
    [
      'do not get back what was closed here',
      kept([tab('b', 1)], [['a', 2]]),
      kept([tab('a', 1), tab('b', 1)]),
      ['b at 1'],
    ],
    [
      'keep what was written on after it was closed',
      kept([tab('a', 3)]),
      kept([tab('b', 1)], [['a', 2]]),
      ['a at 3', 'b at 1'],
    ],
    [
      'keep their own order',
      kept([tab('b', 1), tab('a', 1)]),
      kept([tab('a', 1), tab('b', 1)]),
      ['b at 1', 'a at 1'],
    ],
  ])('%s', (_, mine, theirs, expected) => {
    expect(texts(mergeTabs(mine, theirs))).toEqual(expected)
  })

  it('come to the same, whichever window takes in the other’s', () => {
    const side = fc
      .record({
        tabs: fc.uniqueArray(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), at: fc.nat(5) }), {
          selector: ({ id }) => id,
        }),
        closed: fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), at: fc.nat(5) })),
      })
      .map(({ tabs, closed }) => ({ tabs: tabs.map(({ id, at }) => tab(id, at)), closed }))
    fc.assert(
      fc.property(side, side, (a, b) => {
        const [here, there] = [mergeTabs(a, b), mergeTabs(b, a)]
        expect(sameTabs(here, there)).toBe(true)
        const again = mergeTabs({ tabs: [...here], closed: a.closed }, { tabs: [...there], closed: b.closed })
        expect(sameTabs(again, here)).toBe(true)
      }),
    )
  })
})
