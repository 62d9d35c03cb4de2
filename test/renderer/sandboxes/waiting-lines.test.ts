import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Block } from '../../../renderer/sandboxes/blocks/block.ts'
import { noOutput } from '../../../renderer/sandboxes/blocks/output-keeper.ts'
import { thisWindow } from '../../../renderer/app/open-windows.ts'
import { restoredTerminal, type TerminalState } from '../../../renderer/sandboxes/sessions/terminal.ts'
import {
  formerLines,
  keptLines,
  type KeptLines,
  linesLeft,
  takeOver,
  writeLines,
} from '../../../renderer/sandboxes/sessions/waiting-lines.ts'
import { attachCore } from './core-stand-in.ts'

const documents = new Map<string, unknown>()
/** Windows, besides this one, whose page is there. */
let open: string[]

beforeEach(() => {
  documents.clear()
  open = []
  const held = () => open.map((window) => ({ name: `orrery-window-${window}` }))
  vi.stubGlobal('navigator', { locks: { query: () => Promise.resolve({ held: held() }) } })
  attachCore(
    {},
    {
      list: () => [...documents].map(([id, value]) => ({ id, modified: 0, value })),
      write: ({ id, value }) => {
        documents.set(id, value)
        return null
      },
      remove: ({ id }) => {
        documents.delete(id)
        return null
      },
    },
  )
})

const block = (number: number, window?: string): Block => ({
  number,
  command: `line ${number}`,
  startedAt: 0,
  ...(window === undefined ? {} : { window }),
  state: 'done',
  exitCode: 0,
  bookmarked: false,
  collapsed: false,
  output: noOutput,
})

const own = { platform: 'p', sandboxId: 's', env: {}, plain: false, draft: '' }

const terminal = (id: string, blocks: readonly Block[] = [], queue: string[] = []): TerminalState => ({
  ...restoredTerminal({ ...own, id, session: id, name: id }, blocks),
  queue,
})

const keep = (kept: KeptLines): void =>
  void documents.set(`${kept.terminal}-${kept.window}`, structuredClone(kept))

/** The lines that each terminal has after this window was opened. */
async function opened(terminals: readonly TerminalState[], former: readonly KeptLines[] = []) {
  const all = await takeOver(Object.fromEntries(terminals.map((one) => [one.id, one])), former)
  return Object.fromEntries(Object.entries(all).map(([id, { queue }]) => [id, queue]))
}

describe('lines of a window that was killed', () => {
  const kept: KeptLines = { terminal: 't', window: 'gone', lines: ['x', 'y'], taken: 4 }

  it.each<[string, Block[], string[]]>([
    ['before the next was taken', [], ['x', 'y']],
    ['after it was taken, before that was written', [block(5, 'gone')], ['y']],
    ['after both were taken', [block(5, 'gone'), block(6, 'gone')], []],
    ['while another window sent lines of its own', [block(5, 'other'), block(6, 'gone')], ['y']],
    ['by a version that did not note the window', [block(5)], ['y']],
  ])('%s, run not again', (_when, later, left) => {
    expect(linesLeft(kept, [1, 2, 3, 4].map((number) => block(number, 'gone')).concat(later))).toEqual(left)
  })

  it('go to the next window, which keeps them as its own', async () => {
    keep(kept)
    keep({ ...kept, terminal: 'u', lines: ['z'] })
    const terminals = [terminal('t', [block(4)]), terminal('u', [block(4)])]
    expect(await opened(terminals)).toEqual({ t: ['x', 'y'], u: ['z'] })
    expect([...documents.values()]).toEqual([
      { terminal: 't', window: thisWindow, lines: ['x', 'y'], taken: 4 },
      { terminal: 'u', window: thisWindow, lines: ['z'], taken: 4 },
    ])
  })

  it('are forgotten with their terminal', async () => {
    keep(kept)
    expect(await opened([])).toEqual({})
    expect(documents.size).toBe(0)
  })
})

describe('lines of a window that is there', () => {
  it('stay its own', async () => {
    const kept: KeptLines = { terminal: 't', window: 'there', lines: ['x'], taken: 0 }
    keep(kept)
    open = ['there']
    expect(await opened([terminal('t')])).toEqual({ t: [] })
    expect([...documents.values()]).toEqual([kept])
  })

  it('are on the disk as long as they wait', async () => {
    const waiting = terminal('t', [block(1), block(2)], ['b', 'c'])
    await writeLines(waiting)
    expect([...documents.values()]).toEqual([keptLines(waiting)])
    expect(keptLines(waiting)).toEqual({ terminal: 't', window: thisWindow, lines: ['b', 'c'], taken: 2 })
    await writeLines({ ...waiting, queue: [] })
    expect(documents.size).toBe(0)
  })
})

describe('lines in the terminal’s own document, as an earlier version kept them', () => {
  const former = { ...own, id: 't', session: 't', name: 't', queue: ['x', 'y'] }

  it.each<[string, object, string[]]>([
    ['all wait', { taken: 2 }, ['x', 'y']],
    ['one was taken', { taken: 1 }, ['y']],
    ['it did not count', {}, ['x', 'y']],
  ])('are taken over when %s', async (_when, taken, left) => {
    const lines = formerLines({ ...former, ...taken })
    expect(await opened([terminal('t', [block(1), block(2)])], lines ? [lines] : [])).toEqual({ t: left })
  })

  it('are none where none waited', () => {
    expect(formerLines({ ...former, queue: [] })).toBeUndefined()
    expect(formerLines({ ...former, queue: undefined })).toBeUndefined()
  })
})
