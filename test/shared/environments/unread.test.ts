import { describe, expect, it, test } from 'vitest'
import {
  inOrder,
  type Mapping,
  readRecording,
  RecordingText,
} from '#shared/environments/trajectories/read.ts'

const lines = (...all: readonly unknown[]): string => all.map((one) => JSON.stringify(one)).join('\n')

describe('records of a file that cannot be read', () => {
  const rowsOf = (count: number, broken: Readonly<Record<number, unknown>>): unknown[] =>
    Array.from(
      { length: count },
      (_, t) => broken[t] ?? { episode: 1, obs: `o${t}`, action: `a${t}`, reward: 0 },
    )
  const chat = (text: string) => ({ messages: [{ role: 'assistant', content: text }] })
  test.each<[string, string, string, (string | null)[][], RegExp[]]>([
    [
      'a row of steps',
      'f.jsonl',
      lines(...rowsOf(4, { 2: { episode: 1, obs: 'o', action: 'a', reward: 'much' } })),
      [[null, 'a0', 'a1', 'a3']],
      [/Line 3: “reward” must be a number/],
    ],
    [
      'the first row',
      'f.jsonl',
      lines(...rowsOf(3, { 0: { episode: 1, obs: 'o', action: 'a', reward: 'much' } })),
      [[null, 'a1', 'a2']],
      [/Line 1: “reward” must be a number/],
    ],
    [
      'lines that are no JSON, and no object',
      'f.jsonl',
      lines(...rowsOf(2, {})) + '\n{oh\n7\n' + lines(...rowsOf(1, {})),
      [[null, 'a0', 'a1', 'a0']],
      [/Line 3 is not JSON/, /Line 4 is JSON, but not an object/],
    ],
    [
      'half a line at the end',
      'f.jsonl',
      lines(...rowsOf(2, {})) + '\n{"episode":1,"ob',
      [[null, 'a0', 'a1']],
      [/Line 3 is not JSON/],
    ],
    [
      'a chat',
      'f.jsonl',
      lines(chat('a'), { messages: [{ role: 'user', content: 'q' }] }, chat('b')),
      [
        [null, 'a'],
        [null, 'b'],
      ],
      [/Line 2: “messages” has no message from an assistant/],
    ],
    [
      'an item of a list',
      'f.json',
      JSON.stringify([chat('a'), { messages: 'none' }, chat('b')], null, 1),
      [
        [null, 'a'],
        [null, 'b'],
      ],
      [/Line 10 is not JSON/],
    ],
    [
      'rows of a table',
      'f.csv',
      'action,obs,reward\na,o,1\nb,o,many\nc,o\nd,"o"x,1\ne,o,2\nf,"o,1\ng,o,3\n',
      [[null, 'a', 'e', 'g']],
      [/Line 3: “reward”/, /Line 4 has 2 cells/, /Line 5: a quotation mark/, /Line 7: a quotation mark/],
    ],
  ])('passes over %s that cannot be read, and says so', (_, name, text, actions, told) => {
    const reader = new RecordingText(name)
    const read = inOrder([...reader.push(text), ...reader.end()])
    expect(read.map(({ episode }) => episode.events.map(({ action }) => action))).toEqual(actions)
    const { records, first } = reader.statistics.unread
    expect(records).toBe(told.length)
    for (const [i, message] of told.entries()) expect(first[i]?.message).toMatch(message)
  })

  it('are missing steps where a row was passed over', () => {
    const read = readRecording(
      lines(...rowsOf(4, { 2: { episode: 1, obs: 'o', action: 'a', reward: 'x' } })),
      'f',
    )
    expect(read[0]!.episode.events.map(({ missing }) => missing)).toEqual([
      undefined,
      undefined,
      undefined,
      1,
    ])
  })

  it('are asked about again, with their columns, where nothing can be read with them', () => {
    const mapping: Mapping = { shape: 'rows', columns: { action: 'act', observation: 'o', reward: 'o' } }
    const read = (): unknown => readRecording(lines({ act: 'a', o: 'x' }, { act: 'b', o: 'y' }), 'f', mapping)
    expect(read).toThrow(/Line 1: “o” must be a number/)
    const question = { guess: mapping, columns: ['act', 'o'] }
    expect(read).toThrow(expect.objectContaining({ question: expect.objectContaining(question) }))
  })
})
