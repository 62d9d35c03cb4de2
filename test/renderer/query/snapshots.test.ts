import { describe, expect, it } from 'vitest'
import { retainedRuns } from '../../../renderer/query/run/snapshots.ts'

describe('the rows that are stored for comparison', () => {
  it.each<[string, string[], string[], string[], string[]]>([
    ['all while there are few', ['c', 'b'], [], ['c', 'b'], []],
    ['the newest', ['d', 'c', 'b', 'a'], [], ['d', 'c'], ['b', 'a']],
    ['starred ones besides', ['d', 'c', 'b', 'a'], ['a'], ['d', 'c', 'a'], ['b']],
    ['starred ones without counting them', ['d', 'c', 'b', 'a'], ['d'], ['d', 'c', 'b'], ['a']],
    ['nothing for a star on a run without rows', ['b'], ['x'], ['b'], []],
  ])('are %s', (_, runs, stars, kept, dropped) => {
    expect(retainedRuns(runs, new Set(stars), 2)).toEqual({ retained: kept, dropped })
  })
})
