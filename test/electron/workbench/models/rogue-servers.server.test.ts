import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import type { ServerDefinition } from '../../../../electron/workbench/connections/definition.ts'
import { Apps } from '../../../../electron/workbench/console/apps.ts'
import { consoleCalls } from '../../../../electron/workbench/console/console-calls.ts'
import { Questions } from '../../../../electron/workbench/console/questions.ts'
import { connectionTo, whatRuns } from '../../connection-to.ts'
import { serverProgram } from '../../model-server/process.ts'

const script = fileURLToPath(new URL('../../../fixtures/mcp/rogue-server.mjs', import.meta.url))
const outputSchema = { type: 'object', properties: { done: { type: 'boolean' } }, required: ['done'] }
const { served, ending, end } = whatRuns()
afterEach(end)

const ERAS = { legacy: '2025-11-25', modern: '2026-07-28' } as const
const ways = (['legacy', 'modern'] as const).flatMap((era) =>
  (['stdio', 'http'] as const).map((transport) => ({ era, transport })),
)

describe.each(ways)('a server that breaks the rules, $era over $transport', ({ era, transport }) => {
  async function open() {
    const definition: ServerDefinition =
      transport === 'stdio'
        ? { command: process.execPath, args: [script, era, transport] }
        : { url: await served([script, era, transport], {}, /http:\S+/) }
    const { connection, told } = connectionTo(definition, ending)
    await connection.start()
    const calls = consoleCalls(() => connection, new Questions(() => undefined), new Apps())
    const ask = (
      method: string,
      params: Record<string, unknown>,
      {
        signal = new AbortController().signal,
        report = () => undefined,
        ...more
      }: { signal?: AbortSignal; timeoutMs?: number; retries?: number; report?: (told: object) => void } = {},
    ) =>
      calls.request({ connection: 'tried', method, params, outputSchema, ...more }, {
        signal,
        report,
      } as never)
    const call = (name: string, more?: Parameters<typeof ask>[2]) =>
      ask('tools/call', { name, arguments: {} }, more)
    /** The connection still works, whatever came before. */
    const stillWorks = async (): Promise<void> => {
      expect((await call('work')).result).toMatchObject({ content: [{ text: 'work' }] })
      expect(connection.info).toMatchObject({ state: 'ready', restarts: 0 })
    }
    return { connection, told, ask, call, stillWorks }
  }

  it('speaks first: what nobody asked for harms nothing', async () => {
    const { connection, stillWorks } = await open()
    expect(connection.info).toMatchObject({ state: 'ready', server: { protocol: ERAS[era] } })
    await stillWorks()
    const heard = connection.trace.list(100, 'nonsense')
    expect(heard.map(({ method }) => method)).toContain('notifications/nonsense')
  })

  it('lies: its answer is shown, and what is wrong with it', async () => {
    const { call, stillWorks } = await open()
    const { result, validation } = await call('lie')
    expect(result).toMatchObject({
      content: [{ type: 'smell', data: 7 }],
      structuredContent: { done: 'perhaps' },
    })
    expect(validation).toMatchObject({ state: 'invalid', errors: [{ path: '/done' }] })
    await stillWorks()
  })

  it('stalls: the call ends at its timeout, or when the user cancels it', async () => {
    const { call, stillWorks } = await open()
    const late = await call('stall', { timeoutMs: 200 })
    expect(late.error).toMatchObject({ code: -32_001 })
    const giveUp = new AbortController()
    const waiting = call('stall', { signal: giveUp.signal })
    setTimeout(() => giveUp.abort(), 100)
    await expect(waiting).rejects.toThrow(/abort/i)
    await stillWorks()
  })

  it('is asked again as often as was said where it does not answer, and never where it refuses', async () => {
    const { call, ask, stillWorks } = await open()
    const told: object[] = []
    const how = { retries: 2, report: (one: object) => void told.push(one) }
    expect((await call('stall', { timeoutMs: 100, ...how })).error).toMatchObject({ code: -32_001 })
    expect(told).toEqual([{ attempt: 2 }, { attempt: 3 }])
    told.length = 0
    expect((await ask('no/such', {}, how)).error).toMatchObject({ code: -32_601 })
    expect(told).toEqual([])
    await stillWorks()
  })

  it('floods: its answer arrives, and what is stored is bounded', async () => {
    const { connection, told, call, stillWorks } = await open()
    for (let round = 0; round < 2; round++)
      expect((await call('flood')).result).toMatchObject({ content: [{ text: 'flood' }] })
    await expect
      .poll(() => told.filter(({ method }) => method === 'notifications/message'))
      .toHaveLength(10_000)
    expect(connection.trace.list(100_000, undefined).length).toBeLessThanOrEqual(5000)
    expect(connection.trace.dropped).toBeGreaterThan(4000)
    await stillWorks()
  })

  it('changes its tools: that is announced, and the next list is the new one', async () => {
    const { told, ask, call, stillWorks } = await open()
    await call('change')
    await expect.poll(() => told.map(({ method }) => method)).toContain('notifications/tools/list_changed')
    const { result } = await ask('tools/list', {})
    expect(result).toMatchObject({ tools: [{ name: 'work' }, { name: 'other' }] })
    await stillWorks()
  })

  it('answers twice: the first answer counts, and no other call gets the second', async () => {
    const { call, stillWorks } = await open()
    expect((await call('twice')).result).toMatchObject({ content: [{ text: 'twice' }] })
    await stillWorks()
  })

  it('garbles: the stream continues', async () => {
    const { call, stillWorks } = await open()
    expect((await call('garble')).result).toMatchObject({ content: [{ text: 'garble' }] })
    await stillWorks()
  })
})

describe('a server of both eras is held to the one that was chosen', () => {
  // Orrery's own server speaks both from one process.
  it.each(
    (['auto', 'legacy', 'modern'] as const).flatMap((protocolEra) =>
      (['stdio', 'http'] as const).map((transport) => ({ protocolEra, transport })),
    ),
  )('$protocolEra over $transport', async ({ protocolEra, transport }) => {
    const definition: ServerDefinition =
      transport === 'stdio'
        ? { command: process.execPath, args: [serverProgram(), '--quickstart'], protocolEra }
        : {
            url: await served(
              [serverProgram(), '--quickstart', '--transport', 'http', '--addr', '127.0.0.1:0'],
              {},
              /http:\/\/\S+/,
            ),
            protocolEra,
          }
    const { connection } = connectionTo(definition, ending)
    await connection.start()
    const chosen = protocolEra === 'auto' ? (transport === 'stdio' ? 'legacy' : 'modern') : protocolEra
    expect(connection.info).toMatchObject({ state: 'ready', server: { protocol: ERAS[chosen] } })
  })

  it.each([
    ['modern', 'legacy'],
    ['legacy', 'modern'],
  ] as const)('a server that speaks only what is %s is not reached by %s', async (era, protocolEra) => {
    const { connection } = connectionTo(
      { command: process.execPath, args: [script, era, 'stdio'], protocolEra },
      ending,
    )
    void connection.start()
    await expect.poll(() => connection.info.failure?.step, { timeout: 20_000 }).toBe('handshake')
  })
})
