import {
  pickedCompletion,
  snippetCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { EditorState } from '@codemirror/state'
import type { Context, Situation } from '#shared/spl/editor/context.ts'
import { fieldsAfter } from '#shared/spl/editor/fields.ts'
import { parameterNames } from '#shared/spl/editor/parameters.ts'
import { text as say } from '../../i18n/text.ts'
import { workbench } from '../../app/workbench.ts'
import { candidatesFor, type Candidate } from './candidates.ts'
import { situationIn } from './language.ts'
import { statementsNear } from './visible-statements.ts'
import { knownFields, loadFields, sampleValues, useVocabulary } from './vocabulary.ts'

/** A source that is being written at the start of a line begins a statement, before the grammar can know it. */
const NEW_SOURCE = /^\s*(\.[a-z_]*)$/

/** The statement that the cursor is in, also when it stands behind its end in blanks. */
export function statementBefore(
  state: EditorState,
  at: number,
): { readonly from: number; readonly text: string } {
  const line = state.doc.lineAt(at)
  const source = NEW_SOURCE.exec(line.text.slice(0, at - line.from))?.[1]
  if (source !== undefined) return { from: at - source.length, text: source }
  const last = statementsNear(state.doc, line.from, at).at(-1) ?? before(state, line.number)
  if (!last || state.sliceDoc(last.to, Math.max(last.to, at)).includes(';')) return { from: at, text: '' }
  return { from: last.from, text: state.sliceDoc(last.from, Math.max(last.to, at)) }
}

/** The statement that ends above a line, over blank lines. */
function before(
  { doc }: EditorState,
  line: number,
): { readonly from: number; readonly to: number } | undefined {
  let above = line - 1
  while (above > 1 && doc.line(above).text.trim() === '') above--
  return above < 1 ? undefined : statementsNear(doc, doc.line(above).from, doc.line(above).to).at(-1)
}

const escaped = (value: string, quote: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)

/** Whether a value goes without quotes: numbers and booleans. */
function written(candidate: Candidate, quote: string, closed: boolean): string {
  if (!candidate.value) return candidate.insert ?? candidate.label
  if (quote !== '') return `${escaped(candidate.label, quote)}${closed ? '' : quote}`
  return `'${escaped(candidate.label, "'")}'`
}

function toCompletion(candidate: Candidate, context: Context, closed: boolean): Completion {
  const { label, detail, documentation, type, boost } = candidate
  const insert = written(candidate, context.quote, closed)
  const completion: Completion = {
    label,
    type,
    ...(detail ? { detail } : {}),
    ...(documentation ? { info: documentation } : {}),
    ...(boost === undefined ? {} : { boost }),
  }
  if (!candidate.value && insert.includes('#')) {
    return snippetCompletion(
      insert.replaceAll('{', '\\{').replaceAll('}', '\\}').replace('#', '#{}'),
      completion,
    )
  }
  if (candidate.value && closed) return { ...completion, apply: writeInside(insert) }
  return insert === label ? completion : { ...completion, apply: insert }
}

/** Writes a value in front of the closing quote that is already there, and steps over it. */
function writeInside(insert: string): NonNullable<Completion['apply']> {
  return (view, completion, from, to) => {
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length + 1 },
      annotations: pickedCompletion.of(completion),
      userEvent: 'input.complete',
    })
  }
}

/** Text values go in quotes, numbers do not. */
async function sampled({ earlier, context }: Situation, source: string): Promise<Candidate[]> {
  if (context.kind !== 'fieldValue' || earlier === '') return []
  const { values, rows } = await sampleValues(earlier, context.field)
  return values.map(({ text, count, plain }, index) => ({
    label: text,
    type: 'text',
    detail: `×${count}`,
    documentation: say('query.hint.sampled', { count: rows, source }),
    value: !plain,
    boost: 60 - index,
  }))
}

/** Whole queries that the server suggests for a beginning, through `completion/complete`. */
async function fromServer(value: string, signal: AbortSignal): Promise<Candidate[]> {
  const { connection } = useVocabulary.getState()
  if (connection === undefined) return []
  const { values } = await workbench.call(
    'models.complete',
    {
      connection,
      ref: { type: 'ref/prompt', name: 'model_query_context' },
      argument: { name: 'query', value },
    },
    { signal },
  )
  return values
    .filter((label) => label.startsWith('.'))
    .map((label) => ({ label, type: 'namespace', detail: say('query.hint.server'), boost: -5 }))
}

/** Fields of the entity set that a Cypher label names, as far as they are known. */
function fieldsOfLabel(label: string) {
  const { elements } = useVocabulary.getState()
  const [domain, name] = label.includes('@') ? label.split('@') : [undefined, label]
  const set = elements.find((element) => element.kind === 'entity_set' && element.name === name)
  return knownFields.entityFields(domain ?? set?.domain ?? '', name ?? '') ?? []
}

function signalOf(context: CompletionContext): AbortSignal {
  const controller = new AbortController()
  context.addEventListener('abort', () => controller.abort())
  return controller.signal
}

/** The completion source: what the grammar, the model, the data and the server offer at the cursor. */
export async function completeSpl(context: CompletionContext): Promise<CompletionResult | null> {
  const { state } = context
  const statement = statementBefore(state, context.pos)
  const situation = situationIn(state, statement, context.pos)
  const at = situation.context
  const from =
    at.kind === 'cypher' ? context.pos - (/\w*$/.exec(at.before)?.[0].length ?? 0) : statement.from + at.from
  const word = state.sliceDoc(from, context.pos)
  if (!context.explicit && word === '' && !opensByItself(at, state.sliceDoc(context.pos - 1, context.pos)))
    return null
  const { name, domain } = situation.pairs
  if (situation.source === '.entity' && name) await loadFields(domain ?? name.split('.')[0] ?? '', name)
  const around = {
    vocabulary: useVocabulary.getState(),
    fields: fieldsAfter(situation.earlier || (situation.source ?? ''), knownFields),
    parameters: at.kind === 'parameter' ? parameterNames(state.doc.toString()) : [],
  }
  const own = candidatesFor(situation, around, word, fieldsOfLabel)
  const more = await extra(situation, word, signalOf(context))
  if (context.aborted) return null
  const closed = at.quote !== '' && state.sliceDoc(context.pos, context.pos + 1) === at.quote
  const options = dedupe([...own, ...more]).map((candidate) => toCompletion(candidate, at, closed))
  if (options.length === 0) return null
  const narrowing = at.kind === 'keyValue' || at.kind === 'label' || at.kind === 'argument'
  return { from, options, ...(narrowing ? {} : { validFor: at.quote === '' ? /^[\w.@$-]*$/ : /^[^'"`]*$/ }) }
}

async function extra(situation: Situation, word: string, signal: AbortSignal): Promise<Candidate[]> {
  const { kind } = situation.context
  const asked =
    kind === 'fieldValue'
      ? sampled(situation, situation.pairs['name'] ?? situation.source ?? '')
      : kind === 'source'
        ? fromServer(word, signal)
        : Promise.resolve([])
  return asked.catch(() => [])
}

/** After these characters a list opens without being asked for, where something can be named. */
function opensByItself(context: Context, before: string): boolean {
  if (context.kind === 'none') return false
  if (context.kind === 'pipe' || context.kind === 'operator') return false
  if (context.kind === 'source') return before === '.'
  return /[\s|(,=:'"`[.$@]/.test(before) && before !== '\n'
}

function dedupe(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>()
  return candidates.filter(({ label }) => !seen.has(label) && seen.add(label))
}
