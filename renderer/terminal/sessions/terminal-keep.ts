import { z } from 'zod'
import { text } from '../../app/i18n/text.ts'
import { workbench } from '../../app/workbench.ts'
import { type Block, blockSchema } from '../blocks/block.ts'
import { keptTerminal, restoredTerminal, terminalSchema, type TerminalState } from './terminal.ts'
import { terminalOf, useTerminals } from './terminal-store.ts'

const COLLECTION = 'terminals'
const LAYOUT = { collection: 'terminal-layout', id: 'tabs' }
/** Blocks kept per terminal; older ones are removed, and the list says so. */
export const BLOCK_LIMIT = 300
/** Milliseconds between a change and its writing. */
const PAUSE = 400

const layoutSchema = z.object({
  tabs: z.record(
    z.string(),
    z.array(
      z.object({ id: z.string(), panes: z.array(z.string()), direction: z.enum(['horizontal', 'vertical']) }),
    ),
  ),
  activeTab: z.record(z.string(), z.string()),
})

const blocksOf = (id: string): string => `terminal-blocks.${id}`
const waiting = new Map<string, { readonly timer: ReturnType<typeof setTimeout>; write(): void }>()

function soon(key: string, write: () => Promise<unknown>): void {
  clearTimeout(waiting.get(key)?.timer)
  const now = (): void => {
    waiting.delete(key)
    // What cannot be written now is written with the next change; the core tells the person why.
    write().catch(() => undefined)
  }
  waiting.set(key, { timer: setTimeout(now, PAUSE), write: now })
}

/** Writes what waits, at once: the page is going away. */
function writeNow(): void {
  for (const { timer, write } of waiting.values()) {
    clearTimeout(timer)
    write()
  }
}

/** Writes a terminal's own document soon. */
export function keepTerminal(id: string): void {
  soon(id, async () => {
    const terminal = terminalOf(id)
    if (terminal)
      await workbench.call('store.write', { collection: COLLECTION, id, value: keptTerminal(terminal) })
  })
}

/** Writes a block that begins, at once: it must be found again whatever becomes of the page. */
export function keepBegun(id: string, block: Block): void {
  workbench
    .call('store.write', { collection: blocksOf(id), id: String(block.number), value: block })
    .catch(() => undefined)
}

/** Writes one block soon, and removes the ones that are too old. */
export function keepBlock(id: string, block: Block): void {
  soon(`${id}/${block.number}`, async () => {
    const now = terminalOf(id)?.blocks.find(({ number }) => number === block.number)
    // While it runs its output is not in the store: what the caller has is newer.
    const latest = now === undefined || now.state === 'running' ? block : now
    await workbench.call('store.write', { collection: blocksOf(id), id: String(block.number), value: latest })
    const old = block.number - BLOCK_LIMIT
    if (old > 0) await workbench.call('store.remove', { collection: blocksOf(id), id: String(old) })
  })
}

/** Removes one block that never came to be. */
export function forgetBlock(id: string, number: number): void {
  soon(`${id}/${number}`, () =>
    workbench.call('store.remove', { collection: blocksOf(id), id: String(number) }),
  )
}

/** Removes what is kept of a terminal that was closed for good. */
export async function forgetTerminal({ id, blocks }: TerminalState): Promise<void> {
  await workbench.call('store.remove', { collection: COLLECTION, id })
  for (const { number } of blocks) {
    await workbench.call('store.remove', { collection: blocksOf(id), id: String(number) })
  }
}

async function readTerminal(value: unknown): Promise<TerminalState | undefined> {
  const kept = terminalSchema.safeParse(value)
  if (!kept.success) return undefined
  const documents = await workbench.call('store.list', { collection: blocksOf(kept.data.id) })
  const blocks = documents
    .flatMap((document) => {
      const block = blockSchema.safeParse(document.value)
      return block.success ? [block.data] : []
    })
    .sort((a, b) => a.number - b.number)
    // A command that ran when the page went away: nobody knows how it ended.
    .map((block): Block =>
      block.state === 'running'
        ? { ...block, state: 'lost', problem: text('terminal.block.wasRunning') }
        : block,
    )
  return restoredTerminal(kept.data, blocks)
}

let loading: Promise<void> | undefined

/** Reads what was kept, once, and writes the layout whenever it changes. */
export function loadTerminals(): Promise<void> {
  loading ??= load()
  return loading
}

async function load(): Promise<void> {
  window.addEventListener('pagehide', writeNow)
  const [documents, layout] = await Promise.all([
    workbench.call('store.list', { collection: COLLECTION }),
    workbench.call('store.read', LAYOUT),
  ])
  const read = await Promise.all(documents.map(({ value }) => readTerminal(value)))
  const terminals = Object.fromEntries(
    read.flatMap((terminal) => (terminal ? [[terminal.id, terminal]] : [])),
  )
  const parsed = layoutSchema.safeParse(layout.value)
  const { tabs, activeTab } = parsed.success ? parsed.data : { tabs: {}, activeTab: {} }
  const known = Object.fromEntries(
    Object.entries(tabs).map(([place, list]) => [
      place,
      list
        .map((tab) => ({ ...tab, panes: tab.panes.filter((pane) => terminals[pane] !== undefined) }))
        .filter(({ panes }) => panes.length > 0),
    ]),
  )
  useTerminals.setState({ loaded: true, terminals, tabs: known, activeTab })
  useTerminals.subscribe((state, before) => {
    if (state.tabs === before.tabs && state.activeTab === before.activeTab) return
    soon('layout', () => {
      const { tabs, activeTab } = useTerminals.getState()
      return workbench.call('store.write', { ...LAYOUT, value: { tabs, activeTab } })
    })
  })
}
