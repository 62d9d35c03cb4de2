import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Episode, leafOf, pathTo } from '#shared/environments/episode.ts'
import { headOf } from '#shared/environments/episode-log.ts'
import { seenText } from '#shared/environments/trajectories/chat.ts'
import { CsvText } from '#shared/environments/trajectories/csv.ts'
import {
  type Format,
  FORMAT_FACTS,
  FORMATS,
  lostAspects,
  RecordingWriter,
} from '#shared/environments/trajectories/formats.ts'
import {
  inOrder,
  MappingNeeded,
  readRecording,
  RecordingText,
} from '#shared/environments/trajectories/read.ts'
import type { ReadEpisode } from '#shared/environments/trajectories/read-episode.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { append, event, freshEpisode, played, visit } from './episodes.ts'

type TextFormat = Exclude<Format, 'parquet'>
const TEXTS = FORMATS.filter((format): format is TextFormat => format !== 'parquet')

function written(format: TextFormat, episodes: readonly Episode[], tree = false): string {
  const writer = new RecordingWriter(format, 'Orrery 1')
  const all = episodes.map((episode) => ({ episode, leaf: tree ? undefined : leafOf(episode) }))
  for (const one of all) writer.count(one)
  return [writer.head(), ...all.map((one) => writer.write(one)), writer.tail()].join('')
}

const nameOf = (format: TextFormat): string => `run.${FORMAT_FACTS[format].extension}`

const answers = ({ episode }: ReadEpisode) =>
  pathTo(episode).map(({ action, observation, reward, terminated, truncated, info }) => ({
    action,
    observation,
    reward,
    terminated,
    truncated,
    info,
  }))

const fixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/gem/${name}`, import.meta.url), 'utf8')

/** Episodes of every kind that an environment may answer; `-0` is 0 in JSON. */
const value = fc.jsonValue().map((one) => JSON.parse(JSON.stringify(one)) as unknown)
const infoOf = fc.dictionary(
  fc.string().filter((name) => name !== '__proto__'),
  value,
)
const stepOf = (texts: boolean) =>
  fc.record({
    action: fc.string({ unit: 'binary' }),
    observation: texts ? fc.string() : value,
    reward: fc.double({ noNaN: true, noDefaultInfinity: true }).map((reward) => reward + 0),
    info: infoOf,
  })
const episodeOf = (texts: boolean) =>
  fc
    .record({
      seed: fc.option(fc.nat()),
      opening: texts ? fc.string() : value,
      info: infoOf,
      steps: fc.array(stepOf(texts), { minLength: 1, maxLength: 5 }),
      ends: fc.boolean(),
      truncated: fc.boolean(),
    })
    .map(({ seed, opening, info, steps, ends, truncated }) => {
      const fresh = freshEpisode({ seed })
      const first = { ...fresh.events[0]!, observation: opening, info }
      return steps.reduce<Episode>(
        (episode, { action, ...fields }, i) => {
          const last = i === steps.length - 1
          const flags = { terminated: last && ends, truncated: last && truncated }
          return append(episode, event(action, episode.current, { ...fields, ...flags }))
        },
        { ...fresh, events: [first] },
      )
    })

describe('a round trip', () => {
  test.each(['orrery', 'rows', 'atif', 'csv'] as const)('%s holds every answer of texts', (format) => {
    fc.assert(
      fc.property(fc.array(episodeOf(true), { minLength: 1, maxLength: 4 }), (episodes) => {
        const number = ({ episode }: ReadEpisode): number => Number(episode.extra?.['episode'] ?? 0)
        const read = readRecording(written(format, episodes), nameOf(format)).toSorted(
          (a, b) => number(a) - number(b),
        )
        expect(read.map(answers)).toEqual(episodes.map((episode) => answers({ episode, fields: [] })))
        expect(read.map(({ episode }) => [episode.envId, episode.seed])).toEqual(
          episodes.map(({ envId, seed }) => [envId, seed]),
        )
      }),
      { numRuns: 60 },
    )
  })

  test.each(['orrery', 'rows', 'atif'] as const)('%s holds answers of every type', (format) => {
    fc.assert(
      fc.property(episodeOf(false), (episode) => {
        const [read] = readRecording(written(format, [episode]), nameOf(format))
        // A row without a value has none; nothing else is taken for it.
        const plain = (one: unknown): unknown => (format === 'rows' && one === null ? '' : one)
        expect(answers(read!)).toEqual(
          answers({ episode, fields: [] }).map((one) => ({ ...one, observation: plain(one.observation) })),
        )
      }),
      { numRuns: 60 },
    )
  })

  test.each(['messages', 'inspect'] as const)('%s holds what an agent saw and did', (format) => {
    fc.assert(
      fc.property(fc.array(episodeOf(true), { minLength: 1, maxLength: 3 }), (episodes) => {
        const read = readRecording(written(format, episodes), nameOf(format))
        for (const [i, { episode }] of read.entries()) {
          const [was, is] = [pathTo(episodes[i]!), pathTo(episode)]
          const seen = (path: typeof was) => path.map((one) => [one.action, seenText(one), one.reward])
          // What a line break alone stands for is not told from no text at all.
          expect(seen(is)).toEqual(seen(was))
          expect([episode.envId, episode.seed]).toEqual([episodes[i]!.envId, episodes[i]!.seed])
          expect(is.at(-1)).toMatchObject({
            terminated: was.at(-1)!.terminated,
            truncated: was.at(-1)!.truncated,
          })
        }
      }),
      { numRuns: 60 },
    )
  })

  it('holds a whole tree with what failed in it, who acted and what was remarked', () => {
    let tree = played(freshEpisode({ note: 'odd', verdict: 'bug' }), 'a', 'b')
    tree = played(visit(tree, 1), 'x')
    tree = append(tree, event('crash', 3, { failure: { code: 'GEM_FAILED', message: 'no' }, player: 'm' }))
    tree = {
      ...tree,
      events: tree.events.map((one) => (one.id === 2 ? { ...one, name: 'left', tags: ['t'] } : one)),
    }
    const [read] = readRecording(written('orrery', [tree], true), 'tree.jsonl')
    const bare = ({ events }: Episode) =>
      events.map(({ id, parent, action, by, player, name, tags, failure }) => [
        id,
        parent,
        action,
        by,
        player,
        name,
        tags,
        failure,
      ])
    expect(bare(read!.episode)).toEqual(bare(tree))
    expect(read!.episode).toMatchObject({ note: 'odd', verdict: 'bug', current: 3 })
  })

  it('holds which answer differed from which, and what reviewers said', () => {
    let tree = played(freshEpisode(), 'a', 'b')
    tree = append(visit(tree, 1), event('b', 1, { observation: 'otherwise', differsFrom: 2, by: 'replay' }))
    const reviews = [
      { reviewer: 'Ada', verdict: 'bug' as const, event: 3 },
      { reviewer: 'Bob', verdict: 'expected' as const, event: 2, tags: ['t'] },
      { reviewer: 'Bob', note: 'odd' },
    ]
    tree = { ...tree, reviews }
    const [whole] = readRecording(written('orrery', [tree], true), 'f.jsonl')
    expect(whole!.episode.events.map(({ differsFrom }) => differsFrom)).toEqual([
      undefined,
      undefined,
      undefined,
      2,
    ])
    expect(whole!.episode.reviews).toEqual(reviews)
    // A line has no branches: its answer differs from nothing that is in the file.
    const [single] = readRecording(written('orrery', [tree]), 'f.jsonl')
    expect(single!.episode.events.map(({ differsFrom }) => differsFrom)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(single!.episode.reviews).toEqual([{ ...reviews[0], event: 2 }, reviews[2]])
    expect(() =>
      readRecording(written('orrery', [tree], true).replace('"differs_from":2', '"differs_from":7'), 'f'),
    ).toThrow(/this episode has no line 7/)
  })

  it('keeps what another program wrote and we do not know', () => {
    const [read] = readRecording(fixture('hanoi-illegal-move.jsonl'), 'run.jsonl')
    expect(read!.episode).toMatchObject({
      envId: 'game:TowerofHanoi-v0-hard',
      seed: 7,
      source: 'file',
      current: 10,
    })
    expect(read!.episode.origin).toBe('run.jsonl · gem-recorder 0.3')
    const lines = written('orrery', [read!.episode]).split('\n')
    expect(JSON.parse(lines[0]!)).toMatchObject({
      policy: 'qwen-7b',
      writer: 'Orrery 1',
      started: '2026-11-20T09:30:00.000Z',
    })
    expect(JSON.parse(lines[2]!)).toMatchObject({ thinking_tokens: 41, latency_ms: 10 })
  })

  it('a step on a line that failed before is still the next one', () => {
    const failed = append(freshEpisode(), event('a', 0, { failure: { code: 'X', message: 'x' } }))
    const tree = append(failed, event('b', 0))
    const [read] = readRecording(written('orrery', [tree]), 'f.jsonl')
    expect(read!.episode.events.map(({ action, parent }) => [action, parent])).toEqual([
      [null, null],
      ['a', 0],
      ['b', 0],
    ])
  })
})

describe('what is lost is said', () => {
  const tree = played(visit(played(freshEpisode(), 'a'), 0), 'b')
  const noted = { ...tree, events: tree.events.map((one) => ({ ...one, note: 'n', info: { turns: 1 } })) }
  test.each<[Format, boolean, string[]]>([
    ['orrery', true, []],
    ['orrery', false, ['branches']],
    ['messages', true, ['branches', 'info', 'remarks', 'times']],
    ['inspect', false, ['branches', 'remarks', 'times']],
    ['csv', false, ['branches', 'times']],
  ])('%s, tree: %s', (format, isTree, lost) => {
    expect(lostAspects(format, noted, isTree)).toEqual(lost)
  })
})

const line = (value: unknown): string => JSON.stringify(value)
const header = { kind: 'header', schema: 'gem-trajectory', version: 1, env_id: 'game:X', seed: 7 }
const reset = { kind: 'reset', t: 0, observation: 'go', info: { suffix: 'board' } }
const step = (t: number) => ({
  kind: 'step',
  t,
  action: `a${t}`,
  observation: `o${t}`,
  reward: 0,
  terminated: false,
  truncated: false,
  info: {},
})
const lines = (...values: unknown[]): string => values.map(line).join('\n')

describe('files of others', () => {
  test.each<[string, string, [string | null, unknown, number][]]>([
    [
      'OpenAI messages',
      line({
        messages: [
          { role: 'system', content: 's' },
          { role: 'user', content: 'go' },
          { role: 'assistant', content: 'up' },
          { role: 'user', content: 'ok' },
        ],
        reward: 1,
      }),
      [
        [null, 'go', 0],
        ['up', 'ok', 1],
      ],
    ],
    [
      'a tool that is called',
      line({
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'go' }] },
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id: 'c', type: 'function', function: { name: 'act', arguments: '{"action":"up"}' } },
            ],
          },
          { role: 'tool', tool_call_id: 'c', content: 'ok' },
        ],
      }),
      [
        [null, 'go', 0],
        ['up', 'ok', 0],
      ],
    ],
    [
      'human and gpt',
      line({
        conversations: [
          { from: 'human', value: 'go' },
          { from: 'gpt', value: 'up' },
        ],
      }),
      [
        [null, 'go', 0],
        ['up', '', 0],
      ],
    ],
    [
      'a step a line, what was seen before the action',
      lines(
        { obs: 'go', action: 'up', reward: 0, done: false },
        { obs: 'ok', action: 'down', reward: 1, done: true },
      ),
      [
        [null, 'go', 0],
        ['up', 'ok', 0],
        ['down', '', 1],
      ],
    ],
    [
      'a step a line, with what came after',
      lines({ obs: 'go', action: 1, next_obs: 'ok', reward: 0.5, terminated: true, truncated: false }),
      [
        [null, 'go', 0],
        ['1', 'ok', 0.5],
      ],
    ],
    [
      'one JSON list',
      JSON.stringify([{ obs: 'go', action: 'up', done: true }], null, 2),
      [
        [null, 'go', 0],
        ['up', '', 0],
      ],
    ],
    [
      'NaN of Python',
      '{"obs": "go", "action": "NaN", "reward": NaN, "done": true}',
      [
        [null, 'go', 0],
        ['NaN', '', 0],
      ],
    ],
    [
      'ATIF of another program',
      JSON.stringify(
        {
          schema_version: 'ATIF-v1.7',
          agent: { name: 'a', version: '1' },
          steps: [
            { step_id: 1, source: 'user', message: 'go' },
            {
              step_id: 2,
              source: 'agent',
              message: '',
              tool_calls: [{ tool_call_id: 'c', function_name: 'ls', arguments: { path: '/' } }],
              observation: { results: [{ source_call_id: 'c', content: 'bin' }] },
            },
          ],
        },
        null,
        2,
      ),
      [
        [null, 'go', 0],
        ['ls({"path":"/"})', 'bin', 0],
      ],
    ],
    [
      'a log of Inspect',
      JSON.stringify(
        {
          version: 2,
          status: 'success',
          eval: { task: 'add', model: 'm' },
          samples: [
            {
              id: 1,
              epoch: 1,
              messages: [
                { role: 'user', content: '1+1' },
                {
                  role: 'assistant',
                  content: [
                    { type: 'reasoning', reasoning: 'hm' },
                    { type: 'text', text: '2' },
                  ],
                },
              ],
              scores: { match: { value: 'C' } },
            },
          ],
        },
        null,
        2,
      ),
      [
        [null, '1+1', 0],
        ['2', '', 1],
      ],
    ],
  ])('%s', (_, text, expected) => {
    const [read] = readRecording(text, 'f.jsonl')
    expect(answers(read!).map(({ action, observation, reward }) => [action, observation, reward])).toEqual(
      expected,
    )
  })

  it('keeps episodes apart whose rows stand among one another', () => {
    const row = (episode: number, step: number, done = false) => ({
      episode,
      step,
      action: `${episode}.${step}`,
      observation: 'o',
      done,
    })
    const read = readRecording(
      lines(row(1, 0), row(2, 0), row(1, 1), row(2, 1, true), row(1, 2, true)),
      'f.jsonl',
    )
    expect(read.map(({ episode }) => episode.events.map(({ action }) => action))).toEqual([
      [null, '1.0', '1.1', '1.2'],
      [null, '2.0', '2.1'],
    ])
  })

  it('lets an episode be stepped after its end', () => {
    const ended = append(freshEpisode(), event('a', 0, { terminated: true }))
    const read = readRecording(written('rows', [append(ended, event('b', 1)), freshEpisode()]), 'f.jsonl')
    expect(read.map(({ episode }) => episode.events.length)).toEqual([3, 1])
  })

  it('begins another episode where the step count restarts', () => {
    const row = (t: number) => ({ t, action: `a${t}`, observation: 'o' })
    const read = readRecording(lines(row(0), row(1), row(0)), 'f.jsonl')
    expect(read.map(({ episode }) => episode.events.length)).toEqual([3, 2])
  })

  it('says which answers a file tells, so that only those are compared', () => {
    const fieldsOf = (text: string) => readRecording(text, 'f.jsonl')[0]!.fields
    expect(
      fieldsOf(
        line({
          messages: [
            { role: 'user', content: 'q' },
            { role: 'assistant', content: 'a' },
          ],
        }),
      ),
    ).toEqual(['observation'])
    expect(fieldsOf(line({ obs: 'q', action: 'a', reward: 1 }))).toEqual(['reward'])
    expect(fieldsOf(written('atif', [played(freshEpisode(), 'a')]))).toEqual([
      'observation',
      'reward',
      'terminated',
      'truncated',
      'info',
    ])
  })

  it('asks where the columns can be understood in several ways', () => {
    const asked = (text: string) => {
      try {
        readRecording(text, 'f.jsonl')
      } catch (error) {
        return error instanceof MappingNeeded ? error.question.unclear : error
      }
      return []
    }
    expect(asked(line({ obs: 'o', action: 'a', response: 'long' }))).toEqual(['action'])
    expect(asked(line({ frame: 'o', move: 'a' }))).toEqual(['action', 'observation'])
    expect(
      asked(line({ chosen: [{ role: 'user', content: 'q' }], rejected: [{ role: 'user', content: 'q' }] })),
    ).toEqual(['messages'])
    const mapped = readRecording(line({ frame: 'o', move: 'a' }), 'f.jsonl', {
      shape: 'rows',
      columns: { action: 'move', observation: 'frame' },
    })
    expect(mapped[0]!.episode.events.map(({ action, observation }) => [action, observation])).toEqual([
      [null, 'o'],
      ['a', ''],
    ])
  })
})

describe('a file that is not right', () => {
  test.each([
    ['', /The file is empty/],
    ['nonsense', /not a trajectory file that Orrery can read/],
    ['{', /Line 1 is not JSON/],
    [lines(reset), /Line 1: an episode must begin with its header/],
    [lines(header, step(1)), /The reset of an episode is missing before line 2/],
    [lines(header, reset, reset), /Line 3: this episode was reset already/],
    [lines(header, reset, step(2)), /Line 3: “t” must be 1, but it is 2/],
    [lines({ ...header, version: 2 }), /Line 1: “version” is not valid/],
    [lines({ ...header, seed: -1 }), /Line 1: “seed” is not valid/],
    [lines(header, reset, { ...step(1), reward: 'x' }), /Line 3: “reward” is not valid/],
    [lines(header, reset, { ...step(1), parent: 9 }), /Line 3: this episode has no line 9/],
    [`${lines(header)}\n{\n${lines(reset)}`, /Line 2 is not JSON/],
    [
      lines({ messages: [{ role: 'user', content: 'q' }] }),
      /Line 1: “messages” has no message from an assistant/,
    ],
    [lines({ messages: [{ role: 'cat', content: 'q' }] }), /has the role “cat”/],
    [lines({ messages: [{ role: 'constructor', content: 'q' }] }), /has the role “constructor”/],
    [lines({ messages: [{ role: { toString: 1 }, content: 'q' }] }), /has the role “{"toString":1}”/],
    [lines({ obs: 'o', action: 'a', reward: 'much' }), /Line 1: “reward” must be a number/],
    [lines({ obs: 'o', action: 'a', done: 'perhaps' }), /Line 1: “done” must be true or false/],
    [`7\n${line({ obs: 'o', action: 'a' })}`, /not a trajectory file that Orrery can read/],
    [`[7]\n${line({ obs: 'o', action: 'a' })}`, /Line 1 is JSON, but not an object/],
    [lines(header, header, reset), /The reset of an episode is missing before line 2/],
    [`${lines(header, reset)}\n7\n${lines(step(1))}`, /Line 3 is JSON, but not an object/],
  ])('%j is refused in plain words', (text, message) => {
    expect(() => readRecording(text, 'f.jsonl')).toThrow(message)
  })

  test.each([
    ['action,obs\nup,"go', /Line 2: a quotation mark is not closed/],
    ['action,obs\nup', /Line 2 has 1 cells, but there are 2 columns/],
    ['action,obs,reward\n"a\nb",o,many\nup,o,many\n', /Line 2: “reward” must be a number/],
    ['action,"obs\nup,o', /Line 1: a quotation mark is not closed/],
  ])('the table %j too', (text, message) => {
    expect(() => readRecording(text, 'f.csv')).toThrow(message)
  })

  it('that was cut off holds what stands before, and that is said', () => {
    const reader = new RecordingText('f.jsonl')
    const read = [...reader.push(`${lines(header, reset, step(1))}\n{"kind":"st`), ...reader.end()]
    expect(read[0]!.episode.events).toHaveLength(2)
    expect(reader.statistics.cut).toBe(1)
    const short = new RecordingText('f.jsonl')
    short.push(`${lines(header, reset, step(1), { kind: 'summary', return: 0, steps: 2, end: 'running' })}\n`)
    expect(short.statistics.cut).toBe(1)
    const ended = new RecordingText('f.jsonl')
    const all = [...ended.push(lines(header, reset, { ...step(1), terminated: true })), ...ended.end()]
    expect([all.length, ended.statistics.cut]).toEqual([1, 0])
    const headless = new RecordingText('f.jsonl')
    const whole = [
      ...headless.push(
        `${lines(header, reset, { ...step(1), terminated: true }, { kind: 'summary' }, header)}\n`,
      ),
      ...headless.end(),
    ]
    expect([whole.length, headless.statistics.cut]).toEqual([1, 1])
  })

  test('no text at all makes the reader fail in another way', () => {
    const almost = fc.oneof(
      fc.string(),
      fc.array(fc.json()).map((all) => all.join('\n')),
      fc
        .tuple(fc.constantFrom(...TEXTS), episodeOf(true), fc.nat(), fc.string({ maxLength: 3 }))
        .map(([format, episode, at, put]) => {
          const text = written(format, [episode])
          const cut = at % text.length
          return text.slice(0, cut) + put + text.slice(cut + 1)
        }),
    )
    fc.assert(
      fc.property(almost, fc.constantFrom('f.jsonl', 'f.csv', 'f.json'), (text, name) => {
        try {
          for (const { episode } of readRecording(text, name)) headOf({ ...episode, id: 'x' })
        } catch (error) {
          if (!(error instanceof WorkbenchError) && !(error instanceof MappingNeeded)) throw error
        }
      }),
      { numRuns: 400 },
    )
  })

  test('it does not matter in which parts a file arrives', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TEXTS),
        fc.array(episodeOf(true), { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat()),
        (format, episodes, cuts) => {
          const text = written(format, episodes)
          const places = [0, ...cuts.map((cut) => cut % text.length).toSorted((a, b) => a - b), text.length]
          const reader = new RecordingText(nameOf(format))
          const parts = places.slice(1).flatMap((end, i) => reader.push(text.slice(places[i], end)))
          const read = inOrder([...parts, ...reader.end()])
          expect(read.map(answers)).toEqual(readRecording(text, nameOf(format)).map(answers))
        },
      ),
      { numRuns: 60 },
    )
  })
})

it('a table holds cells of every kind, and none that a spreadsheet would run', () => {
  fc.assert(
    fc.property(fc.array(episodeOf(true), { minLength: 1, maxLength: 2 }), (episodes) => {
      const csv = new CsvText()
      const rows = [...csv.push(written('csv', episodes)), ...csv.end()]
      expect(rows).toHaveLength(episodes.reduce((sum, { events }) => sum + events.length, 0))
    }),
    { numRuns: 40 },
  )
  const text = written('csv', [played(freshEpisode(), '=1+1', '"x", y')])
  expect(text).toContain(",'=1+1,")
  expect(text).toContain('"""x"", y"')
})
