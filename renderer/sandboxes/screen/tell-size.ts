import { workbench } from '../../app/workbench.ts'
import { terminalTheme } from './terminal-theme.ts'

/** Milliseconds without a change of size before the core is told. */
const SETTLED_MS = 200

/** Tells the core a screen's size: it follows the window that has the focus. */
export function tellSize(id: string, sizeOf: () => { columns: number; rows: number }) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const now = (): void => {
    const { columns: cols, rows } = sizeOf()
    const { foreground = '', background = '' } = terminalTheme()
    const size = { id, cols, rows, focused: document.hasFocus(), colours: { foreground, background } }
    workbench.call('terminals.resize', size).catch(() => undefined)
  }
  window.addEventListener('focus', now)
  return {
    /** Soon. */
    tell: (): void => {
      clearTimeout(timer)
      timer = setTimeout(now, SETTLED_MS)
    },
    stop: (): void => {
      clearTimeout(timer)
      window.removeEventListener('focus', now)
    },
  }
}
