import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstDivergence, parseTrajectory, TrajectoryError } from '#shared/gem/trajectory.ts'
import { pathTo } from '#shared/environments/episode.ts'
import {
  exportText,
  fileName,
  importEpisode,
} from '../../../renderer/environments/episode/trajectory-file.ts'
import { freshEpisode, played, visit } from '../../shared/environments/episodes.ts'

const recording = readFileSync(
  new URL('../../fixtures/gem/hanoi-illegal-move.jsonl', import.meta.url),
  'utf8',
)

describe('a file made elsewhere', () => {
  const episode = importEpisode(recording, 'run.jsonl')

  it('becomes an episode that looks at its last step', () => {
    expect(episode).toMatchObject({
      envId: 'game:TowerofHanoi-v0-hard',
      seed: 7,
      source: 'file',
      current: 10,
    })
    expect(episode.origin).toBe('run.jsonl · gem-recorder 0.3')
    expect(pathTo(episode)).toHaveLength(11)
  })

  it('is written again with the fields that we do not know', () => {
    const again = parseTrajectory(exportText(episode, 'Orrery'))
    expect(again.header).toMatchObject({
      policy: 'qwen-7b',
      writer: 'Orrery',
      started: '2026-11-20T09:30:00.000Z',
    })
    expect(again.steps[0]).toMatchObject({ thinking_tokens: 41, latency_ms: 10 })
    expect(firstDivergence(parseTrajectory(recording), again)).toBeNull()
  })

  it('is refused with its line when it is no trajectory', () => {
    expect(() => importEpisode('{"kind":"header"}', 'x')).toThrow(TrajectoryError)
    expect(() => importEpisode('', 'x')).toThrow(/Line 1/)
    const header = recording.split('\n')[0]!
    expect(() => importEpisode(`${header}\n`, 'x')).toThrow(/reset/)
  })
})

describe('export', () => {
  it('writes the branch that is looked at, to its end', () => {
    const branched = played(visit(played(freshEpisode(), 'a', 'b'), 1), 'x')
    const { steps } = parseTrajectory(exportText(visit(branched, 1), 'Orrery'))
    expect(steps.map(({ action }) => action)).toEqual(['a', 'x'])
  })

  it('keeps every action, text and remark through a file', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }),
        fc.option(fc.nat()),
        (texts, seed) => {
          const episode = played(freshEpisode({ seed }), ...texts)
          const read = importEpisode(exportText(episode, 'Orrery'), 'f')
          expect(read.seed).toBe(seed)
          expect(read.events.map(({ action, observation, info }) => [action, observation, info])).toEqual(
            episode.events.map(({ action, observation, info }) => [action, observation, info]),
          )
        },
      ),
      { numRuns: 60 },
    )
  })

  it('names files by environment and seed', () => {
    expect(fileName({ envId: 'game:Sokoban-v0-easy', seed: 42 })).toBe('Sokoban-v0-easy-seed-42.jsonl')
    expect(fileName({ envId: 'rg:a/b', seed: null }, 'md')).toBe('a-b-unseeded.md')
  })
})
