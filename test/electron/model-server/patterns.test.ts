import { beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from './server.ts'

/** Patterns on which a backtracking engine would not terminate; the text matches none of them. */
describe('patterns over a long text', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
    const entity = {
      __domain__: 'x',
      __entity_type__: 'x.y',
      __entity_id__: 'a'.repeat(32),
      __method__: 'Create',
      __first_observed_time__: 1,
      __last_observed_time__: 2,
      note: 'a'.repeat(5_000),
    }
    await server.tool('entity_write', { entities: [entity] })
  })

  it.each([
    `.entity | where note like '${'%a'.repeat(40)}%b'`,
    `.entity | where note like '${'_%'.repeat(40)}b'`,
    ".entity | where note =~ '(a+)+b'",
    ".entity | where note =~ '(a|a)*b'",
    ".entity | where note =~ '(a*)*b'",
    ".entity | where note =~ '(.*.*.*.*.*a)*b'",
    ".topo | graph-call cypher(`MATCH (n) WHERE n.note =~ '(a+)+b' RETURN n`)",
    ".topo | graph-call cypher(`MATCH (n) WHERE n.note =~ '(a|aa)+b' RETURN n`)",
  ])('%s finds nothing, soon', async (query) => {
    expect(await server.rows(query)).toEqual([])
  })

  it.each([
    ".entity | where note like 'a%a' | project __domain__",
    ".entity | where note =~ '(a+)+' | project __domain__",
    ".topo | graph-call cypher(`MATCH (n) WHERE n.note =~ '(a+)+' RETURN n.__domain__ AS __domain__`)",
  ])('%s finds it', async (query) => {
    expect(await server.rows(query)).toEqual([{ __domain__: 'x' }])
  })
})
