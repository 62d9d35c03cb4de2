import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, foldKeymap } from '@codemirror/language'
import { lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap } from '@codemirror/view'
import { tabIndents } from '../editor/tab-indents.ts'
import { editorTheme } from '../editor/theme.ts'
import { text as say } from '../i18n/text.ts'
import { completions } from './complete.ts'
import { documentation } from './documentation.ts'
import { spl } from './language.ts'
import { lint } from './lint.ts'
import { completionWith } from './quick-fixes.ts'

const keys = keymap.of([
  ...closeBracketsKeymap,
  ...completionKeymap,
  ...lintKeymap,
  ...searchKeymap,
  ...historyKeymap,
  ...foldKeymap,
  ...defaultKeymap,
])

/** Extensions of every SPL editor: highlighting, completion, lint, documentation. */
export const splEditing: Extension = [
  history(),
  drawSelection(),
  EditorState.allowMultipleSelections.of(true),
  EditorView.lineWrapping,
  bracketMatching(),
  closeBrackets(),
  highlightSelectionMatches(),
  spl,
  lint,
  documentation,
  completionWith(completions),
  keys,
  tabIndents,
  editorTheme,
  EditorView.contentAttributes.of(() => ({ 'aria-label': say('query.editor'), spellcheck: 'false' })),
]
