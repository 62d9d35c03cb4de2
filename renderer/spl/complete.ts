import {
  pickedCompletion,
  snippetCompletion,
  type Completion as EditorCompletion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { completeSpl } from '#shared/spl/service/complete.ts'
import { quoted, type Completion } from '#shared/spl/service/completion.ts'
import type { Context, Situation } from '#shared/spl/service/context.ts'
import { domainOf } from '#shared/spl/service/fields.ts'
import { parameterNames } from '#shared/spl/service/parameters.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { workbench } from '../app/workbench.ts'
import { locale, text as say } from '../i18n/text.ts'
import { toServerDialect, toServiceDialect, modelWord } from './dialect.ts'
import { situationIn } from './language.ts'
import { serverOf } from './lint.ts'
import { statementBefore } from './visible-statements.ts'
import { loadFields, modelFacts, sampleValues, type Vocabulary, vocabularyOf } from './vocabulary.ts'

/** CodeMirror's icon type for each kind. */
const ICONS: Readonly<Record<Completion['kind'], string>> = {
  source: 'namespace',
  stage: 'keyword',
  keyword: 'keyword',
  operator: 'operator',
  key: 'property',
  field: 'property',
  value: 'constant',
  element: 'class',
  relation: 'type',
  function: 'function',
  variable: 'variable',
}

/**
 * Converts a completion for CodeMirror. `closed`: the open quote before the cursor is already closed directly
 * after it. `source`: how the server calls its model source.
 */
function toEditor(completion: Completion, closed: boolean, source: string): EditorCompletion {
  const { kind, detail, documentation, boost } = completion
  const [label, insert] = [
    toServerDialect(completion.label, source),
    toServerDialect(completion.insert, source),
  ]
  const template = completion.template && toServerDialect(completion.template, source)
  const shown: EditorCompletion = {
    label,
    type: ICONS[kind],
    detail: detail || undefined,
    info: documentation || undefined,
    boost,
  }
  if (template !== undefined) {
    const escaped = template.replaceAll('{', '\\{').replaceAll('}', '\\}')
    return snippetCompletion(escaped.replace('#', '#{}'), shown)
  }
  const value = kind === 'value' || kind === 'element'
  return { ...shown, apply: value && closed ? stepOver(insert) : insert }
}

/** Inserts a value before the existing closing quote and moves past it. */
function stepOver(insert: string): NonNullable<EditorCompletion['apply']> {
  return (view, completion, from, to) => {
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length + 1 },
      annotations: pickedCompletion.of(completion),
      userEvent: 'input.complete',
    })
  }
}

/** Values of a field in the data, most frequent first. Strings are quoted, numbers are not. */
async function sampled(
  { earlier, context, pairs, source }: Situation,
  behind: string,
  vocabulary: Vocabulary,
): Promise<Completion[]> {
  if (context.kind !== 'fieldValue' || earlier === '') return []
  const { values, rows } = await sampleValues(earlier, context.field, vocabulary)
  const documentation = say('query.hint.sampled', { count: rows, source: pairs['name'] ?? source ?? '' })
  return values.map(({ text, count, plain }, index) => ({
    label: text,
    kind: 'value',
    insert: plain ? text : quoted(text, context.quote, behind),
    detail: `×${count}`,
    documentation,
    boost: 60 - index,
  }))
}

/** Whole queries the server suggests through `completion/complete`. */
async function fromServer(
  value: string,
  server: Connection | undefined,
  signal: AbortSignal,
): Promise<Completion[]> {
  if (server === undefined) return []
  const { values } = await workbench.call(
    'models.complete',
    {
      connection: server.id,
      ref: { type: 'ref/prompt', name: `${modelWord(server)}_query_context` },
      argument: { name: 'query', value },
    },
    { signal },
  )
  return values
    .filter((label) => label.startsWith('.'))
    .map((label) => ({ label, kind: 'source', insert: label, detail: say('query.hint.server'), boost: -5 }))
}

function signalOf(context: CompletionContext): AbortSignal {
  const controller = new AbortController()
  context.addEventListener('abort', () => controller.abort())
  return controller.signal
}

/** The completion source: the language service's candidates, plus those from the data and the server. */
export async function completions(context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos } = context
  const server = serverOf(state)
  const source = modelWord(server)
  const statement = statementBefore(state, pos)
  const text = toServiceDialect(statement.text, source)
  const read = situationIn(state, statement, pos)
  const situation: Situation = text === statement.text ? read : { ...read, source: '.model' }
  const at = situation.context
  const word =
    at.kind === 'cypher' ? (/\w*$/.exec(at.before)?.[0] ?? '') : state.sliceDoc(statement.from + at.from, pos)
  if (!context.explicit && word === '' && !opensByItself(at, state.sliceDoc(pos - 1, pos))) return null
  const vocabulary = await vocabularyOf(server)
  const { name, domain } = situation.pairs
  if (situation.source === '.entity' && name) await loadFields(vocabulary, domain ?? domainOf(name), name)
  const behind = state.sliceDoc(pos, pos + 1)
  const own = completeSpl({
    text,
    position: pos - statement.from,
    situation,
    model: modelFacts(vocabulary),
    parameters: at.kind === 'parameter' ? parametersBeside(word, state.doc.toString()) : [],
    language: locale(),
  })
  const more = await added({ situation, word, behind, server, vocabulary }, signalOf(context))
  if (context.aborted) return null
  const closed = at.quote !== '' && at.kind !== 'cypher' && behind === at.quote
  const options = unique([...own.completions, ...more]).map((completion) =>
    toEditor(completion, closed, source),
  )
  return options.length === 0 ? null : { from: statement.from + own.from, options, validFor: narrowable(at) }
}

interface Asked {
  readonly situation: Situation
  readonly word: string
  /** The character after the cursor. */
  readonly behind: string
  readonly server: Connection | undefined
  readonly vocabulary: Vocabulary
}

/** Candidates from the data and the server; empty if they have none. */
async function added(
  { situation, word, behind, server, vocabulary }: Asked,
  signal: AbortSignal,
): Promise<Completion[]> {
  const { kind } = situation.context
  const requested =
    kind === 'fieldValue'
      ? sampled(situation, behind, vocabulary)
      : kind === 'source'
        ? fromServer(word, server, signal)
        : []
  return Promise.resolve(requested).catch(() => [])
}

/** The parameters used in a text, except the one being typed. */
function parametersBeside(word: string, text: string): string[] {
  const written = text.match(/\$[A-Za-z0-9_]+/g) ?? []
  const once = written.filter((name) => name === `$${word}`).length < 2
  return parameterNames(text).filter((name) => name !== word || !once)
}

/** Kinds whose lists are truncated and requested again on each key; the editor filters the others itself. */
const CUT: ReadonlySet<Context['kind']> = new Set(['keyValue', 'fieldValue', 'label', 'argument'])

function narrowable({ kind, quote }: Context): RegExp | undefined {
  if (CUT.has(kind)) return undefined
  if (kind === 'cypher') return /^\w*$/
  return quote === '' ? /^[\w.@$-]*$/ : /^[^'"`]*$/
}

/** Whether completion opens automatically after these characters. */
function opensByItself(context: Context, before: string): boolean {
  if (context.kind === 'none' || context.kind === 'pipe' || context.kind === 'operator') return false
  if (context.kind === 'source') return before === '.'
  return /[\s|(,=:'"`[.$@]/.test(before) && before !== '\n'
}

function unique(completions: readonly Completion[]): Completion[] {
  const seen = new Set<string>()
  return completions.filter(({ label }) => !seen.has(label) && seen.add(label))
}
