import { beforeEach, describe, expect, it, vi } from 'vitest'
import { tabsSchema, type Tabs } from '#shared/environments/tab.ts'
import { moveTab, renameTab } from '../../../renderer/environments/session/tabs.ts'

/** The document of open tabs, as stored by the core. */
const kept = vi.hoisted(() => ({ value: undefined as unknown }))
vi.mock('../../../renderer/app/document.ts', () => ({
  documentOf: () => ({
    change: (make: (value: unknown) => unknown) => {
      kept.value = make(kept.value)
      return Promise.resolve()
    },
  }),
}))

const before: Tabs = {
  version: 1,
  active: 'b',
  tabs: [
    { kind: 'batch', id: 'a', batch: '1' },
    { kind: 'compare', id: 'b', left: { episode: 'e', event: 1 }, right: { episode: 'f', event: 2 } },
    { kind: 'recordings', id: 'c', recordings: 'r', name: 'rollouts.jsonl' },
  ],
}
beforeEach(() => {
  kept.value = before
})
/** The core's value; other shapes are rejected. */
const now = (): Tabs => tabsSchema.parse(kept.value)

describe('a tab', () => {
  it.each([
    ['a', 1, 'bac'],
    ['c', -1, 'acb'],
    ['b', 1, 'acb'],
    ['a', -1, 'abc'],
    ['c', 1, 'abc'],
    ['gone', 1, 'abc'],
  ] as const)('%s moved by %i stands among the others as %s', (id, step, order) => {
    moveTab(id, step)
    expect(
      now()
        .tabs.map((tab) => tab.id)
        .join(''),
    ).toBe(order)
    expect(now().active).toBe('b')
  })

  it('has the name that the user gives it, and no other tab has', () => {
    renameTab('b', 'left or right')
    expect(now().tabs.map(({ name }) => name)).toEqual([undefined, 'left or right', 'rollouts.jsonl'])
    renameTab('gone', 'nothing')
    expect(now().tabs).toHaveLength(3)
  })
})
