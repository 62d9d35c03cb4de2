import { expect, it } from 'vitest'
import { parameterNames } from '#shared/spl/service/parameters.ts'

it.each([
  ['', []],
  ['.entity | where a = $x and b = $y or c = $x', ['x', 'y']],
  ["where a = '$q'", ['q']],
  ['.entity -- $no\n| limit $yes', ['yes']],
  ["where a = 'b--c $in'", ['in']],
  ['cypher(`MATCH (n {id: $id}) RETURN n`)', ['id']],
])('parameters of %s', (text, names) => {
  expect(parameterNames(text)).toEqual(names)
})
