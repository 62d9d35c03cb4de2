import { forceLinting, linter, type Action, type Diagnostic } from '@codemirror/lint'
import type { Extension, Text } from '@codemirror/state'
import { ViewPlugin, type EditorView } from '@codemirror/view'
import { statementsOf, type Statement } from '#shared/spl/editor/statements.ts'
import { text as say } from '../../i18n/text.ts'
import { inSlices, type Steps } from '../../app/slices.ts'
import { statementsNear } from './visible-statements.ts'
import { reviewStatement, type Finding, type Fix } from './review.ts'
import { knownFields, useVocabulary, type Vocabulary } from './vocabulary.ts'

/** Milliseconds without a key before the text is looked at. */
const AFTER = 250

/** What was said of a statement, so that one changed statement among thousands costs one review. */
let reviewed = new Map<string, readonly Finding[]>()
let reviewedFor: Vocabulary | undefined

function review(text: string): readonly Finding[] {
  const model = useVocabulary.getState()
  if (reviewedFor !== model) {
    reviewed = new Map()
    reviewedFor = model
  }
  const known = reviewed.get(text)
  if (known) return known
  const { elements, domains } = model
  const findings = reviewStatement(text, {
    elements,
    domains,
    entityFields: knownFields.entityFields.bind(knownFields),
  })
  reviewed.set(text, findings)
  return findings
}

export const fixTitle = ({ title }: Fix): string => say(title.key, title.values)

export const findingText = ({ text, message }: Finding): string =>
  text ?? (message ? say(message.key, message.values) : '')

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

function diagnosticsFor({ from: start, text: statement }: Statement, end: number): Diagnostic[] {
  return review(statement).map((finding) => ({
    from: Math.min(start + finding.from, end),
    to: Math.min(start + finding.to, end),
    severity: finding.severity,
    message: findingText(finding),
    ...(finding.code ? { source: finding.code } : {}),
    actions: finding.fixes.map((fix) => actionOf(fix, start)),
  }))
}

/** The diagnostics of the statements that touch a part of the text. */
export function diagnosticsIn(doc: Text, from: number, to: number): Diagnostic[] {
  return statementsNear(doc, from, to).flatMap((statement) => diagnosticsFor(statement, doc.length))
}

/** The diagnostics of a whole text, statement by statement, so that thousands of new ones do not hold up typing. */
function* diagnosticsOf(text: string): Steps<Diagnostic[]> {
  const statements = statementsOf(text)
  const diagnostics: Diagnostic[] = []
  for (const statement of statements) {
    diagnostics.push(...diagnosticsFor(statement, text.length))
    yield
  }
  const present = new Set(statements.map((statement) => statement.text))
  for (const known of reviewed.keys()) if (!present.has(known)) reviewed.delete(known)
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
  linter((view) => inSlices(diagnosticsOf(view.state.doc.toString())), {
    delay: AFTER,
    needsRefresh: () => reviewedFor !== useVocabulary.getState(),
  }),
  followModel,
]
