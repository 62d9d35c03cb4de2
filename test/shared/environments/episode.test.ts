import { describe, expect, it } from 'vitest'
import {
  endedAt,
  endOf,
  episodeSchema,
  leafOf,
  leavesOf,
  nextOf,
  pathTo,
  returnOf,
  turnOf,
  viewOf,
} from '#shared/environments/episode.ts'
import { lanesOf } from '../../../renderer/environments/record/branches.tsx'
import { transcriptRows } from '../../../renderer/environments/record/transcript-rows.ts'
import { align, firstDifference } from '../../../renderer/environments/compare/compare-view.tsx'
import { append, event, freshEpisode, played, visit } from './episodes.ts'

const actions = (path: readonly { action: string | null }[]) => path.map(({ action }) => action)

describe('the tree of an episode', () => {
  const line = played(freshEpisode(), 'a', 'b', 'c')
  const branched = played(visit(line, 1), 'x', 'y')

  it('keeps the line that was left when a branch begins', () => {
    expect(actions(pathTo(branched))).toEqual([null, 'a', 'x', 'y'])
    expect(actions(pathTo(branched, 3))).toEqual([null, 'a', 'b', 'c'])
    expect(leavesOf(branched).map(({ id }) => id)).toEqual([3, 5])
  })

  it('redoes along the line that was visited last', () => {
    const back = visit(branched, 0)
    expect(nextOf(back)).toBe(1)
    expect(leafOf(back)).toBe(5)
    expect(leafOf(visit(visit(branched, 3), 0))).toBe(3)
  })

  it('never changes the value it was given', () => {
    expect(line.events).toHaveLength(4)
    expect(line.current).toBe(3)
  })

  it('counts turns and returns along the line, not over the tree', () => {
    const paid = append(branched, event('z', branched.current, { reward: 0.5 }))
    expect(turnOf(paid)).toBe(4)
    expect(returnOf(paid)).toBe(0.5)
    expect(returnOf(paid, 3)).toBe(0)
  })

  it('is laid out in lanes, with what a line shares with an earlier one folded', () => {
    const twice = append(visit(branched, 4), event('z', 4, { reward: 0.5 }))
    expect(
      lanesOf(twice).map(({ own, fork, depth, steps, return: total }) => [
        actions(own),
        fork,
        depth,
        steps,
        total,
      ]),
    ).toEqual([
      [[null, 'a', 'b', 'c'], undefined, 0, 3, 0],
      [['x', 'y'], 1, 1, 3, 0],
      [['z'], 2, 2, 3, 0.5],
    ])
  })

  it('shows an action on which the environment failed where it was tried, and goes on from before it', () => {
    const failed = append(line, event('boom', 1, { failure: { code: 'GEM_RUNTIME', message: 'division' } }))
    expect(failed.current).toBe(3)
    expect(transcriptRows(failed).map(({ event: { action }, turn }) => [turn, action])).toEqual([
      [0, null],
      [1, 'a'],
      [2, 'boom'],
      [2, 'b'],
      [3, 'c'],
    ])
    expect(transcriptRows({ ...failed, current: 4 })).toHaveLength(5)
    expect(leavesOf(failed).map(({ id }) => id)).toEqual([3])
    expect(lanesOf(failed)).toHaveLength(1)
  })

  it('is read back as it was written', () => {
    expect(episodeSchema.parse(JSON.parse(JSON.stringify(branched)))).toEqual(branched)
  })

  it('shows a player the line alone', () => {
    expect(viewOf(branched).turns.map(({ action }) => action)).toEqual(['a', 'x', 'y'])
  })
})

describe('the end of an episode', () => {
  it.each([
    [{ terminated: true, reward: 1 }, 'solved'],
    [{ terminated: true, reward: 0 }, 'over'],
    [{ terminated: true, reward: -0.1 }, 'format-error'],
    [{ terminated: true, truncated: true, reward: 0.5 }, 'turn-limit'],
    [{ terminated: true, truncated: true, reward: -0.1 }, 'format-error'],
    [{ reward: 1 }, 'running'],
  ])('%j is %s', (fields, end) => {
    const episode = append(freshEpisode(), event('a', 0, fields))
    expect(endOf(episode.events[1]!)).toBe(end)
  })

  it('stays ended when it is stepped anyway', () => {
    const ended = append(freshEpisode(), event('a', 0, { terminated: true, reward: 1 }))
    expect(endedAt(played(ended, 'b'))?.id).toBe(1)
    expect(endedAt(freshEpisode())).toBeUndefined()
  })
})

describe('two lines side by side', () => {
  const left = pathTo(played(freshEpisode(), 'a', 'b'))
  it.each([
    ['another action', played(freshEpisode(), 'a', 'x'), 2, 'action'],
    ['an end', played(freshEpisode(), 'a'), 2, 'missing'],
    ['another reward', append(played(freshEpisode(), 'a'), event('b', 1, { reward: 1 })), 2, 'reward'],
    [
      'another start',
      freshEpisode({ events: [{ ...event(null, null), id: 0, at: 0, observation: '?' }] }),
      0,
      'observation',
    ],
  ])('%s', (_, right, turn, difference) => {
    expect(firstDifference(align(left, pathTo(right)))).toMatchObject({ turn, difference })
  })
  it('the same', () => {
    expect(firstDifference(align(left, pathTo(played(freshEpisode(), 'a', 'b'))))).toBeUndefined()
  })
})
