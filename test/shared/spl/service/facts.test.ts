import { readFileSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { textOf } from '#shared/model/json.ts'
import { SOURCES, type SourceName } from '#shared/spl/ast.ts'
import { expectedAfter, failsAt } from '#shared/spl/expected.ts'
import { parseSpl } from '#shared/spl/parse.ts'
import {
  AGGREGATE_FACTS,
  CALLABLES,
  CYPHER_FUNCTIONS,
  FUNCTION_FACTS,
  GRAPH_FUNCTION_FACTS,
  METHOD_COLUMNS,
  METHOD_FACTS,
  NEIGHBOR_TYPE_FACTS,
} from '#shared/spl/service/callables.ts'
import {
  CONDITION_FACTS,
  type Fact,
  OPERATOR_FACTS,
  RUNBOOK_SECTIONS,
  SEARCH_MODES,
  SOURCE_FACTS,
  STAGE_FACTS,
} from '#shared/spl/service/facts.ts'
import { STAGE_NAMES } from '#shared/spl/stage-names.ts'
import * as cypher from '../../../../electron/model-server/cypher/index.ts'
import { GRAPH_CALLS, NEIGHBOUR_TYPES } from '../../../../electron/model-server/query/graph-call/index.ts'
import { EXTEND_FUNCTIONS, extension } from '../../../../electron/model-server/query/stages/extend.ts'
import { Budget } from '../../../../electron/model-server/query/budget.ts'
import { AGGREGATES } from '../../../../electron/model-server/query/stages/stats.ts'
import { compileCondition } from '../../../../electron/model-server/query/stages/where.ts'
import { WithPairs } from '../../../../electron/model-server/query/with-pairs.ts'
import * as rank from '../../../../electron/model-server/search/rank.ts'
import { type TestServer, testServer } from '../../../electron/model-server/server.ts'

const grammar = readFileSync(new URL('../../../../shared/spl/spl.grammar', import.meta.url), 'utf8')
const namesOf = (facts: readonly { readonly name: string }[]): string[] =>
  facts.map(({ name }) => name).sort()
const sorted = (names: Iterable<string>): string[] => [...names].sort()

let server: TestServer
beforeAll(async () => {
  server = await testServer({ sample: 'quickstart' })
})
afterEach(() => vi.restoreAllMocks())

describe('the facts are what the grammar has', () => {
  it('stages', () => {
    const words = [...grammar.matchAll(/stageWord<"([^"]+)">/g)].map(([, word = '']) => word)
    expect(sorted(Object.keys(STAGE_FACTS))).toEqual(sorted(words))
    expect(sorted(STAGE_NAMES)).toEqual(sorted(words))
  })

  it('sources', () => {
    expect(sorted(Object.keys(SOURCE_FACTS))).toEqual(sorted(SOURCES))
  })

  it('operators', () => {
    const signs = [...(/\nCompareOp \{(.*)\}/.exec(grammar)?.[1]?.matchAll(/"([^"]+)"/g) ?? [])].map(
      ([, sign = '']) => sign,
    )
    const words = expectedAfter('.entity | where a ').filter((word) => /^[a-z]+$/.test(word))
    expect(signs).toContain('!~')
    expect(words).toContain('not')
    expect(sorted(new Set(OPERATOR_FACTS.map(({ name }) => name.split(' ')[0] ?? '')))).toEqual(
      sorted([...signs, ...words]),
    )
    for (const name of ['not in', 'not like', 'is null', 'is not null'])
      expect(OPERATOR_FACTS.map((fact) => fact.name)).toContain(name)
  })

  it.each<[string, readonly Fact[], string]>([
    ['source', Object.values(SOURCE_FACTS), ''],
    ['stage', Object.values(STAGE_FACTS), '.topo | '],
    ['operator', OPERATOR_FACTS, '.entity | where '],
    ['condition', CONDITION_FACTS, '.entity | where '],
    ['aggregate', AGGREGATE_FACTS, '.entity | stats '],
    ['function', FUNCTION_FACTS, '.entity | extend a = '],
    ['method', METHOD_FACTS, '.entity_set | entity-call '],
    ['graph function', GRAPH_FUNCTION_FACTS, '.topo | graph-call '],
  ])('the example of every %s reads', (_, facts, before) => {
    for (const { name, example } of facts)
      expect([name, failsAt(before + example)]).toEqual([name, undefined])
  })

  it('the example of every key reads', () => {
    for (const { name, keys } of Object.values(SOURCE_FACTS))
      for (const { example } of keys) expect(failsAt(`${name} with(${example})`)).toBeUndefined()
  })

  it('every fact says something in both languages', () => {
    const sources = Object.values(SOURCE_FACTS)
    const words = [OPERATOR_FACTS, CONDITION_FACTS, NEIGHBOR_TYPE_FACTS, ...Object.values(CALLABLES)]
    const facts = [sources, sources.flatMap(({ keys }) => keys), Object.values(STAGE_FACTS), ...words].flat()
    for (const { name, documentation } of facts) {
      expect([name, documentation.en]).toEqual([name, expect.stringMatching(/^\S.*\.$/)])
      expect([name, documentation.zh]).toEqual([name, expect.stringMatching(/\p{Script=Han}.*。$/u)])
    }
  })
})

describe('the facts are what the engine reads', () => {
  const ENTITY_CALL = "entity-call get_logs('devops', 'devops.log.service')"
  it.each<[SourceName, readonly string[]]>([
    ['.model', ['', "with(mode='hyper', query='a')"]],
    ['.entity', ["with(name='devops.service')", "with(mode='hyper', query='a')"]],
    ['.entity_set', [`with(domain='devops', name='devops.service') | ${ENTITY_CALL}`]],
    ['.topo', ['']],
    ['.runbook_set', ["with(query='a')", "with(mode='hyper', query='a')"]],
  ])('keys of %s', async (source, rests) => {
    const read = new Set<string>()
    for (const method of ['text', 'list', 'count', 'has', 'json'] as const) {
      const original = WithPairs.prototype[method] as (...keys: string[]) => never
      vi.spyOn(WithPairs.prototype, method).mockImplementation(function (this: WithPairs, ...keys: string[]) {
        for (const key of keys) read.add(key)
        return original.apply(this, keys)
      })
    }
    for (const rest of rests) await server.rows(`${source} ${rest}`)
    const known = SOURCE_FACTS[source].keys.filter(({ standing }) => standing !== 'foreign')
    expect(namesOf(known)).toEqual(sorted(read))
  })

  it('every operator as an operator of its own', () => {
    for (const { name, example } of OPERATOR_FACTS) {
      const [stage] = parseSpl(`.entity | where ${example}`).stages
      if (stage?.kind !== 'where') throw new Error(name)
      expect(compileCondition(stage.condition, {})).toBeTypeOf('function')
    }
  })

  it.each<[string, readonly string[], readonly string[]]>([
    ['functions of extend', namesOf(FUNCTION_FACTS), EXTEND_FUNCTIONS],
    ['functions of stats', namesOf(AGGREGATE_FACTS), AGGREGATES],
    ['functions of graph-call', namesOf(GRAPH_FUNCTION_FACTS), GRAPH_CALLS],
    ['types of neighbours', namesOf(NEIGHBOR_TYPE_FACTS), Object.keys(NEIGHBOUR_TYPES)],
    ['search modes', SEARCH_MODES, rank.SEARCH_MODES],
    [
      'functions of Cypher',
      CYPHER_FUNCTIONS.map((name) => name.toLowerCase()),
      [...cypher.SCALAR_FUNCTIONS, ...cypher.AGGREGATES],
    ],
  ])('%s', (_, known, read) => {
    expect(sorted(known)).toEqual(sorted(read))
  })

  it('how many arguments a function takes', () => {
    const takes = (name: string, count: number): boolean => {
      const [stage] = parseSpl(`.model | extend a = ${name}(${Array(count).fill('1').join(', ')})`).stages
      if (stage?.kind !== 'extend') throw new Error(name)
      try {
        extension(stage, {}, new Budget())
        return true
      } catch {
        return false
      }
    }
    for (const { name, parameters } of FUNCTION_FACTS) {
      const least = parameters.filter(({ required }) => required).length
      const most = parameters.some(({ rest }) => rest) ? 10 : parameters.length
      const taken = Array.from({ length: 11 }, (_, count) => count).filter((count) => takes(name, count))
      const said = Array.from({ length: most - least + 1 }, (_, index) => least + index)
      expect([name, taken]).toEqual([name, said])
    }
  })

  it('sections of runbooks and columns of sources', async () => {
    const columns = async (query: string): Promise<string[]> => [
      ...new Set((await server.rows(query)).flatMap((row) => Object.keys(row))),
    ]
    const named = (source: SourceName) => SOURCE_FACTS[source].columns
    expect(await columns('.model | limit 500')).toEqual(expect.arrayContaining([...named('.model')]))
    expect(await columns('.entity')).toEqual(expect.arrayContaining([...named('.entity')]))
    expect(await columns('.topo')).toEqual(expect.arrayContaining([...named('.topo')]))
    const runbooks = await server.rows(".runbook_set with(query='slow')")
    expect(Object.keys(runbooks[0] ?? {})).toEqual(expect.arrayContaining([...named('.runbook_set')]))
    const sections = runbooks.map((row) => textOf(row['__type__']))
    expect([...RUNBOOK_SECTIONS, 'runbook_set']).toEqual(expect.arrayContaining(sections))
    const set = ".entity_set with(domain='devops', name='devops.service')"
    for (const [method, expected] of Object.entries(METHOD_COLUMNS)) {
      const [row] = await server.rows(`${set} | entity-call ${method}()`)
      expect(Object.keys(row ?? {})).toEqual(named('.entity_set'))
      expect(row?.['header']).toEqual(expected)
    }
  })
})
