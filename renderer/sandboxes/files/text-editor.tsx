import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { markdown } from '@codemirror/lang-markdown'
import { python } from '@codemirror/lang-python'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import { toFailure } from '#shared/workbench/failure.ts'
import { fileDrafts } from '#shared/documents/sandboxes.ts'
import { ToolbarSpace } from '../../ui/toolbar.tsx'
import { tabIndents } from '../../editor/tab-indents.ts'
import { editorTheme } from '../../editor/theme.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { type Document, documentOf } from '../../app/document.ts'
import { useUnsupportedFeature } from '../sandboxes/unsupported-feature.ts'
import { lineEndsOf } from './content.ts'
import { useRequestedPosition } from './open-file.ts'
import { writeFile } from './transfers.ts'
import { shownName } from '../../ui/shown-name.ts'
import { nameOf } from './tree-store.ts'
import styles from './files.module.css'

interface Draft {
  readonly text: string
  /** Modification time of the file when editing began. */
  readonly modified: number
}

type StoredDraft = (Draft & { readonly path: string }) | undefined

interface Place {
  readonly platform: string
  readonly sandboxId: string
}

/** The draft's document name: names allow fewer characters than paths, so both are hashed (FNV-1a). */
function idOf({ platform, sandboxId }: Place, path: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(`${platform}\0${sandboxId}\0${path}`)) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn
  }
  return hash.toString(16)
}

const documentFor = (place: Place, path: string): Document<StoredDraft> =>
  documentOf<StoredDraft>(fileDrafts, idOf(place, path))

/** Stores unsaved text until the file is saved. */
const keepDraft = (place: Place, path: string, { text, modified }: Draft): void =>
  void documentFor(place, path).change(() => ({ path, text, modified }))

async function draftOf(place: Place, path: string): Promise<Draft | undefined> {
  const document = documentFor(place, path)
  await document.load()
  return document.value?.path === path ? document.value : undefined
}

const dropDraft = (place: Place, path: string): void => void documentFor(place, path).change(() => undefined)

const LANGUAGES: readonly (readonly [RegExp, () => Extension])[] = [
  [/\.py[iw]?$/, python],
  [/\.(?:m|c)?jsx?$/, () => javascript({ jsx: true })],
  [/\.(?:m|c)?tsx?$/, () => javascript({ jsx: true, typescript: true })],
  [/\.(?:json|jsonc|ipynb)$/, json],
  [/\.(?:md|markdown)$/, markdown],
  [/\.ya?ml$/, yaml],
]

const languageOf = (path: string): Extension => LANGUAGES.find(([pattern]) => pattern.test(path))?.[1]() ?? []

/** The editor's extensions for a file name; Mod-s is added by the caller. */
const editorExtensions = (path: string): Extension => [
  lineNumbers(),
  history(),
  bracketMatching(),
  indentOnInput(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  search({ top: true }),
  editorTheme,
  languageOf(path),
  keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
  tabIndents,
]

interface FileText {
  readonly place: { readonly platform: string; readonly sandboxId: string }
  readonly path: string
  readonly text: string
  /** Modification time of the file when it was read. */
  readonly modified: number
}

/** `changed`: the file was modified elsewhere, so it was not overwritten. */
type EditState = 'same' | 'edited' | 'saving' | 'saved' | 'changed'

/** A file editor in `host` that stores a draft and saves. */
function useFileEditor({ place: { platform, sandboxId }, path, text, modified }: FileText) {
  const t = useText()
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const since = useRef(modified)
  const [state, setState] = useState<EditState>('same')
  const [problem, setProblem] = useState<string>()
  const { end, mixed } = lineEndsOf(text)

  const save = async (overwrite: boolean): Promise<void> => {
    if (!view.current) return
    const { doc } = view.current.state
    setState('saving')
    setProblem(undefined)
    try {
      const content = new Blob([doc.toString().replaceAll('\n', end)])
      const guard = overwrite ? {} : { unchangedSince: since.current }
      const written = await writeFile({ platform, sandboxId }, path, content, guard)
      since.current = written.modified
      // Text typed during the save is not saved yet.
      const same = view.current.state.doc.eq(doc)
      if (same) dropDraft({ platform, sandboxId }, path)
      setState(same ? 'saved' : 'edited')
    } catch (error) {
      const { code, message } = toFailure(error)
      setState(code === 'FILE_CHANGED' ? 'changed' : 'edited')
      setProblem(message)
    }
  }
  const saveByKey = useRef(save)
  useEffect(() => {
    saveByKey.current = save
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
          // Not for plain CR LF: the editor would then join pasted lines.
          mixed ? EditorState.lineSeparator.of(end) : [],
          keymap.of([
            { key: 'Mod-s', preventDefault: true, run: () => (void saveByKey.current(false), true) },
          ]),
          editorExtensions(path),
          EditorView.contentAttributes.of({
            'aria-label': t('sandboxes.files.editor', { name: shownName(nameOf(path)) }),
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
    showWanted(editor, `${platform}/${sandboxId}`, path)
    void draftOf(place, path).then((draft) => {
      if (!current || !draft || draft.text === editor.state.doc.toString()) return
      since.current = draft.modified
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: draft.text } })
    })
    return () => {
      current = false
      editor.destroy()
    }
  }, [end, mixed, path, platform, sandboxId, t, text])

  useEffect(
    () =>
      useRequestedPosition.subscribe(() => {
        if (view.current) showWanted(view.current, `${platform}/${sandboxId}`, path)
      }),
    [path, platform, sandboxId],
  )

  return { host, state, problem, save }
}

/** Scrolls to the requested position in this file, once. */
function showWanted(editor: EditorView, place: string, path: string): void {
  const { wanted } = useRequestedPosition.getState()
  if (wanted?.place !== place || wanted.path !== path) return
  useRequestedPosition.setState({ wanted: undefined })
  const { doc } = editor.state
  const line = doc.line(Math.max(1, Math.min(doc.lines, wanted.line)))
  const anchor = Math.min(line.to, line.from + Math.max(0, wanted.column - 1))
  editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
  editor.focus()
}

interface TextEditorProps extends FileText {
  reload(): void
}

/**
 * A text file editor. Unsaved text survives a restart; a file modified meanwhile is detected before it is
 * overwritten.
 */
export function TextEditor({ reload, ...file }: TextEditorProps) {
  const t = useText()
  const unsupported = useUnsupportedFeature()
  const { place, path } = file
  const { host, state, problem, save } = useFileEditor(file)
  const discard = (): void => {
    dropDraft(place, path)
    reload()
  }
  return (
    <Stack grow>
      <Stack row gap={2} line="bottom" className={styles['bar']} role="status">
        <strong>{shownName(nameOf(path))}</strong>
        {state === 'edited' ? <Badge tone="warning">{t('sandboxes.files.unsaved')}</Badge> : null}
        {state === 'saved' ? <Badge tone="good">{t('sandboxes.files.saved')}</Badge> : null}
        {problem === undefined ? null : <Text tone="bad">{problem}</Text>}
        <ToolbarSpace />
        {state === 'changed' ? (
          <>
            <Button onClick={discard}>{t('sandboxes.files.reload')}</Button>
            <Button tone="danger" onClick={() => void save(true)}>
              {t('sandboxes.files.overwrite')}
            </Button>
          </>
        ) : (
          <Button
            tone="primary"
            reason={
              unsupported('upload', place.platform) ??
              (state === 'saving' ? t('ui.wait') : undefined) ??
              (state === 'same' || state === 'saved' ? t('sandboxes.files.unchanged') : undefined)
            }
            onClick={() => void save(false)}
          >
            {t('sandboxes.files.save')}
          </Button>
        )}
      </Stack>
      <div ref={host} className={styles['text']} />
    </Stack>
  )
}
