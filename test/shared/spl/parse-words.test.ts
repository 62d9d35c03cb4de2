import { expect, it } from 'vitest'
import { parseSpl } from '../../../shared/spl/parse.ts'

it.each([
  [".entity with(a='x' | limit 1", 'Unexpected “|”. Expected “)” or “,”.'],
  ['.entity | where a =', /^The query ends too early\. Expected a name or value, .*“\(”/],
])('the refusal of %s is a plain sentence, with marks in quotes', (query, words) => {
  expect(() => parseSpl(query)).toThrow(words)
})
