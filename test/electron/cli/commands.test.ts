import { describe, expect, it } from 'vitest'
import { parseCommand } from '../../../electron/cli/commands.ts'

describe('orrery', () => {
  it.each([
    [[], { kind: 'run', program: 'web.mjs', args: [] }],
    [['--port', '1'], { kind: 'run', program: 'web.mjs', args: ['--port', '1'] }],
    [['model', '--quickstart'], { kind: 'run', program: 'model-server.mjs', args: ['--quickstart'] }],
    [['model', '--help'], { kind: 'run', program: 'model-server.mjs', args: ['--help'] }],
    [['sandbox', '--addr', ':0'], { kind: 'run', program: 'sandbox-server.mjs', args: ['--addr', ':0'] }],
    [
      ['mcp', 'sample', 'tools', 'list'],
      { kind: 'run', program: 'mcp.mjs', args: ['sample', 'tools', 'list'] },
    ],
    [['sandbox', 'keys', 'list'], { kind: 'run', program: 'keys.mjs', args: ['list'] }],
    [['check', 'http://x'], { kind: 'run', program: 'check.mjs', args: ['http://x'] }],
    [['--help'], { kind: 'say', text: 'help' }],
    [['help'], { kind: 'say', text: 'help' }],
    [['--version'], { kind: 'say', text: 'version' }],
    [['modle'], { kind: 'unknown', word: 'modle' }],
    [['constructor'], { kind: 'unknown', word: 'constructor' }],
  ])('%j', (words, wish) => {
    expect(parseCommand(words)).toEqual(wish)
  })
})
