import { describe, expect, it } from 'vitest'
import { readOptions, UsageError } from '../../../electron/sandbox-server/options.ts'

describe('a wrong option is reported in one line', () => {
  it.each([
    [['--addr', 'foo'], '--addr'],
    [['--addr', '127.0.0.1:99999'], '--addr'],
    [['--runtime', 'lxc'], '--runtime'],
    [['--idle-minutes', '0'], '--idle-minutes'],
    [['--platform', 'arm64'], '--platform'],
    [['--max-sandboxes', '-1'], '--max-sandboxes'],
    [['--network'], '--network'],
    [['--token', ''], '--token'],
    [['--data', ''], '--data must not be empty'],
    [['--images', ''], '--images must not be empty'],
    [['--data', process.execPath], 'is not a folder'],
    [['--images', process.execPath], 'is not a folder'],
    [['--bogus'], '--bogus'],
    [['stray'], 'stray'],
  ])('%s', (argv, text) => {
    const read = () => readOptions(argv, { HOME: '/home/nobody' })
    expect(read).toThrow(UsageError)
    expect(read).toThrow(text)
    expect(read).not.toThrow(/\n/)
  })
})
