import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import type { TaskState } from '../../../../shared/workbench/areas/console.ts'
import { connectionTo, whatRuns } from '../../connection-to.ts'

const { served, ending, end } = whatRuns()
afterEach(end)

const everything = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'))
const stateless = fileURLToPath(new URL('../../../fixtures/mcp/stateless-server.mjs', import.meta.url))

const ways = {
  stdio: () => Promise.resolve({ command: process.execPath, args: [stateless] }),
  http: async () => ({ url: await served([stateless, 'http'], {}, /http:\S+/) }),
}

async function open(definition: Parameters<typeof connectionTo>[0]) {
  const { connection } = connectionTo(definition, ending)
  await connection.start()
  const told: TaskState[] = []
  const call = async (params: Record<string, unknown>, options: object = {}) =>
    (await connection.request('tools/call', params, { onTask: (task) => told.push(task), ...options })).result
  return { call, told, connection }
}

const textOf = (result: Record<string, unknown>): string =>
  (result['content'] as { text: string }[]).map(({ text }) => text).join('')

describe.each(['stdio', 'http'] as const)('a task of the extension, over %s', (way) => {
  const task = async () => {
    const { call, told } = await open(await ways[way]())
    const run = (how: string, options?: object) => call({ name: 'task', arguments: { how } }, options)
    const cancelled = async () =>
      JSON.parse(textOf(await call({ name: 'cancelled', arguments: {} }))) as unknown
    return { run, told, cancelled }
  }

  it('is followed until its result is there', async () => {
    const { run, told } = await task()
    expect(textOf(await run('work'))).toBe('"done"')
    expect(told.map(({ status }) => status)).toEqual(['working', 'working', 'completed'])
    expect(told[0]).toEqual({ id: 'task-1', status: 'working', message: 'task-1 is working' })
  })

  it('asks its question once, and continues with the answer', async () => {
    const { run, told } = await task()
    expect(JSON.parse(textOf(await run('ask')))).toEqual({ colour: 'red' })
    expect(told.map(({ status }) => status)).toEqual(['working', 'working', 'input_required', 'completed'])
  })

  it.each([
    ['fails', 'fail', { code: -32_603, message: expect.stringContaining('It broke.') }],
    ['is dropped', 'drop', { code: -32_000, message: expect.stringContaining('task-1 is cancelled') }],
  ])('that %s is an error of the call', async (_what, how, error) => {
    const { run } = await task()
    await expect(run(how)).rejects.toMatchObject(error)
  })

  it('is cancelled by who waits no longer', async () => {
    const { run, told, cancelled } = await task()
    const abort = new AbortController()
    const running = run('forever', { signal: abort.signal })
    await expect.poll(() => told.length).toBeGreaterThan(2)
    abort.abort()
    await expect(running).rejects.toThrow(/abort/i)
    await expect.poll(cancelled).toContain('task-1')
  })

  it('is cancelled at its timeout', async () => {
    const { run, cancelled } = await task()
    await expect(run('forever', { timeout: 400 })).rejects.toMatchObject({ code: -32_001 })
    await expect.poll(cancelled).toContain('task-1')
  })
})

describe('a task of 2025-11-25', () => {
  const research = { name: 'simulate-research-query', task: {} }

  it('is followed, asks over the request for its result, and gives it', async () => {
    const { call, told } = await open({ command: process.execPath, args: [everything, 'stdio'] })
    const result = await call({ ...research, arguments: { topic: 'python', ambiguous: true } })
    expect(textOf(result)).toContain('python')
    const statuses = told.map(({ status }) => status)
    expect(statuses[0]).toBe('working')
    expect(statuses).toContain('input_required')
    expect(told.some(({ message = '' }) => message.includes('Gathering sources'))).toBe(true)
  })

  it('is cancelled at its server by who waits no longer', async () => {
    const { call, told, connection } = await open({ command: process.execPath, args: [everything, 'stdio'] })
    const abort = new AbortController()
    const running = call({ ...research, arguments: { topic: 'cats' } }, { signal: abort.signal })
    await expect.poll(() => told.length).toBeGreaterThan(0)
    abort.abort()
    await expect(running).rejects.toThrow(/abort/i)
    const taskId = told[0]?.id
    await expect
      .poll(async () => (await connection.request('tasks/get', { taskId })).result['status'])
      .toBe('cancelled')
  })
})
