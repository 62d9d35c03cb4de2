/** Prometheus' own reader of metrics, as Debian has it. */
import { spawnSync } from 'node:child_process'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ask } from '../electron/sandbox-server/support/keys.ts'
import { ServerProcess } from '../electron/model-server/process.ts'
import { startServer } from '../electron/sandbox-server/support/server.ts'
import { missingPrograms } from './peers.ts'

const reason = missingPrograms({ promtool: 'prometheus' })

/** What it has against metrics. */
function complaints(text: string): string {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  })
  return `${status === 0 ? '' : `exit code ${status} `}${stdout}${stderr}`
}

describe.skipIf(reason)('Prometheus', () => {
  test('reads the sandbox server’s metrics without a complaint', async () => {
    const server = await startServer()
    onTestFinished(() => server.close())
    const { result } = await server.post('/start', { image: 'local', memory: '256m' })
    await server.post('/create_session', { sandbox_id: result.sandbox_id, session: 's' })
    const { text } = await ask(`${server.url}/metrics`, server.token)
    expect(text).toContain('orrery_sessions 1\n')
    expect(complaints(text)).toBe('')
    expect(complaints('orrery_broken{ 1\n')).not.toBe('')
  })

  test('reads the model server’s metrics without a complaint', async () => {
    const args = ['--quickstart', '--transport', 'http', '--addr', '127.0.0.1:0', '--open-metrics']
    const server = new ServerProcess(args)
    onTestFinished(() => void server.child.kill('SIGKILL'))
    const address = () => /listening on (\S+)/.exec(server.stderr)?.[1] ?? ''
    await expect.poll(address).not.toBe('')
    await fetch(address(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })
    const text = await (await fetch(new URL('/metrics', address()))).text()
    expect(text).toContain('method="tools/list"')
    expect(complaints(text)).toBe('')
  })
})
