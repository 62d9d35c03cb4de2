import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Finding, check, report } from '../../../electron/cli/check/check.ts'
import { findingsAt } from '../../../electron/cli/check/findings-at.ts'
import { MODEL_CASES, ModelServer } from '../../../electron/cli/check/model-cases.ts'
import { PLATFORM_CASES, PlatformServer } from '../../../electron/cli/check/platform-cases.ts'
import { ServerProcess, onStderr } from '../model-server/process.ts'
import { type TestServer, startServer } from '../sandbox-server/support/server.ts'
import { startRecordedPlatform } from './recorded-platform.ts'

const differing = (findings: readonly Finding[]): string[] =>
  findings.filter(({ outcome }) => outcome === 'differs').map(({ says, because }) => `${says}: ${because}`)

describe('orrery check', () => {
  let model: ServerProcess
  let platform: TestServer
  let recorded: Awaited<ReturnType<typeof startRecordedPlatform>>
  beforeAll(async () => {
    model = new ServerProcess(['--quickstart', '--transport', 'http', '--addr', '127.0.0.1:0'])
    platform = await startServer()
    recorded = await startRecordedPlatform()
  })
  afterAll(async () => {
    model.child.kill()
    await platform.close()
    recorded.stop()
  })

  it('finds our graph-model service as documented', async () => {
    const findings = await check(
      new ModelServer(await onStderr(model, /listening on (\S+)/), {}),
      MODEL_CASES,
    )
    expect(differing(findings)).toEqual([])
    expect(findings.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
  })

  it('finds our platform as documented', async () => {
    const headers = { authorization: `Bearer ${platform.token}` }
    const findings = await check(new PlatformServer(platform.url, headers, 'local'), PLATFORM_CASES)
    expect(differing(findings)).toEqual([])
    expect(findings.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
  })

  it('reports what it found at the address, and that a token is required', async () => {
    const headers = { authorization: `Bearer ${platform.token}` }
    const once = await startRecordedPlatform()
    await expect(findingsAt(once.url, {}, 'any')).resolves.toMatchObject({
      title: `Sandbox platform at ${once.url}`,
    })
    once.stop()
    await expect(findingsAt(platform.url, {}, 'local')).rejects.toThrow(/wants another token.*401/)
    const other = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    await expect(findingsAt(`http://127.0.0.1:${port}`, headers, 'local')).rejects.toThrow(/neither/)
    other.close()
    await expect(findingsAt('http://127.0.0.1:1', headers, 'local')).rejects.toThrow(
      'http://127.0.0.1:1 cannot be reached (bad port)',
    )
  })

  it('takes an address without the endpoint, or with the path of an API', async () => {
    const endpoint = await onStderr(model, /listening on (\S+)/)
    await expect(findingsAt(new URL(endpoint).origin, {}, 'any')).resolves.toMatchObject({
      title: `Graph-model service at ${endpoint}`,
    })
    const once = await startRecordedPlatform()
    await expect(findingsAt(`${once.url}/apis/envs/sandbox/v1/`, {}, 'any')).resolves.toMatchObject({
      title: `Sandbox platform at ${once.url}`,
    })
    once.stop()
  })

  it('also reports that a graph-model service requires a token', async () => {
    const args = ['--transport', 'http', '--addr', '127.0.0.1:0', '--graphstore', 'memory', '--token', 'one']
    const closed = new ServerProcess(args)
    const { origin } = new URL(await onStderr(closed, /listening on (\S+)/))
    await expect(findingsAt(origin, {}, 'any')).rejects.toThrow(/wants another token.*401/)
    await expect(findingsAt(`${origin}/mcp`, {}, 'any')).rejects.toThrow(/wants another token.*401/)
    closed.child.kill()
  })

  it('names what a recorded platform does otherwise, and nothing else', async () => {
    const findings = await check(new PlatformServer(recorded.url, {}, 'python:3.11'), PLATFORM_CASES)
    expect(differing(findings).map((line) => line.split(': expected')[0])).toEqual([
      'resources, as cpu and memory, are what it gets',
      'execute takes a string of a program and its arguments',
      'a tab stays one',
      'an exclamation mark is a character',
      'a time limit is Failed, and the session goes on',
      'a call behind one that failed is served at once',
      'read_file keeps carriage returns',
      'read_file of what is not there is Failed',
      'a number is an action',
    ])
    expect(findings.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
    const lines = report('Another platform', findings).split('\n')
    expect(lines[0]).toBe('Another platform')
    expect(lines).toContain('  ✓ a command prints')
    expect(lines).toContain('  ✗ a tab stays one: expected the output "a\\\\tb", got "ab"')
    expect(lines.at(-2)).toBe('29 as documented, 9 differ, 0 not tried')
  })
})
