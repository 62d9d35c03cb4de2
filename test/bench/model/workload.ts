import { createHash } from 'node:crypto'
import type { EntityChange, RelationChange } from '#shared/model/entity.ts'
import type { GraphStore } from '../../../electron/model-server/graphstore/store.ts'
import { executeQuery } from '../../../electron/model-server/query/engine.ts'
import { decodeQueryRequest } from '../../../electron/model-server/query/request.ts'

/** The same graph for every store: ten types, three relations out of each entity, so a mean degree of six. */
export const TYPES = 10
export const RELATIONS_PER_ENTITY = 3

export const WORKSPACE = 'bench'
const BATCH = 10_000

const hex = (index: number): string => createHash('md5').update(String(index)).digest('hex')

/** Of the workload's numbers. */
export const SEED = 7

/** A small generator with a seed: the same numbers in every run (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const ADJECTIVES = ['amber', 'brisk', 'calm', 'dark', 'early', 'faint', 'grand', 'hidden', 'iron', 'jolly']
const NOUNS = [
  'falcon',
  'garden',
  'harbor',
  'island',
  'jungle',
  'kernel',
  'lantern',
  'meadow',
  'needle',
  'orchard',
]

function entityAt(index: number, random: () => number): EntityChange {
  const type = `shop.kind${index % TYPES}`
  const words = [ADJECTIVES, NOUNS].map((list) => list[Math.floor(random() * list.length)])
  return {
    domain: 'shop',
    type,
    id: hex(index),
    method: 'Create',
    firstObserved: 1_700_000_000,
    lastObserved: 1_700_000_600,
    keepAlive: 3600,
    properties: {
      display_name: `${words.join('-')}-${index}`,
      status: random() < 0.1 ? 'degraded' : 'healthy',
      owner: `team-${index % 97}`,
      load: Math.round(random() * 10_000) / 100,
      region: `region-${index % 7}`,
      description: `Serves ${words[1]} requests for unit ${index}`,
    },
  }
}

const keyAt = (index: number) => ({ domain: 'shop', type: `shop.kind${index % TYPES}`, id: hex(index) })

/** Bytes of the entities' own properties, and how long entities and relations took to load, in milliseconds. */
export interface Loaded {
  readonly propertyBytes: number
  readonly entitiesMs: number
  readonly relationsMs: number
  /** Heap that the entities took, and that all took together. */
  readonly heapBytes: number
  readonly wholeHeapBytes: number
  /** Relations that were written. */
  readonly relations: number
}

/** The workload's entities; relations are made from the same numbers, behind them. */
export function* entityBatches(size: number, random: () => number): Generator<readonly EntityChange[]> {
  for (let start = 0; start < size; start += BATCH)
    yield Array.from({ length: Math.min(BATCH, size - start) }, (_, index) => entityAt(start + index, random))
}

export function* relationBatches(size: number, random: () => number): Generator<readonly RelationChange[]> {
  for (let start = 0; start < size; start += BATCH) {
    const relations: RelationChange[] = []
    for (let index = start; index < Math.min(start + BATCH, size); index += 1) {
      for (let number = 0; number < RELATIONS_PER_ENTITY; number += 1) {
        relations.push({
          src: keyAt(index),
          type: `link${number}`,
          dest: keyAt(Math.floor(random() * size)),
          method: 'Update',
          firstObserved: 1_700_000_000,
          lastObserved: 1_700_000_600,
          properties: {},
        })
      }
    }
    yield relations
  }
}

/** Writes `size` entities and three times as many relations; only the store's own time counts. */
export async function load(store: GraphStore, size: number): Promise<Loaded> {
  const workspace = store.workspace(WORKSPACE)
  const random = randomFrom(SEED)
  let propertyBytes = 0
  let entitiesMs = 0
  const before = heap()
  for (const entities of entityBatches(size, random)) {
    for (const entity of entities) propertyBytes += Buffer.byteLength(JSON.stringify(entity.properties))
    entitiesMs += await timed(async () => workspace.write({ entities, relations: [] }, { partial: false }))
  }
  const heapBytes = heap() - before
  let relationsMs = 0
  for (const relations of relationBatches(size, random))
    relationsMs += await timed(async () => workspace.write({ entities: [], relations }, { partial: true }))
  const wholeHeapBytes = heap() - before
  return {
    propertyBytes,
    entitiesMs,
    relationsMs,
    heapBytes,
    wholeHeapBytes,
    relations: size * RELATIONS_PER_ENTITY,
  }
}

function heap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export interface BenchQuery {
  readonly name: string
  /** Milliseconds wanted at a million entities in memory (issue "Speed"). */
  readonly aim?: number
  /** The same in the embedded database, at a million and at less. */
  readonly embeddedAim?: number
  /** The query, and the rows it must find at the least, so that a wrong answer cannot be a fast one. */
  readonly text: (probe: number) => string
  readonly rows: number
}

const node = (probe: number): string => `(:"shop@shop.kind${probe % TYPES}" {__entity_id__: '${hex(probe)}'})`
const label = (probe: number): string => `\`\`shop@shop.kind${probe % TYPES}\`\``

/** The queries, as a user would write them. `probe` is the number of an entity, another one each time. */
export const QUERIES: readonly BenchQuery[] = [
  {
    name: 'id lookup',
    aim: 1,
    text: (probe) => `.entity with(domain='shop', name='shop.kind${probe % TYPES}', ids=['${hex(probe)}'])`,
    rows: 1,
  },
  {
    name: 'text query, rare, topk=20',
    aim: 30,
    embeddedAim: 15,
    text: (probe) => `.entity with(query='-${probe}', topk=20)`,
    rows: 1,
  },
  {
    name: 'text query, frequent, topk=20',
    aim: 30,
    embeddedAim: 15,
    text: (probe) => `.entity with(query='${NOUNS[probe % NOUNS.length]}', topk=20)`,
    rows: 20,
  },
  {
    name: 'where + sort + limit over one type',
    aim: 60,
    embeddedAim: 100,
    text: (probe) =>
      `.entity with(domain='shop', name='shop.kind${probe % TYPES}') | where load > 50 | sort load desc | limit 20`,
    rows: 20,
  },
  {
    name: 'neighbours, three hops',
    aim: 5,
    embeddedAim: 10,
    text: (probe) => `.topo | graph-call getNeighborNodes('full', 3, [${node(probe)}]) | limit 1000`,
    rows: 20,
  },
  {
    name: 'Cypher, two hops with grouping',
    aim: 10,
    text: (probe) =>
      `.topo | graph-call cypher(\`MATCH (a:${label(probe)} {__entity_id__: '${hex(probe)}'})--(b)--(c) ` +
      'RETURN c.region AS region, count(*) AS n, avg(c.load) AS load ORDER BY n DESC`)',
    rows: 1,
  },
]

/** Number of the entity that a round of a query asks for. */
const probeOf = (round: number, size: number): number => Math.abs(Math.imul(round + 3, 7_919)) % size

/** The same entity's id and type, for queries that name them as parameters. */
export function parametersOf(round: number, size: number): { readonly id: string; readonly type: string } {
  const { id, type } = keyAt(probeOf(round, size))
  return { id, type }
}

/** Median time of one query over different probes, after two that warm up. */
export async function measure(
  store: GraphStore,
  size: number,
  query: BenchQuery,
  times: number,
): Promise<number> {
  const samples: number[] = []
  for (let round = -2; round < times; round += 1) {
    const probe = probeOf(round, size)
    const request = decodeQueryRequest({ query: query.text(probe), timeout_ms: 120_000 })
    let found = 0
    const spent = await timed(async () => {
      found = (await executeQuery(store, WORKSPACE, request)).rows.length
    })
    if (found < query.rows)
      throw new Error(`${query.name} found ${found} rows, not ${query.rows}: ${query.text(probe)}`)
    if (round >= 0) samples.push(spent)
  }
  return median(samples)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
