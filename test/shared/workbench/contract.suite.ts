import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ContractClient } from '#shared/workbench/client.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { event, procedure } from '#shared/workbench/procedure.ts'
import { ContractServer } from '#shared/workbench/server.ts'
import type { Channel } from '#shared/workbench/wire.ts'

/** A contract small enough to see every promise of the channel at work. */
const contract = {
  arithmetic: {
    add: procedure({ input: z.object({ a: z.number(), b: z.number().default(1) }), output: z.number() }),
    refuse: procedure({ input: z.object({}), output: z.null() }),
    crash: procedure({ input: z.object({}), output: z.null() }),
    count: procedure({ input: z.object({ to: z.number().int() }), output: z.number(), progress: z.number() }),
    wait: procedure({ input: z.object({}), output: z.null() }),
    echo: procedure({ input: z.object({ value: z.unknown() }), output: z.unknown() }),
    ticked: event(z.object({ n: z.number() })),
  },
} as const

/** Both ends of a real channel, and how to break it. */
export interface ChannelPair {
  readonly page: Channel
  readonly core: Channel
  dispose(): Promise<void>
}

const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof WorkbenchError ? error.code : String(error)),
  )

/** What every channel between page and core must do; run against each kind there is. */
export function contractSuite(name: string, openPair: () => Promise<ChannelPair>): void {
  describe(`the contract over ${name}`, () => {
    async function open() {
      const aborted: string[] = []
      const server = new ContractServer(contract, {
        arithmetic: {
          add: ({ a, b }) => a + b,
          refuse: () => {
            throw new WorkbenchError({
              code: 'NO',
              message: 'It is refused.',
              hint: 'Ask again.',
              details: { why: 1 },
            })
          },
          crash: () => {
            throw new TypeError('boom')
          },
          count: ({ to }, { report }) => {
            for (let n = 1; n <= to; n++) report(n)
            return to
          },
          wait: (_, { signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => {
                aborted.push('wait')
                reject(new Error('aborted'))
              })
            }),
          echo: ({ value }) => value,
        },
      })
      const pair = await openPair()
      server.attach(pair.core)
      const client = new ContractClient<typeof contract>()
      client.attach(pair.page)
      return { server, client, pair, aborted }
    }

    it('answers a call, with defaults filled in', async () => {
      const { client, pair } = await open()
      expect(await client.call('arithmetic.add', { a: 1, b: 2 })).toBe(3)
      expect(await client.call('arithmetic.add', { a: 1 })).toBe(2)
      await pair.dispose()
    })

    it('keeps a thousand calls apart', async () => {
      const { client, pair } = await open()
      const sums = await Promise.all(
        Array.from({ length: 1000 }, (_, a) => client.call('arithmetic.add', { a, b: 0 })),
      )
      expect(sums).toEqual(Array.from({ length: 1000 }, (_, a) => a))
      await pair.dispose()
    })

    it('refuses input that does not parse, before the handler sees it', async () => {
      const { client, pair } = await open()
      const wrong = { a: 'one' } as unknown as { a: number }
      await expect(client.call('arithmetic.add', wrong)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining('a:'),
      })
      await pair.dispose()
    })

    it('carries an error whole, and a crash as INTERNAL', async () => {
      const { client, pair } = await open()
      await expect(client.call('arithmetic.refuse', {})).rejects.toMatchObject({
        code: 'NO',
        message: 'It is refused.',
        hint: 'Ask again.',
        details: { why: 1 },
      })
      await expect(client.call('arithmetic.crash', {})).rejects.toMatchObject({
        code: 'INTERNAL',
        message: 'boom',
      })
      await pair.dispose()
    })

    it('names a procedure that does not exist', async () => {
      const { client, pair } = await open()
      expect(await code(client.call('arithmetic.nothing' as 'arithmetic.add', { a: 1 }))).toBe(
        'UNKNOWN_PROCEDURE',
      )
      await pair.dispose()
    })

    it('reports progress in order, before the answer', async () => {
      const { client, pair } = await open()
      const seen: number[] = []
      const total = await client.call('arithmetic.count', { to: 5 }, { onProgress: (n) => seen.push(n) })
      expect([...seen, total]).toEqual([1, 2, 3, 4, 5, 5])
      await pair.dispose()
    })

    it('cancels: the caller is notified immediately, the handler is aborted', async () => {
      const { client, pair, aborted } = await open()
      const controller = new AbortController()
      const waiting = code(client.call('arithmetic.wait', {}, { signal: controller.signal }))
      await client.call('arithmetic.add', { a: 1 })
      controller.abort()
      expect(await waiting).toBe('CANCELLED')
      await client.call('arithmetic.add', { a: 1 })
      expect(aborted).toEqual(['wait'])
      await pair.dispose()
    })

    it('does not send a call whose signal fired before', async () => {
      const { client, pair } = await open()
      const controller = new AbortController()
      controller.abort()
      expect(await code(client.call('arithmetic.wait', {}, { signal: controller.signal }))).toBe('CANCELLED')
      await pair.dispose()
    })

    it('sends events to every page', async () => {
      const { server, client, pair } = await open()
      const seen: number[] = []
      const forget = client.on('arithmetic.ticked', ({ n }) => seen.push(n))
      server.emit('arithmetic.ticked', { n: 1 })
      server.emit('arithmetic.ticked', { n: 2 })
      await client.call('arithmetic.add', { a: 1 })
      forget()
      server.emit('arithmetic.ticked', { n: 3 })
      await client.call('arithmetic.add', { a: 1 })
      expect(seen).toEqual([1, 2])
      await pair.dispose()
    })

    it('carries nested values, Unicode and a megabyte unharmed', async () => {
      const { client, pair } = await open()
      const value = { list: [1, null, { deep: '日本語 🪐 \u0000' }], long: 'x'.repeat(1 << 20) }
      expect(await client.call('arithmetic.echo', { value })).toEqual(value)
      await pair.dispose()
    })

    it('ignores unknown messages', async () => {
      const { client, pair } = await open()
      for (const stray of ['hello', 7, null, { type: 'call' }, { id: 'x', type: 'call', name: 1 }])
        pair.page.send(stray)
      expect(await client.call('arithmetic.add', { a: 4 })).toBe(5)
      await pair.dispose()
    })

    it('fails what was under way when the channel breaks, and aborts it on the other side', async () => {
      const { client, pair, aborted, server } = await open()
      const waiting = code(client.call('arithmetic.wait', {}))
      await client.call('arithmetic.add', { a: 1 })
      pair.page.close()
      pair.core.close()
      await expect.poll(() => server.size).toBe(0)
      await expect.poll(() => aborted).toEqual(['wait'])
      await pair.dispose()
      expect(await waiting).toBe('DISCONNECTED')
    })

    it('holds calls back while no channel is there, and sends them on the next one', async () => {
      const { server, client, pair } = await open()
      pair.page.close()
      pair.core.close()
      await expect.poll(() => server.size).toBe(0)
      const next = await openPair()
      const early = new ContractClient<typeof contract>()
      const held = early.call('arithmetic.add', { a: 20, b: 1 })
      server.attach(next.core)
      early.attach(next.page)
      client.attach(next.page)
      expect(await held).toBe(21)
      await next.dispose()
      await pair.dispose()
    })
  })
}
