/* oxlint-disable jsx-a11y/no-autofocus -- a terminal that was opened is there to be typed into */
import { terminalSettings } from '#shared/workbench/settings/terminal.ts'
import { useText } from '../../i18n/text.ts'
import { useSetting } from '../../app/settings-store.ts'
import { Badge } from '../../ui/badge.tsx'
import { showFolder } from '../blocks/block.ts'
import type { TerminalScreen } from '../screen/terminal-screen.ts'
import { unqueue } from '../sessions/runner.ts'
import type { TerminalState } from '../sessions/terminal.ts'
import { useTerminals } from '../sessions/terminal-store.ts'
import { CompletionList } from './completion-list.tsx'
import { HistorySearch } from './history-search.tsx'
import { handleKey } from './keyboard.ts'
import { LineButtons } from './line-buttons.tsx'
import { LineNotes } from './line-notes.tsx'
import { useLineEditor } from './use-line-editor.ts'
import styles from './line-editor.module.css'

interface LineEditorProps {
  readonly id: string
  readonly screen: TerminalScreen | undefined
}

/** The line that is being typed. */
export function LineEditor({ id, screen }: LineEditorProps) {
  const terminal = useTerminals((state) => state.terminals[id])
  return terminal ? <Editor terminal={terminal} screen={screen} /> : null
}

function Editor({
  terminal,
  screen,
}: {
  readonly terminal: TerminalState
  readonly screen: LineEditorProps['screen']
}) {
  const t = useText()
  const { id } = terminal
  const pasteGuard = useSetting(terminalSettings.pasteGuard)
  const editor = useLineEditor(terminal, screen)
  const { field, line, completion, note, incomplete, clear, send } = editor
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
        onSend={() => send(true)}
        onClear={() => {
          if (note?.kind === 'pasted') clear()
          editor.setNote(undefined)
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
            editor.setNote(undefined)
            completion.close()
            editor.typed()
          }}
          onPaste={(event) => {
            const lines = event.clipboardData.getData('text').trimEnd().split('\n').length
            // After the field took the text: its own input event clears what was said before.
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
      </div>
    </div>
  )
}
