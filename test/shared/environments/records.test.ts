import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { agentMessages } from '#shared/environments/agent-messages.ts'
import {
  type Episode,
  type EpisodeEvent,
  failureAt,
  leafOf,
  leavesOf,
  pathTo,
  viewOf,
} from '#shared/environments/episode.ts'
import { messagesUpTo, type ModelCall } from '#shared/environments/model-call.ts'
import { rowOf } from '#shared/environments/recordings.ts'
import {
  type Aspect,
  ASPECTS,
  type Format,
  FORMAT_FACTS,
  FORMATS,
  lostAspects,
  RecordingWriter,
} from '#shared/environments/trajectories/formats.ts'
import { seenText } from '#shared/environments/trajectories/chat.ts'
import { readRecording } from '#shared/environments/trajectories/read.ts'
import { append, event, freshEpisode, played } from './episodes.ts'

type TextFormat = Exclude<Format, 'parquet'>
const TEXTS = FORMATS.filter((format): format is TextFormat => format !== 'parquet')

function written(format: TextFormat, episodes: readonly Episode[], isTree = false): string {
  const writer = new RecordingWriter(format, 'Orrery 1')
  const all = episodes.map((episode) => ({ episode, leaf: isTree ? undefined : leafOf(episode) }))
  for (const one of all) writer.count(one)
  return [writer.head(), ...all.map((one) => writer.write(one)), writer.tail()].join('')
}

const readAgain = (format: TextFormat, episodes: readonly Episode[], isTree = false) =>
  readRecording(written(format, episodes, isTree), `run.${FORMAT_FACTS[format].extension}`)

/** A model that thinks aloud and acts by a tool. */
const call = (action: string, id: string, fields: Partial<ModelCall> = {}): ModelCall => ({
  endpoint: 'Good model',
  model: 'good-1',
  again: 0,
  messages: [],
  reply: `I try ${action}.`,
  action,
  reasoning: `because of ${action}`,
  toolCalls: [{ id, name: 'act', arguments: JSON.stringify({ action }) }],
  milliseconds: 5,
  promptTokens: 10,
  completionTokens: 3,
  cost: 0.25,
  ...fields,
})

const by = { by: 'endpoint', player: 'Good model' } as const
const lost = { code: 'AGENT_REFUSED', message: 'HTTP 400: context length exceeded' }
const agent = { name: 'Good model', kind: 'endpoint', model: 'good-1', seed: 3 }

/** Nothing was answered at all; the agent had no answer in the middle; the environment failed on a step. */
const empty = freshEpisode({ failure: lost, agent, batch: 'b1' })
const halfway = { ...played(freshEpisode({ agent, batch: 'b1' }), 'a'), failure: lost }
const crashed = append(
  played(freshEpisode({ agent, batch: 'b1' }), 'a'),
  event('boom', 1, { failure: { code: 'GEM_RUNTIME', message: 'crashed' } }),
)

describe('an episode that failed', () => {
  test.each(TEXTS)('says so in %s, and is read again as what failed', (format) => {
    const read = readAgain(format, [empty, halfway, crashed])
    expect(read.map(({ episode }) => failureAt(episode, leafOf(episode)))).toEqual([
      { failure: lost },
      { failure: lost },
      { failure: { code: 'GEM_RUNTIME', message: 'crashed' }, action: 'boom' },
    ])
    for (const one of read) {
      const { end, return: total, findings } = rowOf(one)
      expect([end, total, findings.map(({ rule }) => rule)]).toEqual(['failed', null, ['failure']])
      expect(one.episode.agent).toEqual(agent)
    }
    expect(read.map(({ episode }) => pathTo(episode).map(({ action }) => action))).toEqual([
      [null],
      [null, 'a'],
      [null, 'a'],
    ])
  })

  it('has an error and no score in a log of Inspect, which counts it apart', () => {
    const good = append(freshEpisode({ agent }), event('a', 0, { reward: 1, terminated: true }))
    const log = JSON.parse(written('inspect', [good, halfway])) as { samples: object[] }
    expect(log).toMatchObject({
      status: 'success',
      eval: { model: 'good-1', config: { epochs: 2, fail_on_error: false }, dataset: { samples: 1 } },
      results: { total_samples: 2, completed_samples: 1 },
      samples: [
        { id: 'game:TowerofHanoi-v0-easy#7', epoch: 1, scores: { return: { value: 1 } } },
        { id: 'game:TowerofHanoi-v0-easy#7', epoch: 2, error: { message: lost.message } },
      ],
    })
    expect(log.samples[1]).not.toHaveProperty('scores')
    expect(JSON.parse(written('inspect', [empty]))).toMatchObject({
      status: 'error',
      results: { completed_samples: 0 },
    })
  })

  it('has no return in ATIF and in our own form', () => {
    expect(JSON.parse(written('atif', [halfway]))).toMatchObject({
      agent: { name: 'Good model', model_name: 'good-1' },
      final_metrics: { extra: { return: null } },
      extra: { failure: lost, batch: 'b1', agent },
    })
    const last = written('orrery', [halfway]).trim().split('\n').at(-1)!
    expect(JSON.parse(last)).toMatchObject({ kind: 'summary', return: null, end: 'failed', failure: lost })
  })
})

describe('a reward that is no number', () => {
  test.each([
    [
      'f.jsonl',
      '{"obs":"go","action":"up","reward":NaN}\n{"obs":"ok","action":"down","reward":1,"done":true}',
    ],
    [
      'f.jsonl',
      '{"obs":"go","action":"up","reward":null}\n{"obs":"ok","action":"down","reward":1,"done":true}',
    ],
    ['f.csv', 'obs,action,reward,done\ngo,up,NaN,false\nok,down,1,true\n'],
    ['f.csv', 'obs,action,reward,done\ngo,up,,false\nok,down,1,true\n'],
    [
      'f.jsonl',
      '{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"a"}],"reward":NaN}',
    ],
  ])('is unknown in %s: %s', (name, text) => {
    const [read] = readRecording(text, name)
    const row = rowOf(read!)
    expect(row.return).toBeNull()
    expect(row.findings).toContainEqual({ rule: 'noReward', event: 1 })
  })

  test.each(TEXTS)('stays unknown in %s', (format) => {
    const episode = append(
      append(freshEpisode(), event('a', 0, { unknownReward: 'NaN' })),
      event('b', 1, { reward: 1, terminated: true }),
    )
    const [read] = readAgain(format, [episode])
    expect(pathTo(read!.episode).map(({ unknownReward }) => unknownReward !== undefined)).toEqual([
      false,
      true,
      false,
    ])
    expect(rowOf(read!).return).toBeNull()
  })
})

it('steps that a file leaves out are found where they are missing', () => {
  const row = (t: number, done = false) => JSON.stringify({ t, obs: 'o', action: `a${t}`, done })
  const [read] = readRecording([row(0), row(1), row(3), row(4, true)].join('\n'), 'f.jsonl')
  expect(rowOf(read!).findings).toContainEqual({ rule: 'missingSteps', event: 3 })
  expect(read!.episode.events[3]).toMatchObject({ action: 'a3', missing: 1 })
})

test.each(['rows', 'csv'] as const)('%s keeps the order where an episode has no end', (format) => {
  const ended = append(freshEpisode(), event('z', 0, { terminated: true }))
  const read = readAgain(format, [played(freshEpisode(), 'x'), ended, played(freshEpisode(), 'y'), ended])
  expect(read.map(({ episode }) => episode.events.at(-1)?.action)).toEqual(['x', 'z', 'y', 'z'])
})

describe('a model that acts by a tool', () => {
  const episode = append(
    append(freshEpisode({ agent }), event('up', 0, { ...by, model: call('up', 'call_9') })),
    event('down', 1, { ...by, terminated: true, model: call('down', 'call_12') }),
  )

  it('reads what it said itself, under the ids of its own calls', () => {
    const messages = agentMessages('Play.', undefined, viewOf(episode, 1), { history: 'chat', act: 'tool' })
    expect(messages.slice(2)).toEqual([
      {
        role: 'assistant',
        content: 'I try up.',
        toolCalls: [{ id: 'call_9', name: 'act', arguments: '{"action":"up"}' }],
      },
      { role: 'tool', toolCallId: 'call_9', content: 'did up\nboard after up' },
    ])
  })

  it('gets an answer to each call that it made', () => {
    const two = call('up', 'call_2')
    const calls = [{ id: 'call_1', name: 'look', arguments: '{}' }, ...two.toolCalls!]
    const one = append(freshEpisode(), event('up', 0, { ...by, model: { ...two, toolCalls: calls } }))
    const messages = agentMessages('Play.', undefined, viewOf(one), { history: 'chat', act: 'tool' })
    expect(messages.slice(3).map(({ toolCallId, content }) => [toolCallId, content])).toEqual([
      ['call_1', 'Not carried out: one action a turn.'],
      ['call_2', 'did up\nboard after up'],
    ])
  })

  test.each(['messages', 'inspect', 'atif', 'orrery'] as const)('is whole in %s', (format) => {
    const [read] = readAgain(format, [episode])
    expect(
      pathTo(read!.episode)
        .slice(1)
        .map(({ action, model }) => [action, model?.reply, model?.toolCalls, model?.reasoning]),
    ).toEqual(
      pathTo(episode)
        .slice(1)
        .map(({ action, model }) => [action, model?.reply, model?.toolCalls, model?.reasoning]),
    )
  })

  it('is shown with its tokens, and its cost without a currency', () => {
    expect(JSON.parse(written('inspect', [episode]))).toMatchObject({
      stats: { model_usage: { 'good-1': { input_tokens: 20, output_tokens: 6, total_tokens: 26 } } },
      samples: [{ output: { model: 'good-1' }, model_usage: { 'good-1': { total_tokens: 26 } } }],
    })
    const atif = written('atif', [episode])
    expect(JSON.parse(atif)).toMatchObject({
      steps: [
        {},
        { model_name: 'good-1', message: 'I try up.', metrics: { extra: { cost: 0.25 } } },
        { tool_calls: [{ tool_call_id: 'call_12', arguments: { action: 'down' } }] },
      ],
      final_metrics: { extra: { total_cost: 0.5 } },
    })
    expect(atif).not.toContain('usd')
  })
})

/** Episodes of every kind that a batch may leave. */
const anyEpisode = fc
  .record({
    seed: fc.option(fc.nat()),
    steps: fc.array(
      fc.record({
        action: fc.string({ unit: 'binary' }),
        observation: fc.string(),
        reward: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0)),
        model: fc.constantFrom('none', 'text', 'tool'),
      }),
      { maxLength: 4 },
    ),
    end: fc.constantFrom('running', 'terminated', 'lost', 'crashed'),
  })
  .map(({ seed, steps, end }) => {
    let episode: Episode = freshEpisode({ seed })
    for (const [i, { action, observation, reward, model }] of steps.entries()) {
      const said =
        model === 'none'
          ? {}
          : {
              ...by,
              model: call(action, `c${i}`, model === 'text' ? { reply: action, toolCalls: undefined } : {}),
            }
      const unknown = reward === null ? { unknownReward: 'null' } : { reward }
      const terminated = end === 'terminated' && i === steps.length - 1
      const given = { observation, info: {}, terminated, ...unknown, ...said }
      episode = append(episode, event(action, episode.current, given))
    }
    if (end === 'lost') return { ...episode, failure: lost }
    return end === 'crashed'
      ? append(episode, event('boom', episode.current, { failure: { code: 'GEM_RUNTIME', message: 'no' } }))
      : episode
  })

test.each(TEXTS)('%s is read again: actions, observations, rewards and failures', (format) => {
  const told = (episode: Episode) => ({
    seed: episode.seed,
    failure: failureAt(episode, leafOf(episode)),
    steps: pathTo(episode).map((one) => ({
      action: one.action,
      seen: seenText(one),
      terminated: one.terminated,
      reward: one.unknownReward === undefined ? one.reward : null,
    })),
  })
  fc.assert(
    fc.property(fc.array(anyEpisode, { minLength: 1, maxLength: 4 }), (episodes) => {
      expect(readAgain(format, episodes).map(({ episode }) => told(episode))).toEqual(episodes.map(told))
    }),
    { numRuns: 60 },
  )
})

describe('what is said to be lost', () => {
  const messages = [{ role: 'system' as const, content: 'Play.' }]
  const exchange = { method: 'POST', url: '/step', request: {}, status: 200, response: {}, milliseconds: 1 }
  const retries = [{ status: 429, wait: 1000 }]
  const remarks = { note: 'odd', verdict: 'bug' as const, tags: ['t'] }
  const model = call('up', 'call_1', { messages, retries })
  const reviews = [{ note: 'fine', reviewer: 'Ada', event: 1 }]
  const fresh = freshEpisode({ ...remarks, reviews, started: 5 })
  let rich = append(fresh, event('up', 0, { ...by, model, latency: 4 }))
  rich = append(rich, event('fails', 1, { failure: lost }))
  rich = append(rich, event('down', 1, { observation: { x: 1 }, info: { turns: 1 }, exchange, ...remarks }))
  rich = append(rich, event('left', 0))
  const events = (episode: Episode): EpisodeEvent[] => pathTo(episode)
  const of: Record<Aspect, (episode: Episode) => unknown> = {
    branches: (episode) => leavesOf(episode).length,
    failures: (episode) =>
      episode.events.filter(({ failure }) => failure).map(({ failure }) => failure?.code),
    requests: (episode) => events(episode).map((one) => one.exchange),
    model: (episode) => messagesUpTo(events(episode)),
    reasoning: (episode) => events(episode).map((one) => one.model?.reasoning),
    reply: (episode) => events(episode).map((one) => one.model?.reply),
    usage: (episode) => events(episode).map((one) => [one.model?.promptTokens, one.model?.cost]),
    retries: (episode) => events(episode).map((one) => one.model?.retries),
    info: (episode) => events(episode).map((one) => one.info['turns']),
    remarks: (episode) => events(episode).map(({ note, verdict, tags }) => [note, verdict, tags]),
    notes: ({ note, verdict, tags }) => [note, verdict, tags],
    reviews: ({ reviews }) => reviews,
    values: (episode) => events(episode).map((one) => one.observation),
    latency: (episode) => events(episode).map((one) => one.latency),
    times: (episode) => events(episode).map((one) => one.at),
    actors: (episode) => events(episode).map((one) => (one.action === null ? '' : `${one.by} ${one.player}`)),
  }
  const line = { ...rich, current: 3, visited: { 0: 1, 1: 3 } }

  test.each(TEXTS.flatMap((format) => ASPECTS.map((aspect) => [format, aspect] as const)))(
    '%s: %s does not come back, and nothing else',
    (format, aspect) => {
      const isTree = format === 'orrery'
      const [read] = readAgain(format, [line], isTree)
      const back = isTree ? { ...read!.episode, current: 3 } : read!.episode
      const isLost = JSON.stringify(of[aspect](back)) !== JSON.stringify(of[aspect](line))
      expect(lostAspects(format, line, isTree).includes(aspect)).toBe(isLost)
    },
  )
})
