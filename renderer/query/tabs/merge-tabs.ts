import type { Tab, Workspace } from './tab.ts'

interface Kept {
  readonly tabs: readonly Tab[]
  readonly closed: readonly Workspace['closed'][number][]
}

const closedAfter = (closed: Kept['closed'], tab: Tab): boolean =>
  closed.some(({ id, at }) => id === tab.id && at > tab.at)

/**
 * The tabs of two windows brought together: of each tab what was written last, the tabs of either, and none that was closed in
 * one after it was last changed. This window's order comes first.
 */
export function mergeTabs(mine: Kept, theirs: Kept): readonly Tab[] {
  const others = new Map(theirs.tabs.map((tab) => [tab.id, tab]))
  const newest = mine.tabs.map((tab) => {
    const other = others.get(tab.id)
    others.delete(tab.id)
    return other && other.at > tab.at ? other : tab
  })
  return [...newest, ...others.values()].filter(
    (tab) => !closedAfter(mine.closed, tab) && !closedAfter(theirs.closed, tab),
  )
}

/** Whether two windows have the same tabs with the same content; order and cursors may differ. */
export function sameTabs(a: readonly Tab[], b: readonly Tab[]): boolean {
  const known = new Map(a.map((tab) => [tab.id, tab.at]))
  return a.length === b.length && b.every((tab) => known.get(tab.id) === tab.at)
}
