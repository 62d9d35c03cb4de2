import { describe, expect, test } from 'vitest'
import { openGem } from '../../../../electron/sandbox-server/gem/index.ts'
import { isMatch, taggedAnswer } from '../../../../electron/sandbox-server/gem/knowledge/index.ts'
import { lastCode } from '../../../../electron/sandbox-server/gem/code/index.ts'
import { search } from '../../../../electron/sandbox-server/gem/tools/search.ts'
import { solvingPlayer } from '../../../../shared/gem/players/index.ts'

const service = await openGem()

describe('questions about a made-up world', () => {
  test.each([
    ['no tag', 'The answer is 5.', null],
    ['one', 'so <answer> Belton </answer>', 'Belton'],
    ['the last of two', '<answer>a</answer><answer>b\nc</answer>', 'b\nc'],
    ['capital tags', '<Answer>a</Answer>', null],
  ])('an answer is read: %s', (_, reply, answer) => expect(taggedAnswer(reply)).toBe(answer))

  test.each([
    ['The Beatles', 'beatles', true],
    ['U.S.A.', 'usa', true],
    ['a  blue   glass', 'Blue glass!', true],
    ['café', 'cafe', false],
    ['Belton', 'Belton town', false],
  ])('%s and %s', (gold, answer, same) => expect(isMatch(gold, answer)).toBe(same))

  test('the answer ends the episode and reports whether it was right', async () => {
    const { sandbox_id } = await service.make('qa:two-hops')
    const opening = await service.reset(sandbox_id, 3)
    const action = solvingPlayer({ family: 'qa' })!.propose({ opening, turns: [] })!
    expect(await service.step(sandbox_id, 'no tag')).toMatchObject({ reward: 0, info: { correct: false } })
    expect(await service.reset(sandbox_id, 3)).toEqual(opening)
    expect(await service.step(sandbox_id, action)).toMatchObject({
      observation: '<｜TERMINAL_STATE｜>',
      reward: 1,
      terminated: true,
      truncated: true,
      info: { correct: true },
    })
  })
})

describe('a search before the answer', () => {
  test('earns for itself, counts, and never ends the episode; the sixth is taken for the answer', async () => {
    const { sandbox_id } = await service.make('qa:one-hop-search')
    expect((await service.reset(sandbox_id, 1)).info).toEqual({
      tool_use_counter: 0,
      tool_success_counter: 0,
      prev_ep_tool_use_counter: 0,
      prev_ep_tool_success_counter: 0,
      use_tool: false,
    })
    for (let use = 1; use <= 5; use++) {
      const reply = 'I think <search>who built the mill</search> and more'
      const result = await service.step(sandbox_id, reply)
      expect(result).toMatchObject({ reward: 0.3, terminated: false, truncated: false })
      expect(result.observation).toMatch(/^\n\n<information>(?:Doc 1\(Title: [\s\S]*)?<\/information>\n\n/)
      expect(String(result.observation).includes('last call')).toBe(use === 5)
      expect(result.info).toEqual({
        parsed_action: 'I think <search>who built the mill</search>',
        tool_type: 'search',
        use_tool: true,
        tool_use_counter: use,
        tool_success_counter: use,
      })
    }
    expect(await service.step(sandbox_id, '<search>more</search>')).toMatchObject({
      reward: 0,
      terminated: true,
      truncated: true,
      info: { correct: false, use_tool: false, tool_use_counter: 5 },
    })
    expect((await service.reset(sandbox_id, 1)).info).toMatchObject({
      tool_use_counter: 0,
      prev_ep_tool_use_counter: 5,
      prev_ep_tool_success_counter: 5,
    })
  })

  test('finds what shares rare words with the query, titles first, and nothing else', () => {
    const passages = [
      { title: 'Belton', text: 'Belton is a town.' },
      { title: 'Corford', text: 'Corford is a town near Belton.' },
      { title: 'Drawick', text: 'Drawick is a town.' },
    ]
    expect(search(passages, 'Belton').map(({ title }) => title)).toEqual(['Belton', 'Corford'])
    expect(search(passages, 'a town')).toHaveLength(3)
    expect(search(passages, 'nothing of it')).toEqual([])
  })
})

test('what does not follow is false, and the depth is what the id says', async () => {
  const { sandbox_id } = await service.make('logic:rules-d3')
  const answers = new Set<string>()
  for (let seed = 0; seed < 20; seed++) {
    const opening = await service.reset(sandbox_id, seed)
    const action = solvingPlayer({ family: 'logic' })!.propose({ opening, turns: [] })!
    answers.add(action)
    expect(await service.step(sandbox_id, action)).toMatchObject({ reward: 1, info: { correct: true } })
  }
  expect(answers.size).toBe(2)
})

test.each([
  ['no block', 'print(1)', null],
  ['the last block', '```python\na\n```\n```\n b \n```', 'b'],
  ['one that is not closed', '```python\na', null],
])('code is read: %s', (_, reply, code) => expect(lastCode(reply)).toBe(code))

test.each(['code:numbers', 'math:mixed-python'])('%s says that it needs a sandbox', async (id) => {
  const { sandbox_id } = await service.make(id)
  await service.reset(sandbox_id, 1)
  await expect(service.step(sandbox_id, '```python\nprint(1)\n```')).rejects.toMatchObject({
    code: 'ENV_FAILED',
    message: expect.stringMatching(/needs a sandbox/) as unknown,
  })
})
