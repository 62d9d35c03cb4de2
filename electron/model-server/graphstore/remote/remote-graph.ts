import {
  type EntityRecord,
  type RelationRecord,
  type TimeRange,
  entityKey,
  parseEntityKey,
  relationKey,
  type EntityKey,
  entityPayload,
  relationPayload,
} from '#shared/model/entity.ts'
import { textOf, type JsonObject } from '#shared/model/json.ts'
import {
  type Graph,
  GraphNode,
  type Hop,
  type NodePages,
  type NodeRequest,
  GraphRelation,
  type Json,
} from '../../cypher/index.ts'
import { visible } from '../semantics.ts'
import type { Direction } from '../store.ts'
import { keyOf, timeParameters, uidEnd, uidOf, visibleCondition } from './columns.ts'
import { Conditions } from './conditions.ts'
import { type Database, textIn } from './database.ts'
import { entityRows } from './entity-rows.ts'

/** An entity as a node; without a record it is the bare end of a relation and knows only its key. */
class RecordNode extends GraphNode {
  readonly key: string
  readonly id: string
  readonly labels: readonly string[]
  readonly #entity: EntityKey
  readonly #record: EntityRecord | undefined
  #payload: JsonObject | undefined

  constructor(entity: EntityKey, record: EntityRecord | undefined) {
    super()
    this.key = entityKey(entity)
    this.id = entity.id
    this.labels = [`${entity.domain}@${entity.type}`, entity.type]
    this.#entity = entity
    this.#record = record
  }

  get(property: string): Json | undefined {
    const own = this.#record?.properties
    if (own && Object.hasOwn(own, property)) return own[property]
    if (!property.startsWith('__')) return undefined
    const payload = this.properties()
    return Object.hasOwn(payload, property) ? payload[property] : undefined
  }

  properties(): JsonObject {
    this.#payload ??= this.#record
      ? entityPayload(this.#record)
      : {
          __domain__: this.#entity.domain,
          __entity_type__: this.#entity.type,
          __entity_id__: this.#entity.id,
        }
    return this.#payload
  }
}

/** A relation between two nodes. */
class RecordRelation extends GraphRelation {
  readonly key: string
  readonly type: string
  readonly start: GraphNode
  readonly end: GraphNode
  readonly #record: RelationRecord
  #payload: JsonObject | undefined

  constructor(record: RelationRecord, start: GraphNode, end: GraphNode) {
    super()
    this.key = relationKey(record)
    this.type = record.type
    this.start = start
    this.end = end
    this.#record = record
  }

  get(property: string): Json | undefined {
    const own = this.#record.properties
    if (Object.hasOwn(own, property)) return own[property]
    if (!property.startsWith('__')) return undefined
    const payload = this.properties()
    return Object.hasOwn(payload, property) ? payload[property] : undefined
  }

  properties(): JsonObject {
    this.#payload ??= relationPayload(this.#record)
    return this.#payload
  }
}

/** Neighbour lists cached before a query may evict them. */
const KEPT_LISTS = 20_000

/** Nodes of a scan's first page, and the maximum of later ones. */
const FIRST_PAGE_ROWS = 200
const MAX_PAGE_ROWS = 5_000

/** The visible graph of a workspace for one query. Scans and neighbours are statements, whose results are cached. */
export class RemoteGraph implements Graph {
  readonly #database: Database
  readonly #workspace: string
  readonly #time: TimeRange | undefined
  readonly #signal: AbortSignal | undefined
  readonly #loaded = new Map<string, readonly Hop[]>()

  constructor(database: Database, workspace: string, time?: TimeRange, signal?: AbortSignal) {
    this.#database = database
    this.#workspace = workspace
    this.#time = time
    this.#signal = signal
  }

  scan(request: NodeRequest): NodePages {
    const keys = this.#keysOf(request)
    if (keys) return this.#lookUp(keys)
    const phases = [this.#recordsPages(request), this.#barePages(request)]
    return {
      next: async () => {
        for (let phase = phases[0]; phase; phase = phases[0]) {
          const page = await phase()
          if (page) return page
          phases.shift()
        }
        return null
      },
    }
  }

  hops(node: GraphNode, direction: Direction, types: readonly string[]): readonly Hop[] | undefined {
    return this.#loaded.get(listName(node.key, direction, types))
  }

  async load(nodes: readonly GraphNode[], direction: Direction, types: readonly string[]): Promise<void> {
    const found = new Map<string, Hop[]>(nodes.map((node) => [node.key, []]))
    const known = new Map(nodes.map((node) => [node.key, node]))
    for (const record of await this.#relationsAt([...found.keys()], direction, types, known)) {
      const [start, end] = [known.get(entityKey(record.src)), known.get(entityKey(record.dest))]
      if (!start || !end) continue
      const relation = new RecordRelation(record, start, end)
      if (direction !== 'in') found.get(start.key)?.push({ relation, node: end })
      // A loop is found from both sides, but is one relation.
      if (direction === 'in' || (direction === 'both' && start !== end))
        found.get(end.key)?.push({ relation, node: start })
    }
    for (const [key, hops] of found) {
      hops.sort((a, b) => (a.relation.key < b.relation.key ? -1 : 1))
      this.#loaded.set(listName(key, direction, types), hops)
    }
  }

  release(): void {
    if (this.#loaded.size > KEPT_LISTS) this.#loaded.clear()
  }

  /** Returns each visible relation at the entities once, with both ends loaded. */
  async #relationsAt(
    keys: readonly string[],
    side: Direction,
    types: readonly string[],
    known: Map<string, GraphNode>,
  ): Promise<Iterable<RelationRecord>> {
    const workspace = this.#workspace
    const time = this.#time
    const signal = this.#signal
    const records = await this.#database.layout.neighbours(this.#database, {
      workspace,
      keys,
      side,
      types,
      time,
      signal,
    })
    const shown = records.filter((record) => visible(record, time))
    await this.#addMissing(known, shown)
    return new Map(shown.map((record) => [relationKey(record), record])).values()
  }

  /** Fetches the ends that are not loaded yet. */
  async #addMissing(known: Map<string, GraphNode>, records: readonly RelationRecord[]): Promise<void> {
    const keys = new Set(records.flatMap(({ src, dest }) => [entityKey(src), entityKey(dest)]))
    const missing = [...keys].filter((key) => !known.has(key))
    for (const row of await entityRows(this.#database, this.#workspace, missing, this.#signal)) {
      const node = this.#nodeOf(row['uid'], row['data'])
      if (node) known.set(node.key, node)
    }
  }

  /** Returns the node of a row; bare when its record is hidden or missing. */
  #nodeOf(uid: unknown, data: unknown): RecordNode | undefined {
    const key = parseEntityKey(keyOf(String(uid)))
    if (!key) return undefined
    const record = typeof data === 'string' && data !== '' ? (JSON.parse(data) as EntityRecord) : undefined
    return new RecordNode(key, record && visible(record, this.#time) ? record : undefined)
  }

  /** Returns stable keys if the request names ids and full labels, so that no scan is needed. */
  #keysOf({ ids, labels }: NodeRequest): readonly string[] | undefined {
    const group = labels.find((names) => names.every((name) => name.includes('@')))
    if (!ids || !group) return undefined
    return group.flatMap((label) => {
      const at = label.indexOf('@')
      return ids.map((id) => entityKey({ domain: label.slice(0, at), type: label.slice(at + 1), id }))
    })
  }

  #lookUp(keys: readonly string[]): NodePages {
    let done = false
    return {
      next: async () => {
        if (done) return null
        done = true
        const rows = await entityRows(this.#database, this.#workspace, keys, this.#signal)
        const nodes = rows.flatMap((row) => this.#nodeOf(row['uid'], row['data']) ?? [])
        const bare = nodes.filter((node) => node.get('__method__') === undefined)
        const touched = bare.length > 0 ? await this.#touched(bare) : new Set<string>()
        return nodes.filter((node) => node.get('__method__') !== undefined || touched.has(node.key))
      },
    }
  }

  /** Returns which of these nodes have a visible relation; a node with neither record nor relation does not exist. */
  async #touched(nodes: readonly GraphNode[]): Promise<Set<string>> {
    await this.load(nodes, 'both', [])
    return new Set(
      nodes.filter((node) => (this.hops(node, 'both', []) ?? []).length > 0).map((node) => node.key),
    )
  }

  #recordsPages(request: NodeRequest): () => Promise<readonly GraphNode[] | null> {
    return this.#pages(
      (after, size) => {
        const conditions = this.#requestConditions(request, after).plain(
          visibleCondition('e', this.#time),
          timeParameters(this.#time),
        )
        for (const text of textsOf(request)) conditions.add('e.text CONTAINS ?', text)
        return {
          text: `MATCH (e:ModelEntity) WHERE ${conditions.text} RETURN e.uid AS uid, e.data AS data ORDER BY uid LIMIT ${size}`,
          parameters: conditions.parameters,
        }
      },
      (node) => node.get('__method__') !== undefined,
    )
  }

  /**
   * Returns ends of relations without a visible record. They have no properties, so conditions on properties
   * exclude them.
   */
  #barePages(request: NodeRequest): () => Promise<readonly GraphNode[] | null> {
    if (textsOf(request).length > 0) return async () => null
    const candidates = this.#pages(
      (after, size) => {
        const conditions = this.#requestConditions(request, after).plain(
          `(e.state <> '' OR NOT (${visibleCondition('e', this.#time)}))`,
          timeParameters(this.#time),
        )
        return {
          text: `MATCH (e:ModelEntity) WHERE ${conditions.text} RETURN e.uid AS uid, e.data AS data ORDER BY uid LIMIT ${size}`,
          parameters: conditions.parameters,
        }
      },
      (node) => node.get('__method__') === undefined,
    )
    return async () => {
      const page = await candidates()
      if (!page || page.length === 0) return page
      const touched = await this.#touched(page)
      return page.filter((node) => touched.has(node.key))
    }
  }

  #requestConditions(request: NodeRequest, after: string): Conditions {
    const conditions = new Conditions()
      .add('e.uid > ?', after === '' ? uidOf(this.#workspace, '') : after)
      .add('e.uid < ?', uidEnd(this.#workspace))
    for (const group of request.labels) {
      conditions.add('e.type IN ?', [
        ...new Set(group.flatMap((name) => [name, name.slice(name.indexOf('@') + 1)])),
      ])
    }
    if (request.ids) conditions.add('e.id IN ?', request.ids)
    for (const { key, value } of request.equal) {
      const column = { __domain__: 'domain', __entity_type__: 'type' }[key]
      if (column) conditions.add(`e.${column} = ?`, String(value))
    }
    return conditions
  }

  /** Pages by key. They grow, so that a short query reads little and a long one makes few requests. */
  #pages(
    statement: (after: string, size: number) => { text: string; parameters: Conditions['parameters'] },
    keep: (node: GraphNode) => boolean,
  ): () => Promise<readonly GraphNode[] | null> {
    let after = ''
    let size = FIRST_PAGE_ROWS
    let complete = false
    return async () => {
      if (complete) return null
      const { text, parameters } = statement(after, size)
      const rows = await this.#database.read(text, parameters, this.#signal)
      complete = rows.length < size
      size = Math.min(size * 5, MAX_PAGE_ROWS)
      after = textIn(rows.at(-1), 'uid')
      return rows.flatMap((row) => this.#nodeOf(row['uid'], row['data']) ?? []).filter(keep)
    }
  }
}

/** Returns texts that the search text must contain if the request's property conditions hold. */
function textsOf(request: NodeRequest): string[] {
  const own = (key: string): boolean => !key.startsWith('__')
  const equal = request.equal.filter(({ key }) => own(key)).map(({ value }) => textOf(value))
  const text = request.text.filter(({ key }) => own(key)).map(({ value }) => value)
  // Σ lower-cases differently at the end of a word, so a substring may differ from the same text on its own.
  return [...equal, ...text]
    .filter((part) => part !== '' && !part.includes('Σ'))
    .map((part) => part.toLowerCase())
}

function listName(key: string, direction: Direction, types: readonly string[]): string {
  return `${key} ${direction} ${types.join('|')}`
}
