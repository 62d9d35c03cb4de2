import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { markdown } from '@codemirror/lang-markdown'
import { python } from '@codemirror/lang-python'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import { toFailure } from '#shared/workbench/failure.ts'
import { useText } from '../../app/i18n/text.ts'
import { useMissing } from '../sandboxes/missing.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { lineEndOf } from './content.ts'
import { codeHighlighting, editorTheme } from './editor-theme.ts'
import { writeFile } from './transfers.ts'
import { nameOf } from './tree-store.ts'
import { dropDraft, draftOf, keepDraft } from './drafts.ts'
import styles from './files.module.css'

const LANGUAGES: readonly (readonly [RegExp, () => Extension])[] = [
  [/\.py[iw]?$/, python],
  [/\.(?:m|c)?jsx?$/, () => javascript({ jsx: true })],
  [/\.(?:m|c)?tsx?$/, () => javascript({ jsx: true, typescript: true })],
  [/\.(?:json|jsonc|ipynb)$/, json],
  [/\.(?:md|markdown)$/, markdown],
  [/\.ya?ml$/, yaml],
]

const languageOf = (path: string): Extension => LANGUAGES.find(([pattern]) => pattern.test(path))?.[1]() ?? []

interface TextEditorProps {
  readonly place: { readonly platform: string; readonly sandboxId: string }
  readonly path: string
  readonly text: string
  /** When the file was changed last, as it was read. */
  readonly modified: number
  reload(): void
}

/** A text file in an editor. What is not saved survives a restart; a file that changed meanwhile is noticed before it is replaced. */
export function TextEditor({ place, path, text, modified, reload }: TextEditorProps) {
  const t = useText()
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const since = useRef(modified)
  const [state, setState] = useState<'same' | 'edited' | 'saving' | 'saved' | 'changed'>('same')
  const [problem, setProblem] = useState<string>()
  const { platform, sandboxId } = place
  const end = lineEndOf(text)

  const save = useRef<(overwrite: boolean) => Promise<void>>(undefined)
  const saveNow = async (overwrite: boolean): Promise<void> => {
    if (!view.current) return
    const doc = view.current.state.doc
    setState('saving')
    setProblem(undefined)
    try {
      const content = new Blob([doc.toString().replaceAll('\n', end)])
      const written = await writeFile(
        { platform, sandboxId },
        path,
        content,
        overwrite ? {} : { unchangedSince: since.current },
      )
      since.current = written.modified
      // What was typed while it was being written is not saved yet.
      const same = view.current.state.doc.eq(doc)
      if (same) dropDraft({ platform, sandboxId }, path)
      setState(same ? 'saved' : 'edited')
    } catch (error) {
      const { code, message } = toFailure(error)
      setState(code === 'FILE_CHANGED' ? 'changed' : 'edited')
      setProblem(message)
    }
  }
  useEffect(() => {
    save.current = saveNow
  })

  useEffect(() => {
    if (!host.current) return
    let current = true
    const place = { platform, sandboxId }
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorState.lineSeparator.of(end),
          lineNumbers(),
          history(),
          bracketMatching(),
          indentOnInput(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          search({ top: true }),
          syntaxHighlighting(codeHighlighting),
          editorTheme,
          languageOf(path),
          keymap.of([
            { key: 'Mod-s', preventDefault: true, run: () => (void save.current?.(false), true) },
            ...searchKeymap,
            ...historyKeymap,
            ...defaultKeymap,
            indentWithTab,
          ]),
          EditorView.contentAttributes.of({
            'aria-label': t('terminal.files.editor', { name: nameOf(path) }),
          }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return
            setState((now) => (now === 'changed' ? now : 'edited'))
            keepDraft(place, path, { text: update.state.doc.toString(), modified: since.current })
          }),
        ],
      }),
    })
    view.current = editor
    void draftOf(place, path).then((draft) => {
      if (!current || !draft || draft.text === editor.state.doc.toString()) return
      since.current = draft.modified
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: draft.text } })
    })
    return () => {
      current = false
      editor.destroy()
    }
  }, [end, path, platform, sandboxId, t, text])

  const missing = useMissing()
  const discard = (): void => {
    dropDraft({ platform, sandboxId }, path)
    reload()
  }
  return (
    <div className={styles['editor']}>
      <div className={styles['bar']} role="status">
        <strong>{nameOf(path)}</strong>
        {state === 'edited' ? <Badge tone="warning">{t('terminal.files.unsaved')}</Badge> : null}
        {state === 'saved' ? <Badge tone="good">{t('terminal.files.saved')}</Badge> : null}
        {problem === undefined ? null : <span className={styles['problem']}>{problem}</span>}
        <span className={styles['space']} />
        {state === 'changed' ? (
          <>
            <Button onClick={discard}>{t('terminal.files.reload')}</Button>
            <Button tone="danger" onClick={() => void saveNow(true)}>
              {t('terminal.files.overwrite')}
            </Button>
          </>
        ) : (
          <Button
            tone="primary"
            reason={missing('upload', platform)}
            disabled={state === 'same' || state === 'saved' || state === 'saving'}
            onClick={() => void saveNow(false)}
          >
            {t('terminal.files.save')}
          </Button>
        )}
      </div>
      <div ref={host} className={styles['text']} />
    </div>
  )
}
