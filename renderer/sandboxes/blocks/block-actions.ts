import type { useText } from '../../i18n/text.ts'
import { copyHtml, copyText } from '../parts/copy-text.ts'
import type { MenuEntry } from '../../ui/menu.tsx'
import { saveFile } from '../parts/save-file.ts'
import { submit, withLiveOutput } from '../sessions/runner.ts'
import type { TerminalState } from '../sessions/terminal.ts'
import { changeBlock, changeTerminal } from '../sessions/terminal-store.ts'
import { keepBlock, keepTerminal } from '../sessions/terminal-keep.ts'
import { codeEntries } from '../snippets/copy-code.tsx'
import { useEditing } from '../line/editing.ts'
import type { Block } from './block.ts'
import { type ExportFormat, exportBlocks, exportFormats, outputHtml, outputText } from './block-export.ts'

export function toggleBlock(id: string, block: Block, what: 'collapsed' | 'bookmarked'): void {
  const change = { [what]: !block[what] }
  changeBlock(id, block.number, change)
  keepBlock(id, { ...block, ...change })
}

/** Puts a command into the line, to be changed before it runs. */
export function editCommand(id: string, command: string): void {
  changeTerminal(id, () => ({ draft: command }))
  keepTerminal(id)
  useEditing.getState().focus(id, command)
}

/** What can be done with one block. */
export function blockEntries(
  t: ReturnType<typeof useText>,
  terminal: TerminalState,
  block: Block,
  compare: () => void,
): MenuEntry[] {
  const { id, platform, sandboxId, session } = terminal
  const output = (): string => outputText(withLiveOutput(id, block))
  const isOver = block.state !== 'running'
  return [
    { label: t('terminal.block.rerun'), act: () => submit(id, block.command) },
    { label: t('terminal.block.edit'), act: () => editCommand(id, block.command) },
    { label: t('terminal.block.copy.command'), act: () => void copyText(block.command), apart: true },
    { label: t('terminal.block.copy.output'), act: () => void copyText(output()) },
    {
      label: t('terminal.block.copy.both'),
      act: () => void copyText(`$ ${block.command}\n${output()}`),
    },
    {
      label: t('terminal.block.copy.html'),
      act: () => void copyHtml(`<pre>${outputHtml(block)}</pre>`, outputText(block)),
    },
    {
      label: t(block.collapsed ? 'terminal.block.expand' : 'terminal.block.collapse'),
      apart: true,
      disabled: isOver ? undefined : t('terminal.block.running'),
      act: () => toggleBlock(id, block, 'collapsed'),
    },
    {
      label: t(block.bookmarked ? 'terminal.block.unbookmark' : 'terminal.block.bookmark'),
      act: () => toggleBlock(id, block, 'bookmarked'),
    },
    {
      label: t('terminal.block.compare'),
      disabled: isOver ? undefined : t('terminal.block.running'),
      act: compare,
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
export function exportTerminal(
  { name, blocks }: TerminalState,
  format: ExportFormat,
  size: { columns: number; rows: number },
): void {
  const { extension, type } = exportFormats[format]
  const content = exportBlocks(blocks, format, { title: name, ...size })
  saveFile(`${name.replace(/[^\w.-]+/g, '-')}.${extension}`, new Blob([content], { type }))
}
