import { create } from 'zustand'
import { z } from 'zod'
import { literal } from '#shared/spl/literal.ts'
import type { Json } from '#shared/model/json.ts'
import {
  declaredIn,
  unique,
  type ElementFact,
  type FieldFact,
  type ModelFacts,
} from '#shared/spl/service/model.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { assignStylesAhead } from '../graph/scene/kinds.ts'
import { localizedText } from '../i18n/localized-text.ts'
import { connectionOf, useWorkbench, workbench } from '../app/workbench.ts'
import { modelWord } from './dialect.ts'
import { largestPage } from './pages.ts'
import { cellText, readAnswer, type Row } from './result.ts'

/** The editor's knowledge of the connected model. */
export interface Vocabulary extends Pick<ModelFacts, 'elements' | 'domains' | 'relationTypes'> {
  readonly connection: string | undefined
}

const NOTHING: Vocabulary = { connection: undefined, elements: [], domains: [], relationTypes: [] }

export const useVocabulary = create<Vocabulary>(() => NOTHING)

const text = z.string().catch('')
/** A title may have several languages. */
const title = z.unknown().transform((names) => localizedText(names) ?? '')

const elementsShape = z
  .array(z.looseObject({ kind: text, domain: text, name: text, display_name: title.optional() }))
  .catch([])
const linksShape = z
  .array(z.looseObject({ relation_type: text.optional(), relation: text.optional() }))
  .catch([])

/**
 * Maximum elements requested page by page from a server without lists in its index; completion needs no more.
 */
const MODEL_LIMIT = 10_000

async function query(connection: string, spl: string, limit?: number): Promise<readonly Row[]> {
  const answer = await workbench.call('models.runQuery', {
    connection,
    query: spl,
    limit,
  })
  const outcome = readAnswer(answer)
  if (outcome.kind === 'rows') return outcome.result.rows
  const most = limit === undefined ? undefined : largestPage(outcome, limit)
  return most === undefined ? [] : query(connection, spl, most)
}

/** Reads elements and relation types from the index, in slices. Empty for an index without lists. */
async function readIndex(connection: string): Promise<Omit<Vocabulary, 'connection' | 'domains'>> {
  const elements: ElementFact[] = []
  const relationTypes: string[] = []
  const take = (piece: { readonly elements: unknown; readonly links: unknown }): void => {
    for (const { kind, domain, name, display_name } of elementsShape.parse(piece.elements)) {
      elements.push({ kind, domain, name, title: display_name ?? '' })
    }
    for (const link of linksShape.parse(piece.links))
      relationTypes.push(link.relation_type ?? link.relation ?? '')
  }
  await workbench.call('models.readIndex', { connection }, { onProgress: take }).catch((error: unknown) => {
    if (!(error instanceof WorkbenchError) || error.code !== 'MALFORMED_RESPONSE') throw error
  })
  return { elements, relationTypes: unique(relationTypes) }
}

async function readElements(server: Connection): Promise<Omit<Vocabulary, 'connection' | 'domains'>> {
  const connection = server.id
  const listed = await readIndex(connection)
  if (listed.elements.length > 0) return listed
  const rows = await query(connection, `.${modelWord(server)} | project kind, domain, name`, MODEL_LIMIT)
  const elements = rows.map((row) => ({
    kind: cellText(row['kind']),
    domain: cellText(row['domain']),
    name: cellText(row['name']),
    title: '',
  }))
  return { elements, relationTypes: [] }
}

async function readVocabulary(server: Connection): Promise<Vocabulary> {
  const found = await readElements(server)
  return { ...found, domains: unique(found.elements.map(({ domain }) => domain)), connection: server.id }
}

/** What a server's vocabulary is valid for: until it is restarted, or its workspace is changed. */
const runOf = ({ id, since, workspace }: Connection): string => `${id} ${since} ${workspace}`

/** Vocabularies of servers that are not the chosen one, by run. */
const others = new Map<string, Promise<Vocabulary>>()

/** What is known of a server's model: of the chosen one what is followed, another's is read once; nothing of one that is not ready. */
export function vocabularyOf(server: Connection | undefined): Vocabulary | Promise<Vocabulary> {
  if (!server || server.id === connectionOf('model')?.id) return useVocabulary.getState()
  if (server.state !== 'ready') return NOTHING
  const run = runOf(server)
  const known = others.get(run)
  if (known) return known
  const reading = readVocabulary(server).catch(() => {
    others.delete(run)
    return NOTHING
  })
  others.set(run, reading)
  return reading
}

let loading: string | undefined

/** Loads the vocabulary of the connected server, and reloads it when the server is replaced or restarted. */
export function followVocabulary(): () => void {
  const check = (): void => {
    const connection = connectionOf('model')
    const key = connection?.state === 'ready' ? runOf(connection) : undefined
    if (key === undefined || key === loading || !connection) return
    loading = key
    for (const sets of Object.values(declared)) sets.clear()
    samples.clear()
    readVocabulary(connection).then(
      (found) => {
        assignStylesAhead(found.elements)
        useVocabulary.setState(found)
      },
      () => {
        loading = undefined
      },
    )
  }
  check()
  return useWorkbench.subscribe(check)
}

/** What sets declare, by `connection domain/name`: loaded, or a pending request. */
type Declared = Map<string, readonly FieldFact[] | Promise<readonly FieldFact[] | undefined>>
const declared = { fields: new Map() as Declared, metrics: new Map() as Declared }
type Member = keyof typeof declared
const kindWith = { fields: 'entity_set', metrics: 'metric_set' } as const

async function askDeclared(
  connection: string,
  member: Member,
  domain: string,
  name: string,
): Promise<readonly FieldFact[] | undefined> {
  const server = useWorkbench.getState().connections.find(({ id }) => id === connection)
  const spl = `.${modelWord(server)} with(kind='${kindWith[member]}', domain=${literal(domain)}, name=${literal(name)}) | limit 1`
  const [row] = await query(connection, spl).catch(() => [])
  return row && declaredIn(row['spec'] as Json, member)
}

/** Fetches what a set declares, once: the fields of an entity set, the metrics of a metric set. */
async function loadDeclared(
  { connection }: Vocabulary,
  member: Member,
  domain: string,
  name: string,
): Promise<readonly FieldFact[] | undefined> {
  if (connection === undefined) return undefined
  const sets = declared[member]
  const key = `${connection} ${domain}/${name}`
  const known = sets.get(key)
  if (known !== undefined) return known
  const asking = askDeclared(connection, member, domain, name).then((found) => {
    if (found) sets.set(key, found)
    else sets.delete(key)
    if (found) useVocabulary.setState({})
    return found
  })
  sets.set(key, asking)
  return asking
}

/** Fetches the fields of an entity set, once. */
export const loadFields = (
  vocabulary: Vocabulary,
  domain: string,
  name: string,
): Promise<readonly FieldFact[] | undefined> => loadDeclared(vocabulary, 'fields', domain, name)

/**
 * The model facts loaded so far, for the language service, of the chosen server unless another is given. Fields it misses are
 * requested from the server.
 */
export function modelFacts(vocabulary: Vocabulary = useVocabulary.getState()): ModelFacts {
  const { connection } = vocabulary
  const loaded = (member: Member) => (domain: string, name: string) => {
    const known = declared[member].get(`${connection} ${domain}/${name}`)
    if (known === undefined) void loadDeclared(vocabulary, member, domain, name)
    return Array.isArray(known) ? known : undefined
  }
  return {
    ...vocabulary,
    entityFields: loaded('fields'),
    metrics: loaded('metrics'),
    everyField: () =>
      [...declared.fields].flatMap(([key, known]) =>
        key.startsWith(`${connection} `) && Array.isArray(known) ? known : [],
      ),
  }
}

/** A field's values in the data, most frequent first, and the number of rows sampled. */
interface Sample {
  readonly values: readonly { readonly text: string; readonly count: number; readonly plain: boolean }[]
  readonly rows: number
}

/** Rows that a sample reads at most. */
export const SAMPLE_ROWS = 500
/** Values that a sample names at most. */
export const MAX_VALUES = 60
const samples = new Map<string, Promise<Sample>>()

/**
 * Samples a field's values in the output of the earlier stages. Cached per question and connection, except
 * for empty answers: a temporary refusal or later data must not be cached forever.
 */
export function sampleValues(
  earlier: string,
  field: string,
  { connection }: Vocabulary = useVocabulary.getState(),
): Promise<Sample> {
  const key = `${connection}\u0000${earlier}\u0000${field}`
  const known = samples.get(key)
  if (known) return known
  const asking = askSample(connection, earlier, field)
  samples.set(key, asking)
  const forget = (): void => void samples.delete(key)
  asking.then(({ rows }) => rows === 0 && forget(), forget)
  return asking
}

async function askSample(connection: string | undefined, earlier: string, field: string): Promise<Sample> {
  if (connection === undefined) return { values: [], rows: 0 }
  const rows = await query(connection, earlier, SAMPLE_ROWS)
  const counts = new Map<string, { count: number; plain: boolean }>()
  for (const row of rows) {
    const value = row[field]
    if (value === null || value === undefined || typeof value === 'object') continue
    const entry = counts.get(cellText(value)) ?? { count: 0, plain: typeof value !== 'string' }
    counts.set(cellText(value), { ...entry, count: entry.count + 1 })
  }
  const values = [...counts]
    .map(([text, entry]) => ({ text, ...entry }))
    .sort((a, b) => b.count - a.count || a.text.localeCompare(b.text))
    .slice(0, MAX_VALUES)
  return { values, rows: rows.length }
}
