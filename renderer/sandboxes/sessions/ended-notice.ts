import { type Block, hasFailed } from '#shared/terminals/block.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import { settingValue } from '#shared/workbench/settings/index.ts'
import { terminalSettings } from '#shared/workbench/settings/terminal.ts'
import { text } from '../../i18n/text.ts'
import { useRoute } from '../../app/route.ts'
import { useSettings } from '../../app/settings-store.ts'
import { useShown } from './shown.ts'
import { changeView, terminalOf, useTerminals } from './view.ts'
import { thisWindow } from './window.ts'

/** Whether the terminal is visible in this window. */
function isSeen(id: string): boolean {
  const terminal = terminalOf(id)
  if (!terminal || document.hidden || useRoute.getState().bench !== 'sandboxes') return false
  const place = placeOf(terminal)
  const { tabs, activeTab } = useTerminals.getState()
  const tab = tabs[place]?.find((one) => one.id === activeTab[place])
  const { place: shown, section } = useShown.getState()
  return shown === place && section === 'terminals' && (tab?.panes.includes(id) ?? false)
}

/**
 * Marks the tab of a command that ended out of sight; if it took longer than the configured time, the window
 * that sent it shows a notification.
 */
export function notifyEnded(id: string, block: Block): void {
  if (isSeen(id)) return
  changeView(id, { unseen: (terminalOf(id)?.unseen ?? 0) + 1 })
  const seconds = settingValue(terminalSettings.notifyAfter, useSettings.getState().values)
  const isLong = (block.milliseconds ?? 0) >= seconds * 1000
  if (!isLong || block.window !== thisWindow) return
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const title = text(hasFailed(block) ? 'sandboxes.notice.failed' : 'sandboxes.notice.done', {
    name: terminalOf(id)?.name,
  })
  const notification = new Notification(title, {
    body: block.command.slice(0, 200),
    tag: `${id}/${block.number}`,
  })
  notification.addEventListener('click', () => window.focus())
}
