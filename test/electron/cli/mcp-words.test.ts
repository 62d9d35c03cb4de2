import { describe, expect, it } from 'vitest'
import { readWords } from '../../../electron/cli/mcp/words.ts'

describe('orrery mcp', () => {
  it.each([
    ['a tools list', { method: 'tools/list', params: {} }],
    ['a tools call x', { method: 'tools/call', params: { name: 'x' }, argumentsAs: 'arguments' }],
    [
      'a tools call x {}',
      { method: 'tools/call', params: { name: 'x' }, argumentsAs: 'arguments', json: '{}' },
    ],
    [
      'a tools call x -',
      { method: 'tools/call', params: { name: 'x' }, argumentsAs: 'arguments', json: '-' },
    ],
    ['a resources list', { method: 'resources/list', params: {} }],
    ['a resources templates', { method: 'resources/templates/list', params: {} }],
    ['a resources read u://x', { method: 'resources/read', params: { uri: 'u://x' } }],
    ['a prompts list', { method: 'prompts/list', params: {} }],
    [
      'a prompts get p {}',
      { method: 'prompts/get', params: { name: 'p' }, argumentsAs: 'arguments', json: '{}' },
    ],
    ['a request ping', { method: 'ping', params: {} }],
    ['a request some/thing {}', { method: 'some/thing', params: {}, json: '{}' }],
  ])('%s', (line, request) => {
    expect(readWords(line.split(' '))).toEqual({
      connection: 'a',
      request: { json: undefined, ...request },
      data: undefined,
      headers: {},
      answers: [],
      timeoutMs: 60_000,
    })
  })

  it.each([
    '',
    'a',
    'a tools',
    'a tools call',
    'a tools call x {} more',
    'a tools list more',
    'a resources read',
    'a resources read u://x more',
    'a request',
    'a constructor name',
    'a tools list --timeout never',
    'a tools list --timeout 0',
    'a tools list --header none',
    'a tools list --answer {',
    'a tools list --unknown',
  ])('refuses %j', (line) => {
    expect(() => readWords(line.split(' ').filter(Boolean))).toThrow(/./)
  })

  it('takes headers, a folder, a limit and answers', () => {
    const words = [
      'http://x/mcp',
      'tools',
      'list',
      '--header',
      'A: b: c',
      '--header',
      'D:e',
      '--data',
      '/d',
      '--timeout',
      '5',
      '--answer',
      '{"colour":"red"}',
      '--answer',
      'null',
    ]
    expect(readWords(words)).toMatchObject({
      connection: 'http://x/mcp',
      headers: { A: 'b: c', D: 'e' },
      data: '/d',
      timeoutMs: 5000,
      answers: [{ colour: 'red' }, null],
    })
  })
})
