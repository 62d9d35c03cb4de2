import { expect, it } from 'vitest'
import { routeSteps } from '../../../renderer/graph/routing/route.ts'
import { routeInput } from './scene.ts'

it('lines are led one by one, so that the page has its turn between two of them in a maze', () => {
  const side = 12
  const cards = Array.from(
    { length: side * side },
    (_, n) => [(n % side) * 200, Math.floor(n / side) * 80, 176, 38] as const,
  )
  const edges = cards.map((_, n) => [n, (n * 37 + 11) % cards.length] as const)
  let pauses = 0
  for (const _ of routeSteps(routeInput({ cards, edges }))) pauses++
  expect(pauses).toBeGreaterThanOrEqual(edges.length)
})
