/** The public conformance suite of MCP against the model server's own transport, with fixtures for the names that it calls. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HttpServer, serveHttp } from '../../electron/model-server/mcp/transports/http.ts'
import { testServer } from '../electron/model-server/server.ts'
import { dispatchWithFixtures } from './conformance/fixtures.ts'

/** The newest; npm's `latest` does not know the revision 2026-07-28. */
const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
const FOLDER = join(tmpdir(), 'orrery-peers-conformance')
const PROGRAM = join(FOLDER, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const INSTALL_MS = 300_000
const HOOK = fileURLToPath(new URL('conformance/glob-sync.mjs', import.meta.url))

/** Why the suite is not here; undefined where it is. */
async function missing(): Promise<string | undefined> {
  try {
    if (existsSync(PROGRAM)) return undefined
    await mkdir(FOLDER, { recursive: true })
    const install = ['install', '--prefix', FOLDER, '--no-save', '--ignore-scripts', SUITE]
    execFileSync('npm', install, { timeout: INSTALL_MS, stdio: 'pipe' })
    return undefined
  } catch (error) {
    return `${SUITE} cannot be had: ${(error as Error).message.split('\n')[0]}`
  }
}

let http: HttpServer
beforeAll(async () => {
  const { service } = await testServer({ sample: 'multi-domain-quickstart' })
  http = await serveHttp(service, {
    host: '127.0.0.1',
    port: 0,
    loopback: true,
    token: undefined,
    mcpPath: '/mcp',
    maxMessageBytes: 1_000_000,
    sessionIdleMs: 60_000,
    onError: (error) => {
      throw error
    },
    dispatch: dispatchWithFixtures,
  })
})
afterAll(() => http.close())

/** What the suite prints of the scenarios that a revision requires. */
function run(revision: string): Promise<string> {
  const args = ['--import', HOOK, PROGRAM, 'server', '--url', http.url, '--requirements', revision]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: FOLDER, maxBuffer: 1 << 26 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
}

const reason = await missing()

describe.skipIf(reason !== undefined)(`the conformance suite${reason ? ` (${reason})` : ''}`, () => {
  test.each([
    ['2025-11-25', 30],
    ['2026-07-28', 37],
  ])('finds nothing in what %s requires', async (revision, atLeast) => {
    const output = await run(revision)
    const [, summary = output, unscored = ''] = output.split(/=== SUMMARY ===|Not scored for .*/)
    const isScored = (line: string): boolean => !unscored.includes(`${/\S (\S+):/.exec(line)?.[1]} (`)
    const scenarios = summary.split('\n').filter((line) => /^[✓✗] /.test(line) && isScored(line))
    expect(scenarios.filter((line) => line.startsWith('✗'))).toEqual([])
    expect(scenarios.length).toBeGreaterThanOrEqual(atLeast)
  })
})
