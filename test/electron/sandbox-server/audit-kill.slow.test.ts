/**
 * The audit after kill -9: eight callers change whatever they like (sandboxes, their files, programs, environments), each call with a
 * request id of its own; the server is killed at a random moment and started again on the same folders, and so on. Afterwards each call
 * that was answered has one line, one that was not has one at most, and one if what it changed is there.
 */
import { setTimeout } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.ts'
import { storm } from '../kill-storm.ts'
import { ask, auditOf, secretOf } from './support/keys.ts'
import { startServer, type TestServer } from './support/server.ts'

const ROUNDS = 12
const CALLERS = 8
const KEPT = 'team--kept'
const API = '/apis/envs/sandbox/v1'
const GEM = '/apis/v1/envs/gem'

interface Call {
  readonly path: string
  readonly body: object
}
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item

/** A change by chance; the request's id is the name of what it makes. */
function change(request: string, environments: readonly string[], sandboxes: readonly string[]): Call {
  const [name, env_id] = [pick(environments), 'game:GuessTheNumber-v0-easy']
  const some = `team--${pick(sandboxes)}`
  return pick<Call>([
    { path: `${API}/write_file`, body: { sandbox_id: KEPT, path: `/root/${request}`, content: 'c' } },
    { path: `${API}/write_file`, body: { sandbox_id: KEPT, path: `/root/${request}`, content: 'c' } },
    { path: `${API}/execute`, body: { sandbox_id: KEPT, command: ['touch', `/root/${request}`] } },
    { path: `${API}/start_async`, body: { sandbox_id: `team--${request}`, image: 'local', memory: '64m' } },
    { path: `${API}/stop`, body: { sandbox_id: some } },
    { path: `${API}/delete`, body: { sandbox_id: some } },
    { path: `${GEM}/make`, body: { env_id } },
    { path: `${GEM}/reset`, body: { sandbox_id: name, seed: 1 } },
    { path: `${GEM}/close`, body: { sandbox_id: name } },
  ])
}

it('has one line of each answered change, and at most one of another, however often the server is killed', async () => {
  const data = await temporaryFolder()
  const secret = await secretOf({ data }, 'ann', 'user', 'team')
  const keeper = await secretOf({ data }, 'kim', 'user', 'team')
  const sent = new Map<string, 'answered' | 'cut off'>()
  const sandboxes: string[] = ['none']
  let number = 0

  const start = async (): Promise<TestServer> => {
    const server = await startServer(['--max-sandboxes', '1000'], data)
    onTestFinished(() => void server.child.kill('SIGKILL'))
    const path = number === 0 ? '/start' : '/restart'
    const body = { sandbox_id: KEPT, image: 'local', memory: '64m' }
    const { json } = await ask(server.base + path, keeper, { body })
    expect(json, server.stderr()).toMatchObject({ status: 'Success' })
    return server
  }
  for (const round of storm(ROUNDS)) {
    const server = await start()
    const environments: string[] = ['none']
    let [isKilled, answered] = [false, 0]
    const enough = 5 + Math.floor(Math.random() * 60)
    const caller = async (): Promise<void> => {
      while (!isKilled) {
        const request = `r${number++}`
        sent.set(request, 'cut off')
        const { path, body } = change(request, environments, sandboxes)
        if (path.endsWith('/start_async')) sandboxes.push(request)
        const headers = { 'x-request-id': request }
        const answer = await ask(server.url + path, secret, { body, headers }).catch(() => undefined)
        if (!answer) continue
        sent.set(request, 'answered')
        answered++
        if (path.endsWith('/make')) environments.push(answer.json.sandbox_id as string)
      }
    }
    const callers = Array.from({ length: CALLERS }, caller)
    await expect.poll(() => answered, { timeout: 60_000, interval: 2 }).toBeGreaterThanOrEqual(enough)
    await setTimeout(round % 5)
    await server.kill()
    isKilled = true
    await Promise.all(callers)
  }

  const last = await start()
  const lines = auditOf(last).filter(({ key }) => key === 'ann')
  const counts = new Map<string, number>()
  for (const { request } of lines) counts.set(request, (counts.get(request) ?? 0) + 1)
  const odd = [...sent].filter(([request, how]) => {
    const count = counts.get(request) ?? 0
    return how === 'answered' ? count !== 1 : count > 1
  })
  expect(odd.map(([request, how]) => [request, how, counts.get(request)])).toEqual([])
  expect([...counts.keys()].filter((request) => !sent.has(request))).toEqual([])
  expect([...sent.values()].filter((how) => how === 'cut off').length).toBeGreaterThan(0)

  const { result } = await last.post('/execute', { sandbox_id: KEPT, command: ['ls', '/root'] })
  const records = (await last.get('/all_sandboxes')).result.items as { sandbox_id: string }[]
  const made = {
    files: (result.stdout as string).split('\n'),
    sandboxes: records.map(({ sandbox_id }) => sandbox_id.replace('team--', '')),
  }
  for (const [kind, names] of Object.entries(made)) {
    const there = names.filter((name) => /^r\d+$/.test(name))
    expect(there.length, kind).toBeGreaterThan(0)
    expect(
      there.filter((request) => counts.get(request) !== 1),
      kind,
    ).toEqual([])
  }
  await last.close()
})
