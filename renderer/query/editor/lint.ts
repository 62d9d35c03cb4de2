import { forceLinting, linter, type Action, type Diagnostic as EditorDiagnostic } from '@codemirror/lint'
import type { Extension, Text } from '@codemirror/state'
import { ViewPlugin, type EditorView } from '@codemirror/view'
import { diagnose, type Diagnostic, type Fix } from '#shared/spl/service/diagnose.ts'
import { statementsOf, type Statement } from '#shared/spl/service/statements.ts'
import { text as say } from '../../i18n/text.ts'
import { inSlices, type Steps } from '../../app/slices.ts'
import { foreignWord, inServerWords, inServiceWords } from './dialect.ts'
import { statementsNear } from './visible-statements.ts'
import { modelFacts, useVocabulary, type Vocabulary } from './vocabulary.ts'

/** Milliseconds without a key before the text is looked at. */
const AFTER = 250

/** What was said of a statement, so that a change to one among thousands costs one diagnosis. */
let diagnosed = new Map<string, readonly Diagnostic[]>()
let diagnosedFor: Vocabulary | undefined

/** What the service says of a statement, in the server's words. */
const spoken = (statement: string): Diagnostic[] =>
  diagnose(inServiceWords(statement), modelFacts()).map((diagnostic) => ({
    ...diagnostic,
    fixes: diagnostic.fixes.map((fix) => ({ ...fix, insert: inServerWords(fix.insert) })),
  }))

/** Another word for the model than this server's: it would be refused. */
function foreign(statement: string): Diagnostic[] {
  const place = foreignWord(statement)
  if (!place) return []
  const { from, to, insert } = place
  const text = say('query.lint.otherWord', { found: statement.slice(from, to), word: insert })
  const fix: Fix = { from, to, insert, title: { key: 'replace', values: { text: insert } } }
  return [{ from, to, severity: 'error', code: 'OTHER_WORD', text, fixes: [fix] }]
}

function diagnosticsOf(statement: string): readonly Diagnostic[] {
  const model = useVocabulary.getState()
  if (diagnosedFor !== model) {
    diagnosed = new Map()
    diagnosedFor = model
  }
  const known = diagnosed.get(statement) ?? [...foreign(statement), ...spoken(statement)]
  diagnosed.set(statement, known)
  return known
}

const fixTitle = ({ title }: Fix): string => say(`query.fix.${title.key}`, title.values)

const diagnosticText = ({ text, message }: Diagnostic): string =>
  text ?? (message ? say(`query.lint.${message.key}`, message.values) : '')

function actionOf(fix: Fix, start: number): Action {
  return {
    name: fixTitle(fix),
    apply(view: EditorView) {
      view.dispatch({
        changes: { from: start + fix.from, to: start + fix.to, insert: fix.insert },
        selection: { anchor: start + fix.from + fix.insert.length },
        userEvent: 'input.fix',
      })
    },
  }
}

/** A statement's diagnostics, in places of the text. */
function placed({ from: start, text: statement }: Statement, end: number): EditorDiagnostic[] {
  return diagnosticsOf(statement).map((diagnostic) => ({
    from: Math.min(start + diagnostic.from, end),
    to: Math.min(start + diagnostic.to, end),
    severity: diagnostic.severity,
    message: diagnosticText(diagnostic),
    source: diagnostic.code,
    actions: diagnostic.fixes.map((fix) => actionOf(fix, start)),
  }))
}

/** The diagnostics of the statements that touch a part of the text. */
export function diagnosticsIn(doc: Text, from: number, to: number): EditorDiagnostic[] {
  return statementsNear(doc, from, to).flatMap((statement) => placed(statement, doc.length))
}

/** Advice on a statement that ran, such as a name that nothing has: why it may have found nothing. */
export const adviceOn = (
  statement: string,
): readonly { readonly text: string; readonly fixes: readonly (Fix & { readonly label: string })[] }[] =>
  diagnosticsOf(statement).map((diagnostic) => ({
    text: diagnosticText(diagnostic),
    fixes: diagnostic.fixes.map((fix) => ({ ...fix, label: fixTitle(fix) })),
  }))

/** The diagnostics of a whole text, statement by statement, so that thousands of new ones do not hold up typing. */
function* allDiagnostics(text: string): Steps<EditorDiagnostic[]> {
  const statements = statementsOf(text)
  const diagnostics: EditorDiagnostic[] = []
  for (const statement of statements) {
    diagnostics.push(...placed(statement, text.length))
    yield
  }
  const present = new Set(statements.map((statement) => statement.text))
  for (const known of diagnosed.keys()) if (!present.has(known)) diagnosed.delete(known)
  return diagnostics
}

/** Looks again when the model's names or fields have arrived. */
const followModel = ViewPlugin.define((view) => {
  let known = useVocabulary.getState()
  const forget = useVocabulary.subscribe((state) => {
    if (state === known) return
    known = state
    forceLinting(view)
  })
  return { destroy: forget }
})

/** Underlines what the server would refuse, at its own places, and advice of ours. */
export const lint: Extension = [
  linter((view) => inSlices(allDiagnostics(view.state.doc.toString())), {
    delay: AFTER,
    needsRefresh: () => diagnosedFor !== useVocabulary.getState(),
  }),
  followModel,
]
