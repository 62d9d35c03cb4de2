import { describe, expect, it } from 'vitest'
import { type SplError, parseSpl } from '#shared/spl/index.ts'
import { refusalOf } from './refusal.ts'

function errorOf(text: string): SplError {
  const error = refusalOf(text)
  if (!error) throw new Error(`${text} reads`)
  return error
}

describe('what reads', () => {
  it.each([
    ['.model', '.model', []],
    ['  .entity  ', '.entity', []],
    [".entity with(domain='devops', name=devops.service)", '.entity', ['with']],
    ['.model | | limit 5;| ', '.model', ['limit']],
    ['.model -- a comment\n| limit 5 // another', '.model', ['limit']],
    ['.model | sort domain desc, name', '.model', ['sort']],
    ['.topo | graph-match (a)--(b) | limit 1', '.topo', ['graph-match', 'limit']],
    ['.model | stats count(*) as n, dc(kind) by domain', '.model', ['stats']],
    ['.model | extend x = -a * (2 + b) | distinct x', '.model', ['extend', 'distinct']],
    ['.runbook_set with(query=how to act, topk=5)', '.runbook_set', ['with']],
    ['.model | limit $n', '.model', ['limit']],
    ['.model | where "odd name" = 1 and `tick``ed` = 2', '.model', ['where']],
  ])('%s', (text, source, stages) => {
    const query = parseSpl(text)
    expect(query.source.name).toBe(source)
    expect(query.stages.map((stage) => stage.kind)).toEqual(stages)
  })
})

describe('literals', () => {
  it.each([
    ["'it\\'s'", { kind: 'string', value: "it's" }],
    ["'a\\nb'", { kind: 'string', value: 'a\\nb' }],
    ['"say \\"x\\""', { kind: 'string', value: 'say "x"' }],
    ['`a``b`', { kind: 'string', value: 'a`b' }],
    ['12', { kind: 'number', value: 12 }],
    ['-3', { kind: 'number', value: -3 }],
    ['1.5', { kind: 'number', value: 1.5 }],
    ['1e5', { kind: 'string', value: '1e5' }],
    ['TRUE', { kind: 'boolean', value: true }],
    ['entity_set', { kind: 'string', value: 'entity_set' }],
    ['12:30', { kind: 'string', value: '12:30' }],
    ['devops.*', { kind: 'string', value: 'devops.*' }],
    ['', { kind: 'string', value: '' }],
    ['$who', { kind: 'parameter', name: 'who' }],
    ["('a','b')", { kind: 'list', items: [{ value: 'a' }, { value: 'b' }] }],
    ['[]', { kind: 'list', items: [] }],
    ['10000000000000000000000000000101', { kind: 'string', value: '10000000000000000000000000000101' }],
  ])('%s', (text, expected) => {
    const [stage] = parseSpl(`.model with(k=${text})`).stages
    expect(stage?.kind === 'with' && stage.pairs[0]?.value).toMatchObject(expected)
  })
})

describe('what is refused, with its place', () => {
  it.each([
    ['', 0, 'end of query', '.model'],
    ['model | limit 5', 0, 'model', '.model'],
    ['.modle', 0, '.modle', '.model'],
    ['.entity(x)', 7, '(', 'with'],
    ['.model | lmit 5', 9, 'lmit', 'limit'],
    ['.model | limit', 14, 'end of query', '$parameter'],
    ['.model | limit 0', 15, '0', 'a whole number from 1'],
    ['.model | limit many', 15, 'many', 'a whole number from 1'],
    ['.model | offset -1', 16, '-1', 'a whole number from 0'],
    [".model with(kind 'x')", 17, "'x'", '='],
    [".model | where a = 'x", 19, "'", "a closing '"],
    ['.model | where a b', 17, 'b', '='],
    ['.model | sort a, b foo', 19, 'foo', 'desc'],
    ["(.model | where (a = 'x'", 0, '(', '.model'],
    [".model | where (a = 'x'", 23, 'end of query', ')'],
  ])('%s', (text, from, found, expected) => {
    const { code, details, message } = errorOf(text)
    expect(code).toBe('QUERY_PARSE_ERROR')
    expect(details).toMatchObject({ from, found })
    expect(details.expected).toContain(expected)
    expect(message).toMatch(/[.?]$/)
  })

  it.each([
    ['.modle', '.model'],
    ['.model | lmit 5', 'limit'],
    ['.topo | grph-call x()', 'graph-call'],
    // As other languages call it.
    ['.model | summarise n = count()', 'stats'],
    ['.model | summarize n = count()', 'stats'],
    ['.model | select kind', 'project'],
    ['.model | head 5', 'limit'],
  ])('%s suggests %s', (text, suggestion) => {
    expect(errorOf(text).details.suggestion).toBe(suggestion)
  })

  it('quotes the word with which a query begins', () => {
    expect(errorOf('which services are there').message).toContain('starts with “which”; write .model')
  })

  it('names the operator it does not know', () => {
    expect(errorOf('.model | join x').details.operator).toBe('join')
  })

  it.each([
    ['.topo | graph-call f([(:"a@b" {x: 1})])', '__entity_id__'],
    ['.topo | graph-call f([(:"a@b" {__entity_id__: \'xyz\'})])', 'hexadecimal'],
    ['.topo | graph-call f([(:"ab" {__entity_id__: \'10000000000000000000000000000101\'})])', 'domain@type'],
    ['.entity_set | entity-call get_logs(a=1, a=2)', 'twice'],
  ])('%s', (text, hint) => {
    expect(errorOf(text).message + JSON.stringify(errorOf(text).details)).toContain(hint)
  })

  it('stops at brackets that nest too deep and at texts that are too long', () => {
    expect(errorOf(`.model | where ${'('.repeat(300)}`).message).toContain('nest')
    expect(errorOf(`.model ${'x'.repeat(1_000_001)}`).message).toContain('characters')
  })
})
