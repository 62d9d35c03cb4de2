/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- the menu is also reached by the terminal's own keys */
import { Stack } from '../../ui/stack.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import '@xterm/xterm/css/xterm.css'
import { placeOf } from '#shared/terminals/terminal.ts'
import type { FeedEvent } from '#shared/workbench/areas/terminals.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { settingValue } from '#shared/workbench/settings/index.ts'
import { terminalSettings } from '#shared/workbench/settings/terminal.ts'
import { useSetting, useSettings } from '../../app/settings-store.ts'
import { workbench } from '../../app/workbench.ts'
import { localizeFailure, text, useText } from '../../i18n/text.ts'
import { ContextMenu } from '../../ui/menu.tsx'
import { openFile } from '../files/open-file.ts'
import { copyText } from '../../app/copy-text.ts'
import { changeView, terminalOf, useTerminals } from '../sessions/view.ts'
import { absolutePath } from './path-links.ts'
import { screenEntries, handleScreenKey, nameScreen, typeOver } from './screen-keys.ts'
import { TerminalScreen } from './terminal-screen.ts'
import { terminalTheme } from './terminal-theme.ts'
import styles from './terminal-view.module.css'

/** Debounce in milliseconds before the core is told a new size. */
const SETTLED_MS = 200

/** Reports a screen's size to the core, which uses that of the focused window. */
function reportSize(id: string, sizeOf: () => { columns: number; rows: number }) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const now = (): void => {
    const { columns: cols, rows } = sizeOf()
    const { foreground = '', background = '' } = terminalTheme()
    const size = { id, cols, rows, focused: document.hasFocus(), colours: { foreground, background } }
    workbench.call('terminals.resize', size).catch(() => undefined)
  }
  window.addEventListener('focus', now)
  return {
    /** Debounced. */
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

/** Key of what determines the laid out blocks; a change rewrites the screen. */
function layoutKey(id: string): string {
  const terminal = terminalOf(id)
  if (!terminal) return ''
  const collapsed = terminal.blocks.filter((block) => block.collapsed).map(({ number }) => number)
  return JSON.stringify([collapsed, terminal.filter, terminal.found, terminal.home])
}

interface TerminalViewProps {
  readonly id: string
  onScreen(screen: TerminalScreen | undefined): void
  /** Shown over the screen. */
  readonly children?: ReactNode
}

/** The xterm of a terminal. */
export function TerminalView({ id, onScreen, children }: TerminalViewProps) {
  const t = useText()
  const host = useRef<HTMLDivElement>(null)
  const shown = useRef<TerminalScreen>(undefined)
  const [at, setAt] = useState<{
    readonly x: number
    readonly y: number
    readonly screen: TerminalScreen | undefined
  }>()
  const name = useTerminals((state) => state.terminals[id]?.name)
  const speaks = useSetting(terminalSettings.screenReader)
  useEffect(() => nameScreen(shown.current?.term), [t])
  useEffect(() => {
    const element = host.current
    if (!element) return
    nameScreen()
    const screen = new TerminalScreen(
      element,
      {
        openLink: (url) => void workbench.call('host.openExternal', { url }).catch(() => undefined),
        openFile: ({ path, line, column }) => {
          const terminal = terminalOf(id)
          if (!terminal) return
          const whole = absolutePath(path, terminal.cwd, terminal.home)
          openFile({ place: placeOf(terminal), path: whole, line, column })
        },
        look: (selected) => {
          if (terminalOf(id)?.selected !== selected) changeView(id, { selected })
        },
        progress: (progress) => {
          if (terminalOf(id)?.progress !== progress) changeView(id, { progress })
        },
        type: (data) => typeOver(id, data),
        key: (event) => handleScreenKey(id, screen, event),
        select: (chosen) => {
          if (settingValue(terminalSettings.copyOnSelect, useSettings.getState().values))
            void copyText(chosen)
        },
        background: () => text('sandboxes.block.background'),
        resize: () => size.tell(),
        gap: (characters) => text('sandboxes.block.gap', { characters }),
        collapsed: (lines) => text('sandboxes.block.collapsed', { lines }),
        problem: (problem) => localizeFailure(problem).message,
      },
      styles['badge'] ?? '',
    )
    const size = reportSize(id, () => screen.size)
    screen.fit()
    size.tell()
    const stop = follow(id, screen)
    shown.current = screen
    onScreen(screen)
    return () => {
      size.stop()
      stop()
      onScreen(undefined)
      screen.dispose()
    }
  }, [id, onScreen])
  useEffect(() => {
    if (shown.current) shown.current.speaks = speaks
  }, [speaks])
  return (
    <Stack row align="stretch" grow className={styles['frame']} style={{ position: 'relative' }}>
      <div
        ref={host}
        className={styles['view']}
        role="group"
        aria-label={t('sandboxes.output', { name })}
        onContextMenu={(event) => {
          const frame = event.currentTarget.parentElement?.getBoundingClientRect()
          if (!frame) return
          event.preventDefault()
          setAt({ x: event.clientX - frame.left, y: event.clientY - frame.top, screen: shown.current })
        }}
      />
      {children}
      <ContextMenu
        label={t('sandboxes.screen.menu')}
        at={at}
        entries={at ? screenEntries(t, id, at.screen) : []}
        onClose={() => setAt(undefined)}
      />
    </Stack>
  )
}

/** Subscribes a screen to a terminal's events from the core; returns an unsubscribe function. */
function follow(id: string, screen: TerminalScreen): () => void {
  let following = new AbortController()
  let key = ''
  const layOut = (): void => {
    following.abort()
    const { signal } = (following = new AbortController())
    const filter = terminalOf(id)?.filter
    if (!filter) return
    key = layoutKey(id)
    const show = (event: FeedEvent): void => {
      if (!signal.aborted) write(id, screen, event)
    }
    workbench
      .call('terminals.follow', { id, filter }, { signal, onProgress: show })
      .catch((error: unknown) => {
        // The next connection starts over; until then the screen stays.
        if (!signal.aborted && error instanceof WorkbenchError && error.code === 'DISCONNECTED') layOut()
      })
  }
  layOut()
  const stop = useTerminals.subscribe((state, before) => {
    if (state.terminals[id] !== before.terminals[id] && layoutKey(id) !== key) layOut()
  })
  return () => {
    stop()
    following.abort()
  }
}

function write(id: string, screen: TerminalScreen, event: FeedEvent): void {
  if (event.kind === 'reset') screen.clear(terminalOf(id)?.home)
  else if (event.kind === 'begin') screen.begin(event.block)
  else if (event.kind === 'output') screen.append(event.text)
  else if (event.kind === 'gap') screen.gap(event.characters)
  else screen.end(event.block)
}
