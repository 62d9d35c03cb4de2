/** Prometheus' own reader of metrics, as Debian has it. */
import { spawnSync } from 'node:child_process'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ask } from '../electron/sandbox-server/support/keys.ts'
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
  test('reads what the sandbox server tells without a complaint', async () => {
    const server = await startServer()
    onTestFinished(() => server.close())
    const { result } = await server.post('/start', { image: 'local', memory: '256m' })
    await server.post('/create_session', { sandbox_id: result.sandbox_id, session: 's' })
    const { text } = await ask(`${server.url}/metrics`, server.token)
    expect(text).toContain('orrery_sessions 1\n')
    expect(complaints(text)).toBe('')
    expect(complaints('orrery_broken{ 1\n')).not.toBe('')
  })
})
