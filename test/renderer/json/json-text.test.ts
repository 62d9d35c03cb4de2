import { expect, it } from 'vitest'
import { jsonParts } from '../../../renderer/json/json-text.tsx'

it.each([
  ['{', []],
  ['  "id": 124,', ['key "id"', 'number 124']],
  [
    '    "query": ".topo\\n| limit: 3, \\"x\\": 1",',
    ['key "query"', 'string ".topo\\n| limit: 3, \\"x\\": 1"'],
  ],
  ['  "params": {', ['key "params"']],
  ['  true,', ['boolean true']],
  ['  "end": null', ['key "end"', 'null null']],
  ['  "a list holds texts",', ['string "a list holds texts"']],
  ['  "cut off: after', ['string "cut off: after']],
  ['  },', []],
])('colours %s', (line, coloured) => {
  const parts = jsonParts(line)
  expect(parts.map(({ text }) => text).join('')).toBe(line)
  expect(parts.flatMap(({ text, kind }) => (kind === undefined ? [] : [`${kind} ${text}`]))).toEqual(coloured)
})
