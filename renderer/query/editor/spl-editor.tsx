import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, codeFolding, foldGutter, foldKeymap } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, Prec } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { useLayoutEffect, useRef } from 'react'
import type { Tab } from '#shared/documents/query.ts'
import { runByKeys } from '../../app/keys.ts'
import { editorTheme } from '../../editor/theme.ts'
import { text as say } from '../../i18n/text.ts'
import { activeTab, useTabs } from '../tabs/tabs-store.ts'
import { completions } from './complete.ts'
import { documentation } from './documentation.ts'
import { spl } from './language.ts'
import { lint } from './lint.ts'
import { completionWith } from './quick-fixes.ts'
import { noteChange, setView, showTab } from './session.ts'
import styles from './editor.module.css'

/** Keys of the bench's commands win over the editor's own, whatever a person mapped them to. */
const commandKeys = Prec.highest(
  EditorView.domEventHandlers({
    keydown: (event) => runByKeys(event, 'query'),
  }),
)

/** Escape and then Tab leaves the editor: Tab itself indents, so the keyboard would be trapped otherwise (WCAG 2.1.2). */
const keys = keymap.of([
  ...closeBracketsKeymap,
  ...completionKeymap,
  ...lintKeymap,
  ...searchKeymap,
  ...historyKeymap,
  ...foldKeymap,
  indentWithTab,
  ...defaultKeymap,
])

/** A fresh editor over a tab's text. */
function editorState(tab: Tab): EditorState {
  return EditorState.create({
    doc: tab.text,
    selection: { anchor: Math.min(tab.cursor, tab.text.length) },
    extensions: [
      commandKeys,
      lineNumbers(),
      foldGutter(),
      codeFolding(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      history(),
      drawSelection(),
      EditorState.allowMultipleSelections.of(true),
      EditorView.lineWrapping,
      bracketMatching(),
      closeBrackets(),
      highlightSelectionMatches(),
      lintGutter(),
      spl,
      lint,
      documentation,
      completionWith(completions),
      keys,
      editorTheme,
      EditorView.contentAttributes.of(() => ({ 'aria-label': say('query.editor'), spellcheck: 'false' })),
      EditorView.updateListener.of((update) => {
        if (update.docChanged || update.selectionSet) noteChange()
      }),
    ],
  })
}

/** The editor of the tab in front. One view serves all tabs; each keeps its own history and selection. */
export function SplEditor() {
  const host = useRef<HTMLDivElement>(null)
  const tab = useTabs(activeTab)
  useLayoutEffect(() => {
    if (!host.current) return
    const view = new EditorView({ parent: host.current })
    setView(view)
    showTab(activeTab(), editorState)
    return () => {
      setView(undefined)
      view.destroy()
    }
  }, [])
  // Before the next key can arrive: a key must not land in the tab that was just left.
  useLayoutEffect(() => showTab(tab, editorState), [tab])
  return <div ref={host} className={styles['editor']} />
}
