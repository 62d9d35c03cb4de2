import { placeOf, terminalOf, useTerminals } from '../sessions/terminal-store.ts'

type Tabs = ReturnType<typeof useTerminals.getState>['tabs']

/** The terminals in a sandbox's tabs; those that went to the background are none of them. */
const shownIn = (place: string, tabs: Tabs): string[] => (tabs[place] ?? []).flatMap(({ panes }) => panes)

/** The terminals that get a line: all of the sandbox's while broadcasting, else only this one. */
export function receivers(id: string, broadcast: boolean): string[] {
  const terminal = terminalOf(id)
  if (!terminal || !broadcast) return [id]
  const place = placeOf(terminal)
  return shownIn(place, useTerminals.getState().tabs).filter((one) => terminalOf(one)?.status !== 'ended')
}

/** How many terminals are shown of this one's sandbox, itself included. */
export const usePeers = (id: string): number =>
  useTerminals(({ terminals, tabs }) => {
    const terminal = terminals[id]
    return terminal ? shownIn(placeOf(terminal), tabs).length : 0
  })
