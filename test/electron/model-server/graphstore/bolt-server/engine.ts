import { Refusal, type Row } from './connection.ts'

/**
 * Executes the store's statements in memory. It knows no Cypher: it recognises statements by their beginning and refuses any
 * other, so that tests notice a change. It enforces no uniqueness: what is created twice is stored twice.
 */
export interface State {
  readonly workspaces: ReadonlyMap<string, number>
  readonly writers: ReadonlyMap<string, number>
  readonly elements: readonly Row[]
  readonly entities: readonly Row[]
  readonly relations: readonly Row[]
}

export const EMPTY: State = {
  workspaces: new Map(),
  writers: new Map(),
  elements: [],
  entities: [],
  relations: [],
}

type Statement = (state: State, parameters: Row) => { readonly state?: State; readonly rows?: Row[] }

const rowsIn = (parameters: Row): Row[] => parameters['rows'] as Row[]
const uidsIn = (parameters: Row): Set<unknown> => new Set(parameters['uids'] as string[])
const nothing: Statement = () => ({})

/** The rows of a table, updated with the given rows of the same key. */
function changed(table: readonly Row[], given: readonly Row[], isOf: (row: Row, one: Row) => boolean): Row[] {
  return table.map((row) => {
    const own = given.find((one) => isOf(row, one))
    return own ? { ...row, ...own } : row
  })
}

const sameUid = (row: Row, one: Row): boolean => row['uid'] === one['uid']
const sameEnds = (row: Row, one: Row): boolean =>
  ['src', 'dest', 'type'].every((name) => row[name] === one[name])
const between = (row: Row, { from, to }: Row): boolean =>
  String(row['uid']) > String(from) && String(row['uid']) < String(to)

const FIND =
  'UNWIND $rows AS row MATCH (a:ModelEntity)-[r:MODEL_RELATION]->(b:ModelEntity) ' +
  'WHERE a.uid = row.src AND b.uid = row.dest AND r.type = row.type'

/** Longer beginnings come first. */
const STATEMENTS: readonly (readonly [beginning: string, statement: Statement])[] = [
  ['RETURN 1 AS one', () => ({ rows: [{ one: 1 }] })],
  ['CREATE CONSTRAINT', nothing],
  ['CREATE INDEX', nothing],
  ['MATCH (m:ModelWriter) WHERE m.at < $before DELETE m', nothing],
  [
    'MATCH (m:ModelWriter) WHERE m.id IN $ids DELETE m',
    (state, { ids }) => ({
      state: {
        ...state,
        writers: new Map([...state.writers].filter(([id]) => !(ids as string[]).includes(id))),
      },
    }),
  ],
  [
    'MERGE (m:ModelWriter {id: $id}) SET m.at = $at WITH m, m.last AS before SET m.last = $number RETURN before',
    (state, { id, number }) => ({
      state: { ...state, writers: new Map([...state.writers, [String(id), Number(number)]]) },
      rows: [{ before: state.writers.get(String(id)) ?? null }],
    }),
  ],
  [
    'MERGE (m:ModelWriter {id: $id}) SET m.at = $at, m.last = 0',
    (state, { id }) => ({ state: { ...state, writers: new Map([...state.writers, [String(id), 0]]) } }),
  ],
  [
    'MERGE (w:ModelWorkspace',
    (state, { workspace }) => {
      const name = String(workspace)
      const revision = (state.workspaces.get(name) ?? 0) + 1
      return { state: { ...state, workspaces: new Map([...state.workspaces, [name, revision]]) } }
    },
  ],
  [
    'MATCH (w:ModelWorkspace) WHERE w.name = $workspace RETURN w.revision AS revision',
    (state, { workspace }) => ({
      rows: [...state.workspaces].flatMap(([name, revision]) => (name === workspace ? [{ revision }] : [])),
    }),
  ],
  [
    'UNWIND $uids AS u MATCH (e:ModelElement)',
    ({ elements }, parameters) => ({
      rows: elements.flatMap(({ uid }) => (uidsIn(parameters).has(uid) ? [{ uid }] : [])),
    }),
  ],
  [
    'UNWIND $rows AS row MATCH (e:ModelElement)',
    (state, parameters) => ({
      state: { ...state, elements: changed(state.elements, rowsIn(parameters), sameUid) },
    }),
  ],
  [
    'UNWIND $rows AS row CREATE (:ModelElement',
    (state, parameters) => ({ state: { ...state, elements: [...state.elements, ...rowsIn(parameters)] } }),
  ],
  [
    'MATCH (w:ModelWorkspace) WHERE w.name = $workspace MATCH (e:ModelElement) WHERE e.uid > $from AND e.uid < $to RETURN',
    ({ elements, workspaces }, parameters) => ({
      rows: elements
        .filter((row) => between(row, parameters))
        .map(({ data }) => ({ revision: workspaces.get(String(parameters['workspace'])), data })),
    }),
  ],
  [
    'UNWIND $uids AS u MATCH (e:ModelEntity)',
    ({ entities }, parameters) => ({
      rows: entities.flatMap(({ uid, data }) => (uidsIn(parameters).has(uid) ? [{ uid, data }] : [])),
    }),
  ],
  [
    'UNWIND $rows AS row MATCH (e:ModelEntity)',
    (state, parameters) => ({
      state: { ...state, entities: changed(state.entities, rowsIn(parameters), sameUid) },
    }),
  ],
  [
    'UNWIND $rows AS row CREATE (:ModelEntity',
    (state, parameters) => ({ state: { ...state, entities: [...state.entities, ...rowsIn(parameters)] } }),
  ],
  [
    'MATCH (e:ModelEntity) WHERE e.uid = $uid',
    ({ entities }, { uid }) => ({
      rows: entities.flatMap((row) =>
        row['uid'] === uid && row['state'] !== 'absent' ? [{ data: row['data'] }] : [],
      ),
    }),
  ],
  [
    `${FIND} SET`,
    (state, parameters) => ({
      state: { ...state, relations: changed(state.relations, rowsIn(parameters), sameEnds) },
    }),
  ],
  [
    `${FIND} RETURN`,
    ({ relations }, parameters) => ({
      rows: relations.flatMap((row) =>
        rowsIn(parameters).some((one) => sameEnds(row, one)) ? [{ uid: row['uid'], data: row['data'] }] : [],
      ),
    }),
  ],
  [
    'UNWIND $rows AS row MATCH (a:ModelEntity) WHERE a.uid = row.src MATCH (b:ModelEntity) WHERE b.uid = row.dest CREATE',
    (state, parameters) => ({ state: { ...state, relations: [...state.relations, ...rowsIn(parameters)] } }),
  ],
]

/** @throws Refusal for an unknown statement */
export function execute(state: State, text: string, parameters: Row): { state: State; rows: Row[] } {
  const [, statement] = STATEMENTS.find(([beginning]) => text.startsWith(beginning)) ?? []
  if (!statement) throw new Refusal('Neo.ClientError.Statement.SyntaxError', `unknown statement: ${text}`)
  const outcome = statement(state, parameters)
  return { state: outcome.state ?? state, rows: outcome.rows ?? [] }
}
