import { onOthersWrite, type KeptDocument } from '../../app/own-writes.ts'
import { workbench } from '../../app/workbench.ts'
import type { Block } from '../blocks/block.ts'
import { takeInTurn } from './catching-up.ts'
import { drain, rejoin, runsHere } from './runner.ts'
import { terminalSchema } from './terminal.ts'
import {
  BLOCK_LIMIT,
  BLOCKS,
  isWaiting,
  LAYOUT,
  readBlock,
  readLayout,
  readTerminal,
  takeTabs,
  TERMINALS,
  withPanes,
} from './terminal-keep.ts'
import {
  changeTerminal,
  dropTerminal,
  feed,
  terminalOf,
  type TerminalTab,
  useTerminals,
} from './terminal-store.ts'

/**
 * Several windows show the same terminals. What one of them writes down the others take in, so that each numbers its commands
 * after those of all, and none writes an old picture over what another one did.
 */

let following = false

/** Called once what was kept has been read. */
export function followOtherWindows(): void {
  if (following) return
  following = true
  onOthersWrite((document) => takeInTurn(() => take(document)))
}

async function take({ collection, id }: KeptDocument): Promise<void> {
  if (collection === TERMINALS) await takeTerminal(id)
  else if (collection === LAYOUT.collection) await takeLayout()
  else if (collection.startsWith(BLOCKS)) await takeBlock(collection.slice(BLOCKS.length), Number(id))
}

async function takeTerminal(id: string): Promise<void> {
  const { value, found } = await workbench.call('store.read', { collection: TERMINALS, id })
  if (!found) return dropTerminal(id)
  if (terminalOf(id)) {
    const kept = terminalSchema.safeParse(value)
    if (!kept.success || isWaiting(id)) return
    const { name, cwd, home } = kept.data
    return changeTerminal(id, () => ({ name, ...(cwd ? { cwd } : {}), ...(home ? { home } : {}) }))
  }
  const terminal = await readTerminal(value)
  if (!terminal) return
  useTerminals.setState(({ terminals }) => ({ terminals: { ...terminals, [id]: terminal } }))
  await takeLayout()
}

async function takeLayout(): Promise<void> {
  const layout = await readLayout()
  const { terminals, tabs: mine, activeTab } = useTerminals.getState()
  const tabs = withPanes(layout.tabs, terminals)
  if (isWaiting('layout')) addUnwritten(tabs, mine)
  if (JSON.stringify(tabs) === JSON.stringify(mine)) return
  const active = Object.entries(tabs).flatMap(([place, list]) => {
    const shown = list.find(({ id }) => id === activeTab[place]) ?? list.at(-1)
    return shown ? [[place, shown.id]] : []
  })
  takeTabs({ tabs, activeTab: Object.fromEntries(active) as Record<string, string> })
}

/** Adds the tabs that this window opened and has not written down yet. */
function addUnwritten(
  tabs: Record<string, TerminalTab[]>,
  mine: Readonly<Record<string, readonly TerminalTab[]>>,
): void {
  for (const [place, list] of Object.entries(mine)) {
    const known = new Set(tabs[place]?.flatMap(({ panes }) => panes))
    tabs[place] = [
      ...(tabs[place] ?? []),
      ...list.filter(({ panes }) => !panes.some((pane) => known.has(pane))),
    ]
  }
}

async function takeBlock(id: string, number: number): Promise<void> {
  const ours = (): boolean => runsHere(id, number) || isWaiting(`${id}/${number}`)
  if (!terminalOf(id) || ours()) return
  const block = await readBlock(id, number)
  const before = terminalOf(id)?.blocks.find((one) => one.number === number)
  if (ours() || JSON.stringify(block) === JSON.stringify(before)) return
  const place = (blocks: readonly Block[]): Block[] =>
    [...blocks.filter((one) => one.number !== number), ...(block ? [block] : [])]
      .sort((a, b) => a.number - b.number)
      .slice(-BLOCK_LIMIT)
  changeTerminal(id, ({ blocks }) => ({ blocks: place(blocks) }))
  feed(id, { kind: 'anew' })
  // A command that runs for another window is followed here as well; lines of this one wait until it ends.
  if (block?.state === 'lost' && terminalOf(id)?.status === 'ready') void rejoin(id).then(() => drain(id))
}
