import { labelled } from '../i18n/text.ts'
import type { CommandDeclaration } from '../app/commands.ts'
import { SECTIONS } from './sessions/shown.ts'

export const EXPORT_FORMATS = ['text', 'markdown', 'html', 'asciicast'] as const

/** All commands of the sandboxes bench. */
export const sandboxesCommands: readonly CommandDeclaration[] = [
  { id: 'sandboxes.start', title: 'sandboxes.start' },
  { id: 'sandboxes.shell', title: 'sandboxes.empty.shell' },
  { id: 'sandboxes.attach', title: 'sandboxes.attach' },
  { id: 'sandboxes.images', title: 'sandboxes.images' },
  { id: 'sandboxes.audit', title: 'sandboxes.audit' },
  { id: 'sandboxes.rename', title: 'sandboxes.name.change' },
  { id: 'sandboxes.refresh', title: 'sandboxes.refresh' },
  { id: 'sandboxes.stop', title: 'sandboxes.stop' },
  { id: 'sandboxes.restart', title: 'sandboxes.restart' },
  { id: 'sandboxes.keepAlive', title: 'sandboxes.keepAlive' },
  { id: 'sandboxes.pause', title: 'sandboxes.pause.command' },
  { id: 'sandboxes.commit', title: 'sandboxes.commit' },
  { id: 'sandboxes.fork', title: 'sandboxes.fork' },
  { id: 'sandboxes.compare', title: 'sandboxes.compare' },
  { id: 'sandboxes.lend', title: 'sandboxes.lend' },
  { id: 'sandboxes.delete', title: 'sandboxes.delete.command' },
  ...SECTIONS.map((section): CommandDeclaration => ({
    id: `sandboxes.${section}`,
    title: (t) => t('sandboxes.command.show', { section: t(`sandboxes.section.${section}`) }),
  })),
  { id: 'sandboxes.new', title: 'sandboxes.new', keys: 'Mod+Shift+~' },
  { id: 'sandboxes.close', title: 'sandboxes.command.close', keys: 'Mod+Shift+X' },
  { id: 'sandboxes.split.right', title: 'sandboxes.split.right', keys: 'Mod+Shift+E' },
  { id: 'sandboxes.split.down', title: 'sandboxes.split.down', keys: 'Mod+Shift+O' },
  { id: 'sandboxes.nextTerminal', title: 'sandboxes.nextTerminal', keys: 'Mod+Shift+}' },
  { id: 'sandboxes.previousTerminal', title: 'sandboxes.previousTerminal', keys: 'Mod+Shift+{' },
  { id: 'sandboxes.focus', title: 'sandboxes.command.focus', keys: 'Mod+`' },
  { id: 'sandboxes.find', title: 'sandboxes.find', keys: 'Mod+Shift+F' },
  // Alt+F2 alone is the desktop's on Linux.
  { id: 'sandboxes.read', title: 'sandboxes.read', keys: 'Alt+Shift+F2' },
  { id: 'sandboxes.screenReader', title: 'sandboxes.screenReader' },
  { id: 'sandboxes.interrupt', title: 'sandboxes.input.interrupt' },
  { id: 'sandboxes.rerun', title: 'sandboxes.block.rerun' },
  { id: 'sandboxes.keep', title: 'investigations.keep', keys: 'Mod+Alt+K' },
  { id: 'sandboxes.previous', title: 'sandboxes.block.previous', keys: 'Alt+ArrowUp' },
  { id: 'sandboxes.next', title: 'sandboxes.block.next', keys: 'Alt+ArrowDown' },
  { id: 'sandboxes.failedBefore', title: 'sandboxes.block.failedBefore', keys: 'Alt+Shift+ArrowUp' },
  { id: 'sandboxes.failed', title: 'sandboxes.block.failed', keys: 'Alt+Shift+ArrowDown' },
  ...EXPORT_FORMATS.map((format): CommandDeclaration => ({
    id: `sandboxes.export.${format}`,
    title: (t) => labelled(t('sandboxes.export'), t(`sandboxes.export.${format}`)),
  })),
]
