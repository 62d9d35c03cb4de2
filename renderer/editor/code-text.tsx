import { defaultKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import { codeFolding, foldGutter, foldKeymap } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { useEffect, useState } from 'react'
import { comparisonTheme } from './theme.ts'

const LANGUAGES = { yaml, json } as const

interface CodeTextProps {
  readonly label: string
  readonly text: string
  readonly language: keyof typeof LANGUAGES
}

/** A text to read, in colours and as high as it is; its parts can be folded. */
export function CodeText({ label, text, language }: CodeTextProps) {
  const [host, setHost] = useState<HTMLDivElement | null>(null)
  useEffect(() => {
    if (!host) return undefined
    const view = new EditorView({
      parent: host,
      state: EditorState.create({
        doc: text,
        extensions: [
          comparisonTheme,
          LANGUAGES[language](),
          codeFolding(),
          foldGutter(),
          EditorState.readOnly.of(true),
          EditorView.lineWrapping,
          keymap.of([...foldKeymap, ...defaultKeymap]),
          EditorView.contentAttributes.of({
            'aria-label': label,
            'aria-readonly': 'true',
            spellcheck: 'false',
          }),
        ],
      }),
    })
    return () => view.destroy()
  }, [host, label, language, text])
  return <div ref={setHost} />
}
