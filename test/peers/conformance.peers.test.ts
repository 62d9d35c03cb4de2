/** The public conformance suite of MCP: against the model server's own transport, with fixtures for the names that it calls, and against what the workbench connects with. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HttpServer } from '../../electron/model-server/mcp/transports/http.ts'
import { serveTest, testServer } from '../electron/model-server/server.ts'
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
  http = await serveTest(service, {
    onError: (error) => {
      throw error
    },
    dispatch: dispatchWithFixtures,
  })
})
afterAll(() => http.close())

/** The scenarios that a revision requires of one side, as the suite sums them up; those it does not score are left out. */
async function scenarios(side: readonly string[], revision: string): Promise<string[]> {
  const args = ['--import', HOOK, PROGRAM, ...side, '--requirements', revision]
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: FOLDER, maxBuffer: 1 << 26 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
  const [, summary = output, unscored = ''] = output.split(/=== (?:SUITE )?SUMMARY ===|Not scored for .*/)
  const isScored = (line: string): boolean => !unscored.includes(`${/\S (\S+):/.exec(line)?.[1]} (`)
  return summary.split('\n').filter((line) => /^[✓✗] /.test(line) && isScored(line))
}

const failed = (lines: readonly string[]): string[] => lines.filter((line) => !/ 0 failed/.test(line))

const reason = await missing()

describe.skipIf(reason)('the conformance suite', () => {
  test.each([
    ['2025-11-25', 30],
    ['2026-07-28', 37],
  ])('finds nothing in the server that %s requires', async (revision, atLeast) => {
    const lines = await scenarios(['server', '--url', http.url], revision)
    expect(failed(lines)).toEqual([])
    expect(lines.length).toBeGreaterThanOrEqual(atLeast)
  })

  test.each([
    ['2025-11-25', 18],
    ['2026-07-28', 32],
  ])('finds nothing in the client that %s requires', async (revision, atLeast) => {
    const client = join(FOLDER, 'client.mjs')
    await build({
      bundle: true,
      platform: 'node',
      target: 'node20.19',
      format: 'esm',
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
      },
      entryPoints: [fileURLToPath(new URL('conformance/client.ts', import.meta.url))],
      outfile: client,
    })
    const lines = await scenarios(['client', '--command', `${process.execPath} ${client}`], revision)
    expect(failed(lines)).toEqual([])
    expect(lines.length).toBeGreaterThanOrEqual(atLeast)
  })
})
