import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { EntityChange, RelationChange } from '#shared/model/entity.ts'
import { BUFFER_BYTES } from '../../../electron/model-server/graphstore/ladybug/ladybug-database.ts'
import { loadLadybug, type NativeResult } from '../../../electron/model-server/graphstore/ladybug/native.ts'
import {
  entityBatches,
  median,
  parametersOf,
  QUERIES,
  randomFrom,
  relationBatches,
  SEED,
  timed,
} from './workload.ts'

/*
 * The same entities and relations in the embedded database by its own client: each property a column, loaded by its
 * own copy of CSV files, and asked in its own Cypher.
 */

/** By name of the workload's query: what somebody would write who uses the client alone. */
const PLAIN: Readonly<Record<string, string>> = {
  'id lookup': 'MATCH (e:Plain) WHERE e.id = $id RETURN e',
  'where + sort + limit over one type':
    'MATCH (e:Plain) WHERE e.type = $type AND e.load > 50 RETURN e ORDER BY e.load DESC LIMIT 20',
  'neighbours, three hops':
    'MATCH (a:Plain)-[:LINK*1..3]-(e:Plain) WHERE a.id = $id RETURN DISTINCT e LIMIT 1000',
  'Cypher, two hops with grouping':
    'MATCH (a:Plain)-[:LINK]-(b:Plain)-[:LINK]-(c:Plain) WHERE a.id = $id RETURN c.region AS region, count(*) AS n, avg(c.load) AS load ORDER BY n DESC',
}

const COLUMNS = ['display_name', 'status', 'owner', 'load', 'region', 'description']

const SCHEMA = [
  'CREATE NODE TABLE Plain(id STRING PRIMARY KEY, type STRING, display_name STRING, status STRING, owner STRING, load DOUBLE, region STRING, description STRING)',
  'CREATE REL TABLE LINK(FROM Plain TO Plain, type STRING)',
]

export interface Alone {
  /** Per second, until it is in the database's own files: what a copy commits is lost with the process before that. */
  readonly entities: number
  readonly relations: number
  /** Milliseconds by name of the workload's query. */
  readonly queries: ReadonlyMap<string, number>
}

const columnOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** No value of the workload has a character that CSV would quote. */
const entityLine = ({ id, type, properties }: EntityChange): string =>
  `${[id, type, ...COLUMNS.map((name) => columnOf(properties[name]))].join(',')}\n`

const relationLine = ({ src, dest, type }: RelationChange): string => `${src.id},${dest.id},${type}\n`

async function writeLines<R>(
  file: string,
  batches: Iterable<readonly R[]>,
  line: (row: R) => string,
): Promise<void> {
  const texts = function* (): Iterable<string> {
    for (const rows of batches) yield rows.map(line).join('')
  }
  await pipeline(Readable.from(texts()), createWriteStream(file))
}

/** @param folder for the database and its CSV files; the caller removes it */
export async function clientAlone(folder: string, size: number, times: number): Promise<Alone> {
  const native = loadLadybug()
  const database = new native.Database(join(folder, 'alone'), BUFFER_BYTES, true, false, 256 * 1024 ** 3)
  await database.init()
  const connection = new native.Connection(database)
  const run = async (text: string, parameters: { [name: string]: unknown } = {}) => {
    const statement = await connection.prepare(text)
    if (!statement.isSuccess()) throw new Error(`${statement.getErrorMessage()}: ${text}`)
    const results = [await connection.execute(statement, parameters)].flat()
    return (await Promise.all(results.map(rowsOf))).flat()
  }
  try {
    for (const statement of SCHEMA) await run(statement)
    const random = randomFrom(SEED)
    const [nodes, links] = [join(folder, 'nodes.csv'), join(folder, 'links.csv')]
    await writeLines(nodes, entityBatches(size, random), entityLine)
    await writeLines(links, relationBatches(size, random), relationLine)
    const copied = async (table: string, file: string): Promise<number> => {
      const ms = await timed(async () => {
        await run(`COPY ${table} FROM '${file}' (HEADER=false)`)
        await run('CHECKPOINT')
      })
      return ms / 1_000
    }
    const entities = size / (await copied('Plain', nodes))
    const [{ n } = { n: 0 }] = await run('MATCH (e:Plain) RETURN count(e) AS n')
    if (Number(n) !== size) throw new Error(`of ${size} entities ${String(n)} are there`)
    const seconds = await copied('LINK', links)
    const [counted] = await run('MATCH (:Plain)-[r:LINK]->(:Plain) RETURN count(r) AS n')
    const relations = Number(counted?.['n']) / seconds
    const queries = new Map<string, number>()
    for (const { name, rows } of QUERIES) {
      const text = PLAIN[name]
      if (text === undefined) continue
      const samples: number[] = []
      for (let round = -2; round < times; round += 1) {
        let found = 0
        const spent = await timed(
          async () => (found = (await run(text, statementParameters(text, round, size))).length),
        )
        if (found < rows) throw new Error(`${text} found ${found} rows, not ${rows}`)
        if (round >= 0) samples.push(spent)
      }
      queries.set(name, median(samples))
    }
    return { entities, relations, queries }
  } finally {
    await connection.close()
    await database.close()
  }
}

/** The engine refuses parameters that a statement does not name. */
const statementParameters = (text: string, round: number, size: number): { [name: string]: unknown } =>
  Object.fromEntries(Object.entries(parametersOf(round, size)).filter(([name]) => text.includes(`$${name}`)))

async function rowsOf(result: NativeResult): Promise<{ readonly [column: string]: unknown }[]> {
  try {
    return await result.getAll()
  } finally {
    result.close()
  }
}
