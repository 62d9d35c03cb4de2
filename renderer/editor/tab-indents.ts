import { indentWithTab } from '@codemirror/commands'
import type { Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { text as say } from '../i18n/text.ts'

/**
 * Tab indents. Escape then Tab leaves the editor, which would trap the keyboard otherwise; the description says
 * so (WCAG 2.1.2).
 */
export const tabIndents: Extension = [
  keymap.of([indentWithTab]),
  EditorView.contentAttributes.of(() => ({ 'aria-description': say('ui.tabIndents') })),
]
