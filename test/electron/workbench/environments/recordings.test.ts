import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { type Episode, leafOf, pathTo } from '#shared/environments/episode.ts'
import type { ModelEndpoint } from '#shared/environments/agent.ts'
import type { Source } from '#shared/environments/recordings.ts'
import { type Format, RecordingWriter } from '#shared/environments/trajectories/formats.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { recordingCalls, partsOf } from '../../../../electron/workbench/environments/recording-calls.ts'
import { Recordings } from '../../../../electron/workbench/environments/recordings.ts'
import { append, event, freshEpisode } from '../../../shared/environments/episodes.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'
import { openEnvironments, PATIENCE } from './core.ts'
import { FakePlatform } from './platform.ts'

/** An episode as played by the fake platform. */
function counted(seed: number | null, ...actions: string[]): Episode {
  const fresh = freshEpisode({ seed, envId: 'game:Count' })
  const start = { ...fresh, events: [{ ...fresh.events[0]!, observation: `seed ${seed}`, info: {} }] }
  return actions.reduce<Episode>((episode, action, i) => {
    const reward = action === 'win' ? 1 : action === 'bad' ? -0.1 : 0
    const observation = actions.slice(0, i + 1).join(' ')
    return append(
      episode,
      event(action, episode.current, { observation, info: {}, reward, terminated: reward !== 0 }),
    )
  }, start)
}

/** The same with a different answer at one turn. */
const changedAt = (episode: Episode, turn: number): Episode => ({
  ...episode,
  events: episode.events.map((one) => (one.id === turn ? { ...one, observation: 'otherwise' } : one)),
})

const textOf = (format: Exclude<Format, 'parquet'>, episodes: readonly Episode[]): string => {
  const writer = new RecordingWriter(format, 'Orrery 1')
  const all = episodes.map((episode) => ({ episode, leaf: leafOf(episode) }))
  for (const one of all) writer.count(one)
  return [writer.head(), ...all.map((one) => writer.write(one)), writer.tail()].join('')
}

/** The model of the batch's endpoint. */
const ENDPOINTS: ModelEndpoint[] = [
  {
    id: 'one',
    name: 'Good model',
    model: 'good-1',
    url: 'http://127.0.0.1:1',
    key: 'none',
    instructions: 'Play.',
    history: 'chat',
    act: 'text',
    stream: false,
  },
]

let folder: string
let client: FakePlatform
let core: Awaited<ReturnType<typeof openEnvironments>>
let recordings: Recordings

const openRecordings = (): Recordings =>
  new Recordings({
    logs: core.logs,
    client,
    folder: join(folder, 'recordings'),
    onChange: () => undefined,
    onRemove: () => undefined,
  })

beforeEach(async () => {
  folder = await temporaryFolder()
  client = new FakePlatform()
  core = await openEnvironments(folder, client)
  recordings = openRecordings()
})
afterEach(async () => {
  await recordings.dispose()
  await core.stop()
})

async function readIn(name: string, content: string | Buffer, cut = 1000): Promise<string> {
  const bytes = Buffer.from(content)
  const id = await recordings.begin(name, bytes.length)
  for (let at = 0; at < bytes.length; at += cut) await recordings.part(id, bytes.subarray(at, at + cut))
  await recordings.finish(id)
  return id
}

const actionsOf = async (id: string): Promise<(string | null)[][]> => {
  const set = await recordings.set(id)
  return Promise.all(
    set.rows.map(async ({ index }) => pathTo(await set.episode(index)).map(({ action }) => action)),
  )
}

const THREE = [counted(1, 'a', 'win'), counted(2, 'bad'), counted(null, 'a', 'a')]
const ACTIONS = [
  [null, 'a', 'win'],
  [null, 'bad'],
  [null, 'a', 'a'],
]

describe('a file', () => {
  test.each(['orrery', 'messages', 'rows', 'atif', 'inspect', 'csv'] as const)(
    '%s is read in parts',
    async (format) => {
      const name = `run.${format === 'csv' ? 'csv' : 'jsonl'}`
      const id = await readIn(name, textOf(format, THREE), 37)
      expect(await actionsOf(id)).toEqual(ACTIONS)
      const { rows, state } = await recordings.set(id)
      expect(state).toEqual({})
      expect(rows.map(({ envId, seed, end, return: sum }) => [envId, seed, end, sum])).toEqual([
        ['game:Count', 1, 'solved', 1],
        ['game:Count', 2, 'format-error', -0.1],
        ['game:Count', null, 'running', 0],
      ])
      expect(await readdir(join(folder, 'recordings'))).toEqual([`${id}.jsonl`])
    },
  )

  it('that is long shows its first rows while the rest is still on its way', async () => {
    const many = Array.from({ length: 300 }, (_, i) => counted(i, 'a', 'b', 'win'))
    const bytes = Buffer.from(textOf('orrery', many))
    const id = await recordings.begin('run.jsonl', bytes.length)
    const set = await recordings.set(id)
    const told: number[] = []
    set.follow((one) => void (one.kind === 'rows' && told.push(one.rows.length)))
    await recordings.part(id, bytes.subarray(0, 8192))
    expect(told[0]).toBeGreaterThan(5)
    expect(set.state.reading).toEqual({ done: 8192, of: bytes.length })
    expect(await set.episode(0)).toMatchObject({ seed: 0 })
    await recordings.part(id, bytes.subarray(8192))
    await recordings.finish(id)
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(300)
  })

  it('of Parquet is read as written', async () => {
    async function* all() {
      for (const episode of THREE) yield { episode, leaf: leafOf(episode) }
    }
    const parts: Buffer[] = []
    for await (const part of partsOf(all, 'parquet', 'Orrery')) parts.push(part)
    const id = await readIn('run.parquet', Buffer.concat(parts))
    expect(await actionsOf(id)).toEqual(ACTIONS)
    expect((await recordings.set(id)).rows.map(({ seed }) => seed)).toEqual([1, 2, null])
  })

  it('of Parquet says who played, what failed, which rewards are missing, how branches ended, and which tools were called', async () => {
    const agent = { name: 'Mine', kind: 'endpoint', model: 'good-1', seed: 4 }
    const failure = { code: 'AGENT_REFUSED', message: 'The key is wrong.', hint: 'Check it.' }
    const model = {
      endpoint: 'Mine',
      model: 'good-1',
      again: 0,
      messages: [],
      reply: '',
      action: 'win',
      toolCalls: [{ id: 'c', name: 'act', arguments: '{"action":"win"}' }],
      milliseconds: 1,
    }
    const one = counted(1, 'a', 'win')
    const tool = one.events.map((event, i) => (i === 2 ? { ...event, model, player: 'Mine' } : event))
    const two = counted(2, 'a')
    const unknown = two.events.map((event, i) =>
      i === 1 ? { ...event, reward: 0, unknownReward: 'null', missing: 2 } : event,
    )
    const three = counted(3, 'a')
    const crashed = append(
      three,
      event('boom', 1, { failure: { code: 'GEM_RUNTIME', message: 'It broke.' } }),
    )
    const cut = { ...counted(4, 'a') }
    cut.events = cut.events.map((event, i) => (i === 1 ? { ...event, truncated: true } : event))
    const given: Episode[] = [
      { ...one, agent, batch: 'b-1', events: tool },
      { ...two, events: unknown },
      { ...three, failure },
      crashed,
      cut,
    ]
    async function* all() {
      for (const episode of given) yield { episode, leaf: leafOf(episode) }
    }
    const parts: Buffer[] = []
    for await (const part of partsOf(all, 'parquet', 'Orrery')) parts.push(part)
    const id = await readIn('run.parquet', Buffer.concat(parts))
    const set = await recordings.set(id)
    const back = await Promise.all(set.rows.map(({ index }) => set.episode(index)))
    expect(back[0]).toMatchObject({ agent, extra: { batch: 'b-1' } })
    expect(back[0]?.events.map(({ action, terminated }) => [action, terminated])).toEqual([
      [null, false],
      ['a', false],
      ['win', true],
    ])
    expect(back[0]?.events[2]?.player).toBe('Mine')
    expect(back[1]?.events[1]).toMatchObject({ unknownReward: 'null', missing: 2 })
    expect(set.rows.map((row) => row.return)).toEqual([1, null, null, null, 0])
    expect(back[2]).toMatchObject({ failure: { code: 'AGENT_REFUSED', message: 'The key is wrong.' } })
    expect(back[3]?.events.at(-1)).toMatchObject({
      action: 'boom',
      failure: { code: 'GEM_RUNTIME', message: 'It broke.' },
    })
    expect(back[4]?.events[1]).toMatchObject({ truncated: true, terminated: false })
    expect(set.rows.map(({ end }) => end)).toEqual(['solved', 'running', 'failed', 'failed', 'turn-limit'])
  })

  it('of Inspect may be an archive', async () => {
    const { samples, ...log } = JSON.parse(textOf('inspect', THREE)) as { samples: object[] }
    const id = await readIn(
      'log.eval',
      archive({
        'header.json': JSON.stringify(log),
        ...Object.fromEntries(
          samples.map((sample, i) => [`samples/${i}_epoch_1.json`, JSON.stringify(sample)]),
        ),
      }),
    )
    expect(await actionsOf(id)).toEqual(ACTIONS)
  })

  test.each([
    ['run.parquet', Buffer.from('PAR1 and nothing behind it'), /Parquet/],
    ['log.eval', archive({ 'note.txt': 'hello' }), /no log of Inspect/],
    ['log.eval', Buffer.from('PK\x03\x04 cut off'), /directory/],
    ['run.jsonl', Buffer.from('{"obs":1,"action":"a","reward":"x"}\n'), /Line 1: “reward” must be a number/],
    ['run.jsonl', Buffer.from(''), /empty/],
  ])('%s that is not right is refused in plain words', async (name, bytes, message) => {
    const id = await readIn(name, bytes)
    expect((await recordings.set(id)).state.failure?.message).toMatch(message)
  })

  it('is read again once the user has assigned its columns', async () => {
    const id = await readIn('run.jsonl', '{"frame":"o","move":"a"}\n{"frame":"p","move":"b"}\n')
    const set = await recordings.set(id)
    expect(set.state.question).toMatchObject({
      columns: ['frame', 'move'],
      unclear: ['action', 'observation'],
    })
    await recordings.map(id, { shape: 'rows', columns: { action: 'move', observation: 'frame' } })
    expect(set.state).toEqual({})
    expect(await actionsOf(id)).toEqual([[null, 'a', 'b']])
  })

  it('that cannot be read as assigned asks again, with the assignment', async () => {
    const id = await readIn('run.jsonl', '{"frame":"o","move":"a"}\n')
    const set = await recordings.set(id)
    const mapping = { shape: 'rows' as const, columns: { action: 'move', reward: 'frame' } }
    await recordings.map(id, mapping)
    expect(set.state).toMatchObject({
      question: { columns: ['frame', 'move'], guess: mapping },
      failure: { message: 'Line 1: “frame” must be a number.' },
    })
    await recordings.map(id, { shape: 'rows', columns: { action: 'move', observation: 'frame' } })
    expect(set.state).toEqual({})
    expect(await actionsOf(id)).toEqual([[null, 'a']])
  })

  it('says which of its records could not be read, at the next start, too', async () => {
    const rows = Array.from({ length: 20 }, (_, i) =>
      JSON.stringify({ obs: 'o', action: `a${i}`, reward: 0 }),
    )
    const id = await readIn('run.jsonl', rows.map((row, i) => (i % 2 === 0 ? row : '{oh')).join('\n'))
    recordings = openRecordings()
    const { unread } = (await recordings.set(id)).head
    expect(unread.records).toBe(10)
    expect(unread.first.map(({ said }) => said?.values['line'])).toEqual([2, 4, 6, 8, 10])
  })

  it('of Inspect may hold a damaged sample', async () => {
    const { samples, ...log } = JSON.parse(textOf('inspect', THREE)) as { samples: object[] }
    const texts = samples.map((sample) => JSON.stringify(sample))
    const entries = { 'samples/1.json': texts[0]!, 'samples/2.json': '{', 'samples/3.json': texts[2]! }
    const id = await readIn('log.eval', archive({ 'header.json': JSON.stringify(log), ...entries }))
    expect(await actionsOf(id)).toEqual([ACTIONS[0], ACTIONS[2]])
    expect((await recordings.set(id)).head.unread).toMatchObject({
      records: 1,
      first: [
        { message: expect.stringMatching(/^“samples\/2\.json” in this archive cannot be read/) as string },
      ],
    })
  })

  it('is there at the next start with everything that was said of it; half of one is not', async () => {
    const id = await readIn('run.jsonl', textOf('orrery', THREE))
    await recordings.remark(id, 1, { verdict: 'bug', event: 1 })
    await recordings.begin('half.jsonl', 10)
    recordings = openRecordings()
    await recordings.load()
    expect((await recordings.list()).map(({ name }) => name)).toEqual(['run.jsonl'])
    expect((await recordings.set(id)).remarks).toEqual([{ index: 1, remark: { verdict: 'bug', event: 1 } }])
    expect(await actionsOf(id)).toEqual(ACTIONS)
    expect(await readdir(join(folder, 'recordings'))).toEqual([`${id}.jsonl`])
  })

  it('shows its episodes as they began, those without an end among the others', async () => {
    const id = await readIn('run.csv', textOf('csv', [counted(1, 'a'), counted(2, 'win'), counted(3, 'b')]))
    const set = await recordings.set(id)
    expect(set.rows.map(({ index, seed }) => [index, seed])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ])
    expect(await actionsOf(id)).toEqual([
      [null, 'a'],
      [null, 'win'],
      [null, 'b'],
    ])
  })

  it('says how many episodes have no end', async () => {
    const id = await readIn('run.jsonl', textOf('orrery', THREE).split('\n').slice(0, -2).join('\n'))
    expect((await recordings.set(id)).head.cut).toBe(1)
  })
})

describe('a replay', () => {
  const outcomes = async (id: string) =>
    [...(await recordings.set(id)).results.values()]
      .toSorted((a, b) => a.index - b.index)
      .map(({ outcome, divergences }) => [outcome, divergences.map(({ turn, fields }) => [turn, fields])])

  it('compares every answer, several episodes at a time', async () => {
    client.lag = () => 3
    const many = Array.from({ length: 30 }, (_, i) => counted(i, 'a', 'b', 'win'))
    const id = await readIn('run.jsonl', textOf('orrery', many))
    await recordings.replay(id, 'local', undefined, 4)
    expect(await outcomes(id)).toEqual(many.map(() => ['same', []]))
    expect(client.asked.filter((one) => one === 'make')).toHaveLength(4)
    expect(client.open).toBe(0)
  })

  it('names exactly the episodes of many whose answers were altered, and the turns', async () => {
    const altered = [3, 11, 29, 200]
    const many = Array.from({ length: 240 }, (_, i) => {
      const one = counted(i, 'a', 'b', 'win')
      return altered.includes(i) ? changedAt(one, 1 + (i % 3)) : one
    })
    const id = await readIn('run.jsonl', textOf('orrery', many))
    await recordings.replay(id, 'local', undefined, 4)
    const all = await outcomes(id)
    expect(all).toHaveLength(240)
    expect(all.flatMap(([outcome, turns], i) => (outcome === 'same' ? [] : [[i, turns]]))).toEqual(
      altered.map((i) => [i, [[1 + (i % 3), ['observation']]]]),
    )
  })

  it('lists every divergence with its fields, and what cannot be sent again', async () => {
    const id = await readIn('run.jsonl', textOf('orrery', THREE))
    client.accent = '!'
    await recordings.replay(id, 'local', undefined, 2)
    expect(await outcomes(id)).toEqual([
      [
        'differs',
        [
          [0, ['observation']],
          [1, ['observation', 'reward']],
          [2, ['observation']],
        ],
      ],
      [
        'differs',
        [
          [0, ['observation']],
          [1, ['observation']],
        ],
      ],
      ['unseeded', []],
    ])
    const { results } = await recordings.set(id)
    expect(results.get(0)?.divergences.map(({ now }) => now)).toEqual([
      { observation: 'seed 1!' },
      undefined,
      undefined,
    ])
  })

  it('asks once for an environment that the platform does not have', async () => {
    const id = await readIn(
      'run.jsonl',
      textOf('orrery', [counted(1, 'a'), counted(2, 'b'), counted(3, 'c')]),
    )
    vi.spyOn(client, 'make').mockRejectedValue(workbenchError('GEM_NO_ENVIRONMENT', { id: 'game:Count' }))
    await recordings.replay(id, 'local', undefined, 1)
    expect((await outcomes(id)).map(([outcome]) => outcome)).toEqual(['failed', 'failed', 'failed'])
    expect(client.make).toHaveBeenCalledTimes(1)
  })

  it('compares only what a file contains', async () => {
    const id = await readIn('run.jsonl', textOf('messages', [counted(1, 'a', 'a')]))
    client.fails = undefined
    await recordings.replay(id, 'local', undefined, 1)
    expect(await outcomes(id)).toEqual([['same', []]])
  })

  it('continues when one environment fails, and stops when the platform does', async () => {
    const id = await readIn(
      'run.jsonl',
      textOf('orrery', [counted(1, 'a'), counted(2, 'x'), counted(3, 'b')]),
    )
    client.fails = { action: 'x', code: 'GEM_FAILED' }
    await recordings.replay(id, 'local', undefined, 1)
    expect((await outcomes(id)).map(([outcome]) => outcome)).toEqual(['same', 'failed', 'same'])
    client.fails = { action: 'x', code: 'GEM_UNREACHABLE' }
    await recordings.replay(id, 'local', undefined, 1)
    expect((await recordings.set(id)).state.failure?.code).toBe('GEM_UNREACHABLE')
    expect(client.open).toBe(0)
  })

  it('can be stopped', async () => {
    const id = await readIn(
      'run.jsonl',
      textOf(
        'orrery',
        Array.from({ length: 200 }, (_, i) => counted(i, 'a')),
      ),
    )
    client.lag = () => 20
    const running = recordings.replay(id, 'local', undefined, 2)
    const set = await recordings.set(id)
    await vi.waitFor(() => expect(set.state.replaying).toBeDefined(), PATIENCE)
    await recordings.stop(id)
    await running
    expect(set.results.size).toBeLessThan(200)
    expect([set.state, client.open]).toEqual([{}, 0])
  })
})

describe('reviewers', () => {
  it('merge what they said by what was done in the episodes', async () => {
    const mine = await readIn('run.jsonl', textOf('orrery', THREE))
    const theirs = await readIn('other.jsonl', textOf('orrery', THREE.toReversed()))
    await recordings.remark(mine, 0, { verdict: 'bug' })
    await recordings.remark(theirs, 2, { verdict: 'expected', note: 'fine', tags: ['ok'] })
    await recordings.remark(theirs, 1, { verdict: 'bug', event: 1 })
    const file = await recordings.verdicts(theirs, 'Ada')
    expect(await recordings.merge(mine, file)).toEqual({ merged: 2, unknown: 0 })
    expect(await recordings.merge(mine, file)).toEqual({ merged: 0, unknown: 0 })
    const { remarks } = await recordings.set(mine)
    expect(remarks.slice(1)).toEqual([
      { index: 0, remark: { reviewer: 'Ada', verdict: 'expected', note: 'fine', tags: ['ok'] } },
      { index: 1, remark: { reviewer: 'Ada', verdict: 'bug', event: 1 } },
    ])
    await expect(recordings.merge(mine, '{"kind":"verdict"}')).rejects.toThrow(/Line 1 is not a verdict/)
  })
})

describe('other sources', () => {
  it('a set is written, and opened, with what was said of its episodes', async () => {
    const id = await readIn('run.jsonl', textOf('orrery', THREE))
    await recordings.remark(id, 1, { verdict: 'bug', event: 1 })
    await recordings.remark(id, 1, { note: 'fine', reviewer: 'Ada' })
    const calls = recordingCalls(recordings, core.episodes, core.batches, 'Orrery 1', () =>
      Promise.resolve([]),
    )
    const context = { signal: new AbortController().signal, report: vi.fn() }
    const source: Source = { of: 'recordings', id }
    await calls.write({ source, format: 'orrery' }, context as never)
    const file = context.report.mock.calls.map(([{ base64 }]) => Buffer.from(base64 as string, 'base64'))
    const again = await recordings.set(await readIn('again.jsonl', Buffer.concat(file)))
    const { episode: kept } = await calls.open({ id, index: 1 }, context as never)
    for (const episode of [await again.episode(1), await core.episodes.get(kept)]) {
      expect(episode.events[1]).toMatchObject({ verdict: 'bug' })
      expect(episode.reviews).toMatchObject([{ note: 'fine', reviewer: 'Ada' }])
    }
  })

  it('a batch becomes a set, and a file with everything that was answered', async () => {
    const batch = await core.batches.start({
      platform: 'local',
      envId: 'game:Count',
      agents: [{ agent: 'script', seed: 0, script: ['a', 'win'] }],
      firstSeed: 3,
      count: 2,
      attempts: 1,
      stepLimit: 5,
      parallel: 1,
    })
    await vi.waitFor(() => expect(core.batches.all[0]?.rows).toHaveLength(2), PATIENCE)
    const calls = recordingCalls(recordings, core.episodes, core.batches, 'Orrery 1', () =>
      Promise.resolve(ENDPOINTS),
    )
    const source: Source = { of: 'batch', id: batch }
    const context = { signal: new AbortController().signal, report: vi.fn() }
    const { id } = await calls.collect({ source, name: 'batch' }, context as never)
    expect((await recordings.set(id)).head.collected).toBeUndefined()
    // How many of the library, so that each reader has the name of the set in their language.
    const some: Source = { of: 'library', ids: [] }
    const set = await calls.collect({ source: some, name: '0 episodes' }, context as never)
    expect((await recordings.set(set.id)).head).toMatchObject({ name: '0 episodes', collected: 0 })
    expect(await actionsOf(id)).toEqual([
      [null, 'a', 'win'],
      [null, 'a', 'win'],
    ])
    const { episodes, lost } = await calls.lost({ source, format: 'messages' }, context as never)
    expect(episodes).toBe(2)
    // Steps within one millisecond have no times that could be lost.
    expect(lost.filter((aspect) => aspect !== 'times')).toEqual(['latency'])
    await calls.write({ source, format: 'rows' }, context as never)
    const text = context.report.mock.calls
      .map(([{ base64 }]) => Buffer.from(base64 as string, 'base64').toString())
      .join('')
    const read = await readIn('again.jsonl', text)
    expect((await recordings.set(read)).rows.map(({ seed, return: sum }) => [seed, sum])).toEqual([
      [3, 1],
      [4, 1],
    ])
  })
})

/** A ZIP archive with compressed files, as other programs write it. */
function archive(files: Record<string, string>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const [bytes, title] = [Buffer.from(text), Buffer.from(name)]
    const packed = deflateRawSync(bytes)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(bytes.length, 22)
    local.writeUInt16LE(title.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(packed.length, 20)
    central.writeUInt32LE(bytes.length, 24)
    central.writeUInt16LE(title.length, 28)
    central.writeUInt32LE(at, 42)
    parts.push(local, title, packed)
    directory.push(central, title)
    at += local.length + title.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}
