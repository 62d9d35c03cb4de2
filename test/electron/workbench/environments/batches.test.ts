import { describe, expect, it, vi } from 'vitest'
import { batchPlanSchema, spentOn } from '#shared/environments/batch.ts'
import type { ModelCall } from '#shared/environments/model-call.ts'
import { builtInEntry } from '#shared/gem/catalogue/index.ts'
import { openEnvironments, PATIENCE } from './core.ts'
import { FakePlatform, inFolder } from './platform.ts'

const plan = (change: object = {}) =>
  batchPlanSchema.parse({
    platform: 'p',
    envId: 'game:Count',
    agents: [{ agent: 'script', script: ['a', 'win'] }],
    firstSeed: 0,
    count: 10,
    stepLimit: 5,
    ...change,
  })

const idle = (core: Awaited<ReturnType<typeof openEnvironments>>) =>
  vi.waitFor(() => expect(core.batches.all.every(({ state }) => !state.running)).toBe(true), PATIENCE)

describe('a batch', () => {
  it('plays each seed with each agent, and keeps what was recorded', () =>
    inFolder(async (folder) => {
      const platform = new FakePlatform()
      const core = await openEnvironments(folder, platform)
      const agents = [
        { agent: 'script', script: ['a', 'win'] },
        { agent: 'script', script: ['bad'] },
      ]
      const id = await core.batches.start(plan({ agents, parallel: 3 }))
      await idle(core)
      const [batch] = core.batches.all
      expect(batch?.rows).toHaveLength(20)
      expect(new Set(batch?.rows.map(({ agent, seed }) => `${agent}-${seed}`)).size).toBe(20)
      expect(batch?.rows.filter(({ end }) => end === 'solved')).toHaveLength(10)
      expect(batch?.rows.filter(({ end }) => end === 'format-error')).toHaveLength(10)
      expect(platform.asked.filter((what) => what === 'make')).toHaveLength(3)
      expect(platform.open).toBe(0)
      const episode = await core.batches.episode(id, { agent: 0, seed: 4, attempt: 0 })
      expect(episode?.events.map(({ action, observation }) => [action, observation])).toEqual([
        [null, 'seed 4'],
        ['a', 'a'],
        ['win', 'a win'],
      ])
      await core.stop()
    }))

  it.each([
    ['the limit of steps', { stepLimit: 1 }, 'step-limit'],
    ['nothing more to propose', { agents: [{ agent: 'script', script: ['a'] }] }, 'stopped'],
    ['an agent that fails', { agents: [{ agent: 'endpoint' }] }, 'failed'],
  ])('names %s as the end', (_, change, end) =>
    inFolder(async (folder) => {
      const core = await openEnvironments(folder, new FakePlatform())
      await core.batches.start(plan({ count: 1, ...change }))
      await idle(core)
      expect(core.batches.all[0]?.rows).toMatchObject([{ end }])
      await core.stop()
    }),
  )

  it('stores a step on which the environment failed, counts the seed apart, and plays it again on request', () =>
    inFolder(async (folder) => {
      const platform = new FakePlatform()
      platform.fails = { action: 'win', code: 'GEM_RUNTIME' }
      const core = await openEnvironments(folder, platform)
      const id = await core.batches.start(plan({ count: 2 }))
      await idle(core)
      expect(core.batches.all[0]?.rows).toMatchObject([
        { end: 'failed', problem: 'ZeroDivisionError', steps: 1 },
        { end: 'failed' },
      ])
      const episode = await core.batches.episode(id, { agent: 0, seed: 0, attempt: 0 })
      expect(episode?.events.at(-1)).toMatchObject({ action: 'win', failure: { code: 'GEM_RUNTIME' } })
      platform.fails = undefined
      await core.batches.run(id, true)
      await idle(core)
      expect(core.batches.all[0]?.rows.map(({ end }) => end)).toEqual(['solved', 'solved'])
      await core.stop()
    }))

  it('keeps what a failed attempt took when it is played again, over a restart as well', () =>
    inFolder(async (folder) => {
      const platform = new FakePlatform()
      platform.fails = { action: 'win', code: 'GEM_RUNTIME' }
      const core = await openEnvironments(folder, platform)
      const model: ModelCall = {
        endpoint: 'Mine',
        model: 'm',
        again: 0,
        messages: [],
        reply: 'win',
        milliseconds: 1,
        promptTokens: 100,
        completionTokens: 10,
        cost: 0.5,
      }
      core.players.choose = (_, __, { turns }) =>
        Promise.resolve({ text: turns.length === 0 ? 'a' : 'win', player: 'Mine', model })
      const id = await core.batches.start(plan({ count: 1, agents: [{ agent: 'endpoint' }] }))
      await idle(core)
      const one = { promptTokens: 200, completionTokens: 20, cost: 1 }
      expect(core.batches.all[0]?.rows).toMatchObject([{ end: 'failed', ...one }])
      await core.batches.run(id, true)
      await idle(core)
      platform.fails = undefined
      await core.batches.run(id, true)
      await idle(core)
      const earlier = { promptTokens: 400, completionTokens: 40, cost: 2 }
      expect(core.batches.all[0]?.rows).toMatchObject([{ end: 'solved', ...one, earlier }])
      await core.stop()
      const again = await openEnvironments(folder, platform)
      const [row] = again.batches.all[0]?.rows ?? []
      expect(spentOn(row!)).toEqual({ promptTokens: 600, completionTokens: 60, cost: 3 })
      await again.stop()
    }))

  it('makes a new environment where its own was lost, and stops with the reason where the platform is away', () =>
    inFolder(async (folder) => {
      const platform = new FakePlatform()
      const core = await openEnvironments(folder, platform)
      const reset = platform.reset.bind(platform)
      platform.reset = (...given) => {
        if (given[2] === 3 && platform.asked.filter((what) => what === 'make').length === 1)
          platform.restart()
        return reset(...given)
      }
      const id = await core.batches.start(plan({ count: 5 }))
      await idle(core)
      expect(core.batches.all[0]?.rows).toHaveLength(5)
      platform.fails = { action: 'win', code: 'GEM_UNREACHABLE' }
      const away = await core.batches.start(plan({ count: 5 }))
      await idle(core)
      expect(core.batches.all.find((one) => one.id === away)).toMatchObject({
        rows: [],
        state: { running: false, failure: { code: 'GEM_UNREACHABLE' } },
      })
      await core.batches.remove(id)
      expect(core.batches.all.map((one) => one.id)).toEqual([away])
      await core.stop()
    }))

  it('plays every seed with a random agent afresh, and records the agent’s own seed', () =>
    inFolder(async (folder) => {
      const entry = builtInEntry('game:Wordle-v0-hard')!
      const core = await openEnvironments(folder, new FakePlatform(), { entry })
      const agents = [0, 1].map((seed) => ({ agent: 'random', seed }))
      const id = await core.batches.start(plan({ agents, count: 8, stepLimit: 2 }))
      await idle(core)
      const played = async (agent: number) => {
        const seeds = Array.from({ length: 8 }, (_, seed) =>
          core.batches.episode(id, { agent, seed, attempt: 0 }),
        )
        return (await Promise.all(seeds)).map((episode) => episode?.events.slice(1))
      }
      const [one, other] = await Promise.all([played(0), played(1)])
      expect(one?.flatMap((events) => events?.map(({ player }) => player))).toEqual(Array(16).fill('seed 0'))
      const guesses = (all: typeof one) => all?.map((events) => events?.map(({ action }) => action).join(' '))
      expect(new Set([...(guesses(one) ?? []), ...(guesses(other) ?? [])]).size).toBe(16)
      await core.stop()
    }))

  it('tries each seed as often as it is asked to, a random agent otherwise each time', () =>
    inFolder(async (folder) => {
      const entry = builtInEntry('game:Wordle-v0-hard')!
      let core = await openEnvironments(folder, new FakePlatform(), { entry })
      const agents = [{ agent: 'random', seed: 0 }]
      const id = await core.batches.start(plan({ agents, count: 3, attempts: 4, stepLimit: 2 }))
      await idle(core)
      await core.stop()
      core = await openEnvironments(folder, new FakePlatform(), { entry })
      const { rows } = core.batches.all[0]!
      expect(rows.map(({ seed, attempt }) => `${attempt}.${seed}`)).toEqual(
        [0, 1, 2, 3].flatMap((attempt) => [0, 1, 2].map((seed) => `${attempt}.${seed}`)),
      )
      const episodes = await Promise.all(rows.map((row) => core.batches.episode(id, row)))
      const played = episodes.map((episode) => episode?.events.map(({ action }) => action).join(' '))
      expect(new Set(played).size).toBe(12)
      expect(new Set(episodes.map((episode) => episode?.id)).size).toBe(12)
      await core.stop()
    }))

  it('resumes after the core ended in the middle, and stays stopped if the user stopped it', () =>
    inFolder(async (folder) => {
      const platform = new FakePlatform()
      platform.lag = () => 3
      let core = await openEnvironments(folder, platform)
      const running = await core.batches.start(plan({ count: 30 }))
      const stopped = await core.batches.start(plan({ count: 30 }))
      await core.batches.stop(stopped)
      const before = core.batches.all.find(({ id }) => id === running)?.rows.length ?? 0
      await core.stop()
      core = await openEnvironments(folder, platform)
      const kept = core.batches.all.find(({ id }) => id === running)?.rows ?? []
      expect(kept.length).toBeGreaterThanOrEqual(before)
      expect(kept.length).toBeLessThan(30)
      core.batches.resume()
      await vi.waitFor(
        () => expect(core.batches.all.find(({ id }) => id === running)?.rows).toHaveLength(30),
        PATIENCE,
      )
      expect(core.batches.all.find(({ id }) => id === running)?.rows.slice(0, kept.length)).toEqual(kept)
      expect(core.batches.all.find(({ id }) => id === stopped)?.rows.length).toBeLessThan(30)
      await core.stop()
    }))
})
