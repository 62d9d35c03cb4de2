import type { TerminalTab } from './terminal.ts'

/** Returns a tab's pane layout: groups along the tab's direction, and panes across it within a group. */
export function groupsOf({ panes, joined = [] }: TerminalTab): string[][] {
  const groups: string[][] = []
  for (const pane of panes) {
    const last = groups.at(-1)
    if (last && joined.includes(pane)) last.push(pane)
    else groups.push([pane])
  }
  return groups
}

const fromGroups = (tab: TerminalTab, groups: readonly (readonly string[])[]): TerminalTab => {
  const joined = groups.flatMap((group) => group.slice(1))
  return { ...tab, panes: groups.flat(), joined: joined.length > 0 ? joined : undefined }
}

/** Inserts a pane after another one: beside its group or, across the tab's direction, within it. */
export function splitPane(
  tab: TerminalTab,
  beside: string | undefined,
  pane: string,
  direction: TerminalTab['direction'],
): TerminalTab {
  const groups = groupsOf(tab)
  const found = groups.findIndex((group) => beside !== undefined && group.includes(beside))
  const at = found < 0 ? groups.length - 1 : found
  if (tab.panes.length <= 1) return fromGroups({ ...tab, direction }, [...groups, [pane]])
  if (direction === tab.direction) return fromGroups(tab, groups.toSpliced(at + 1, 0, [pane]))
  const group = groups[at] ?? []
  const within = beside === undefined ? group.length : group.indexOf(beside) + 1
  return fromGroups(tab, groups.with(at, group.toSpliced(within, 0, pane)))
}

/** Keeps only the panes that pass; groups stay together. */
export function keepPanes(tab: TerminalTab, keeps: (pane: string) => boolean): TerminalTab {
  const groups = groupsOf(tab)
    .map((group) => group.filter(keeps))
    .filter((group) => group.length > 0)
  const [only] = groups
  // Lay out a single remaining group along its own direction, so that the next split goes where requested.
  if (groups.length === 1 && only && only.length > 1)
    return fromGroups(
      { ...tab, direction: tab.direction === 'horizontal' ? 'vertical' : 'horizontal' },
      only.map((pane) => [pane]),
    )
  return fromGroups(tab, groups)
}

/** Replaces a pane with another one. */
export const replacePane = (tab: TerminalTab, pane: string, stead: string): TerminalTab =>
  fromGroups(
    tab,
    groupsOf(tab).map((group) => group.map((one) => (one === pane ? stead : one))),
  )
