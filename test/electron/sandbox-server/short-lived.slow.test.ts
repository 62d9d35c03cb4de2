import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestServer } from './support/server.ts'

const PROGRAMS = 600
const AT_ONCE = 6

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

it('programs that end at once, on a machine with too much to do, all tell how they ended', async () => {
  // A program's output and exit code must not depend on the order in which surrounding processes run.
  const busy = Array.from({ length: availableParallelism() + 1 }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  try {
    const id = (await server.post('/start', { image: 'local', memory: '512m' })).result.sandbox_id
    const command = ['sh', '-c', 'echo out; echo err >&2; exit 7']
    const ends = new Map<string, number>()
    let left = PROGRAMS
    const worker = async (): Promise<void> => {
      while (left-- > 0) {
        const { exit_code, stdout, stderr } = (await server.post('/execute', { sandbox_id: id, command }))
          .result
        const end = JSON.stringify([exit_code, stdout, stderr])
        ends.set(end, (ends.get(end) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    expect(Object.fromEntries(ends)).toEqual({ '[7,"out\\n","err\\n"]': PROGRAMS })
  } finally {
    for (const child of busy) child.kill('SIGKILL')
  }
})
