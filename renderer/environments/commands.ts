import type { CommandDeclaration } from '../app/commands.ts'
import { RECORD_VIEWS } from './session/view-store.ts'

/** Everything that can be done with environments. */
export const environmentsCommands: readonly CommandDeclaration[] = [
  { id: 'gem.search', title: 'gem.command.search', keys: 'Mod+Shift+F' },
  { id: 'gem.library', title: 'gem.command.library' },
  { id: 'gem.reset', title: 'gem.command.reset', keys: 'Mod+Alt+R' },
  { id: 'gem.undo', title: 'gem.command.undo', keys: 'Mod+Alt+Z' },
  { id: 'gem.redo', title: 'gem.command.redo', keys: 'Mod+Alt+Y' },
  { id: 'gem.replay', title: 'gem.command.replay' },
  { id: 'gem.cancel', title: 'gem.command.cancel' },
  { id: 'gem.close', title: 'gem.command.close' },
  { id: 'gem.board', title: 'gem.command.board', keys: 'Mod+Alt+B' },
  { id: 'gem.focusBoard', title: 'gem.command.focusBoard', keys: 'Mod+Alt+G' },
  { id: 'gem.focusAction', title: 'gem.command.focusAction', keys: 'Mod+Alt+A' },
  { id: 'gem.autoplay', title: 'gem.command.autoplay', keys: 'Mod+Alt+P' },
  { id: 'gem.propose', title: 'gem.command.propose' },
  { id: 'gem.accept', title: 'gem.command.accept', keys: 'Mod+Alt+Enter' },
  { id: 'gem.report', title: 'gem.command.report' },
  { id: 'gem.compare', title: 'gem.command.compare' },
  { id: 'gem.batch', title: 'gem.command.batch' },
  { id: 'gem.endpoint', title: 'gem.command.endpoint' },
  { id: 'gem.side', title: 'gem.side.toggle' },
  { id: 'gem.tab.next', title: 'gem.command.nextTab', keys: 'Mod+Alt+PageDown' },
  { id: 'gem.tab.previous', title: 'gem.command.previousTab', keys: 'Mod+Alt+PageUp' },
  { id: 'gem.tab.close', title: 'gem.tab.close', keys: 'Mod+Alt+Q' },
  { id: 'gem.tab.closeAll', title: 'gem.tab.closeAll' },
  ...RECORD_VIEWS.map((view, i): CommandDeclaration => ({
    id: `gem.view.${view}`,
    title: (t) => t('gem.command.view', { view: t(`gem.record.${view}`) }),
    keys: `Mod+Alt+${i + 1}`,
  })),
]
