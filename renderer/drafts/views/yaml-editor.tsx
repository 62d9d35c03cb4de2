import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { useEffect, useRef } from 'react'
import {
  autocompletion,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { defaultKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tabIndents } from '../../editor/tab-indents.ts'
import { editorTheme } from '../../editor/theme.ts'
import { type YamlChoices } from '../items/complete-yaml.ts'
import styles from './drafts.module.css'

interface YamlEditorProps {
  readonly label: string
  readonly text: string
  readonly diagnostics: readonly Diagnostic[]
  complete(text: string, at: number): YamlChoices | undefined
  onChange(text: string): void
  onUndo(): void
  onRedo(): void
}

/** The range that differs, so that cursor and folds stay in place. */
function difference(before: string, after: string): { from: number; to: number; insert: string } {
  let from = 0
  while (from < before.length && from < after.length && before[from] === after[from]) from++
  let end = 0
  while (
    end < Math.min(before.length, after.length) - from &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) }
}

/** Completion source at the cursor. */
function offered(
  { state, pos, explicit }: CompletionContext,
  complete: YamlEditorProps['complete'],
): CompletionResult | null {
  const found = complete(state.doc.toString(), pos)
  if (!found || (!explicit && found.names && found.from === pos)) return null
  return {
    from: found.from,
    options: found.choices.map(({ label, about }) => ({
      label,
      apply: found.names ? `${label}: ` : label,
      type: found.names ? 'property' : 'enum',
      info: about,
    })),
    validFor: /^[\w.-]*$/,
  }
}

/**
 * Editor of an item's text. Undo belongs to the draft, shared with the form, so the editor has no history.
 */
export function YamlEditor({ label, text, diagnostics, ...props }: YamlEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const calls = useRef(props)
  const first = useRef(text)
  useEffect(() => {
    calls.current = props
  })

  useEffect(() => {
    if (!host.current) return undefined
    const run = (name: 'onUndo' | 'onRedo') => () => {
      calls.current[name]()
      return true
    }
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          lineNumbers(),
          foldGutter(),
          codeFolding(),
          lintGutter(),
          drawSelection(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          bracketMatching(),
          indentOnInput(),
          search({ top: true }),
          yaml(),
          autocompletion({ override: [(context) => offered(context, calls.current.complete)] }),
          editorTheme,
          keymap.of([
            { key: 'Mod-z', run: run('onUndo'), shift: run('onRedo'), preventDefault: true },
            { key: 'Mod-y', run: run('onRedo'), preventDefault: true },
            ...completionKeymap,
            ...lintKeymap,
            ...searchKeymap,
            ...foldKeymap,
            ...defaultKeymap,
          ]),
          tabIndents,
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
          EditorView.updateListener.of((update) => {
            const own = update.transactions.some((transaction) => transaction.isUserEvent('outside'))
            if (update.docChanged && !own) calls.current.onChange(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [label])

  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const before = editor.state.doc.toString()
    if (before !== text) editor.dispatch({ changes: difference(before, text), userEvent: 'outside' })
  }, [text, label])

  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const { length } = editor.state.doc
    const inside = diagnostics.map((one) => ({
      ...one,
      from: Math.min(one.from, length),
      to: Math.min(Math.max(one.to, one.from), length),
    }))
    editor.dispatch(setDiagnostics(editor.state, inside))
  }, [diagnostics, label])

  return <div ref={host} className={styles['code']} />
}
