import { CornerDownLeft, Radio, SendToBack, Square, SquarePlay, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { placeOf, type QueuedLine } from '#shared/terminals/terminal.ts'
import { terminalSettings } from '#shared/workbench/settings/terminal.ts'
import { Truncate } from '../../ui/truncate.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useText } from '../../i18n/text.ts'
import { useSetting } from '../../app/settings-store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { isBehindDialog } from '../../ui/landmark.ts'
import { Notice } from '../../ui/notice.tsx'
import { Input } from '../../ui/field.tsx'
import { useSandbox } from '../sandboxes/sandbox-store.ts'
import { noInterrupt, useUnsupportedFeature } from '../sandboxes/unsupported-feature.ts'
import type { TerminalScreen } from '../screen/terminal-screen.ts'
import { keysBack } from '../screen/screen-keys.ts'
import { answerWith, cancelLine, detachTerminal } from '../sessions/actions.ts'
import { inputMode, isAnswer } from '../sessions/input-mode.ts'
import { showFolder } from '../sessions/show.ts'
import { type TerminalView, useTerminals } from '../sessions/view.ts'
import { commandsOf, searchHistory, useHistory } from '../sessions/history.ts'
import type { IncompleteInput } from './bash-input.ts'
import { ChoiceList } from './choice-list.tsx'
import { CompletionList } from './completion-list.tsx'
import { handleKey } from './keyboard.ts'
import type { LineAccess } from './line-field.ts'
import { SnippetMenu } from './snippet-menu.tsx'
import { type LineNote, useLineEditor, usePeers } from './use-line-editor.ts'
import styles from './line-editor.module.css'

/* oxlint-disable jsx-a11y/no-autofocus -- the search that was just asked for */

interface HistorySearchProps {
  readonly sandboxId: string
  /** Undefined: cancelled. */
  choose(command: string | undefined): void
}

/** Reverse search (Ctrl+R) through the commands of this sandbox, or of all. */
function HistorySearch({ sandboxId, choose }: HistorySearchProps) {
  const t = useText()
  const entries = useHistory((state) => state.entries)
  const [needle, setNeedle] = useState('')
  const [everywhere, setEverywhere] = useState(false)
  const [chosen, setChosen] = useState(0)
  const found = searchHistory(commandsOf(entries, everywhere ? undefined : sandboxId), needle)
  const move = (step: number): void => setChosen((at) => Math.max(0, Math.min(found.length - 1, at + step)))
  const keys: Readonly<Record<string, () => void>> = {
    Enter: () => choose(found[chosen]),
    Escape: () => choose(undefined),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Tab: () => setEverywhere(!everywhere),
  }
  return (
    <div className={styles['history']} role="search">
      <Stack row gap={2.5} pad={[1.5, 3]}>
        <Input
          value={needle}
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls="history-found"
          aria-label={t('sandboxes.history')}
          placeholder={t('sandboxes.history')}
          onChange={(event) => {
            setNeedle(event.target.value)
            setChosen(0)
          }}
          onKeyDown={(event) => {
            const again = event.ctrlKey && event.key.toLowerCase() === 'r'
            const act = again
              ? () => move(1)
              : event.ctrlKey && event.key === 'g'
                ? keys['Escape']
                : keys[event.key]
            if (!act) return
            event.preventDefault()
            event.stopPropagation()
            act()
          }}
        />
        <Stack as="label" row gap={2}>
          <input
            type="checkbox"
            checked={everywhere}
            onChange={(event) => setEverywhere(event.target.checked)}
          />
          {t('sandboxes.history.all')}
        </Stack>
      </Stack>
      <ChoiceList
        id="history-found"
        label={t('sandboxes.history')}
        choices={found}
        chosen={chosen}
        onChoose={(index) => choose(found[index])}
      />
      {found.length === 0 ? <p>{t('sandboxes.history.empty')}</p> : null}
    </div>
  )
}

interface LineEditorProps {
  readonly id: string
  readonly screen: TerminalScreen | undefined
}

/** The command line. */
export function LineEditor({ id, screen }: LineEditorProps) {
  const terminal = useTerminals((state) => state.terminals[id])
  return terminal ? <Editor terminal={terminal} screen={screen} /> : null
}

function Editor({
  terminal,
  screen,
}: {
  readonly terminal: TerminalView
  readonly screen: LineEditorProps['screen']
}) {
  const t = useText()
  const { id } = terminal
  const pasteGuard = useSetting(terminalSettings.pasteGuard)
  const editor = useLineEditor(terminal, screen)
  const { field, line, completion, note, incomplete, clear, send } = editor
  const mode = inputMode(terminal)
  const program = programOf(terminal)
  const stopped = useSandbox(placeOf(terminal))?.state === 'stopped'
  // A new terminal takes the focus after the press that opened it has ended; but not from the tab list, nor
  // from the palette while the user is still typing there.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const walking = document.activeElement?.closest('[role="tablist"]:not([data-pressed])')
      if (!walking && !isBehindDialog()) field.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [field])
  return (
    <div className={styles['editor']}>
      {editor.searching ? (
        <HistorySearch
          sandboxId={terminal.sandboxId}
          choose={(command) => {
            editor.setSearching(false)
            if (command !== undefined) line.write({ ...line.read(), text: command, cursor: command.length })
            field.current?.focus()
          }}
        />
      ) : null}
      <CompletionList completion={completion} />
      <LineNotes
        note={note}
        incomplete={incomplete}
        queue={terminal.queue}
        onAnswer={isAnswer(mode) ? (queued) => answerWith(id, queued.id) : undefined}
        onSend={() => send(true)}
        onClear={() => {
          if (note?.kind === 'pasted') clear()
          editor.setNote(undefined)
          field.current?.focus()
        }}
        onCancel={(queued) => cancelLine(id, queued)}
      />
      <Stack row align="start" gap={2} className={styles['row']}>
        <div className={styles['prompt']}>
          {terminal.plain ? <Badge>{t('sandboxes.plain.badge')}</Badge> : null}
          <span>{mode === 'shell' ? showFolder(terminal.cwd, terminal.home) : program}</span>
          <b aria-hidden>❯</b>
        </div>
        <textarea
          ref={field}
          aria-label={t('sandboxes.input', { name: terminal.name })}
          className={styles['field']}
          rows={1}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          data-secret={mode === 'secret' || undefined}
          placeholder={t(`sandboxes.input.mode.${mode === 'shell' && stopped ? 'stopped' : mode}`, {
            program,
            keys: keysBack(),
          })}
          onInput={() => {
            editor.setNote(undefined)
            completion.close()
            editor.typed()
          }}
          onPaste={(event) => {
            const lines = event.clipboardData.getData('text').trimEnd().split('\n').length
            // After the field's own input event, which clears previous notes.
            if (pasteGuard && lines > 1) setTimeout(() => editor.setNote({ kind: 'pasted', lines }))
          }}
          onKeyDown={(event) => handleKey(event.nativeEvent, editor.actions)}
        />
        <LineButtons
          terminal={terminal}
          line={line}
          broadcast={editor.broadcast}
          onBroadcast={editor.setBroadcast}
          onSend={(background) => send(background, background)}
          onStop={editor.stop}
        />
      </Stack>
    </div>
  )
}

/** Name of the running program, as far as known. */
const programOf = ({ foreground, blocks }: TerminalView): string =>
  foreground?.program || (blocks.at(-1)?.command.trim().split(/\s/)[0] ?? '')

interface LineButtonsProps {
  readonly terminal: TerminalView
  readonly line: LineAccess
  readonly broadcast: boolean
  onBroadcast(broadcast: boolean): void
  onSend(background: boolean): void
  onStop(): void
}

/** Buttons for the line and for the running program. */
function LineButtons({ terminal, line, broadcast, onBroadcast, onSend, onStop }: LineButtonsProps) {
  const t = useText()
  const { id, platform, status } = terminal
  const unsupported = useUnsupportedFeature()
  const noChange = unsupported('change', platform)
  const peers = usePeers(id)
  return (
    <Stack row align="stretch" gap={0.5}>
      {status === 'running' ? (
        <>
          <IconButton label={t('sandboxes.aside')} icon={SendToBack} onClick={() => detachTerminal(id)} />
          <IconButton
            label={t('sandboxes.input.interrupt')}
            icon={Square}
            tone="danger"
            reason={noInterrupt(unsupported, platform)}
            onClick={onStop}
          />
        </>
      ) : null}
      <SnippetMenu id={id} read={line.read} write={line.write} />
      {peers > 1 ? (
        <IconButton
          label={t('sandboxes.broadcast.hint', { count: peers })}
          icon={Radio}
          aria-pressed={broadcast}
          onClick={() => onBroadcast(!broadcast)}
        />
      ) : null}
      <IconButton
        label={t('sandboxes.input.background')}
        icon={SquarePlay}
        reason={noChange}
        onClick={() => onSend(true)}
      />
      <IconButton
        label={t('sandboxes.input.run')}
        keys="Enter"
        icon={CornerDownLeft}
        reason={noChange}
        onClick={() => onSend(false)}
      />
    </Stack>
  )
}

interface LineNotesProps {
  readonly note: LineNote | undefined
  readonly incomplete: IncompleteInput | undefined
  readonly queue: readonly QueuedLine[]
  onSend(): void
  onClear(): void
  onCancel(line: string): void
  /** Sends a queued line to a program waiting for input. */
  readonly onAnswer: ((line: QueuedLine) => void) | undefined
}

/** Notes about the line before it is sent, and the queued lines. */
function LineNotes({ note, incomplete, queue, onSend, onClear, onCancel, onAnswer }: LineNotesProps) {
  const t = useText()
  return (
    <>
      {queue.length > 0 ? (
        <div className={styles['queue']}>
          <small aria-hidden>{t('sandboxes.input.queue', { count: queue.length })}</small>
          <ul aria-label={t('sandboxes.input.queue', { count: queue.length })}>
            {queue.map(({ id, command, window }) => (
              <Stack as="li" key={id} row justify="space-between" tone="quiet">
                <Truncate as="code">{command}</Truncate>
                {onAnswer ? (
                  <Button onClick={() => onAnswer({ id, command, window })}>
                    {t('sandboxes.input.answer')}
                  </Button>
                ) : null}
                <IconButton
                  label={t('sandboxes.input.unqueue', { command })}
                  icon={X}
                  onClick={() => onCancel(id)}
                />
              </Stack>
            ))}
          </ul>
        </div>
      ) : null}
      {note?.kind === 'program' ? (
        <Notice
          tone="warning"
          role="alert"
          action={
            <>
              <Button onClick={onClear}>{t('sandboxes.input.program.edit')}</Button>
              <Button onClick={onSend}>{t('sandboxes.input.program.anyway')}</Button>
            </>
          }
        >
          {t('sandboxes.input.program', { program: note.program.name })}{' '}
          {t(`sandboxes.input.program.${note.program.alternative}`)}
        </Notice>
      ) : null}
      {note?.kind === 'pasted' ? (
        <Notice
          tone="warning"
          role="alert"
          action={
            <>
              <Button onClick={onClear}>{t('sandboxes.input.pasted.drop')}</Button>
              <Button onClick={onSend}>{t('sandboxes.input.pasted.run')}</Button>
            </>
          }
        >
          {t('sandboxes.input.pasted', { lines: note.lines })}
        </Notice>
      ) : null}
      {note?.kind === 'again' ? <Notice role="status">{t('sandboxes.input.again')}</Notice> : null}
      {note?.kind === 'problem' ? (
        <Notice tone="bad" role="alert">
          {note.message}
        </Notice>
      ) : null}
      {incomplete ? <Notice role="status">{t(`sandboxes.input.missing.${incomplete}`)}</Notice> : null}
    </>
  )
}
