import { parseDocument } from 'yaml'
import '../messages.ts'
import { expect, it } from 'vitest'
import { yamlFault } from '../../../renderer/drafts/items/yaml-fault.ts'

it.each([
  ['a: b: c', /a value with a colon in quotes/],
  ['a: 1\na: 2', 'This name appears twice.'],
  ['a: "x', 'The closing quote or bracket is missing.'],
  ['{a: 1', 'The closing quote or bracket is missing.'],
  ['\ta: 1', 'Indent with spaces, not with tabs.'],
  ['a: @x', /put the value in quotes/],
  ['a: "\\q"', /write a backslash twice/],
  ['foo\nbar: 1', 'A name must be on one line, followed by a colon.'],
  ['- a\nb: 1', /out of place/],
  ['a: [1', /The indentation is wrong/],
  // The library's words, without the place, which is shown beside them.
  ['%YAML 9.9 x\n---\na: 1', /^(?!.* at line )./],
])('%j is not YAML: %s', (text, said) => {
  const [error] = parseDocument(text).errors
  if (!error) throw new Error('it is YAML')
  expect(yamlFault(error)).toMatch(said)
})
