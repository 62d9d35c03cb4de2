import { z } from 'zod'
import { text } from '../../i18n/text.ts'
import { removeKept, writeKept } from '../../app/own-writes.ts'
import { Soon } from '../../app/soon.ts'
import { workbench } from '../../app/workbench.ts'
import { type Block, blockSchema } from '../blocks/block.ts'
import { keptTerminal, restoredTerminal, terminalSchema, type TerminalState } from './terminal.ts'
import { alone, holdWindow } from '../../app/open-windows.ts'
import { terminalOf, type TerminalTab, useTerminals } from './terminal-store.ts'
import { forgetLines, formerLines, takeOver, writeLines } from './waiting-lines.ts'

export const TERMINALS = 'terminals'
export const LAYOUT = { collection: 'terminal-layout', id: 'tabs' }
/** The collection of a terminal's blocks begins with this; its id follows. */
export const BLOCKS = 'terminal-blocks.'
/** Blocks kept per terminal; older ones are removed, and the list says so. */
export const BLOCK_LIMIT = 300

const layoutSchema = z.object({
  tabs: z.record(
    z.string(),
    z.array(
      z.object({ id: z.string(), panes: z.array(z.string()), direction: z.enum(['horizontal', 'vertical']) }),
    ),
  ),
  activeTab: z.record(z.string(), z.string()),
})

const blocksOf = (id: string): string => `${BLOCKS}${id}`
/** 400 ms after the last change. */
const writing = new Soon(400)

/** Whether a change of this window is about to be written: of a terminal, `terminal/block`, or the `layout`. */
export const isWaiting = (key: string): boolean => writing.has(key)

function soon(key: string, write: () => Promise<unknown>): void {
  // What cannot be written now is written with the next change; the core tells the person why.
  writing.do(key, () => void write().catch(() => undefined))
}

/** Writes a terminal's own document soon. */
export function keepTerminal(id: string): void {
  soon(id, async () => {
    const terminal = terminalOf(id)
    if (!terminal) return
    await Promise.all([
      writeLines(terminal),
      writeKept({ collection: TERMINALS, id }, keptTerminal(terminal)),
    ])
  })
}

/** Writes a block that begins, at once: it must be found again whatever becomes of the page. Resolves when others can see it. */
export function keepBegun(id: string, block: Block): Promise<void> {
  return writeKept({ collection: blocksOf(id), id: String(block.number) }, block).catch(() => undefined)
}

/** Writes one block soon, and removes the ones that are too old. */
export function keepBlock(id: string, block: Block): void {
  soon(`${id}/${block.number}`, async () => {
    const now = terminalOf(id)?.blocks.find(({ number }) => number === block.number)
    // While it runs its output is not in the store: what the caller has is newer.
    const latest = now === undefined || now.state === 'running' ? block : now
    await writeKept({ collection: blocksOf(id), id: String(block.number) }, latest)
    const old = block.number - BLOCK_LIMIT
    if (old > 0) await removeKept({ collection: blocksOf(id), id: String(old) })
  })
}

/** Removes one block that never came to be. */
export function forgetBlock(id: string, number: number): void {
  soon(`${id}/${number}`, () => removeKept({ collection: blocksOf(id), id: String(number) }))
}

/** Removes what is kept of a terminal that was closed for good. */
export async function forgetTerminal({ id, blocks }: TerminalState): Promise<void> {
  await removeKept({ collection: TERMINALS, id })
  await forgetLines(id)
  for (const { number } of blocks) await removeKept({ collection: blocksOf(id), id: String(number) })
}

/** A terminal with its blocks, from its own document. */
export async function readTerminal(value: unknown): Promise<TerminalState | undefined> {
  const kept = terminalSchema.safeParse(value)
  if (!kept.success) return undefined
  const documents = await workbench.call('store.list', { collection: blocksOf(kept.data.id) })
  const blocks = documents.flatMap(({ value: kept }) => restoredBlock(kept) ?? [])
  return restoredTerminal(
    kept.data,
    blocks.sort((a, b) => a.number - b.number),
  )
}

/** One block as it is kept; undefined when there is none. */
export async function readBlock(id: string, number: number): Promise<Block | undefined> {
  const { value } = await workbench.call('store.read', { collection: blocksOf(id), id: String(number) })
  return restoredBlock(value)
}

function restoredBlock(value: unknown): Block | undefined {
  const { data: block } = blockSchema.safeParse(value)
  // A command that ran when this was written, for a page that is not this one: nobody here knows how it ended.
  return block?.state === 'running'
    ? { ...block, state: 'lost', problem: text('terminal.block.wasRunning') }
    : block
}

let loading: Promise<void> | undefined

/** Reads what was kept, once, and writes the layout whenever it changes. */
export function loadTerminals(): Promise<void> {
  loading ??= load()
  return loading
}

async function load(): Promise<void> {
  await holdWindow()
  const [terminals, layout] = await Promise.all([alone('terminals', readTerminals), readLayout()])
  const { tabs, activeTab } = layout
  useTerminals.setState({ loaded: true, terminals, tabs: withPanes(tabs, terminals), activeTab })
  useTerminals.subscribe((state, before) => {
    if (state.tabs === before.tabs && state.activeTab === before.activeTab) return
    if (isTaking) return
    soon('layout', () => {
      const { tabs, activeTab } = useTerminals.getState()
      return writeKept(LAYOUT, { tabs, activeTab })
    })
  })
}

/** Every terminal that is kept, with the lines that wait and have no window any more. */
async function readTerminals(): Promise<Readonly<Record<string, TerminalState>>> {
  const documents = await workbench.call('store.list', { collection: TERMINALS })
  const read = await Promise.all(documents.map(({ value }) => readTerminal(value)))
  const terminals = Object.fromEntries(
    read.flatMap((terminal) => (terminal ? [[terminal.id, terminal]] : [])),
  )
  const former = documents.flatMap(({ value }) => formerLines(value) ?? [])
  const all = await takeOver(terminals, former)
  for (const { terminal: id } of former) {
    const terminal = all[id]
    if (terminal) await writeKept({ collection: TERMINALS, id }, keptTerminal(terminal))
  }
  return all
}

let isTaking = false

/** Takes over the tabs of another window, which has written them down already. */
export function takeTabs(layout: Pick<ReturnType<typeof useTerminals.getState>, 'tabs' | 'activeTab'>): void {
  isTaking = true
  useTerminals.setState(layout)
  isTaking = false
}

export async function readLayout(): Promise<z.infer<typeof layoutSchema>> {
  const parsed = layoutSchema.safeParse((await workbench.call('store.read', LAYOUT)).value)
  return parsed.success ? parsed.data : { tabs: {}, activeTab: {} }
}

/** The tabs with those panes only that there are terminals for. */
export const withPanes = (
  tabs: Readonly<Record<string, readonly TerminalTab[]>>,
  terminals: Readonly<Record<string, TerminalState>>,
): Record<string, TerminalTab[]> =>
  Object.fromEntries(
    Object.entries(tabs).map(([place, list]) => [
      place,
      list
        .map((tab) => ({ ...tab, panes: tab.panes.filter((pane) => terminals[pane] !== undefined) }))
        .filter(({ panes }) => panes.length > 0),
    ]),
  )
