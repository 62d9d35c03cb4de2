import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The page's tokens as CodeMirror wants them. */
export const editorTheme = EditorView.theme({
  '&': {
    height: '100%',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontSize: 'var(--text-mono)',
  },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.5' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--text-faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
})

/** The same for two texts side by side, each as tall as it is. */
export const comparisonTheme = [editorTheme, EditorView.theme({ '&': { height: 'auto' } })]

export const codeHighlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--accent-quiet)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--warning)' },
  { tag: [tags.comment, tags.meta], color: 'var(--text-faint)', fontStyle: 'italic' },
  { tag: [tags.propertyName, tags.attributeName, tags.definition(tags.variableName)], color: 'var(--info)' },
  { tag: [tags.typeName, tags.className, tags.tagName], color: 'var(--info)' },
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.link, color: 'var(--accent-quiet)', textDecoration: 'underline' },
  { tag: tags.invalid, color: 'var(--bad)' },
])
