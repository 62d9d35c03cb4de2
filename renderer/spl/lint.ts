import { linter, type Action, type Diagnostic as EditorDiagnostic } from '@codemirror/lint'
import { type EditorState, type Extension, Facet, type Text } from '@codemirror/state'
import { ViewPlugin, type EditorView } from '@codemirror/view'
import { diagnose, type Diagnostic, type Fix } from '#shared/spl/service/diagnose.ts'
import { portabilityDiagnostics } from '#shared/spl/service/portable.ts'
import { statementsOf, type Statement } from '#shared/spl/service/statements.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { kindName } from '../graph/scene/kind-name.ts'
import { text as say } from '../i18n/text.ts'
import { connectionOf, useWorkbench } from '../app/workbench.ts'
import { inSlices, type Steps } from '../app/slices.ts'
import { modelByName } from './asked.ts'
import { foreignWord, toServerDialect, toServiceDialect, isForeign, modelWord } from './dialect.ts'
import { refusalInWords } from './refusal-words.ts'
import { statementsNear } from './visible-statements.ts'
import { modelFacts, useVocabulary, type Vocabulary } from './vocabulary.ts'

/** Debounce in milliseconds before the text is checked. */
const DELAY_MS = 250

/** Diagnostics by statement text, so that a change to one of thousands costs one diagnosis. */
let diagnosed = new Map<string, readonly Diagnostic[]>()
let diagnosedFor: Vocabulary | undefined
let diagnosedAs = ''
/** The vocabulary the editor's diagnostics are based on; advice may have used a newer one. */
let drawnFor: Vocabulary | undefined
let drawnAs = ''
const isStale = (): boolean => drawnFor !== useVocabulary.getState() || drawnAs !== modelWord()

/** The service's diagnostics of a statement, in the server's dialect. */
function spoken(statement: string): Diagnostic[] {
  const text = toServiceDialect(statement)
  return [...(isForeign() ? portabilityDiagnostics(text) : []), ...diagnose(text, modelFacts())].map(
    (diagnostic) => ({
      ...diagnostic,
      fixes: diagnostic.fixes.map((fix) => ({ ...fix, insert: toServerDialect(fix.insert) })),
    }),
  )
}

/** Reports a model word of another server, which this one would refuse. */
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
  if (diagnosedFor !== model || diagnosedAs !== modelWord()) {
    diagnosed = new Map()
    diagnosedFor = model
    diagnosedAs = modelWord()
  }
  const known = diagnosed.get(statement) ?? [...foreign(statement), ...spoken(statement)]
  diagnosed.set(statement, known)
  return known
}

const fixTitle = ({ title }: Fix): string => say(`query.fix.${title.key}`, title.values)

function diagnosticText({ text, facts = {}, message }: Diagnostic): string {
  if (text !== undefined) return refusalInWords(text, facts) ?? text
  if (!message) return ''
  const { kind } = message.values
  return say(`query.lint.${message.key}`, {
    ...message.values,
    ...(kind === undefined ? {} : { kind: kindName(String(kind)) }),
  })
}

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

/** A statement's diagnostics, in offsets of the whole text. */
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

/** Diagnostics of the statements that overlap a range. */
export function diagnosticsIn(doc: Text, from: number, to: number): EditorDiagnostic[] {
  return statementsNear(doc, from, to).flatMap((statement) => placed(statement, doc.length))
}

/** Advice on a statement that ran. */
export interface Advice {
  /** `name`: a field, element, domain or key that the model does not have. */
  readonly about: 'name' | 'other'
  readonly text: string
  readonly fixes: readonly (Fix & { readonly label: string })[]
}

const ABOUT_NAMES: ReadonlySet<string> = new Set([
  'field',
  'name',
  'domain',
  'kind',
  'element',
  'key',
  'foreignKey',
  'label',
  'relationType',
  'property',
])

/** Advice on a statement that ran: why its result may be empty, or have empty columns. */
export const adviceOn = (statement: string): readonly Advice[] =>
  diagnosticsOf(statement)
    // An empty result is not due to a missing limit.
    .filter(({ message }) => message?.key !== 'limit')
    .map((diagnostic) => ({
      about: ABOUT_NAMES.has(diagnostic.message?.key ?? '') ? 'name' : 'other',
      text: diagnosticText(diagnostic),
      fixes: diagnostic.fixes.map((fix) => ({ ...fix, label: fixTitle(fix) })),
    }))

/** The stable name of the model server that an editor's text is kept for; without it, for the one that is used. */
export const keptFor = Facet.define<string, string | undefined>({ combine: ([name]) => name })

/** The model server that a text is about: its own, or the chosen one. */
export function serverOf(state: EditorState): Connection | undefined {
  const name = state.facet(keptFor)
  const own = name === undefined ? undefined : modelByName(useWorkbench.getState().connections, name)
  return own ?? connectionOf('model')
}

/** Whether the model that is loaded is the one that the text is about. */
export function isKnownModel(state: EditorState): boolean {
  if (state.facet(keptFor) === undefined) return true
  const asked = serverOf(state)?.id
  return asked === connectionOf('model')?.id && asked === useVocabulary.getState().connection
}

/** Diagnostics of a whole text, statement by statement, so that thousands of new ones do not block typing. */
function* allDiagnostics(state: EditorState): Steps<EditorDiagnostic[]> {
  drawnFor = useVocabulary.getState()
  drawnAs = modelWord()
  if (!isKnownModel(state)) return []
  const text = state.doc.toString()
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

/** Re-lints when another server is chosen or its names or fields arrive; only a view update triggers that. */
const followModel = ViewPlugin.define((view) => {
  const update = (): void => {
    if (isStale()) view.dispatch({})
  }
  const forget = [useVocabulary.subscribe(update), useWorkbench.subscribe(update)]
  return { destroy: () => forget.forEach((end) => end()) }
})

/** Lint source: errors the server would report, at its positions, and our own advice. */
export const lint: Extension = [
  linter((view) => inSlices(allDiagnostics(view.state)), {
    delay: DELAY_MS,
    needsRefresh: isStale,
  }),
  followModel,
]
