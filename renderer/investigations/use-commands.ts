import type { Cell } from '#shared/investigations/cell.ts'
import { writeInvestigation } from '#shared/investigations/write.ts'
import { type CommandHandler, type CommandHandlers, useCommandHandlers } from '../app/commands.ts'
import { saveFile } from '../app/save-file.ts'
import { connectionOf } from '../app/workbench.ts'
import { useText } from '../i18n/text.ts'
import { stableName } from '../spl/asked.ts'
import { showReceiver } from './receive-cell.ts'
import { useRenaming } from './rename-dialog.tsx'
import { cancel, canRun, runAll, runCell, useRunning } from './run.ts'
import {
  addCell,
  deleteInvestigation,
  investigationOf,
  moveCell,
  newInvestigation,
  removeCell,
  shownInvestigation,
  trustInvestigation,
  undoLast,
  useBench,
} from './store.ts'

const fileName = (title: string): string =>
  title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '') || 'investigation'

function saveMarkdown(): void {
  const shown = shownInvestigation()
  if (!shown) return
  const { title, cells } = shown
  saveFile(`${fileName(title)}.md`, writeInvestigation(title, cells), 'text/markdown;charset=utf-8')
}

async function saveHtml(): Promise<void> {
  const shown = shownInvestigation()
  if (!shown) return
  const { pageOf } = await import('./export-page.tsx')
  saveFile(`${fileName(shown.title)}.html`, await pageOf(shown.title, shown.cells), 'text/html')
}

interface FrameActions {
  open(): void
  /** The maximum number of cells is reached. */
  full(): void
}

/** Registers the bench's command handlers for the shown investigation and its current cell. */
export function useInvestigationCommands({ open, full }: FrameActions): void {
  const t = useText()
  const shown = useBench((state) => state.shown)
  const current = useBench((state) => state.current)
  const past = useBench((state) => state.undo.length > 0)
  const runs = useRunning((state) => state.all !== undefined || Object.keys(state.running).length > 0)
  const noneOpen = shown === undefined ? t('investigations.noneOpen') : undefined
  const noCell = noneOpen ?? (current === undefined ? t('investigations.noCell') : undefined)
  const whole = (run: (id: string) => unknown): CommandHandler => ({
    disabled: noneOpen,
    run: () => (shown === undefined ? undefined : run(shown)),
  })
  const one = (run: (id: string, cell: string) => unknown): CommandHandler => ({
    disabled: noCell,
    run: () => (shown === undefined || current === undefined ? undefined : run(shown, current)),
  })
  const add = (kind: Cell['kind']) => async (): Promise<void> => {
    await showReceiver()
    const server = kind === 'query' ? connectionOf('model') : undefined
    const content = { kind, text: '', ...(server ? { connection: stableName(server) } : {}) }
    if (!addCell(content, useBench.getState().current, true)) full()
  }
  const handlers: CommandHandlers = {
    'investigations.new': () => newInvestigation(),
    'investigations.open': open,
    'investigations.rename': whole(() => useRenaming.setState({ open: true })),
    'investigations.delete': whole(deleteInvestigation),
    'investigations.trust': whole(trustInvestigation),
    'investigations.markdown': whole(saveMarkdown),
    'investigations.html': whole(saveHtml),
    'investigations.add.query': add('query'),
    'investigations.add.note': add('note'),
    'investigations.add.command': add('command'),
    'investigations.run': one(runCell),
    'investigations.runAll': whole((id) => {
      const cells = investigationOf(id).value?.cells ?? []
      if (cells.some(canRun)) return runAll(id)
      return undefined
    }),
    'investigations.cancel': {
      disabled: runs ? undefined : t('investigations.nothingToRun'),
      run: () => cancel(),
    },
    'investigations.edit': one((_, cell) => useBench.setState({ editing: cell })),
    'investigations.up': one((id, cell) => moveCell(id, cell, -1)),
    'investigations.down': one((id, cell) => moveCell(id, cell, 1)),
    'investigations.remove': one(removeCell),
    'investigations.undo': { disabled: past ? undefined : t('investigations.nothingToUndo'), run: undoLast },
  }
  useCommandHandlers(handlers)
}
