/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- which pane has the focus, and what is dropped on it */
import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Stack } from '../../ui/stack.tsx'
import { FailureHint } from '../../app/failure-text.tsx'
import { localizeFailure, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { useDropTarget } from '../../ui/drop-target.ts'
import { useNarrow } from '../../ui/narrow.ts'
import { Drawer } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { BlockBar } from '../blocks/block-bar.tsx'
import { BlockList } from '../blocks/block-list.tsx'
import { loadOfDrop, upload } from '../files/uploading.ts'
import { LineEditor } from '../line/line-editor.tsx'
import { FindBar } from '../screen/find-bar.tsx'
import { useFinding } from '../screen/finding.ts'
import type { TerminalScreen } from '../screen/terminal-screen.ts'
import { TerminalView } from '../screen/terminal-view.tsx'
import { reopenTerminal } from '../sessions/actions.ts'
import { useUnsupportedFeature } from '../sandboxes/unsupported-feature.ts'
import { useEditing } from '../sessions/editing.ts'
import { changeView, useTerminals } from '../sessions/view.ts'
import { FirstCommand } from './first-command.tsx'
import { ReadText } from './read-text.tsx'
import { SpokenOutput } from './spoken-output.tsx'
import styles from './terminal-pane.module.css'

/**
 * Page width in px, at the default text size, below which the command list would leave less than eighty
 * columns.
 */
const LIST_FROM_PX = 1100

interface TerminalPaneProps {
  readonly id: string
  /**
   * Container for the bar of a tab's only terminal, once mounted; with several panes each has its own bar.
   */
  readonly bar: HTMLElement | null | undefined
}

/** A terminal: screen with blocks, block list, and command line. */
export function TerminalPane({ id, bar }: TerminalPaneProps) {
  const t = useText()
  const terminal = useTerminals((state) => state.terminals[id])
  const [screen, setScreen] = useState<TerminalScreen>()
  const finding = useFinding((state) => state.terminal === id)
  // With several panes there is no room for the list either.
  const narrow = useNarrow(LIST_FROM_PX) || bar === undefined
  const [listed, setListed] = useState(!narrow)
  const pane = useRef<HTMLDivElement>(null)
  const ready = useCallback((next: TerminalScreen | undefined) => setScreen(next), [])
  useEffect(() => changeView(id, { unseen: 0 }), [id])
  // In a small window it is a drawer, initially closed.
  useEffect(() => setListed(!narrow), [narrow])
  const dropTarget = useDropTarget((data) => {
    if (terminal) void loadOfDrop(terminal.cwd ?? '/tmp', data).then((load) => upload(terminal, load))
  })
  if (!terminal) return null
  const list = <BlockList terminal={terminal} screen={screen} />
  const commands = (
    <BlockBar
      terminal={terminal}
      screen={screen}
      listed={listed}
      apart={bar === undefined}
      onList={setListed}
      onFind={() => useFinding.setState({ terminal: id })}
    />
  )
  return (
    <Stack
      as="section"
      grow
      ground="surface"
      ref={pane}
      className={styles['pane']}
      aria-label={t('sandboxes.pane', { name: terminal.name })}
      {...dropTarget}
      onFocus={() => useTerminals.setState({ focused: id })}
    >
      {bar === undefined ? commands : bar && createPortal(commands, bar)}
      {finding && screen ? (
        <FindBar
          screen={screen}
          close={() => {
            useFinding.setState({ terminal: undefined })
            useEditing.getState().focus(id)
          }}
        />
      ) : null}
      <Stack row align="stretch" grow>
        <TerminalView id={id} onScreen={ready}>
          <FirstCommand terminal={terminal} />
        </TerminalView>
        {listed && !narrow ? list : null}
      </Stack>
      <Drawer
        open={listed && narrow}
        onOpenChange={setListed}
        title={t('sandboxes.blocks.toggle')}
        side="right"
      >
        <Stack row align="stretch" grow>
          {list}
        </Stack>
      </Drawer>
      <SpokenOutput terminal={terminal} />
      <ReadText terminal={terminal} screen={screen} />
      <Trouble id={id} />
      <LineEditor key={id} id={id} screen={screen} />
    </Stack>
  )
}

/** Codes of a server's refusals of a key. */
const REFUSALS: ReadonlySet<string> = new Set(['FORBIDDEN', 'TOO_MANY_CALLS', 'CAP_REACHED'])

/** Why a terminal accepts no commands, and how to fix it. */
function Trouble({ id }: { readonly id: string }) {
  const t = useText()
  const status = useTerminals((state) => state.terminals[id]?.status)
  const platform = useTerminals((state) => state.terminals[id]?.platform)
  const noChange = useUnsupportedFeature()('change', platform ?? '')
  const trouble = useTerminals((state) => state.terminals[id]?.problem)
  const failure = trouble && localizeFailure(trouble)
  const problem = failure?.message ?? ''
  const help = failure ? <FailureHint failure={failure} /> : null
  if (status === 'ended') {
    const isExit = trouble?.said?.key === 'SESSION_ENDED.exit'
    // Then there never was a shell.
    const isRefused = trouble !== undefined && REFUSALS.has(trouble.code)
    return (
      <Notice
        {...(isExit ? { role: 'status' } : { tone: 'bad', role: 'alert' })}
        action={
          <Button reason={noChange} onClick={() => reopenTerminal(id, true)}>
            {t('sandboxes.ended.recreate')}
          </Button>
        }
      >
        {isExit || isRefused ? problem : t('sandboxes.ended', { problem })} {isExit ? null : help}
      </Notice>
    )
  }
  // While reconnecting, keep showing the reason.
  if (status === 'paused' || (status === 'opening' && problem !== '')) {
    return (
      <Notice
        tone="warning"
        role="status"
        action={<Button onClick={() => reopenTerminal(id)}>{t('sandboxes.paused.retry')}</Button>}
      >
        {t('sandboxes.paused', { problem })} {help}
      </Notice>
    )
  }
  return null
}
