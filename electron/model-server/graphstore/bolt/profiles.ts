/**
 * What is known of engines behind Bolt beyond their dialect. docs/compatibility.md says which of it was tested
 * against the engine itself.
 */
export interface Profile {
  readonly dialect: 'neo4j' | 'opencypher'
  /** Constraints and indexes that are created on connecting; every statement may be repeated. */
  readonly schema: readonly string[]
  /** Whether the engine accepts only encrypted connections. */
  readonly encrypted: boolean
  /** Whether it has a separate address for reads. A Neo4j cluster names its readers in its routing table. */
  readonly reader: boolean
  /** Whether it can be used without a user and a password. */
  readonly anonymous: boolean
}

const NATIVE_SCHEMA = [
  'CREATE CONSTRAINT model_workspace_name IF NOT EXISTS FOR (w:ModelWorkspace) REQUIRE w.name IS UNIQUE',
  'CREATE CONSTRAINT model_element_uid IF NOT EXISTS FOR (e:ModelElement) REQUIRE e.uid IS UNIQUE',
  'CREATE CONSTRAINT model_entity_uid IF NOT EXISTS FOR (e:ModelEntity) REQUIRE e.uid IS UNIQUE',
  'CREATE INDEX model_entity_id IF NOT EXISTS FOR (e:ModelEntity) ON (e.id)',
  'CREATE INDEX model_entity_type IF NOT EXISTS FOR (e:ModelEntity) ON (e.type)',
  'CREATE INDEX model_relation_uid IF NOT EXISTS FOR ()-[r:MODEL_RELATION]-() ON (r.uid)',
]

/** Memgraph's own form (memgraph.com/docs/fundamentals/indexes); an index that exists already is left as it is. */
const MEMGRAPH_SCHEMA = [
  'CREATE INDEX ON :ModelWorkspace(name)',
  'CREATE INDEX ON :ModelElement(uid)',
  'CREATE INDEX ON :ModelEntity(uid)',
  'CREATE INDEX ON :ModelEntity(id)',
  'CREATE INDEX ON :ModelEntity(type)',
]

export const PROFILES = {
  neo4j: { dialect: 'neo4j', schema: NATIVE_SCHEMA, encrypted: false, reader: false, anonymous: false },
  memgraph: {
    dialect: 'opencypher',
    schema: MEMGRAPH_SCHEMA,
    encrypted: false,
    reader: false,
    anonymous: true,
  },
  // Neptune indexes every property by itself.
  neptune: { dialect: 'opencypher', schema: [], encrypted: true, reader: true, anonymous: true },
  // ArcadeDB has optimistic transactions: concurrent writes fail instead of waiting, so the process serialises them.
  arcadedb: {
    dialect: 'opencypher',
    schema: NATIVE_SCHEMA,
    encrypted: false,
    reader: false,
    anonymous: false,
  },
} as const satisfies { readonly [name: string]: Profile }

export type ProfileName = keyof typeof PROFILES

/** Any other server with the opencypher dialect: no schema statement is supported by all of them. */
const OPENCYPHER: Profile = {
  dialect: 'opencypher',
  schema: [],
  encrypted: false,
  reader: false,
  anonymous: false,
}

export function profileOf(name: ProfileName | undefined, dialect: Profile['dialect']): Profile {
  if (name !== undefined) return PROFILES[name]
  return dialect === 'neo4j' ? PROFILES.neo4j : OPENCYPHER
}
