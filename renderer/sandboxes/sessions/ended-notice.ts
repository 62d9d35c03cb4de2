import { settingValue } from '#shared/workbench/settings/index.ts'
import { terminalSettings } from '#shared/workbench/settings/terminal.ts'
import { text } from '../../i18n/text.ts'
import { useRoute } from '../../app/route.ts'
import { useSettings } from '../../app/settings-store.ts'
import { type Block, hasFailed } from '../blocks/block.ts'
import { changeTerminal, placeOf, terminalOf, useTerminals } from './terminal-store.ts'
import { useShown } from './shown.ts'

/** Whether a person can see the terminal now. */
function isSeen(id: string): boolean {
  const terminal = terminalOf(id)
  if (!terminal || document.hidden || useRoute.getState().bench !== 'sandboxes') return false
  const place = placeOf(terminal)
  const { tabs, activeTab } = useTerminals.getState()
  const tab = tabs[place]?.find((one) => one.id === activeTab[place])
  return (
    useShown.getState().place === place &&
    useShown.getState().section === 'terminals' &&
    (tab?.panes.includes(id) ?? false)
  )
}

/** A command that ended out of sight leaves a mark on its tab, and a notification when it took as long as the settings ask for. */
export function tellEnded(id: string, block: Block): void {
  if (isSeen(id)) return
  changeTerminal(id, ({ unseen }) => ({ unseen: unseen + 1 }))
  const seconds = settingValue(terminalSettings.notifyAfter, useSettings.getState().values)
  if (
    (block.milliseconds ?? 0) < seconds * 1000 ||
    !('Notification' in window) ||
    Notification.permission !== 'granted'
  )
    return
  const title = text(hasFailed(block) ? 'terminal.notice.failed' : 'terminal.notice.done', {
    name: terminalOf(id)?.name,
  })
  const notification = new Notification(title, {
    body: block.command.slice(0, 200),
    tag: `${id}/${block.number}`,
  })
  notification.addEventListener('click', () => window.focus())
}
