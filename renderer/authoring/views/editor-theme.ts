import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--info)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning)' },
  { tag: tags.keyword, color: 'var(--accent-quiet)' },
  { tag: [tags.comment, tags.meta], color: 'var(--text-faint)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator], color: 'var(--text-quiet)' },
  { tag: tags.invalid, color: 'var(--bad)' },
])

const look = EditorView.theme({
  '&': {
    height: '100%',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontSize: 'var(--text-mono)',
  },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.5' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--text-faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in srgb, var(--hover) 55%, transparent)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--text)', border: '1px solid var(--line)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)' },
  // What was taken away and what was added; the gutter's marks say it without colour, too.
  '.cm-deletedChunk, &.cm-merge-a .cm-changedLine': { backgroundColor: 'var(--bad-ground)' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--good-ground)' },
  '&.cm-merge-a .cm-changedText': { background: 'color-mix(in srgb, var(--bad) 26%, transparent)' },
  '&.cm-merge-b .cm-changedText': { background: 'color-mix(in srgb, var(--good) 30%, transparent)' },
  '.cm-collapsedLines': { background: 'var(--sunken)', color: 'var(--text-quiet)' },
})

/** YAML in the page's colours, in every theme. */
export const yamlTheme: Extension = [look, syntaxHighlighting(colours)]
