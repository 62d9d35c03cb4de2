import { expect, it } from 'vitest'
import { isWrite } from '../../../../electron/workbench/models/is-write.ts'

it.each([
  ['tools/call', 'entity_write', { isError: false }, true],
  ['tools/call', 'entity_expire', {}, true],
  ['tools/call', 'model_import', {}, true],
  ['tools/call', 'umodel_import', {}, true],
  ['tools/call', 'entity_write', { isError: true }, false],
  ['tools/call', 'query_spl_execute', {}, false],
  ['tools/call', 'rewrite', {}, false],
  ['resources/read', 'entity_write', {}, false],
])('%s of %s with %j changed the data: %s', (method, name, result, expected) => {
  expect(isWrite(method, { name }, result)).toBe(expected)
})
