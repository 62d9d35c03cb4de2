import type { TerminalTab } from './terminal.ts'

/** The panes of a tab as they stand: groups in the direction of the tab, and in a group the panes across it. */
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

/** Puts a pane behind another one, in a direction: beside its group, or, across the tab's direction, into it. */
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

/** Keeps the panes that pass; what is left of a group stays together. */
export function keepPanes(tab: TerminalTab, keeps: (pane: string) => boolean): TerminalTab {
  const groups = groupsOf(tab)
    .map((group) => group.filter(keeps))
    .filter((group) => group.length > 0)
  const [only] = groups
  // One group that is left is laid out in its own direction, so that the next split goes where it is asked to.
  if (groups.length === 1 && only && only.length > 1)
    return fromGroups(
      { ...tab, direction: tab.direction === 'horizontal' ? 'vertical' : 'horizontal' },
      only.map((pane) => [pane]),
    )
  return fromGroups(tab, groups)
}

/** Puts a pane in the place of another one. */
export const replacePane = (tab: TerminalTab, pane: string, stead: string): TerminalTab =>
  fromGroups(
    tab,
    groupsOf(tab).map((group) => group.map((one) => (one === pane ? stead : one))),
  )
