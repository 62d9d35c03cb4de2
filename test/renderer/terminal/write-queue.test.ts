import { describe, expect, it } from 'vitest'
import { WriteQueue } from '../../../renderer/terminal/screen/write-queue.ts'

/** A terminal that parses when it is told to. */
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
    drain() {
      while (this.step());
    },
  }
}

describe('writing to a terminal', () => {
  it('keeps the order of texts and acts, one text at a time', () => {
    const terminal = slowTerminal()
    const queue = new WriteQueue(terminal, () => undefined)
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
    const queue = new WriteQueue(terminal, () => undefined)
    queue.write('x'.repeat(100_000))
    terminal.drain()
    expect(terminal.parsed.length).toBeGreaterThan(2)
    expect(terminal.parsed.join('').length).toBe(100_000)
  })

  it('stays bounded in a flood: the end is shown, what was passed over is told', () => {
    const terminal = slowTerminal()
    let skipped = 0
    const queue = new WriteQueue(terminal, (characters) => (skipped += characters))
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
    const queue = new WriteQueue(terminal, () => undefined)
    queue.write('shown')
    queue.then(() => undefined)
    queue.write('forgotten')
    queue.clear()
    terminal.drain()
    expect(terminal.parsed).toEqual(['shown'])
  })
})
