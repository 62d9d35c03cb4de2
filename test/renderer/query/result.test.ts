import { describe, expect, it } from 'vitest'
import { planOf, unfold } from '../../../renderer/spl/plan.ts'
import { readAnswer, type QueryResult } from '../../../renderer/spl/result.ts'
import { stagesOf } from '../../../renderer/query/results/explain/explain-view.tsx'
import { closed, jsonLines, opened, openablePaths, preview } from '../../../renderer/json/json-lines.ts'
import { parameterValues, resolveTimeRange } from '../../../renderer/spl/asked.ts'

const answer = (structured: unknown, isError = false) => ({
  isError,
  structured,
  text: 'text',
  milliseconds: 1,
  bytes: 1,
  sequence: 1,
})

function rowsOf(structured: unknown): QueryResult {
  const outcome = readAnswer(answer(structured))
  if (outcome.kind !== 'rows') throw new Error(outcome.refusal.message)
  return outcome.result
}

describe('answers', () => {
  it('name the server’s columns first, then what else the rows hold', () => {
    const result = rowsOf({
      ok: true,
      output: { columns: ['b'], rows: [{ a: 1, b: 2 }], page: { limit: 1 } },
    })
    expect(result).toMatchObject({ columns: ['b', 'a'], named: 1, limit: 1, more: true })
  })

  it('take a limit of none for none', () => {
    expect(rowsOf({ ok: true, output: { rows: [], page: { limit: 0 } } })).toMatchObject({
      limit: undefined,
      more: false,
    })
  })

  it('put the service’s own fields behind an entity’s', () => {
    const result = rowsOf({ ok: true, output: { columns: ['__id__'], rows: [{ __id__: 1, name: 'x' }] } })
    expect(result.columns).toEqual(['name', '__id__'])
  })

  it.each([
    [
      'a refusal',
      { ok: false, error: 'No.', code: 'X', details: { from: 3, to: 5, suggestion: 'y' } },
      { code: 'X', message: 'No.', from: 3, to: 5, suggestion: 'y' },
    ],
    ['details as text', { ok: false, error: 'No.', code: 'X', details: { from: '3' } }, { from: 3 }],
    ['a nested error', { ok: false, error: { code: 'Y', message: 'Not.' } }, { code: 'Y', message: 'Not.' }],
    ['no shape', 'what', { code: 'UNREADABLE', message: 'text' }],
    ['no rows', { ok: true, output: 5 }, { code: 'UNREADABLE' }],
  ])('%s is told', (_, structured, refusal) => {
    expect(readAnswer(answer(structured))).toMatchObject({ kind: 'refused', refusal })
  })
})

describe('entity-call envelopes', () => {
  const envelope = (row: object) => rowsOf({ ok: true, output: { columns: ['responseType'], rows: [row] } })
  it('raw tables unfold', () => {
    const raw = envelope({
      responseType: 2,
      query: '',
      header: ['a', 'b'],
      data: [{ values: ['1', '2'] }, { values: ['3'] }],
    })
    expect(unfold(raw)).toMatchObject({
      columns: ['a', 'b'],
      rows: [
        { a: '1', b: '2' },
        { a: '3', b: null },
      ],
    })
  })

  it('plans come apart', () => {
    const plan = {
      operation: 'get_metrics',
      version: 'v1',
      description: 'd',
      data_source: {
        data_set: { domain: 'd', kind: 'metric_set', name: 'm' },
        storage: { ref: 'd/prom', type: 'prometheus' },
      },
      query: { dialect: 'prometheus_promql', queries: [{ metric: 'up', promql: 'up{id="1"}' }] },
      params_echo: { step: '30s' },
    }
    expect(
      planOf(envelope({ responseType: 1, query: JSON.stringify(plan), header: [], data: [] })),
    ).toMatchObject({
      operation: 'get_metrics',
      sources: [
        { role: 'data_set', name: 'd/m', kind: 'metric_set' },
        { role: 'storage', name: 'd/prom', kind: 'prometheus' },
      ],
      texts: [{ title: 'up', language: 'promql', text: 'up{id="1"}' }],
    })
  })

  it.each([
    ['sql', { dialect: 'clickhouse_sql', queries: [{ name: 'q', sql: 'SELECT 1' }] }, 'SELECT 1'],
    ['elasticsearch', { dialect: 'elasticsearch_dsl', index: 'i', body: { size: 1 } }, 'GET i/_search'],
    ['json', { dialect: 'other', x: 1 }, '"dialect": "other"'],
  ])('%s is copyable', (language, query, text) => {
    const found = planOf(
      envelope({ responseType: 1, query: JSON.stringify({ query }), header: [], data: [] }),
    )
    expect(found?.texts[0]).toMatchObject({ language, text: expect.stringContaining(text) })
  })

  it.each([
    [{ responseType: 1, query: 'no json' }],
    [{ responseType: { toString: 1, valueOf: 1 } }],
    [{ a: 1 }],
  ])('%j is no plan', (row) => {
    expect(planOf(envelope(row))).toBeUndefined()
  })
})

it('notes of the planner stand at their stages', () => {
  const stages = stagesOf({
    source: '.entity',
    operators: ['where', 'project', 'graph-call:cypher', 'limit'],
    pushdown: ['entity_search', 'controlled_cypher'],
    fallback: ['application_filter', 'application_project'],
  })
  expect(stages.map(({ name, place }) => [name, place])).toEqual([
    ['.entity', 'store'],
    ['where', 'service'],
    ['project', 'service'],
    ['graph-call:cypher', 'store'],
    ['limit', 'unsaid'],
  ])
})

describe('the JSON tree', () => {
  const value = [{ a: { 'b/c': 1 } }, 2]
  it('has lines for what is open', () => {
    expect(jsonLines(value, new Set()).map(({ path }) => path)).toEqual(['/0', '/1'])
    expect(jsonLines(value, new Set(['/0', '/0/a'])).map(({ path }) => path)).toEqual([
      '/0',
      '/0/a',
      '/0/a/b~1c',
      '/1',
    ])
  })
  it('opens all, or as much as is wise', () => {
    expect([...openablePaths(value, 9, 9)]).toEqual(['/0', '/0/a'])
    expect([...openablePaths(value, 9, 1)]).toEqual(['/0'])
  })

  it('open and close in place, with what was open below', () => {
    const value = [{ a: { b: 1 } }, 2]
    const paths = (lines: readonly { path: string }[]) => lines.map(({ path }) => path)
    const all = opened(opened(jsonLines(value, new Set()), 0), 1)
    expect(all).toEqual(jsonLines(value, new Set(['/0', '/0/a'])))
    expect(paths(closed(all, 1))).toEqual(['/0', '/0/a', '/1'])
    expect(paths(closed(all, 0))).toEqual(['/0', '/1'])
    expect(closed(all, 3)).toEqual(all)
  })
  it.each([
    [{ a: 1, b: { c: 2 } }, '{ a: 1, b: {…} }'],
    [[1, 2, 3, 4, 5], '[1, 2, 3, 4, …]'],
  ])('previews %j', (each, expected) => {
    expect(preview(each)).toBe(expected)
  })
})

describe('what a tab asks with', () => {
  it('reads parameters as JSON where they are', () => {
    expect(parameterValues({ a: '5', b: 'five', c: '["x"]' })).toEqual({ a: 5, b: 'five', c: ['x'] })
  })
  it.each([
    [undefined, undefined],
    [{ preset: '1h' }, { from: '1970-01-01T00:00:00.000Z', to: '1970-01-01T01:00:00.000Z' }],
    [{ from: 'x' }, { from: 'x' }],
    [{}, undefined],
  ])('resolves the time range %j', (range, expected) => {
    expect(resolveTimeRange(range, 3_600_000)).toEqual(expected)
  })
})
