import { describe, expect, it } from 'vitest'
import { eventSchema, type Episode } from '#shared/environments/episode.ts'
import { findingsIn } from '#shared/environments/findings.ts'
import { ANSWER_FIELDS } from '#shared/gem/trajectory.ts'
import { solvingPlayer } from '#shared/gem/players/index.ts'
import { definitions, episodes } from '../../electron/sandbox-server/gem/episodes.ts'
import { freshEpisode } from './episodes.ts'

type Step = readonly [action: string, observation: unknown, suffix?: string, reward?: number]

const episodeOf = (steps: readonly Step[]): Episode => {
  const fresh = freshEpisode()
  const events = steps.map(([action, observation, suffix, reward = 0], i) =>
    eventSchema.parse({
      id: i + 1,
      parent: i,
      action,
      observation,
      info: suffix === undefined ? {} : { suffix },
      reward,
      terminated: i === steps.length - 1,
      truncated: false,
      by: 'file',
      at: 0,
    }),
  )
  return { ...fresh, events: [fresh.events[0]!, ...events], current: steps.length }
}

/** The event at which a loop is found. */
const loopIn = (steps: readonly Step[]): number | undefined =>
  findingsIn(episodeOf(steps), ANSWER_FIELDS).find(({ rule }) => rule === 'loop')?.event

describe('a loop', () => {
  it('is none where numbers differ, as in a search by halves', () => {
    const guesses = [25, 12, 6, 3, 2, 1]
    const steps = guesses.map((guess, i): Step => [
      `\\boxed{${guess}}`,
      `At turn ${i + 1}, you guessed ${guess}, and the target number is lower than ${guess}.`,
      'Enter your next guess.',
    ])
    expect(loopIn(steps)).toBeUndefined()
  })

  it('is none in what solvers play that narrow down', () => {
    const guessed = definitions.filter(({ entry }) => /Guess|Mastermind|Wordle|Hanoi/.test(entry.id))
    for (const definition of guessed) {
      for (const { turns } of episodes(definition, 10, (entry) => solvingPlayer(entry)!)) {
        const steps = turns.map(({ action, result }): Step => [
          action,
          result.observation,
          result.info['suffix'] as string | undefined,
          result.reward,
        ])
        expect(loopIn(steps), definition.entry.id).toBeUndefined()
      }
    }
  })

  it('is the same action with the same answer for the third time, whatever turn it is', () => {
    const step = (i: number): Step => ['25', `At turn ${i}, you guessed 25. 25 is too low.`, 'Next guess?']
    expect(loopIn([step(1), step(2), step(3), step(4)])).toBe(3)
    expect(loopIn([step(1), step(2)])).toBeUndefined()
  })

  it('is a walk to and fro', () => {
    const left: Step = ['left', 'You moved left.', '#P_#']
    const right: Step = ['right', 'You moved right.', '#_P#']
    expect(loopIn([left, right, left, right, left, right])).toBe(5)
  })

  it('is none where an action changes something, or earns', () => {
    const onwards = [1, 2, 3, 4].map((place): Step => ['right', `You are at ${place}.`])
    expect(loopIn(onwards)).toBeUndefined()
    const earning = [0.1, 0.2, 0.3].map((reward): Step => ['pull', 'The lever moves.', undefined, reward])
    expect(loopIn(earning)).toBeUndefined()
  })

  it('is not looked for where nothing was told of the answers', () => {
    expect(loopIn([1, 2, 3, 4].map((): Step => ['a', '']))).toBeUndefined()
    const steps = [1, 2, 3].map((): Step => ['a', 'x'])
    expect(findingsIn(episodeOf(steps), ['reward']).map(({ rule }) => rule)).not.toContain('loop')
  })
})
