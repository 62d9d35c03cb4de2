import type { CommandDeclaration } from '../app/commands.ts'

export const SECTIONS = ['terminals', 'files', 'ports', 'overview'] as const
export const EXPORT_FORMATS = ['text', 'markdown', 'html', 'asciicast'] as const

/** Everything that can be done with sandboxes and their terminals. */
export const sandboxesCommands: readonly CommandDeclaration[] = [
  { id: 'sandboxes.start', title: 'terminal.start' },
  { id: 'sandboxes.attach', title: 'terminal.attach' },
  { id: 'sandboxes.refresh', title: 'terminal.refresh' },
  { id: 'sandboxes.stop', title: 'terminal.stop' },
  { id: 'sandboxes.restart', title: 'terminal.restart' },
  { id: 'sandboxes.keepAlive', title: 'terminal.keepAlive' },
  { id: 'sandboxes.commit', title: 'terminal.commit' },
  { id: 'sandboxes.delete', title: 'terminal.delete.command' },
  ...SECTIONS.map((section): CommandDeclaration => ({
    id: `sandboxes.${section}`,
    title: (t) => t('terminal.command.show', { section: t(`terminal.section.${section}`) }),
  })),
  { id: 'terminal.new', title: 'terminal.new' },
  { id: 'terminal.close', title: 'terminal.command.close' },
  { id: 'terminal.focus', title: 'terminal.command.focus', keys: 'Mod+`' },
  { id: 'terminal.find', title: 'terminal.find', keys: 'Mod+Shift+F' },
  { id: 'terminal.interrupt', title: 'terminal.input.interrupt' },
  { id: 'terminal.rerun', title: 'terminal.block.rerun' },
  { id: 'terminal.previous', title: 'terminal.block.previous', keys: 'Alt+ArrowUp' },
  { id: 'terminal.next', title: 'terminal.block.next', keys: 'Alt+ArrowDown' },
  { id: 'terminal.failedBefore', title: 'terminal.block.failedBefore', keys: 'Alt+Shift+ArrowUp' },
  { id: 'terminal.failed', title: 'terminal.block.failed', keys: 'Alt+Shift+ArrowDown' },
  ...EXPORT_FORMATS.map((format): CommandDeclaration => ({
    id: `terminal.export.${format}`,
    title: (t) => `${t('terminal.export')}: ${t(`terminal.export.${format}`)}`,
  })),
]
