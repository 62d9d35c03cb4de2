import { beforeEach, expect, it, vi } from 'vitest'

// Hues are given once in the life of a page; each test has a page of its own.
beforeEach(() => vi.resetModules())

const NAMES = ['devops', 'k8s', 'automaker', 'game', 'supplier', 'apm']

const huesAfter = async (met: readonly string[]): Promise<number[]> => {
  const { domainHue, meetDomains } = await import('../../../renderer/graph/scene/kinds.ts')
  meetDomains(met)
  return NAMES.map(domainHue)
}

it('a domain has the same hue whichever is met first', async () => {
  const hues = await huesAfter(NAMES)
  vi.resetModules()
  expect(await huesAfter([...NAMES].reverse())).toEqual(hues)
  expect(new Set(hues).size).toBe(NAMES.length)
})

it('no hue is worn twice before all are worn', async () => {
  const { domainHue, DOMAIN_HUES } = await import('../../../renderer/graph/scene/kinds.ts')
  const hues = Array.from({ length: 3 * DOMAIN_HUES }, (_, place) => domainHue(`domain ${place}`))
  for (const round of [0, 1, 2])
    expect(new Set(hues.slice(round * DOMAIN_HUES, (round + 1) * DOMAIN_HUES)).size).toBe(DOMAIN_HUES)
})

it('hues that look alike are worn together only when no other is left', async () => {
  const { domainHue } = await import('../../../renderer/graph/scene/kinds.ts')
  const alike = [
    [1, 5],
    [1, 7],
    [2, 8],
    [3, 7],
    [6, 8],
  ]
  const worn = new Set(NAMES.slice(0, 3).map(domainHue))
  expect(alike.filter((pair) => pair.every((hue) => worn.has(hue)))).toEqual([])
})
