import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
// @ts-expect-error a plain module without declarations
import { SERVERS } from '../../../electron/tooling/packaging/contents.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const lines = readFileSync(join(root, 'electron/tooling/packaging/Containerfile'), 'utf8').split('\n')
const words = (instruction: string): string[] =>
  JSON.parse(
    lines.find((line) => line.startsWith(`${instruction} `))?.slice(instruction.length) ?? '[]',
  ) as string[]

/** What the image copies from the build. */
const programs =
  lines.find((line) => line.startsWith('COPY dist/'))?.match(/\bdist\/[\w-]+\.(?:mjs|html)\b/g) ?? []

/** The container's user, with only the system mounted from the host. */
const bwrap = [
  '--unshare-user',
  '--uid',
  '1000',
  '--gid',
  '1000',
  '--die-with-parent',
  '--ro-bind',
  '/usr',
  '/usr',
  ...['bin', 'sbin', 'lib', 'lib64'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
]
const noTry =
  (!existsSync(join(root, 'dist/orrery.mjs')) && 'nothing is built: npm run build') ||
  (spawnSync('bwrap', [...bwrap, 'true']).status !== 0 && 'bubblewrap does not work on this machine')

it('holds the servers whole', () =>
  expect(programs.toSorted()).toEqual(
    ['orrery.mjs', ...(SERVERS as string[])].map((name) => `dist/${name}`).toSorted(),
  ))

/** The container's user, read-only file system and command, run with bubblewrap, which needs no container engine. */
describe.skipIf(noTry)('the container of the two servers', () => {
  let data: string
  const PORT = String(18_000 + (process.pid % 2_000))
  const inside = (argv: readonly string[]) => {
    const view = [
      '--tmpfs',
      '/tmp',
      '--dev',
      '/dev',
      '--proc',
      '/proc',
      '--bind',
      data,
      '/data',
      ...programs.flatMap((path) => ['--ro-bind', join(root, path), `/opt/orrery/${path}`]),
      '--setenv',
      'HOME',
      '/nonexistent',
      '--remount-ro',
      '/',
    ]
    const ours = argv.map((word) =>
      word === 'node'
        ? process.execPath
        : word.replace('0.0.0.0:8080', `127.0.0.1:${PORT}`).replace('/usr/lib/orrery', '/opt/orrery'),
    )
    return [...bwrap, ...view, '--', ...ours]
  }

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'orrery-container-'))
    await chmod(data, 0o777)
  })
  afterAll(() => rm(data, { recursive: true, force: true }))

  it('serves, is healthy, and ends at TERM', async () => {
    const env = { ...process.env, ORRERY_SANDBOX_TOKEN: 'secret' }
    const child = spawn('bwrap', inside([...words('ENTRYPOINT'), ...words('CMD')]), { env })
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
    await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), ended])
    const health = words('HEALTHCHECK CMD').map((word) => word.replace('8080', PORT))
    expect(spawnSync('bwrap', inside(health)).status).toBe(0)
    const url = `http://127.0.0.1:${PORT}/apis/v1/envs/gem/make`
    const headers = { 'content-type': 'application/json', authorization: 'Bearer secret' }
    const body = JSON.stringify({ env_id: 'game:GuessTheNumber-v0-easy' })
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200)
    // An engine signals the program, not its parent.
    const { pid = 0 } = child
    process.kill(Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()), 'SIGTERM')
    expect(await ended).toBe(0)
  })

  it('serves the model over stdio', () => {
    const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`
    const model = [...words('ENTRYPOINT'), 'model', '--quickstart']
    const { stdout, stderr } = spawnSync('bwrap', inside(model), { input, encoding: 'utf8', timeout: 30_000 })
    expect(JSON.parse(stdout || stderr)).toMatchObject({ id: 1, result: {} })
  })
})
