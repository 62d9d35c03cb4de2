import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { after } from '#shared/environments/episode-log.ts'
import { findingsIn } from '#shared/environments/findings.ts'
import { summaryOf } from '#shared/environments/summary.ts'
import {
  type Episode,
  endedAt,
  endIn,
  endOf,
  type EpisodeEvent,
  episodeSchema,
  eventOf,
  leafOf,
  leavesOf,
  nextOf,
  pathTo,
  removableFrom,
  returnOf,
  turnOf,
  viewOf,
} from '#shared/environments/episode.ts'
import { lanesOf } from '../../../renderer/environments/record/branches.tsx'
import { transcriptRows } from '../../../renderer/environments/record/transcript-rows.ts'
import { align, firstDifference, markedWords } from '../../../renderer/environments/compare/compare-view.tsx'
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

  it('a line that was taken away is gone with what nobody else has, until it is brought back', () => {
    const removed = (episode: Episode, id: number, removed: boolean): Episode =>
      after(episode, { entry: { kind: 'remark', remark: { event: id, removed } }, at: 1 })
    const without = (episode: Episode, leaf: number): Episode =>
      removed(episode, removableFrom(episode, leaf)!, true)
    expect(removableFrom(branched, 5)).toBeUndefined()
    expect(removableFrom(line, 3)).toBeUndefined()
    const one = without(branched, 3)
    expect(leavesOf(one).map(({ id }) => id)).toEqual([5])
    expect(leafOf(visit(one, 0))).toBe(5)
    expect(nextOf(visit(visit(one, 3), 1))).toBe(4)
    expect(leavesOf(removed(one, 2, false)).map(({ id }) => id)).toEqual([3, 5])
    const deep = played(visit(branched, 4), 'z')
    expect(removableFrom(deep, 5)).toBe(5)
    expect(leavesOf(without(without(deep, 3), 5)).map(({ id }) => id)).toEqual([6])
  })

  it('a branch keeps its name when it continues', () => {
    const named = after(branched, { entry: { kind: 'remark', remark: { event: 5, name: 'mine' } }, at: 1 })
    expect(lanesOf(played(named, 'z')).map(({ name }) => name)).toEqual(['', 'mine'])
  })

  it.each([
    ['game:Count', 1, 'solved'],
    ['game:Count', -0.1, 'format-error'],
    ['my:Own', 1, 'ended'],
    ['my:Own', -0.1, 'ended'],
    ['', 0, 'ended'],
  ] as const)('what the end of %s with the reward %d is called: %s', (envId, reward, end) => {
    const episode = append(freshEpisode({ envId }), event('a', 0, { reward, terminated: true }))
    expect(endIn(envId, eventOf(episode))).toBe(end)
    expect(summaryOf(episode).end).toBe(end)
    expect(findingsIn(episode, ['reward', 'terminated']).some(({ rule }) => rule === 'formatError')).toBe(
      end === 'format-error',
    )
    expect(endIn(envId, event('a', 0, { truncated: true }) as EpisodeEvent)).toBe('turn-limit')
    expect(endIn(envId, event('a', 0) as EpisodeEvent)).toBe('running')
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

  it('marks the words that the other side does not have, though lines have moved', () => {
    const marked = markedWords(
      'Solved in 5 turns:\nN E T\n\nYour guess?',
      'No readable action.\n\nYour guess?',
    )
    expect(marked.filter((part) => typeof part === 'string').join('')).toContain('Your guess?')
    expect(markedWords('same', 'same')).toEqual(['same'])
    expect(markedWords('alone', undefined)).toEqual(['alone'])
    const [before, word, after] = markedWords('the red box', 'the blue box') as [
      string,
      ReactElement<{ children: string }>,
      string,
    ]
    expect([before, word.props.children, after]).toEqual(['the ', 'red', ' box'])
  })
})
