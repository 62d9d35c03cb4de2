import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listeningSockets, programName } from '../../../electron/sandbox-server/lifecycle/listening.ts'
import { noPython, onCluster, startServer, type TestServer } from './support/server.ts'

let server: TestServer
let id: string

beforeAll(async () => {
  server = await startServer(['--no-auth'])
  const request = { image: 'local', cpus: 1, memory: '512m', name: ' web ', notes: 'for the demo' }
  id = (await server.post('/start', request)).result.sandbox_id
})
afterAll(() => server.close())

const shell = async (command: string) =>
  (await server.post('/execute', { sandbox_id: id, command: ['sh', '-c', command] })).result.stdout

/** Command lines of all processes of this machine. */
const hostProcesses = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      } catch {
        return ''
      }
    })

describe('a name and notes', () => {
  it('come back in the status and the list', async () => {
    const { result } = await server.get('/get_status', { sandbox_id: id })
    expect(result).toMatchObject({ name: 'web', notes: 'for the demo' })
    const { result: listed } = await server.get('/sandboxes', { name: 'web' })
    expect(listed.items).toMatchObject([{ sandbox_id: id }])
  })

  it('are refused beyond a length that any list can show', async () => {
    const { status, error } = await server.post('/start', { image: 'local', name: 'n'.repeat(81) })
    expect([status, error]).toEqual(['Failed', 'body.name: String should have at most 80 characters'])
  })
})

describe('ports', () => {
  const ports = async () => (await server.get('/ports', { sandbox_id: id })).result.ports

  it.skipIf(noPython)('appear with their program, and go with it', async () => {
    expect(await ports()).toEqual([])
    await shell('python3 -m http.server 8123 >/dev/null 2>&1 & echo $!')
    await expect
      .poll(ports, { timeout: 20_000 })
      .toMatchObject([{ port: 8123, address: '0.0.0.0', program: 'http.server' }])
    await shell(
      'kill $(grep -l http.server /proc/[0-9]*/comm /proc/[0-9]*/cmdline 2>/dev/null | sed "s|/proc/||;s|/.*||" | grep -v "^$$\\$") 2>/dev/null; true',
    )
    await expect.poll(ports, { timeout: 20_000 }).toEqual([])
  })

  it.each([
    ['python3 -m http.server 8000', 'http.server'],
    ['/usr/bin/node /work/server.js --port 3', 'server.js'],
    ['node --watch app.mjs', 'app.mjs'],
    ['python3 -c print()', 'python3'],
    ['/usr/sbin/nginx -g daemon', 'nginx'],
    ['', ''],
  ])('the program of %j is %j', (words, name) => {
    expect(programName(words.split(' '))).toBe(name)
  })

  it('are read from the tables of the kernel, of both kinds of addresses', () => {
    const tables = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1
   1: 0100007F:1F91 0100007F:9999 01 00000000:00000000 00:00000000 00000000     0        0 4712 1
   0: 00000000000000000000000001000000:0050 00000000000000000000000000000000:0000 0A 0:0 0:0 0 0 0 4713 1`
    expect(listeningSockets(tables)).toEqual([
      { inode: '4711', port: 8080, address: '127.0.0.1' },
      { inode: '4713', port: 80, address: '::1' },
    ])
  })
})

describe('a paused sandbox', () => {
  it('freezes its processes, answers immediately, and resumes where it was', async () => {
    await shell('(while :; do date +%s%N > /tmp/tick; sleep 0.02; done) >/dev/null 2>&1 & echo')
    await expect.poll(() => shell('cat /tmp/tick'), { timeout: 20_000 }).toMatch(/\d/)
    const paused = await server.post('/pause', { sandbox_id: id })
    // An ordinary user without delegated control groups has no freezer.
    if (paused.status === 'Failed') {
      const reason = onCluster
        ? 'Kubernetes cannot pause a Pod, and a stopped one is gone with its files'
        : 'there is no freezer of control groups'
      const error = `processes cannot be held here: ${reason}`
      return expect(paused).toMatchObject({ error, result: { code: 4000, failure_reason: error } })
    }
    expect(paused.result).toEqual({ paused: true })
    expect((await server.get('/get_status', { sandbox_id: id })).result).toMatchObject({
      state: 'running',
      paused: true,
    })
    const sentence = `sandbox ${id} is paused: resume it first`
    for (const asked of [
      server.post('/execute', { sandbox_id: id, command: ['true'] }),
      server.post('/read_file', { sandbox_id: id, path: '/etc/hostname' }),
      server.post('/create_session', { sandbox_id: id, session: 's' }),
      server.get('/ports', { sandbox_id: id }),
    ])
      expect(await asked).toMatchObject({ status: 'Failed', error: sentence })
    await server.post('/resume', { sandbox_id: id })
    const before = await shell('cat /tmp/tick')
    await expect.poll(() => shell('cat /tmp/tick'), { timeout: 20_000 }).not.toBe(before)
  })

  it('is stopped and deleted like any other', async () => {
    const { sandbox_id: other } = (await server.post('/start', { image: 'local', memory: '128m' })).result
    await server.post('/pause', { sandbox_id: other })
    expect(await server.post('/stop', { sandbox_id: other })).toMatchObject({ status: 'Success' })
    const { result } = await server.get('/get_status', { sandbox_id: other, include_all_states: 'true' })
    expect(result).toMatchObject({ state: 'stopped' })
    expect(await server.post('/delete', { sandbox_id: other })).toMatchObject({ status: 'Success' })
  })

  it.skipIf(onCluster)(
    'is thawed and ended by the next server when its own is killed, and restarts with its files',
    async () => {
      const first = await startServer()
      const request = { image: 'local', memory: '128m', auto_delete_seconds: 600 }
      const { sandbox_id: held } = (await first.post('/start', request)).result
      const sleep = `sleep 8642.${process.pid}`
      const command = ['sh', '-c', `echo kept > /root/kept; nohup ${sleep} > /dev/null 2>&1 &`]
      await first.post('/execute', { sandbox_id: held, command })
      await first.post('/pause', { sandbox_id: held })
      await first.kill()
      const next = await startServer([], first.data)
      try {
        await expect.poll(() => hostProcesses().filter((line) => line === sleep)).toEqual([])
        expect(await next.post('/restart', { sandbox_id: held })).toMatchObject({ status: 'Success' })
        const read = async () =>
          (await next.post('/read_file', { sandbox_id: held, path: '/root/kept' })).result
        await expect.poll(read).toMatchObject({ content: 'kept\n' })
      } finally {
        await next.close()
      }
    },
  )

  it('must run', async () => {
    expect(await server.post('/pause', { sandbox_id: 'none' })).toMatchObject({
      status: 'Failed',
      error: 'sandbox none not started',
    })
  })
})

describe('the last quarter of an hour', () => {
  it('has a current sample, and reports the interval', async () => {
    const { result } = await server.get('/usage_history', { sandbox_id: id })
    expect(result.interval_seconds).toBe(10)
    expect(result.samples.at(-1)).toMatchObject({
      cpu: expect.any(Number),
      mem: expect.any(Number),
      disk: expect.any(Number),
      processes: expect.any(Number),
      out_of_memory: 0,
    })
  })
})
