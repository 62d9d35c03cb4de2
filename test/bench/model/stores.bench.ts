import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openLadybugStore } from '../../../electron/model-server/graphstore/ladybug/index.ts'
import { MAX_INDEXED } from '../../../electron/model-server/graphstore/ladybug/index-room.ts'
import {
  BUFFER_BYTES,
  LadybugDatabase,
} from '../../../electron/model-server/graphstore/ladybug/ladybug-database.ts'
import { loadLadybug } from '../../../electron/model-server/graphstore/ladybug/native.ts'
import { openMemoryStore } from '../../../electron/model-server/graphstore/memory/index.ts'
import type { GraphStore } from '../../../electron/model-server/graphstore/store.ts'
import type { Row } from '../row.ts'
import { type Stalls, stallsDuring } from '../stalls.ts'
import { clientAlone } from './ladybug-alone.ts'
import { QUERIES, RELATIONS_PER_ENTITY, WORKSPACE, load, measure } from './workload.ts'

/* The same graph and SPL queries in memory and in the embedded database, at growing sizes.
   `ORRERY_BENCH_EMBEDDED=100000` sets the largest embedded size (loading three million relations there
   takes minutes), `ORRERY_BENCH_LARGEST` the largest overall. */
const LARGEST = Number(process.env['ORRERY_BENCH_LARGEST'] ?? 1_000_000)
const LARGEST_EMBEDDED = Number(process.env['ORRERY_BENCH_EMBEDDED'] ?? 1_000_000)
/** A largest embedded size between these is measured in memory, too, as its baseline. */
const SIZES = [...new Set([10_000, 100_000, LARGEST_EMBEDDED, 1_000_000])].sort((a, b) => a - b)

/** How the rows of the embedded database's own client begin. */
const CLIENT = 'client alone'

/** Times that each query is asked of the embedded database. */
const EMBEDDED_TIMES = 7

/** The query that is slow when a type is first sorted by a field. */
const SORTING = 'where + sort + limit over one type'

/** Entities per millisecond of which the embedded database indexes the texts on a busy machine. */
const FILLED_PER_MS = 25

/** Longer than the pause after which indexes are kept, and what they take at a million. */
const KEPT_AFTER_MS = 8_000

/** Longest that work in the background may hold anybody up. */
const STALL_MS = 50

/** Mostly loading three million relations into the embedded database. */
export const minutes = 90

const sizeName = (size: number): string => (size >= 1_000_000 ? `${size / 1_000_000}M` : `${size / 1_000}k`)

export async function bench(): Promise<Row[]> {
  const rows: Row[] = []
  for (const size of SIZES.filter((one) => one <= LARGEST)) rows.push(...(await inMemory(size)))
  for (const size of SIZES.filter((one) => one <= Math.min(LARGEST, LARGEST_EMBEDDED)))
    rows.push(...(await embedded(size)))
  return rows
}

async function inMemory(size: number): Promise<Row[]> {
  const store = await openMemoryStore({})
  const loaded = await load(store, size)
  const beyondJson = (bytes: number): number => (bytes - loaded.propertyBytes) / size
  const name = `memory ${sizeName(size)}`
  const rows: Row[] = [
    {
      name: `${name}: entities loaded`,
      value: (size / loaded.entitiesMs) * 1_000,
      unit: '1/s',
      aim: { least: 100_000 },
    },
    {
      name: `${name}: relations loaded`,
      value: ((size * RELATIONS_PER_ENTITY) / loaded.relationsMs) * 1_000,
      unit: '1/s',
    },
    {
      name: `${name}: heap per entity beyond its JSON`,
      value: beyondJson(loaded.heapBytes),
      unit: 'byte',
    },
    {
      name: `${name}: the same, its ${RELATIONS_PER_ENTITY} relations counted in`,
      value: beyondJson(loaded.wholeHeapBytes),
      unit: 'byte',
      // Below that the fixed heap of a new process outweighs its entities.
      ...(size === 1_000_000 ? { aim: { most: 1_024 } } : {}),
    },
    ...(await queries(store, size, 'memory', (query) => `memory 10k: ${query}`)),
  ]
  await store.close()
  return rows
}

async function embedded(size: number): Promise<Row[]> {
  const data = await mkdtemp(join(tmpdir(), 'orrery-bench-'))
  try {
    const alone = await besides(data, size)
    const asked = new Set(alone.map((row) => row.name))
    const store = await openLadybugStore({ data })
    const loaded = await load(store, size)
    const { entities, relations } = await store.workspace(WORKSPACE).counts()
    if (entities !== size || relations !== loaded.relations)
      throw new Error(`of ${size} and ${loaded.relations} rows ${entities} and ${relations} are there`)
    const name = `embedded ${sizeName(size)}`
    const rows: Row[] = [
      ...alone,
      {
        name: `${name}: entities loaded`,
        value: (size / loaded.entitiesMs) * 1_000,
        unit: '1/s',
        baseline: `${CLIENT} ${sizeName(size)}: entities copied from CSV`,
        aim: { least: 100_000 },
      },
      {
        name: `${name}: relations loaded`,
        value: ((size * RELATIONS_PER_ENTITY) / loaded.relationsMs) * 1_000,
        unit: '1/s',
        baseline: `${CLIENT} ${sizeName(size)}: relations copied from CSV`,
        aim: { least: 60_000 },
      },
      ...(await queries(store, size, 'embedded', (query) => {
        const own = `${CLIENT} ${sizeName(size)}: ${query}`
        return asked.has(own) ? own : `memory ${sizeName(size)}: ${query}`
      })),
    ]
    // Indexes are kept once nothing was written for some seconds.
    await setTimeout(KEPT_AFTER_MS)
    await store.close()
    const path = join(data, 'instances', WORKSPACE, 'storage/graph/local/ladybug')
    return [...rows, ...(await startAgain(path, name, size)), ...(await fillAnew(path, name))]
  } finally {
    await rm(data, { recursive: true })
  }
}

/** How long after a start the kept indexes answer, and how long they hold others up. */
async function startAgain(path: string, name: string, size: number): Promise<Row[]> {
  let [texts, relations] = [0, 0]
  const stalls = await stallsDuring(async () => {
    const start = performance.now()
    const database = await open(path)
    const since = async (answer: Promise<void>): Promise<number> => {
      await answer
      return performance.now() - start
    }
    ;[texts, relations] = await Promise.all([since(textsOf(database)), since(neighboursOf(database))])
    await database.close()
  })
  const aim = size === 1_000_000 ? { aim: { most: 2_000 } } : {}
  return [
    { name: `${name}: start to texts by the index`, value: texts, unit: 'ms', ...aim },
    { name: `${name}: start to neighbours by the index`, value: relations, unit: 'ms', ...aim },
    ...stallRows(`${name}: longest stall while kept indexes are loaded`, stalls),
  ]
}

/** How long each index holds others up while it is filled because none was kept. */
async function fillAnew(path: string, name: string): Promise<Row[]> {
  await rm(`${path}-indexes`, { recursive: true, force: true })
  const database = await open(path)
  const rows: Row[] = []
  for (const [what, filled] of [['texts', textsOf] as const, ['relations', neighboursOf] as const]) {
    const start = performance.now()
    const stalls = await stallsDuring(() => filled(database))
    const seconds = (performance.now() - start) / 1_000
    rows.push(
      { name: `${name}: index of ${what} filled`, value: seconds, unit: 's' },
      ...stallRows(`${name}: longest stall while the index of ${what} is filled`, stalls),
    )
  }
  await database.close()
  return rows
}

function stallRows(name: string, { longest, idle }: Stalls): Row[] {
  const baseline = `${name}, of an idle thread`
  return [
    { name: baseline, value: idle, unit: 'ms' },
    { name, value: longest, unit: 'ms', baseline, aim: { most: STALL_MS } },
  ]
}

const open = (path: string): Promise<LadybugDatabase> =>
  LadybugDatabase.open({
    native: loadLadybug(),
    path,
    bufferBytes: BUFFER_BYTES,
    room: { left: MAX_INDEXED },
    fieldRoom: { left: 0 },
  })

async function until(ask: () => Promise<unknown>): Promise<void> {
  while ((await ask()) === undefined) await setTimeout(1)
}

const textsOf = (database: LadybugDatabase): Promise<void> =>
  until(() => database.entitiesWithText({ text: 'falcon', prefix: '', part: '', after: '', most: 1 }))

const neighboursOf = (database: LadybugDatabase): Promise<void> =>
  until(() =>
    database.knownRelations({
      workspace: WORKSPACE,
      keys: [],
      side: 'both',
      types: [],
      time: undefined,
      signal: undefined,
    }),
  )

/** The baseline of what the embedded store's database can do by itself. */
async function besides(data: string, size: number): Promise<Row[]> {
  const { entities, relations, queries } = await clientAlone(data, size, EMBEDDED_TIMES)
  const name = `${CLIENT} ${sizeName(size)}`
  return [
    { name: `${name}: entities copied from CSV`, value: entities, unit: '1/s' },
    { name: `${name}: relations copied from CSV`, value: relations, unit: '1/s' },
    ...Array.from(queries, ([query, value]) => ({ name: `${name}: ${query}`, value, unit: 'ms' })),
  ]
}

async function queries(
  store: GraphStore,
  size: number,
  where: string,
  baselineOf: (query: string) => string,
): Promise<Row[]> {
  const rows: Row[] = []
  const name = `${where} ${sizeName(size)}`
  const times = where === 'memory' ? 15 : EMBEDDED_TIMES
  // The first queries let the embedded database fill its indexes; it answers without them until then.
  const first = new Map<string, number>()
  for (const query of QUERIES) first.set(query.name, await measure(store, size, query, times))
  if (where === 'embedded') {
    await setTimeout(1_000 + size / FILLED_PER_MS)
    rows.push({
      // Each time another type.
      name: `${name}: ${SORTING}, the first time`,
      value: first.get(SORTING) ?? Number.NaN,
      unit: 'ms',
      baseline: baselineOf(SORTING),
    })
  }
  for (const query of QUERIES) {
    const value = await measure(store, size, query, times)
    const most = where === 'embedded' ? query.embeddedAim : size === 1_000_000 ? query.aim : undefined
    const baseline = baselineOf(query.name)
    rows.push({
      name: `${name}: ${query.name}`,
      value,
      unit: 'ms',
      ...(`${name}: ${query.name}` === baseline ? {} : { baseline }),
      ...(most === undefined ? {} : { aim: { most } }),
    })
  }
  return rows
}
