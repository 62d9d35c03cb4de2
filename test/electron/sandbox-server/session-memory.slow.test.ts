import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MODES } from './support/server.ts'

const MEGABYTE = 1024 ** 2

/** A server that nobody calls any more would keep its garbage for as long as it lives: V8 collects when it is asked for memory. */
describe.each(MODES)('a server run by $mode', ({ skip, start }) => {
  it.skipIf(skip)('gives back what a large output took', async () => {
    const server = await start()
    try {
      const resident = (): number =>
        Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1024
      const { sandbox_id: id } = (await server.post('/start', { image: 'local' })).result
      await server.post('/create_session', { sandbox_id: id, session: 's' })
      const before = resident()
      const command = `head -c ${70 * MEGABYTE} /dev/zero | tr '\\0' '\\377'`
      const ask = { sandbox_id: id, session: 's', command, check: 'silent', timeout: 120 }
      const { result } = await server.post('/run_in_session', ask)
      expect(result.output.length).toBeGreaterThan(60 * MEGABYTE)
      expect(result.output.length).toBeLessThan(65 * MEGABYTE)
      expect(result.output).toMatch(/^\\xff/)
      // What the C library keeps for the next output is less than one; before, gigabytes stayed.
      await expect.poll(resident, { timeout: 60_000, interval: 1_000 }).toBeLessThan(before + 180)
    } finally {
      await server.close()
    }
  })
})
