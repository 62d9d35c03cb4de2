import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runRequest } from '#shared/sandbox/commands.ts'
import { startRequest, statusQuery } from '#shared/sandbox/lifecycle.ts'
import { formatSize, parseSize } from '#shared/sandbox/size.ts'
import { nextState, sandboxEvents, type SandboxState, sandboxStates } from '#shared/sandbox/states.ts'

describe('sizes', () => {
  it.each([
    ['8g', 8 * 1024 ** 3],
    ['512M', 512 * 1024 ** 2],
    ['1.5gb', 1.5 * 1024 ** 3],
    ['64Ki', 65_536],
    ['64kib', 65_536],
    ['1t', 1024 ** 4],
    ['100', 100],
    ['10b', 10],
    [' 2 g ', 2 * 1024 ** 3],
    ['abc', undefined],
    ['', undefined],
    ['-1g', undefined],
    ['1gg', undefined],
    ['1e3', undefined],
  ])('%j is %s bytes', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes)
  })
  it.each([
    [2 * 1024 ** 3, '2.00g'],
    [1536 * 1024 ** 2, '1.50g'],
    [512 * 1024 ** 2, '512.00m'],
    [10, '10.00b'],
  ])('%s bytes are written %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text)
  })
  it('what is written is read again, to two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 45 }), (bytes) => {
        const again = parseSize(formatSize(bytes)) ?? 0
        expect(Math.abs(again - bytes)).toBeLessThanOrEqual(bytes * 0.006 + 1)
      }),
    )
  })
})

describe('states', () => {
  const allowed: [SandboxState, string, SandboxState][] = [
    ['pending', 'alive', 'running'],
    ['pending', 'stop', 'stopped'],
    ['pending', 'restore_failed', 'archived'],
    ['running', 'stop', 'stopped'],
    ['stopped', 'stop_noop', 'stopped'],
    ['stopped', 'restart', 'pending'],
    ['stopped', 'archive', 'archiving'],
    ['stopped', 'delete', 'deleted'],
    ['archiving', 'archive_done', 'archived'],
    ['archiving', 'archive_failed', 'stopped'],
    ['archived', 'restore', 'pending'],
    ['archived', 'delete', 'deleted'],
  ]
  it('allow exactly the transitions of the table', () => {
    const all = sandboxStates.flatMap((state) =>
      sandboxEvents.flatMap((event): [SandboxState, string, SandboxState][] => {
        const next = nextState(state, event)
        return next ? [[state, event, next]] : []
      }),
    )
    expect(all.map(String).sort()).toEqual(allowed.map(String).sort())
  })
})

describe('requests', () => {
  it('take both styles, numeric strings and unknown fields', () => {
    const request = { image: ' x ', cpus: '2', resources: { cpu: '1', memory: '2g' }, more: true, disk: null }
    expect(startRequest.parse(request)).toEqual({
      image: 'x',
      cpus: 2,
      resources: { cpu: 1, memory: '2g' },
      disk: null,
    })
  })
  it('have the platform’s defaults', () => {
    expect(runRequest.parse({ sandbox_id: 'a', command: '' })).toEqual({
      sandbox_id: 'a',
      command: '',
      session: 'default',
      action_type: 'bash',
      check: 'raise',
    })
    expect(statusQuery.parse({ sandbox_id: 'a', refresh_timeout: 'false' })).toEqual({
      sandbox_id: 'a',
      include_all_states: false,
      refresh_timeout: false,
    })
  })
})
