import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { editorPhrases } from './phrases.ts'

/**
 * Syntax colours by role, from the page's tokens, so that every editor follows light, dark and high contrast.
 */
export const colours = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.modifier, tags.operatorKeyword],
    color: 'var(--accent-quiet)',
    fontWeight: '600',
  },
  { tag: [tags.definitionKeyword, tags.moduleKeyword], color: 'var(--accent-quiet)', fontWeight: '700' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--info)' },
  { tag: [tags.propertyName, tags.attributeName], color: 'var(--text)' },
  {
    tag: [tags.definition(tags.propertyName), tags.definition(tags.variableName), tags.tagName],
    color: 'var(--info)',
  },
  { tag: [tags.typeName, tags.className, tags.labelName], color: 'var(--info)', fontStyle: 'italic' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit], color: 'var(--warning)' },
  { tag: [tags.special(tags.variableName)], color: 'var(--warning)', fontWeight: '600' },
  { tag: [tags.operator, tags.punctuation, tags.bracket, tags.separator], color: 'var(--text-quiet)' },
  { tag: tags.regexp, color: 'var(--bad)' },
  { tag: [tags.comment, tags.meta], color: 'var(--text-faint)', fontStyle: 'italic' },
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.link, color: 'var(--accent-quiet)', textDecoration: 'underline' },
  { tag: tags.invalid, color: 'var(--bad)' },
])

const look = EditorView.theme({
  '&': { height: '100%', background: 'var(--surface)', color: 'var(--text)', fontSize: 'var(--text-mono)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  // Contained, a line that did not change is painted again without a walk through its spans. The margin is for
  // underlines and outlines.
  '.cm-line': { padding: '0 12px 0 6px', contain: 'paint', overflowClipMargin: '4px' },
  '.cm-gutters': {
    background: 'var(--surface)',
    color: 'var(--text-faint)',
    border: 'none',
    paddingLeft: '4px',
  },
  '.cm-activeLineGutter, .cm-activeLine': { background: 'color-mix(in srgb, var(--hover) 55%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '1.5px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    background: 'var(--selected)',
    outline: '1px solid var(--accent)',
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': { color: 'var(--bad)' },
  '.cm-tooltip': {
    zIndex: '30',
    background: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '16em',
    minWidth: '260px',
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--text-mono)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 10px 2px 6px', lineHeight: '1.6' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--selected)',
    color: 'var(--text)',
  },
  '.cm-completionIcon': { color: 'var(--accent-quiet)', opacity: '1', width: '1.6em', paddingRight: '4px' },
  // Characters every monospace font has; the defaults include an emoji.
  '.cm-completionIcon-keyword::after': { content: "'›'" },
  '.cm-completionIcon-namespace::after': { content: "'•'" },
  '.cm-completionIcon-operator::after': { content: "'≈'" },
  '.cm-completionIcon-text::after': { content: "'“'", fontSize: '100%' },
  '.cm-completionIcon-type::after': { content: "'→'" },
  '.cm-completionIcon-variable::after': { content: "'$'" },
  '.cm-completionDetail': { color: 'var(--text-quiet)', fontStyle: 'normal', marginLeft: '12px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700', color: 'var(--accent-quiet)' },
  '.cm-tooltip.cm-completionInfo': { padding: '8px 10px', maxWidth: '420px', fontFamily: 'var(--font-ui)' },
  '.cm-diagnostic': { padding: '6px 10px', border: 'none', fontFamily: 'var(--font-ui)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--warning)' },
  '.cm-diagnostic-info': { borderLeft: '3px solid var(--info)' },
  '.cm-diagnosticAction': {
    background: 'var(--accent)',
    color: 'var(--accent-text)',
    borderRadius: 'var(--radius-small)',
    padding: '2px 8px',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warning)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-info': {
    backgroundImage: 'none',
    textDecoration: 'underline dotted var(--info)',
    textUnderlineOffset: '3px',
  },
  '.cm-panels': { background: 'var(--sunken)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button': { fontSize: 'var(--text-small)' },
  '.cm-textfield': { background: 'var(--surface)', border: '1px solid var(--line-strong)' },
  '.cm-button': {
    background: 'var(--raised)',
    backgroundImage: 'none',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius-small)',
  },
  '.cm-searchMatch': { background: 'var(--warning-ground)', outline: '1px solid var(--warning)' },
  '.cm-foldPlaceholder': {
    background: 'var(--sunken)',
    border: '1px solid var(--line)',
    color: 'var(--text-quiet)',
  },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0', display: 'grid', placeItems: 'center' },
  '.cm-lint-marker': { content: 'none', width: '8px', height: '8px', borderRadius: '50%' },
  '.cm-lint-marker-error': { content: 'none', background: 'var(--bad)', borderRadius: '0', rotate: '45deg' },
  '.cm-lint-marker-warning': {
    content: 'none',
    background: 'var(--warning)',
    clipPath: 'polygon(50% 0, 100% 100%, 0 100%)',
    borderRadius: '0',
  },
  '.cm-lint-marker-info': { content: 'none', background: 'var(--info)' },
  '.cm-documentation': {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    maxWidth: '460px',
    padding: '7px 10px',
    fontFamily: 'var(--font-ui)',
  },
  '.cm-documentation code': { color: 'var(--text-quiet)', fontSize: 'var(--text-small)' },
  '.cm-documentation code b': { color: 'var(--accent-quiet)', textDecoration: 'underline' },
  // Deletions and additions; the gutter marks them without colour, too.
  '.cm-deletedChunk, &.cm-merge-a .cm-changedLine': { backgroundColor: 'var(--bad-ground)' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--good-ground)' },
  '&.cm-merge-a .cm-changedText': { background: 'color-mix(in srgb, var(--bad) 26%, transparent)' },
  '&.cm-merge-b .cm-changedText': { background: 'color-mix(in srgb, var(--good) 30%, transparent)' },
  // Syntax colours would not be readable on these grounds.
  '&.cm-merge-a .cm-changedText *, &.cm-merge-b .cm-changedText *': { color: 'var(--text)' },
  '.cm-collapsedLines': {
    background: 'var(--sunken)',
    color: 'var(--text-quiet)',
    // The default's mark is in few fonts.
    '&:before, &:after': { content: "'⋯'" },
  },
  '.cm-note': { color: 'var(--text-faint)', fontStyle: 'italic' },
})

/** The look of every editor, and its built-in words. */
export const editorTheme: Extension = [look, syntaxHighlighting(colours), editorPhrases]

/** The theme of side by side diffs, which have no height limit. */
export const comparisonTheme: Extension = [editorTheme, EditorView.theme({ '&': { height: 'auto' } })]
