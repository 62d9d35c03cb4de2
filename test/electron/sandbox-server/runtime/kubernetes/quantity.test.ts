import { expect, test } from 'vitest'
import { amountOf } from '../../../../../electron/sandbox-server/runtime/kubernetes/quantity.ts'

test.each([
  ['2', 2],
  ['0.5', 0.5],
  ['500m', 0.5],
  ['700m', 0.7],
  ['1100m', 1.1],
  ['128Mi', 128 * 1024 ** 2],
  ['1.5Gi', 1.5 * 1024 ** 3],
  ['1G', 1e9],
  ['24684092Ki', 24_684_092 * 1024],
  ['1073741824', 1024 ** 3],
  ['', undefined],
  ['m', undefined],
  ['much', undefined],
  ['1x', undefined],
  ['-1', undefined],
])('the quantity %j is %s', (quantity, amount) => {
  expect(amountOf(quantity)).toBe(amount)
})
