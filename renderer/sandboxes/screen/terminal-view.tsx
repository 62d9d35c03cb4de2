import '@xterm/xterm/css/xterm.css'
import { useEffect, useRef } from 'react'
import { text, useText } from '../../i18n/text.ts'
import { workbench } from '../../app/workbench.ts'
import { filters, passes } from '../blocks/block.ts'
import { typeInto, withLiveOutput } from '../sessions/runner.ts'
import { changeTerminal, onFeed, terminalOf, useTerminals } from '../sessions/terminal-store.ts'
import { TerminalScreen } from './terminal-screen.ts'
import styles from './terminal-view.module.css'

/** Milliseconds without a change of size before the platform is told. */
const SETTLED = 200

/** What of a terminal decides which blocks are laid out; when it changes, the screen is laid out anew. */
function layoutKey(id: string): string {
  const terminal = terminalOf(id)
  if (!terminal) return ''
  const collapsed = terminal.blocks.filter((block) => block.collapsed).map(({ number }) => number)
  const { text: needle, failed, bookmarked } = terminal.filter
  const passing = filters(terminal.filter)
    ? terminal.blocks.filter((block) => passes(block, terminal.filter)).map(({ number }) => number)
    : []
  return JSON.stringify([collapsed, needle, failed, bookmarked, passing, terminal.home])
}

interface TerminalViewProps {
  readonly id: string
  onScreen(screen: TerminalScreen | undefined): void
}

/** The xterm of a terminal. */
export function TerminalView({ id, onScreen }: TerminalViewProps) {
  const t = useText()
  const host = useRef<HTMLDivElement>(null)
  const name = useTerminals((state) => state.terminals[id]?.name)
  useEffect(() => {
    const element = host.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const screen = new TerminalScreen(
      element,
      {
        openLink: (url) => void workbench.call('host.openExternal', { url }).catch(() => undefined),
        look: (selected, clicked) => {
          if (clicked && selected !== undefined) changeTerminal(id, () => ({ selected }))
        },
        type: (data) => void typeInto(id, data).catch(() => undefined),
        resize: (cols, rows) => {
          clearTimeout(timer)
          timer = setTimeout(() => tellSize(id, cols, rows), SETTLED)
        },
        gap: (characters) => text('terminal.block.gap', { characters }),
        collapsed: (lines) => text('terminal.block.collapsed', { lines }),
      },
      styles['badge'] ?? '',
    )
    screen.fit()
    const layOut = (): void => {
      const terminal = terminalOf(id)
      if (terminal)
        screen.show(
          terminal.blocks
            .filter((block) => passes(block, terminal.filter))
            .map((block) => withLiveOutput(id, block)),
          terminal.home,
        )
    }
    layOut()
    let key = layoutKey(id)
    const stopFeed = onFeed(id, (event) => {
      const terminal = terminalOf(id)
      if (
        !terminal ||
        (event.kind === 'begin' && filters(terminal.filter) && !passes(event.block, terminal.filter))
      )
        return
      if (event.kind === 'anew') layOut()
      else if (event.kind === 'begin') screen.begin(event.block)
      else if (event.kind === 'chunk') screen.append(event.text)
      else screen.end(event.block)
      key = layoutKey(id)
    })
    const stopStore = useTerminals.subscribe((state, before) => {
      if (state.terminals[id] === before.terminals[id]) return
      // A session begins with a size of its own.
      const opened = before.terminals[id]?.status === 'opening' && state.terminals[id]?.status === 'ready'
      if (opened) tellSize(id, screen.size.columns, screen.size.rows)
      const next = layoutKey(id)
      if (next === key) return
      key = next
      layOut()
    })
    onScreen(screen)
    return () => {
      clearTimeout(timer)
      stopFeed()
      stopStore()
      onScreen(undefined)
      screen.dispose()
    }
  }, [id, onScreen])
  return (
    <div className={styles['frame']}>
      <div ref={host} className={styles['view']} role="group" aria-label={t('terminal.output', { name })} />
    </div>
  )
}

function tellSize(id: string, cols: number, rows: number): void {
  const terminal = terminalOf(id)
  if (!terminal || !['ready', 'running'].includes(terminal.status)) return
  const { platform, sandboxId, session } = terminal
  workbench.call('sandboxes.resize', { platform, sandboxId, session, cols, rows }).catch(() => undefined)
}
