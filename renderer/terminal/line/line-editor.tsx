/* oxlint-disable jsx-a11y/no-autofocus -- a terminal that was opened is there to be typed into */
import { CornerDownLeft, Layers, Radio, SendToBack, Square } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { terminalSettings } from '#shared/workbench/settings/terminal.ts'
import { useText } from '../../app/i18n/text.ts'
import { useSetting } from '../../app/settings-store.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showFolder } from '../blocks/block.ts'
import { startJob } from '../jobs/jobs.ts'
import type { TerminalScreen } from '../screen/terminal-screen.ts'
import { noInterrupt, useMissing } from '../sandboxes/missing.ts'
import { SnippetMenu } from '../snippets/snippet-menu.tsx'
import { sendAside } from '../sessions/aside.ts'
import { interrupt, submit, unqueue } from '../sessions/runner.ts'
import { keepTerminal } from '../sessions/terminal-keep.ts'
import { changeTerminal, placeOf, terminalOf, useTerminals } from '../sessions/terminal-store.ts'
import { type Missing, missingInput } from './bash-input.ts'
import { CompletionList, useCompletion } from './completion-list.tsx'
import { registerEditor } from './editing.ts'
import { commandsOf, loadHistory, useHistory } from './history.ts'
import { HistorySearch } from './history-search.tsx'
import { type KeyActions, handleKey } from './keyboard.ts'
import { LineNotes, type LineNote } from './line-notes.tsx'
import { emptyLine, replaced } from './line-state.ts'
import { screenProgram } from './screen-programs.ts'
import { useLine } from './use-line.ts'
import styles from './line-editor.module.css'

interface LineEditorProps {
  readonly id: string
  readonly screen: TerminalScreen | undefined
}

/** The terminals in a sandbox's tabs; those that went to the background are none of them. */
const shownIn = (place: string, tabs: ReturnType<typeof useTerminals.getState>['tabs']): string[] =>
  (tabs[place] ?? []).flatMap(({ panes }) => panes)

/** The terminals that get a line: all of the sandbox's while broadcasting, else only this one. */
function receivers(id: string, broadcast: boolean): string[] {
  const terminal = terminalOf(id)
  if (!terminal || !broadcast) return [id]
  const place = placeOf(terminal)
  return shownIn(place, useTerminals.getState().tabs).filter((one) => terminalOf(one)?.status !== 'ended')
}

/** The line that is being typed. */
export function LineEditor({ id, screen }: LineEditorProps) {
  const t = useText()
  const pasteGuard = useSetting(terminalSettings.pasteGuard)
  const terminal = useTerminals((state) => state.terminals[id])
  const peers = useTerminals((state) => (terminal ? shownIn(placeOf(terminal), state.tabs).length : 0))
  const lacking = useMissing()
  const [broadcast, setBroadcast] = useState(false)
  const [note, setNote] = useState<LineNote>()
  const [searching, setSearching] = useState(false)
  const [missing, setMissing] = useState<Missing>()
  const recalled = useRef<{ index: number; draft: string } | undefined>(undefined)
  const saving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { field, read, write, typed } = useLine(terminal?.draft ?? '', (text) => {
    // React hears of the draft when the hand pauses: nothing may come between a key and its paint.
    clearTimeout(saving.current)
    saving.current = setTimeout(() => {
      changeTerminal(id, () => ({ draft: text }))
      keepTerminal(id)
      setMissing(text.includes('\n') ? missingInput(text) : undefined)
    }, 150)
  })
  const completion = useCompletion(id, read, write)

  useEffect(() => {
    void loadHistory()
    return registerEditor(id, (text) => {
      if (text !== undefined) write({ ...emptyLine, text, cursor: text.length })
      field.current?.focus()
    })
  }, [field, id, write])

  const clear = useCallback((): void => {
    const { kills, undo } = read()
    recalled.current = undefined
    setNote(undefined)
    setMissing(undefined)
    write({ text: '', cursor: 0, kills, undo })
    clearTimeout(saving.current)
    changeTerminal(id, () => ({ draft: '' }))
    keepTerminal(id)
  }, [id, read, write])

  /** Sends the line, unless there is something to say about it first. */
  const send = useCallback(
    (confirmed: boolean, background = false): void => {
      const { text } = read()
      const plain = terminalOf(id)?.plain ?? false
      const waiting = plain ? undefined : missingInput(text)
      if (waiting) {
        const line = read()
        write(replaced(line, line.cursor, line.cursor, '\n'))
        return setMissing(waiting)
      }
      if (text.trim() === '') return
      const program = plain || confirmed ? undefined : screenProgram(text)
      if (program) return setNote({ kind: 'program', program })
      clear()
      if (background)
        void startJob(id, text).catch((error: unknown) =>
          setNote({ kind: 'problem', message: String(error) }),
        )
      else for (const receiver of receivers(id, broadcast)) submit(receiver, text)
      screen?.term.scrollToBottom()
    },
    [broadcast, clear, id, read, screen, write],
  )

  const stop = useCallback((): void => {
    interrupt(id).then(
      (sent) => setNote(sent === 'INT' ? { kind: 'again' } : undefined),
      (error: unknown) =>
        setNote({ kind: 'problem', message: error instanceof Error ? error.message : String(error) }),
    )
  }, [id])

  const recall = useCallback(
    (step: 1 | -1): void => {
      const sandboxId = terminalOf(id)?.sandboxId
      const commands = commandsOf(useHistory.getState().entries, sandboxId)
      const { index = -1, draft = read().text } = recalled.current ?? {}
      const next = Math.max(-1, Math.min(commands.length - 1, index + step))
      recalled.current = { index: next, draft }
      const text = next < 0 ? draft : (commands[next] ?? '')
      write({ ...read(), text, cursor: text.length })
    },
    [id, read, write],
  )

  const actions: KeyActions = useMemo(
    () => ({
      read,
      write,
      send,
      stop,
      clear,
      recall,
      search: () => setSearching(true),
      clearScreen: () =>
        changeTerminal(id, ({ blocks }) => ({
          blocks: blocks.map((one) => ({ ...one, collapsed: one.state !== 'running' })),
        })),
      completion,
      running: () => terminalOf(id)?.status === 'running',
    }),
    [clear, completion, id, read, recall, send, stop, write],
  )
  if (!terminal) return null
  const running = terminal.status === 'running'
  return (
    <div className={styles['editor']}>
      {searching ? (
        <HistorySearch
          sandboxId={terminal.sandboxId}
          choose={(command) => {
            setSearching(false)
            if (command !== undefined) write({ ...read(), text: command, cursor: command.length })
            field.current?.focus()
          }}
        />
      ) : null}
      <CompletionList completion={completion} />
      <LineNotes
        note={note}
        missing={missing}
        queue={terminal.queue}
        onSend={() => send(true)}
        onClear={() => {
          if (note?.kind === 'pasted') clear()
          setNote(undefined)
          field.current?.focus()
        }}
        onUnqueue={(index) => unqueue(id, index)}
      />
      <div className={styles['row']}>
        <div className={styles['prompt']}>
          {terminal.plain ? <Badge>{t('terminal.plain.badge')}</Badge> : null}
          <span>{showFolder(terminal.cwd, terminal.home)}</span>
          <b aria-hidden>❯</b>
        </div>
        <textarea
          ref={field}
          aria-label={t('terminal.input', { name: terminal.name })}
          className={styles['field']}
          rows={1}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          autoFocus
          placeholder={t('terminal.input.placeholder')}
          onInput={() => {
            setNote(undefined)
            completion.close()
            typed()
          }}
          onPaste={(event) => {
            const lines = event.clipboardData.getData('text').trimEnd().split('\n').length
            // After the field took the text: its own input event clears what was said before.
            if (pasteGuard && lines > 1) setTimeout(() => setNote({ kind: 'pasted', lines }))
          }}
          onKeyDown={(event) => handleKey(event.nativeEvent, actions)}
        />
        <div className={styles['buttons']}>
          {running ? (
            <>
              <IconButton label={t('terminal.aside')} icon={SendToBack} onClick={() => sendAside(id)} />
              <IconButton
                label={t('terminal.input.interrupt')}
                icon={Square}
                tone="danger"
                reason={noInterrupt(lacking, terminal.platform)}
                onClick={stop}
              />
            </>
          ) : null}
          <SnippetMenu id={id} read={read} write={write} />
          {peers > 1 ? (
            <IconButton
              label={t('terminal.broadcast.hint', { count: peers })}
              icon={Radio}
              aria-pressed={broadcast}
              onClick={() => setBroadcast(!broadcast)}
            />
          ) : null}
          <IconButton label={t('terminal.input.background')} icon={Layers} onClick={() => send(true, true)} />
          <IconButton
            label={t('terminal.input.run')}
            keys="Enter"
            icon={CornerDownLeft}
            onClick={() => send(false)}
          />
        </div>
      </div>
    </div>
  )
}
