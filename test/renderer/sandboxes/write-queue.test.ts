import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WriteQueue } from '../../../renderer/sandboxes/screen/write-queue.ts'

/** A terminal that parses on demand. */
function slowTerminal() {
  const parsed: string[] = []
  let finish: (() => void) | undefined
  return {
    parsed,
    write(text: string, done: () => void) {
      expect(finish).toBeUndefined()
      parsed.push(text)
      finish = done
    },
    step(): boolean {
      const done = finish
      finish = undefined
      done?.()
      return done !== undefined
    },
    /** Parses everything, across all rests. */
    drain() {
      do while (this.step());
      while (vi.getTimerCount() > 0 && vi.advanceTimersByTime(50))
    },
  }
}

const nobodyTypes = () => false

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

describe('writing to a terminal', () => {
  it.each([
    ['somebody types', true, 1],
    ['nobody types', false, 5],
  ])(
    'rests between stretches of a flood, and not before something short, where %s',
    (_who, typing, before) => {
      const terminal = slowTerminal()
      const queue = new WriteQueue(
        terminal,
        () => undefined,
        () => typing,
      )
      queue.write('x'.repeat(16 * 1024 * 5))
      for (let slice = 0; slice < 5; slice++) {
        vi.advanceTimersByTime(6)
        terminal.step()
      }
      expect(terminal.parsed).toHaveLength(before)
      terminal.drain()
      expect(terminal.parsed).toHaveLength(5)
      expect(queue.isIdle).toBe(true)
      queue.write('short')
      expect(terminal.parsed.at(-1)).toBe('short')
    },
  )

  it('keeps the order of texts and acts, one text at a time', () => {
    const terminal = slowTerminal()
    const queue = new WriteQueue(terminal, () => undefined, nobodyTypes)
    queue.write('a')
    queue.then(() => '[after a]')
    queue.write('b')
    queue.write('c')
    terminal.drain()
    expect(terminal.parsed.join('')).toBe('a[after a]bc')
    expect(queue.isIdle).toBe(true)
    expect(queue.waiting).toBe(0)
  })

  it('cuts long texts, so that keys come between', () => {
    const terminal = slowTerminal()
    const queue = new WriteQueue(terminal, () => undefined, nobodyTypes)
    queue.write('x'.repeat(100_000))
    terminal.drain()
    expect(terminal.parsed.length).toBeGreaterThan(2)
    expect(terminal.parsed.join('').length).toBe(100_000)
  })

  it('stays bounded in a flood: the end is shown, and that output was skipped', () => {
    const terminal = slowTerminal()
    let skipped = 0
    const queue = new WriteQueue(terminal, (characters) => (skipped += characters), nobodyTypes)
    let most = 0
    for (let n = 0; n < 800; n++) {
      queue.write(`${String(n).padEnd(65_535, '.')}\n`)
      most = Math.max(most, queue.waiting)
    }
    terminal.drain()
    const shown = terminal.parsed.join('')
    expect(most).toBeLessThan(2_300_000)
    expect(shown).toContain('799...')
    expect(shown.length + skipped).toBe(800 * 65_536)
  })

  it('forgets what waits when it is cleared', () => {
    const terminal = slowTerminal()
    const queue = new WriteQueue(terminal, () => undefined, nobodyTypes)
    queue.write('shown')
    queue.then(() => undefined)
    queue.write('forgotten')
    queue.clear()
    terminal.drain()
    expect(terminal.parsed).toEqual(['shown'])
  })
})
