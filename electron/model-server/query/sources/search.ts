import type { Element } from '#shared/model/element.ts'
import { type EntityRecord, entityKey, entityPayload } from '#shared/model/entity.ts'
import { type Json, type JsonObject, isJsonObject, textOf } from '#shared/model/json.ts'
import { RUNBOOK_SECTIONS } from '#shared/spl/service/facts.ts'
import { nameMatches } from '../../graphstore/semantics.ts'
import { EMBEDDING_MODEL } from '../../search/embedding.ts'
import { type Chunk, DEFAULT_HYBRID_K, SEARCH_MODES, type SearchMode, rank } from '../../search/rank.ts'
import type { Plan, QueryContext } from '../context.ts'
import { limitReachesStore } from '../pushdown.ts'
import { PlainRow, type Row } from '../row.ts'
import { rowsOfList } from '../rows.ts'

/** Provider name in search plans. */
const SEARCH_PROVIDER = 'local'

/** Returns the search mode of a query; undefined for none or an unknown one. */
export function searchMode({ pairs }: QueryContext): SearchMode | undefined {
  const mode = pairs.text('mode')?.toLowerCase()
  return SEARCH_MODES.find((one) => one === mode)
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

/** Returns all texts inside a value. */
function textsIn(value: Json | undefined): string {
  if (Array.isArray(value)) return value.map((item: Json) => textsIn(item)).join(' ')
  if (isJsonObject(value))
    return Object.values(value)
      .map((item) => textsIn(item))
      .join(' ')
  return textOf(value)
}

interface Found {
  readonly columns: readonly string[]
  readonly chunks: AsyncIterable<Chunk<Hit>>
}

/** A searchable item, with its row. */
interface Hit {
  readonly row: JsonObject
}

const ELEMENT_COLUMNS = ['__type__', '__domain__', 'kind', 'name', 'metadata', 'spec', '__score__'] as const

/** Cached per element, so that vectors are reused while the element is unchanged. */
const elementHits = new WeakMap<Element, readonly (Chunk<Hit> & { readonly section: string })[]>()

function hitsOf(element: Element): readonly (Chunk<Hit> & { readonly section: string })[] {
  let hits = elementHits.get(element)
  if (hits) return hits
  const { kind, domain, name, metadata = {}, spec = {} } = element
  const head = { __domain__: domain, kind, name }
  const key = `${domain}/${name}/${kind}`
  const whole = { __type__: kind, ...head, metadata, spec }
  hits = [
    {
      item: { row: whole },
      text: `${name} ${domain} ${kind} ${textsIn(metadata)} ${textsIn(spec)}`,
      key,
      section: '',
    },
    // Each entry of a section is searchable on its own.
    ...RUNBOOK_SECTIONS.flatMap((section) =>
      list(spec[section]).map((entry, index) => ({
        item: {
          row: {
            __type__: section,
            ...head,
            metadata: { ...metadata, type: section },
            spec: isJsonObject(entry) ? entry : { value: entry },
          },
        },
        text: textsIn(entry),
        key: `${key}/${section}/${index}`,
        section,
      })),
    ),
  ]
  elementHits.set(element, hits)
  return hits
}

/** Accepts singular and plural section names, such as `knowledge` and `skill`. */
function sectionMatches(wanted: string | undefined, section: string): boolean {
  return wanted === undefined || section === wanted || section === `${wanted}s`
}

async function* elementChunks(context: QueryContext, runbooks: boolean): AsyncIterable<Chunk<Hit>> {
  const { workspace, pairs, pace } = context
  const domain = pairs.text('domain')
  const names = pairs.list('names', 'name')?.filter((name) => name !== '')
  const kinds = pairs.list('kinds', 'kind')?.filter((kind) => kind !== '')
  const section = runbooks ? pairs.text('type') : undefined
  for (const element of await workspace.elements(pace.signal)) {
    if (!nameMatches(domain, element.domain)) continue
    if (names?.length && !names.some((name) => nameMatches(name, element.name))) continue
    if (kinds?.length && !kinds.some((kind) => nameMatches(kind, element.kind))) continue
    if (runbooks && element.kind !== 'runbook_set') continue
    for (const hit of hitsOf(element)) {
      const part = hit.section !== ''
      if (runbooks ? (section === undefined || part) && sectionMatches(section, hit.section) : !part)
        yield hit
    }
  }
}

/** Entity rows, cached by the record they were built from. */
const entityHits = new WeakMap<object, Chunk<Hit>>()

function entityHit(record: EntityRecord): Chunk<Hit> {
  let hit = entityHits.get(record.properties)
  if (!hit || hit.key !== entityKey(record)) {
    hit = {
      item: { row: entityPayload(record) },
      text: `${record.id} ${textsIn(record.properties)}`,
      key: entityKey(record),
    }
    entityHits.set(record.properties, hit)
  }
  return hit
}

async function* entityChunks({ workspace, pairs, request, pace }: QueryContext): AsyncIterable<Chunk<Hit>> {
  const domain = pairs.text('domain')
  const names = pairs.list('names', 'name')?.filter((name) => name !== '') ?? []
  const ids = pairs.list('ids', 'id')
  for (const type of names.length > 0 ? names : [undefined]) {
    const pages = workspace.scanEntities(
      {
        domain,
        type,
        ids,
        time: request.time,
      },
      pace.signal,
    )
    for (let page = await pages.next(); page; page = await pages.next()) {
      for (const record of page) yield entityHit(record)
      await pace.yieldToMain()
    }
  }
}

function columnsOfEntities(rows: readonly JsonObject[]): string[] {
  const system = [
    '__category__',
    '__domain__',
    '__entity_type__',
    '__entity_id__',
    '__method__',
    '__first_observed_time__',
    '__last_observed_time__',
    '__keep_alive_seconds__',
    '__deleted__',
  ]
  const present = new Set(rows.flatMap((row) => Object.keys(row)))
  const own = [...present].filter((name) => !name.startsWith('__')).sort()
  return [...system.filter((name) => present.has(name)), ...own, '__score__']
}

/**
 * Semantic search instead of filters: `.runbook_set` always, other sources when `mode` is keyword, vector or
 * hyper (docs/spl.md#sources). Later stages apply to its rows.
 */
export function planSearch(context: QueryContext, mode: SearchMode): Plan {
  const { query, pairs, pace } = context
  const source = query.source.name
  const found: Found =
    source === '.entity'
      ? {
          columns: ['__domain__', '__entity_type__', '__entity_id__', '__score__'],
          chunks: entityChunks(context),
        }
      : { columns: ELEMENT_COLUMNS, chunks: elementChunks(context, source === '.runbook_set') }
  // Stages that drop or reorder rows work on all results; the limit applies after them.
  const topk =
    pairs.count('topk') ?? (limitReachesStore(context) ? context.limit : context.store.capabilities.maxLimit)
  const hybridK = pairs.count('hybrid_k') ?? DEFAULT_HYBRID_K
  const plan = {
    columns: found.columns,
    notes: {
      provider: 'search',
      pushdown: [],
      fallback: [],
      extra: {
        search_provider: SEARCH_PROVIDER,
        search_mode: mode,
        ...(mode === 'keyword' ? {} : { embed_model: EMBEDDING_MODEL }),
      },
    },
    handled: new Set<never>(),
    async open() {
      const text = pairs.text('query') ?? ''
      const hits = await rank(found.chunks, { query: text, mode, hybridK, topk }, () => pace.yieldToMain())
      if (source === '.entity') plan.columns = columnsOfEntities(hits.map(({ item }) => item.row))
      return rowsOfList(hits.map(({ item, score }) => scored(item.row, score, mode)))
    },
  }
  return plan
}

function scored(row: JsonObject, score: number, mode: SearchMode): Row {
  return new PlainRow({
    ...row,
    __score__: score,
    __provider__: SEARCH_PROVIDER,
    ...(mode === 'keyword' ? {} : { __embedding_model__: EMBEDDING_MODEL }),
  })
}
