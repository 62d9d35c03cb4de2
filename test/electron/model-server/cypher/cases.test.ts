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

const sorted = (rows: Json[][]) => rows.map((row) => JSON.stringify(row)).sort()

async function check(spec: Case, graph: ReturnType<(typeof graphs)['a graph in memory']>): Promise<void> {
  const run = runCypher({ text: spec.query, parameters: spec.parameters ?? {}, graph })
  if (spec.error) {
    const error = await run.then(
      ({ rows }) => expect.fail(`answered ${JSON.stringify(rows)}`),
      (reason: unknown) => reason,
    )
    if (!(error instanceof CypherError)) throw error
    const { from, to, suggestion, keyword, expected } = error.details
    expect(error.code).toBe(spec.error)
    if (spec.at !== undefined) expect(spec.query.slice(from, to)).toBe(spec.at)
    if (spec.message) expect(error.message).toContain(spec.message)
    if (spec.suggestion) expect(suggestion).toBe(spec.suggestion)
    if (spec.keyword) expect(keyword).toBe(spec.keyword)
    if (spec.expected) expect(expected).toEqual(spec.expected)
    return
  }
  const result = await run
  const rows = result.rows.map((row) => result.columns.map((column) => row[column] ?? null))
  if (spec.columns) expect(result.columns).toEqual(spec.columns)
  if (spec.unordered) expect(sorted(rows)).toEqual(sorted(spec.rows ?? []))
  else expect(rows).toEqual(spec.rows)
}

describe.each(Object.entries(graphs))('Cypher on %s', (_, open) => {
  describe.each(files)('%s', (file) => {
    const cases = parse(readFileSync(new URL(`cases/${file}`, folder), 'utf8')) as Case[]
    it.each(cases.map((spec) => [spec.title, spec] as const))('%s', async (_title, spec) =>
      check(spec, open()),
    )
  })
})
