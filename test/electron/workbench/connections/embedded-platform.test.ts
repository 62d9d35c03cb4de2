import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EmbeddedPlatform } from '../../../../electron/workbench/connections/embedded-platform.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'

/** A server that announces its command line and token as its version, or exits as requested. */
const PROGRAM = `
if (process.env.END) { console.error('no such option'); process.exit(Number(process.env.END)) }
const version = process.argv.slice(2).join(' ') + ' token=' + process.env.ORRERY_SANDBOX_TOKEN
const backends = [{ name: 'bubblewrap', works: false, reason: 'bwrap is missing', said: { key: 'BACKEND.notInstalled', values: { name: 'bubblewrap' } }, commands: ['get it'] }]
console.log(JSON.stringify({ event: 'listening', url: 'http://127.0.0.1:1', runtime: 'none', isolated: true, version, backends }))
process.stdin.resume().on('end', () => process.exit(0))
`

describe('the embedded platform', () => {
  let folder: string
  let platforms: EmbeddedPlatform[]

  beforeEach(async () => {
    folder = await temporaryFolder()
    platforms = []
    await writeFile(join(folder, 'server.mjs'), PROGRAM)
  })
  afterEach(() => Promise.all(platforms.map((platform) => platform.dispose())))

  async function started(port: number, env: Record<string, string> = {}): Promise<EmbeddedPlatform> {
    const server = join(folder, 'server.mjs')
    const platform = new EmbeddedPlatform({
      id: 'embedded-platform',
      name: 'Local sandboxes',
      programs: {
        node: process.execPath,
        sandboxServer: server,
        modelServer: server,
        players: server,
        env,
        foreignEnv: {},
      },
      data: join(folder, 'data'),
      port: () => port,
      tokenFile: join(folder, 'token'),
      extraArgs: () => ['--runtime', 'auto'],
      onChange: () => undefined,
      onLog: () => undefined,
    })
    platforms.push(platform)
    const start = platform.start()
    // A request ends the delay of the first start.
    platform.address().catch(() => undefined)
    await start
    return platform
  }

  it('is ready without any backend, and says what each one lacks', async () => {
    const { info } = await started(0)
    expect(info).toMatchObject({ state: 'ready', runtime: 'none' })
    expect(info.backends).toEqual([
      {
        name: 'bubblewrap',
        works: false,
        reason: 'bwrap is missing',
        said: { key: 'BACKEND.notInstalled', values: { name: 'bubblewrap' } },
        commands: ['get it'],
      },
    ])
  })

  it('is not tried again after a command line that the server does not take', async () => {
    const { info } = await started(0, { END: '2' })
    expect(info).toMatchObject({ state: 'failed', restarts: 0, failure: { lastLines: ['no such option'] } })
  })

  it('is tried again after any other end', async () => {
    expect((await started(0, { END: '1' })).info.state).not.toBe('failed')
  })

  it('keeps the token of a fixed port, for its owner alone', async () => {
    const first = await started(4711)
    const token = await first.token()
    expect(first.info.server?.version).toContain(`--addr 127.0.0.1:4711 `)
    expect(first.info.server?.version).toContain(`token=${token}`)
    expect((await readFile(join(folder, 'token'), 'utf8')).trim()).toBe(token)
    expect((await stat(join(folder, 'token'))).mode & 0o777).toBe(0o600)
    expect(await (await started(4711)).token()).toBe(token)
    expect(await (await started(0)).token()).not.toBe(token)
  })
})
