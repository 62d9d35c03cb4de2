import { expect, it } from 'vitest'
import { portabilityDiagnostics } from '#shared/spl/service/portable.ts'

it.each([
  [".entity with(domain='devops') | where status = 'up' | project id | sort id desc | limit 5", []],
  ['.topo | graph-call cypher(`MATCH (n) RETURN n`)', []],
  ['.entity | where contains(name, a)', []],
  ['.entity | stats count() as n by status', ['stats']],
  ['.entity | extend a = 1 | distinct a | offset 2', ['extend', 'distinct', 'offset']],
  ['.entity | where a = 1 and b = 2', ['where … and']],
  [".entity | where a in ['x']", ['where … in']],
  [".entity | where a like 'x%'", ['where … like']],
  ['.entity | where a is null', ['where … is null']],
  [".entity | where a =~ 'x'", ['=~']],
  ['.entity | sort a, b desc', ['sort …, b']],
  ['.entity | project a as b', ['project … as']],
  ['.entity | stats (', []],
])('%s', (query, words) => {
  expect(portabilityDiagnostics(query).map(({ message }) => message?.values['word'])).toEqual(words)
})
