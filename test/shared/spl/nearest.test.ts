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
