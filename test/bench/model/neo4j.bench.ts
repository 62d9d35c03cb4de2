import neo4j, { type Driver } from 'neo4j-driver'
import { openBoltStore } from '../../../electron/model-server/graphstore/bolt/index.ts'
import { neo4jLibraries, NEO4J_PASSWORD, NEO4J_USER, startNeo4j } from '../../peers/neo4j-node.ts'
import type { Row } from '../row.ts'
import { load, measure, median, QUERIES, RELATIONS_PER_ENTITY, timed, WORKSPACE } from './workload.ts'

/* The graph database's store beside the database's own driver, with the same entities and relations in one
   Neo4j: as the store keeps them, and as plain nodes and relationships. `ORRERY_BENCH_NEO4J` sets the size. */
const SIZE = Number(process.env['ORRERY_BENCH_NEO4J'] ?? 10_000)
const NAME = `${SIZE / 1_000}k`
const BATCH = 10_000
const TIMES = 15

/** By name of the workload's query: what somebody would write who uses the driver alone. */
const PLAIN: Readonly<Record<string, string>> = {
  'id lookup': 'MATCH (e:Plain {id: $id}) RETURN e',
  'where + sort + limit over one type':
    'MATCH (e:Plain {type: $type}) WHERE e.load > 50 RETURN e ORDER BY e.load DESC LIMIT 20',
  'neighbours, three hops': 'MATCH (:Plain {id: $id})-[*1..3]-(e) RETURN DISTINCT e LIMIT 1000',
  'Cypher, two hops with grouping':
    'MATCH (:Plain {id: $id})--(b)--(c) RETURN c.region AS region, count(*) AS n, avg(c.load) AS load ORDER BY n DESC',
}

/** Copies what the store wrote, so that both hold the same; only the writing counts, after it was read. */
async function loadPlain(
  driver: Driver,
): Promise<{ readonly entitiesMs: number; readonly relationsMs: number }> {
  const session = driver.session()
  const rowsOf = async (query: string) => (await session.run(query)).records.map((one) => one.toObject())
  try {
    await session.run('CREATE INDEX plain_id FOR (e:Plain) ON (e.id)')
    await session.run('CREATE INDEX plain_type FOR (e:Plain) ON (e.type)')
    await session.run('CALL db.awaitIndexes(60)')
    const stored = await rowsOf('MATCH (e:ModelEntity) RETURN e.id AS id, e.type AS type, e.data AS data')
    // The store keeps a record as JSON beside the columns it searches; here each field is one of the node's own.
    const entities = stored.map(({ id, type, data }) => ({
      id,
      type,
      rest: (JSON.parse(String(data)) as { readonly properties: object }).properties,
    }))
    const write = async (rows: readonly object[], query: string): Promise<number> => {
      let spent = 0
      for (let start = 0; start < rows.length; start += BATCH) {
        const batch = rows.slice(start, start + BATCH)
        spent += await timed(async () => session.run(query, { batch }))
      }
      return spent
    }
    const entitiesMs = await write(
      entities,
      'UNWIND $batch AS row CREATE (e:Plain) SET e = row.rest, e.id = row.id, e.type = row.type',
    )
    const relations = await rowsOf(
      'MATCH (a:ModelEntity)-[r]->(b:ModelEntity) RETURN a.id AS src, b.id AS dest, r.type AS type',
    )
    if (relations.length !== SIZE * RELATIONS_PER_ENTITY)
      throw new Error(`of ${SIZE * RELATIONS_PER_ENTITY} relations ${relations.length} are there`)
    const relationsMs = await write(
      relations,
      'UNWIND $batch AS row MATCH (a:Plain {id: row.src}), (b:Plain {id: row.dest}) CREATE (a)-[:LINK {type: row.type}]->(b)',
    )
    return { entitiesMs, relationsMs }
  } finally {
    await session.close()
  }
}

/** Median time of one query by the driver alone, over different entities, after two that warm up. */
async function measurePlain(driver: Driver, query: string, least: number): Promise<number> {
  const session = driver.session()
  try {
    const { records } = await session.run('MATCH (e:Plain) RETURN e.id AS id, e.type AS type LIMIT 1000')
    const samples: number[] = []
    for (let round = -2; round < TIMES; round += 1) {
      const probe = records[((round + 3) * 59) % records.length]?.toObject() ?? {}
      let found = 0
      const spent = await timed(async () => (found = (await session.run(query, probe)).records.length))
      if (found < least) throw new Error(`${query} found ${found} rows, not ${least}`)
      if (round >= 0) samples.push(spent)
    }
    return median(samples)
  } finally {
    await session.close()
  }
}

export async function bench(): Promise<Row[]> {
  const libraries = neo4jLibraries()
  if (libraries.reason !== undefined) {
    console.error(`Nothing is measured beside Neo4j: ${libraries.reason}.`)
    return []
  }
  const node = await startNeo4j(libraries)
  const uri = `bolt://127.0.0.1:${node.port}`
  const driver = neo4j.driver(uri, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD), {
    disableLosslessIntegers: true,
  })
  const store = await openBoltStore({ uri, password: NEO4J_PASSWORD, timeoutMs: 120_000, environment: {} })
  try {
    const ours = await load(store, SIZE)
    const { entities, relations } = await store.workspace(WORKSPACE).counts()
    if (entities !== SIZE || relations !== ours.relations)
      throw new Error(`of ${SIZE} and ${ours.relations} rows ${entities} and ${relations} are there`)
    const plain = await loadPlain(driver)
    const perSecond = (count: number, ms: number): number => (count / ms) * 1_000
    const beside = (what: string, unit: string, own: number, theirs: number): Row[] => [
      { name: `driver alone ${NAME}: ${what}`, value: theirs, unit },
      { name: `Neo4j ${NAME}: ${what}`, value: own, unit, baseline: `driver alone ${NAME}: ${what}` },
    ]
    const rows = [
      ...beside(
        'entities loaded',
        '1/s',
        perSecond(SIZE, ours.entitiesMs),
        perSecond(SIZE, plain.entitiesMs),
      ),
      ...beside(
        'relations loaded',
        '1/s',
        perSecond(ours.relations, ours.relationsMs),
        perSecond(ours.relations, plain.relationsMs),
      ),
    ]
    for (const query of QUERIES) {
      const value = await measure(store, SIZE, query, TIMES)
      const own = PLAIN[query.name]
      if (own === undefined) rows.push({ name: `Neo4j ${NAME}: ${query.name}`, value, unit: 'ms' })
      else rows.push(...beside(query.name, 'ms', value, await measurePlain(driver, own, query.rows)))
    }
    return rows
  } finally {
    await store.close()
    await driver.close()
    await node.end()
  }
}
