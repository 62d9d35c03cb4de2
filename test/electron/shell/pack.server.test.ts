import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, copyFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { sharedFolder } from '../../temporary-folder.ts'
import { noLadybug } from '../model-server/graphstore/no-ladybug.ts'

/**
 * Packs the app with electron-builder and the real configuration around a stand-in for Electron's binary: this Node with a
 * fuse wire appended, as in an unmodified Electron binary. Everything except Chromium is real: the content of the archive
 * and the files beside it, the flipped fuses, and the servers that run from the result.
 */

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
/**
 * electron-builder and its dependencies, with a separate lockfile: `npm run pack` installs them there, and so does this
 * suite.
 */
const tools = join(root, 'electron/tooling/pack')
const verifier = join(tools, 'verify-fuses.mjs')
/** The marker of the fuse wire in every Electron binary. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/**
 * Electron's documented defaults in the order of the wire: nine fuses, of which the first, third, fourth and the last two
 * are on.
 */
const UNTOUCHED = '101100011'

/** Its index in the wire. */
const ONLY_LOAD_APP_FROM_ASAR = 5

const wire = (states: string, version = 1): Buffer =>
  Buffer.concat([Buffer.from(SENTINEL), Buffer.from([version, states.length]), Buffer.from(states)])

const folder = sharedFolder()
let release: string
let packed: string
let wanted: Record<string, boolean>

beforeAll(async () => {
  if (!existsSync(join(tools, 'node_modules/.package-lock.json'))) await run('npm', ['ci', '--prefix', tools])
  const project = join(folder, 'project')
  const electron = join(folder, 'electron')
  await mkdir(join(electron, 'resources'), { recursive: true })
  await mkdir(project)
  await copyFile(process.execPath, join(electron, 'electron'))
  await appendFile(join(electron, 'electron'), wire(UNTOUCHED))
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version'])
    await writeFile(join(electron, name), '45.4.1')
  for (const name of ['package.json', 'package-lock.json', 'electron-builder.yml'])
    await copyFile(join(root, name), join(project, name))
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'))
  await run(process.execPath, ['electron/tooling/build.mjs'], {
    cwd: root,
    env: { ...process.env, ORRERY_DIST: join('.cache', `dist-pack-${process.pid}`) },
  })
  const built = join(root, '.cache', `dist-pack-${process.pid}`)
  await cp(built, join(project, 'dist'), { recursive: true })
  await rm(built, { recursive: true })
  release = join(folder, 'release')
  await run(
    process.execPath,
    [
      join(tools, 'node_modules/electron-builder/cli.js'),
      '--dir',
      '--linux',
      '--publish=never',
      `--config.electronDist=${electron}`,
      `--config.directories.output=${release}`,
    ],
    { cwd: project, maxBuffer: 1 << 26 },
  )
  packed = join(release, 'linux-unpacked')
  wanted = (
    parse(await readFile(join(root, 'electron-builder.yml'), 'utf8')) as { electronFuses: typeof wanted }
  ).electronFuses
}, 240_000)

describe.skipIf(process.platform !== 'linux' && 'packed for Linux alone')('the packed app', () => {
  it('has an archive with the shell and the page in it, and nothing else', async () => {
    const asar = join(tools, 'node_modules/@electron/asar/bin/asar.js')
    const { stdout } = await run(process.execPath, [asar, 'list', join(packed, 'resources/app.asar')])
    const files = stdout.trim().split('\n')
    const others = files.filter((file) => !file.startsWith('/dist/page/'))
    expect(others.sort()).toEqual([
      '/dist',
      '/dist/THIRD-PARTY-NOTICES.txt',
      '/dist/main.mjs',
      '/dist/page',
      '/dist/preload.cjs',
      '/package.json',
    ])
    expect(files).toContain('/dist/page/index.html')
    expect(files.filter((file) => file.endsWith('.map') || file.includes('node_modules'))).toEqual([])
  })

  it('has fuses that were flipped as the configuration says', async () => {
    const { stdout } = await run(process.execPath, [verifier, release])
    expect(stdout).toContain(`All ${Object.keys(wanted).length} fuses`)
  })

  it('runs the model server from beside the archive, with its own binary as Node', async () => {
    const server = spawn(
      join(packed, 'orrery-desktop'),
      [join(packed, 'resources/servers/model-server.mjs'), '--quickstart'],
      {
        cwd: folder,
        env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      },
    )
    const answer = new Promise<string>((resolve) => {
      createInterface({ input: server.stdout }).once('line', resolve)
    })
    server.stdin.write(
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}\n',
    )
    expect(JSON.parse(await answer)).toMatchObject({
      id: 1,
      result: { serverInfo: { name: expect.any(String) as string } },
    })
    server.stdin.end()
    expect(await new Promise((resolve) => server.once('exit', resolve))).toBe(0)
  })

  it.for([
    [
      'pseudo-terminals',
      "const{spawn}=await import('@lydell/node-pty');const p=spawn('/bin/echo',['here'],{});p.onData(t=>console.log(t.trim()))",
    ],
    [
      'the graph database',
      "const m=await import('@ladybugdb/core-linux-'+process.arch);console.log(m?'here':'')",
    ],
  ] as const)('finds its native parts there: %s', async ([part, script], { skip }) => {
    if (part === 'the graph database' && noLadybug) skip(noLadybug)
    const file = join(packed, 'resources/servers', `native-${process.pid}.mjs`)
    await writeFile(file, script)
    const { stdout } = await run(join(packed, 'orrery-desktop'), [file], { cwd: folder })
    await rm(file)
    expect(stdout).toContain('here')
  })
})

describe('the check of the fuses', () => {
  /** A fabricated binary in the place where electron-builder leaves the real one. */
  async function made(bytes: Buffer): Promise<string> {
    const made = await mkdtemp(join(folder, 'made-'))
    await mkdir(join(made, 'linux-unpacked'))
    await writeFile(
      join(made, 'linux-unpacked', 'orrery-desktop'),
      Buffer.concat([Buffer.alloc(70_000, 7), bytes, Buffer.alloc(900)]),
    )
    return made
  }
  const check = (where: string) =>
    run(process.execPath, [verifier, where]).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
    )

  it.each([
    ['accepts a wire that is right', wire('110011001'), 0, ['All 8 fuses']],
    ['does not mind a fuse that it has no opinion of', wire('110011000'), 0, ['All 8 fuses']],
    [
      'refuses one that is on and should be off',
      wire('111011001'),
      1,
      ['enableNodeOptionsEnvironmentVariable', 'should be off and is on'],
    ],
    [
      'refuses one that is off and should be on',
      wire('110011001'.replace(/^1/, '0')),
      1,
      ['runAsNode', 'should be on and is off'],
    ],
    [
      'refuses Electron as it comes, and names each',
      wire(UNTOUCHED),
      1,
      ['enableCookieEncryption', 'onlyLoadAppFromAsar', 'enableNodeCliInspectArguments'],
    ],
    [
      'refuses a fuse that was taken away',
      wire('1100110r1'),
      1,
      ['grantFileProtocolExtraPrivileges', 'is missing'],
    ],
    [
      'refuses a wire that is too short',
      wire('1100110'),
      1,
      ['grantFileProtocolExtraPrivileges', 'is missing'],
    ],
    ['refuses a wire of another version', wire('110011001', 2), 1, ['is missing']],
    ['refuses a binary without a wire', Buffer.from('no sentinel'), 1, ['cannot be read', 'sentinel']],
  ])('%s', async (_, bytes, code, said) => {
    const result = await check(await made(bytes))
    expect(result.code).toBe(code)
    for (const words of said) expect(result.said).toContain(words)
  })

  it('sees what was turned back after packing', async () => {
    const binary = join(release, 'linux-unpacked', 'orrery-desktop')
    const bytes = await readFile(binary)
    const states = bytes.lastIndexOf(SENTINEL) + SENTINEL.length + 2
    const turn = (state: string) => {
      bytes.write(state, states + ONLY_LOAD_APP_FROM_ASAR)
      return writeFile(binary, bytes)
    }
    await turn('0')
    expect(await check(release)).toMatchObject({
      code: 1,
      said: expect.stringContaining('onlyLoadAppFromAsar') as string,
    })
    await turn('1')
    expect((await check(release)).code).toBe(0)
  })

  it('says that there is nothing to check', async () => {
    expect(await check(join(folder, 'nowhere'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('npm run pack') as string,
    })
  })
})
