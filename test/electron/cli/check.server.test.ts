import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Finding, check, report } from '../../../electron/cli/check/check.ts'
import { MODEL_CASES, ModelServer } from '../../../electron/cli/check/model-cases.ts'
import { PLATFORM_CASES, PlatformServer } from '../../../electron/cli/check/platform-cases.ts'
import { ServerProcess, onStderr } from '../model-server/process.ts'
import { type TestServer, startServer } from '../sandbox-server/support/server.ts'
import { DocumentedPlatform } from '../workbench/sandboxes/documented-platform.ts'

const differing = (findings: readonly Finding[]): string[] =>
  findings.filter(({ outcome }) => outcome === 'differs').map(({ says, because }) => `${says}: ${because}`)

describe('orrery check', () => {
  let model: ServerProcess
  let platform: TestServer
  let other: DocumentedPlatform
  beforeAll(async () => {
    model = new ServerProcess(['--quickstart', '--transport', 'http', '--addr', '127.0.0.1:0'])
    platform = await startServer()
    other = await DocumentedPlatform.start(1_500)
  })
  afterAll(async () => {
    model.child.kill()
    await platform.close()
    await other.stop()
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

  it('names what another platform does otherwise', async () => {
    const server = new PlatformServer(other.url, {}, 'any')
    server.sandboxId = 'any'
    const ours = PLATFORM_CASES.filter(({ area }) => area === 'Commands and sessions')
    const findings = await check(server, ours)
    const found = differing(findings)
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(/^a time limit is Failed/)]))
    expect(report('Another', findings)).toMatch(
      /\n {2}✗ a time limit is Failed, and the session goes on: expected usable, got /,
    )
  })
})
