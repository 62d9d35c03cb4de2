import { forceLinting, linter, type Action, type Diagnostic } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { ViewPlugin, type EditorView } from '@codemirror/view'
import { statementsOf } from '#shared/spl/editor/statements.ts'
import { text as say } from '../../app/i18n/text.ts'
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

/** All findings of a text as the editor's diagnostics. */
export function diagnosticsOf(text: string): Diagnostic[] {
  const next = new Map<string, readonly Finding[]>()
  const diagnostics = statementsOf(text).flatMap(({ from: start, text: statement }) => {
    const findings = review(statement)
    next.set(statement, findings)
    return findings.map((finding) => ({
      from: Math.min(start + finding.from, text.length),
      to: Math.min(start + finding.to, text.length),
      severity: finding.severity,
      message: findingText(finding),
      ...(finding.code ? { source: finding.code } : {}),
      actions: finding.fixes.map((fix) => actionOf(fix, start)),
    }))
  })
  reviewed = next
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
  linter((view) => diagnosticsOf(view.state.doc.toString()), {
    delay: AFTER,
    needsRefresh: () => reviewedFor !== useVocabulary.getState(),
  }),
  followModel,
]
