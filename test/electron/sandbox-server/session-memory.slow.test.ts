import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MODES } from './support/server.ts'

const MEGABYTE = 1024 ** 2

/** In megabytes: `VmRSS` is resident now, `VmHWM` the most that was. */
function memoryOf({ pid }: ChildProcess): (name: 'VmRSS' | 'VmHWM') => number {
  return (name) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
  }
}

/** A server that nobody calls any more would keep its garbage for as long as it lives: V8 collects when it is asked for memory. */
describe.each(MODES)('a server run by $mode', ({ skip, start }) => {
  it.skipIf(skip)('releases all memory that the largest output of one program took', async () => {
    const server = await start()
    try {
      const memory = memoryOf(server.child)
      const { sandbox_id: id } = (await server.post('/start', { image: 'local' })).result
      const before = memory('VmRSS')
      const command = `head -c ${190 * MEGABYTE} /dev/zero | tr '\\0' x`
      const { result } = await server.post('/execute', { sandbox_id: id, command, shell: true })
      expect(result.stdout).toHaveLength(190 * MEGABYTE)
      // Held once, and sent in slices.
      expect(memory('VmHWM')).toBeLessThan(before + 500)
      await expect.poll(() => memory('VmRSS'), { timeout: 60_000, interval: 1_000 }).toBeLessThan(before + 60)
    } finally {
      await server.close()
    }
  })

  it.skipIf(skip)('releases the memory of a large output', async () => {
    const server = await start()
    try {
      const memory = memoryOf(server.child)
      const { sandbox_id: id } = (await server.post('/start', { image: 'local' })).result
      await server.post('/create_session', { sandbox_id: id, session: 's' })
      const before = memory('VmRSS')
      const command = `head -c ${70 * MEGABYTE} /dev/zero | tr '\\0' '\\377'`
      const ask = { sandbox_id: id, session: 's', command, check: 'silent', timeout: 120 }
      const { result } = await server.post('/run_in_session', ask)
      expect(result.output.length).toBeGreaterThan(60 * MEGABYTE)
      expect(result.output.length).toBeLessThan(65 * MEGABYTE)
      expect(result.output).toMatch(/^\\xff/)
      // What the C library keeps for the next output is less than one.
      await expect
        .poll(() => memory('VmRSS'), { timeout: 60_000, interval: 1_000 })
        .toBeLessThan(before + 180)
    } finally {
      await server.close()
    }
  })
})
