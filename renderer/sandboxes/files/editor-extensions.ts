import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { markdown } from '@codemirror/lang-markdown'
import { python } from '@codemirror/lang-python'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import { highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { editorTheme } from '../../editor/theme.ts'

const LANGUAGES: readonly (readonly [RegExp, () => Extension])[] = [
  [/\.py[iw]?$/, python],
  [/\.(?:m|c)?jsx?$/, () => javascript({ jsx: true })],
  [/\.(?:m|c)?tsx?$/, () => javascript({ jsx: true, typescript: true })],
  [/\.(?:json|jsonc|ipynb)$/, json],
  [/\.(?:md|markdown)$/, markdown],
  [/\.ya?ml$/, yaml],
]

const languageOf = (path: string): Extension => LANGUAGES.find(([pattern]) => pattern.test(path))?.[1]() ?? []

/** What the editor of a file has, by the file's name. Mod-s is the caller's. */
export const editorExtensions = (path: string): Extension => [
  lineNumbers(),
  history(),
  bracketMatching(),
  indentOnInput(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  search({ top: true }),
  editorTheme,
  languageOf(path),
  keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
]
