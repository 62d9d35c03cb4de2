import { readdirSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.ts'
import { OWN_RUNTIME, startServer, type TestServer } from './support/server.ts'

const KILLS = 6

let data: string
beforeEach(async () => {
  data = await temporaryFolder()
})

/** Command lines of all processes on the machine that contain `mark`. */
const marked = (mark: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      } catch {
        return ''
      }
    })
    .filter((line) => line.includes(mark))

/** Starts, fills and ends sandboxes in every way until the server is gone. */
async function churn(server: TestServer, mark: string): Promise<void> {
  const one = async (): Promise<void> => {
    const { result } = await server.post('/start', {
      image: 'local',
      memory: '256m',
      auto_delete_seconds: 600,
    })
    const id = result.sandbox_id as string
    await server.post('/create_session', { sandbox_id: id, session: 's' })
    void server
      .post('/run_in_session', { sandbox_id: id, session: 's', command: `sleep ${mark}` })
      .catch(() => {})
    await server.post('/execute', {
      sandbox_id: id,
      command: `(setsid nohup sleep ${mark} >/dev/null 2>&1 &)`,
    })
    if (Math.random() < 0.5) await server.post('/commit', { sandbox_id: id, image_tag: 'churn' })
    if (Math.random() < 0.3) await server.post('/stop', { sandbox_id: id })
  }
  for (;;) await Promise.all([one(), one(), one()])
}

describe.each([OWN_RUNTIME, 'process'])('a server with %s that is killed at random moments', (runtime) => {
  it('leaves no process behind after its restart, and honest records', async () => {
    const mark = `77${process.pid}.${runtime === 'process' ? 1 : 2}`
    for (let round = 0; round < KILLS; round++) {
      const server = await startServer(['--runtime', runtime], data)
      const records = (await server.get('/all_sandboxes')).result.items as {
        state: string
        notices: string[]
      }[]
      expect(marked(mark)).toEqual([])
      for (const { state, notices } of records) {
        expect(state).toBe('stopped')
        expect(notices.join()).toMatch(/restarted|without use|^$/)
      }
      const work = churn(server, mark).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 900))
      await server.kill()
      await work
    }
    const last = await startServer(['--runtime', runtime], data)
    expect(marked(mark)).toEqual([])
    const kept = (await last.get('/all_sandboxes')).result.items as { sandbox_id: string }[]
    const [first] = kept
    if (first) {
      expect((await last.post('/restart', { sandbox_id: first.sandbox_id })).status).toBe('Success')
      const echo = await last.post('/execute', { sandbox_id: first.sandbox_id, command: 'echo back' })
      expect(echo.result).toMatchObject({ stdout: 'back\n' })
    }
    expect((await last.post('/start', { image: 'churn' })).status).toBe('Success')
    await last.close()
    expect(marked(mark)).toEqual([])
  }, 120_000)
})

describe('the end of the server', () => {
  /** Counts the attempts, so that one attempt's leftovers are not mistaken for another's. */
  let ends = 0

  it.each([
    ['SIGTERM', (server: TestServer) => server.child.kill('SIGTERM'), []],
    ['SIGINT', (server: TestServer) => server.child.kill('SIGINT'), []],
    ['SIGHUP', (server: TestServer) => server.child.kill('SIGHUP'), []],
    ['the end of its input', (server: TestServer) => server.child.stdin?.end(), ['--exit-on-stdin-end']],
  ])('by %s is clean', async (_how, end, args) => {
    const mark = `78${process.pid}.${++ends}`
    const server = await startServer(args, data)
    onTestFinished(() => void server.child.kill('SIGKILL'))
    const id = (await server.post('/start', { image: 'local' })).result.sandbox_id
    await server.post('/execute', {
      sandbox_id: id,
      command: `(setsid nohup sleep ${mark} >/dev/null 2>&1 &)`,
    })
    // During exec a process briefly has an empty command line.
    await expect.poll(() => marked(mark).length).toBeGreaterThan(0)
    const exited = new Promise((resolve) => server.child.once('exit', resolve))
    end(server)
    expect(await exited).toBe(0)
    expect(marked(mark)).toEqual([])
    expect(marked(data)).toEqual([])
    server.platform.close()
  })
})
