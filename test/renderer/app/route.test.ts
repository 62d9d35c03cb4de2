import { expect, it } from 'vitest'
import { registerBenches } from '../../../renderer/app/bench.ts'
import { unknownPlace } from '../../../renderer/app/route.ts'
import { benches } from '../../../renderer/benches.ts'

registerBenches(benches)

it.each([
  ['#/nonsense/here', 'nonsense/here'],
  ['#nonsense', 'nonsense'],
  ['#/explorer/model', undefined],
  ['#/query?connection=x', undefined],
  ['', undefined],
  ['#', undefined],
  ['#/', undefined],
])('%j names what is not known: %j', (hash, unknown) => {
  expect(unknownPlace(hash)).toBe(unknown)
})
