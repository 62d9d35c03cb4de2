import { describe, expect, it } from 'vitest'
import { nearest } from '#shared/spl/nearest.ts'

describe('the nearest of several words', () => {
  const sources = ['.model', '.entity_set', '.entity', '.topo', '.runbook_set']
  it.each([
    ['.Entity', '.entity'],
    ['.entty', '.entity'],
    ['.entity_', '.entity'],
    ['.entit', '.entity'],
    ['.ent', '.entity_set'],
    ['.runbook', '.runbook_set'],
    ['.ENTITY_SET', '.entity_set'],
    ['.other', undefined],
  ])('%s is nearest to %s, whichever else begins with it', (typed, expected) => {
    expect(nearest(typed, sources)).toBe(expected)
  })
})

it('a name with its words in another order is near', () => {
  expect(nearest('p95_latency', ['error_rate', 'latency_p95', 'p99_latency'])).toBe('latency_p95')
  expect(nearest('=', ['(', 'a'])).toBeUndefined()
  expect(nearest('rate.error', ['latency', 'error_rate'])).toBe('error_rate')
})
