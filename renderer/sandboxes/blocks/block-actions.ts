import { clean, MAX_OUTPUT_CHARACTERS, MAX_TEXT_CHARACTERS } from '#shared/investigations/cell.ts'
import type { Block } from '#shared/terminals/block.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import type { useText } from '../../i18n/text.ts'
import type { MenuEntry } from '../../ui/menu.tsx'
import { sendIntent } from '../../app/intents.ts'
import { shownKeys } from '../../app/keys.ts'
import { saveFile } from '../../app/save-file.ts'
import { copyHtml, copyText } from '../../app/copy-text.ts'
import { codeEntries } from '../code/copy-code.tsx'
import { keepDraft, markBlocks, outputOf, submitAgain } from '../sessions/actions.ts'
import { useEditing } from '../sessions/editing.ts'
import type { TerminalView } from '../sessions/view.ts'
import { readAsText } from '../sessions/reading.ts'
import { type ExportFormat, exportBlocks, exportFormats, outputHtml, outputText } from './block-export.ts'

/** Puts a command into the line for editing. */
function editCommand(id: string, command: string): void {
  keepDraft(id, command)
  useEditing.getState().focus(id, { text: command })
}

/** Adds a finished command and its output to an investigation. */
export async function addBlock({ id, ...terminal }: TerminalView, block: Block): Promise<void> {
  if (block.background || block.state === 'running') return
  const text = clean(outputText({ output: await outputOf(id, block.number) }))
  await sendIntent('investigations.add', {
    kind: 'command',
    text: clean(block.command).slice(0, MAX_TEXT_CHARACTERS),
    sandbox: placeOf(terminal),
    result: {
      kind: 'output',
      at: block.startedAt,
      exitCode: block.exitCode,
      text: text.slice(0, MAX_OUTPUT_CHARACTERS),
      ...(text.length > MAX_OUTPUT_CHARACTERS ? { total: text.length } : {}),
    },
  })
}

/** Label of a block's menu. */
export const menuOf = (t: ReturnType<typeof useText>, { background, command }: Block): string =>
  t('sandboxes.block.more', {
    command: background ? t('sandboxes.block.background') : command.slice(0, 40),
  })

interface BlockMenu {
  /** Why nothing can be run. */
  readonly noRun: string | undefined
  compare(): void
}

/** Menu entries of a block. */
export function blockEntries(
  t: ReturnType<typeof useText>,
  terminal: TerminalView,
  block: Block,
  { noRun, compare }: BlockMenu,
): MenuEntry[] {
  const { id, platform, sandboxId, session } = terminal
  const { number } = block
  const copyOutput = async (before = ''): Promise<void> =>
    copyText(before + outputText({ output: await outputOf(id, number) }))
  const copyColours = async (): Promise<void> => {
    const output = await outputOf(id, number)
    await copyHtml(`<pre>${outputHtml({ output })}</pre>`, outputText({ output }))
  }
  const isOver = block.state !== 'running'
  const noCommand = block.background ? t('sandboxes.block.background') : undefined
  return [
    {
      label: t('sandboxes.block.rerun'),
      disabled: noRun ?? noCommand,
      act: () => submitAgain(id, block.command),
    },
    { label: t('sandboxes.block.edit'), disabled: noCommand, act: () => editCommand(id, block.command) },
    { label: t('sandboxes.block.copy.command'), act: () => void copyText(block.command), apart: true },
    { label: t('sandboxes.block.copy.output'), act: () => void copyOutput() },
    {
      label: t('sandboxes.block.copy.both'),
      act: () => void copyOutput(`$ ${block.command}\n`),
    },
    {
      label: t('sandboxes.block.copy.html'),
      act: () => void copyColours(),
    },
    {
      label: t('sandboxes.read'),
      keys: shownKeys('sandboxes.read'),
      takesFocus: true,
      act: () => readAsText(id, number),
    },
    {
      label: t(block.collapsed ? 'sandboxes.block.expand' : 'sandboxes.block.collapse'),
      apart: true,
      disabled: isOver ? undefined : t('sandboxes.block.running'),
      act: () => markBlocks(id, { collapsed: !block.collapsed }, [number]),
    },
    {
      label: t(block.bookmarked ? 'sandboxes.block.unbookmark' : 'sandboxes.block.bookmark'),
      act: () => markBlocks(id, { bookmarked: !block.bookmarked }, [number]),
    },
    {
      label: t('sandboxes.block.compare'),
      disabled: isOver ? undefined : t('sandboxes.block.running'),
      act: compare,
    },
    {
      label: t('investigations.keep'),
      apart: true,
      keys: shownKeys('sandboxes.keep'),
      disabled: noCommand ?? (isOver ? undefined : t('sandboxes.block.running')),
      act: () => void addBlock(terminal, block),
    },
    ...codeEntries(t, { kind: 'run', sandboxId, session, command: block.command }, platform).map(
      (entry, index) => ({
        ...entry,
        apart: index === 0,
      }),
    ),
  ]
}

/** Saves a terminal's blocks as a file. */
export async function exportTerminal(
  { id, name, blocks }: TerminalView,
  format: ExportFormat,
  size: { columns: number; rows: number },
): Promise<void> {
  const { extension, type } = exportFormats[format]
  const printed = await Promise.all(
    blocks.map(async (block) => ({ ...block, output: await outputOf(id, block.number) })),
  )
  const content = exportBlocks(printed, format, { title: name, ...size })
  saveFile(`${name.replace(/[^\w.-]+/g, '-')}.${extension}`, new Blob([content], { type }))
}
