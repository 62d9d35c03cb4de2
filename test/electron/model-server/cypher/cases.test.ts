import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { CypherError } from '#shared/spl/cypher/index.ts'
import { type Json, runCypher } from '../../../../electron/model-server/cypher/index.ts'
import { directGraph, readFixture, remoteGraph } from './fixture-graph.ts'

interface Case {
  readonly title: string
  readonly query: string
  readonly parameters?: Record<string, Json>
  readonly columns?: string[]
  readonly rows?: Json[][]
  /** Rows may come in any order. */
  readonly unordered?: boolean
  readonly error?: string
  /** The part of the query the error points at. */
  readonly at?: string
  readonly message?: string
  readonly suggestion?: string
  readonly keyword?: string
  readonly expected?: string[]
}

const folder = new URL('../../../fixtures/cypher/', import.meta.url)
const fixture = readFixture(new URL('graph.yaml', folder))
const files = readdirSync(new URL('cases/', folder)).sort()

const graphs = {
  'a graph in memory': () => directGraph(fixture),
  'a remote graph': () => remoteGraph(fixture),
}

type Graph = ReturnType<(typeof graphs)['a graph in memory']>

const sorted = (rows: Json[][]) => rows.map((row) => JSON.stringify(row)).sort()

/** The outcome in the format of a case: rows, or the error and the text it refers to. */
async function outcome(spec: Case, graph: Graph): Promise<Record<string, unknown>> {
  try {
    const result = await runCypher({ text: spec.query, parameters: spec.parameters ?? {}, graph })
    const rows = result.rows.map((row) => result.columns.map((column) => row[column] ?? null))
    return { columns: result.columns, rows: spec.unordered ? sorted(rows) : rows }
  } catch (error) {
    if (!(error instanceof CypherError)) throw error
    const { from, to, ...details } = error.details
    return { ...details, error: error.code, message: error.message, at: spec.query.slice(from, to) }
  }
}

/** The members of a case that describe the expected outcome. */
function wanted(spec: Case): Record<string, unknown> {
  const { columns, error, at, suggestion, keyword, expected } = spec
  const rows = error || !spec.rows ? undefined : spec.unordered ? sorted(spec.rows) : spec.rows
  const holds: unknown = expect.stringContaining(spec.message ?? '')
  const message = spec.message === undefined ? undefined : holds
  const all = { columns, rows, error, at, suggestion, keyword, expected, message }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

describe.each(Object.entries(graphs))('Cypher on %s', (_, open) => {
  describe.each(files)('%s', (file) => {
    const cases = parse(readFileSync(new URL(`cases/${file}`, folder), 'utf8')) as Case[]
    it.each(cases.map((spec) => [spec.title, spec] as const))('%s', async (_title, spec) => {
      expect(await outcome(spec, open())).toMatchObject(wanted(spec))
    })
  })
})
