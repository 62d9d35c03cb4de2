import { describe, expect, it } from 'vitest'
import { drawLoops } from '../../../renderer/graph/routing/ends.ts'
import { sideKey, type Side } from '../../../renderer/graph/routing/ports.ts'

/** Distances between neighbouring ends on the sides of one card with so many loops, beside lines that end there. */
function gaps(count: number, others: readonly (readonly [Side, number])[]): number[] {
  const taken = new Map<string, number[]>()
  for (const [side, at] of others) taken.set(sideKey(0, side), [...(taken.get(sideKey(0, side)) ?? []), at])
  const lines = Array.from({ length: count }, (_, line) => line)
  const ends = new Uint32Array(count)
  drawLoops(
    taken,
    { x: [60], y: [20], width: [120], height: [40], from: ends, to: ends },
    new Map([[0, lines]]),
    lines.map(() => []),
  )
  expect([...taken.values()].flat()).toHaveLength(others.length + 2 * count)
  return [...taken.values()].flatMap((places) =>
    places
      .toSorted((a, b) => a - b)
      .slice(1)
      .map((at, place) => at - (places.toSorted((a, b) => a - b)[place] ?? 0)),
  )
}

describe('loops end apart from each other and from other lines', () => {
  it.each([
    ['with room', []],
    ['beside a line near their corner', [['right', 8]]],
    [
      'beside lines near it on both sides',
      [
        ['right', 7],
        ['top', 110],
      ],
    ],
    [
      'beside lines near both upper corners',
      [
        ['right', 7],
        ['left', 7],
      ],
    ],
  ] as const)('%s', (_, others) => {
    for (const count of [1, 2, 3])
      for (const gap of gaps(count, others)) expect(gap).toBeGreaterThanOrEqual(3)
  })
})
