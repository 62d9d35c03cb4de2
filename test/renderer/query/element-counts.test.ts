import { expect, it } from 'vitest'
import { elementCounts } from '../../../renderer/query/results/element-counts.ts'

const row = (kind: string, more: Record<string, unknown> = {}) => ({
  kind,
  domain: 'k8s',
  name: 'x',
  ...more,
})

it.each([
  [
    'elements and links of a model apart',
    [row('entity_set'), row('entity_set_link'), row('data_link'), row('log_set', { spec: {} })],
    { elements: 2, links: 2 },
  ],
  [
    'nothing of elements alone, which the number of rows says',
    [row('entity_set'), row('log_set')],
    undefined,
  ],
  ['nothing of links alone', [row('data_link')], undefined],
  ['nothing without rows', [], undefined],
  ['nothing of rows of something else', [row('entity_set'), row('data_link'), { kind: 'pod' }], undefined],
  ['nothing of rows without a kind', [{ domain: 'k8s', name: 'x' }, row('data_link')], undefined],
])('a result says %s', (_, rows, expected) => {
  expect(elementCounts(rows)).toEqual(expected)
})
