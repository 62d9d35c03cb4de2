import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
// @ts-expect-error a plain module without declarations
import { makeDeb } from '../../../electron/tooling/deb.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const make = makeDeb as (folder: string) => Promise<string>
const isRoot = process.getuid?.() === 0
const noTry =
  (!existsSync(join(root, 'dist/orrery.mjs')) && 'nothing is built: npm run build') ||
  (!existsSync('/usr/bin/dpkg-deb') && 'only Debian has dpkg-deb')

/** Built, installed into a separate folder by dpkg, and used. `npm test` builds `dist/` before. */
describe.skipIf(noTry)('the Debian package', () => {
  let folder: string
  let deb: string
  const target = () => join(folder, 'target')

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'orrery-deb-test-'))
    deb = await make(join(folder, 'one'))
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is the same, byte for byte, when it is made again', async () => {
    const again = await make(join(folder, 'two'))
    expect(readFileSync(again).equals(readFileSync(deb))).toBe(true)
  }, 120_000)

  it('has neither the name, the command nor the profile of the desktop app’s package', () => {
    const packer = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as {
      linux: { executableName: string }
    }
    const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string }
    const ask = (...args: string[]) => execFileSync('dpkg-deb', args, { encoding: 'utf8' })
    expect(ask('--field', deb, 'Package').trim()).not.toBe(name)
    const paths = ask('--contents', deb).match(/\.\/\S+/g)
    expect(paths).toEqual(expect.arrayContaining(['./usr/bin/orrery', './etc/apparmor.d/orrery']))
    for (const folder of ['usr/bin', 'etc/apparmor.d', 'usr/share/applications'])
      expect(paths).not.toContain(`./${folder}/${packer.linux.executableName}`)
  })

  it.skipIf(!isRoot && 'the tests are not run by root')(
    'installs, runs and is removed',
    async () => {
      for (const path of ['var/lib/dpkg/updates', 'var/lib/dpkg/info', 'var/log']) {
        await mkdir(join(target(), path), { recursive: true })
      }
      await writeFile(join(target(), 'var/lib/dpkg/status'), '')
      // An empty system has no Node, so this machine's runs it.
      const dpkg = (...args: string[]) =>
        execFileSync(
          'dpkg',
          [`--root=${target()}`, '--force-depends', '--force-script-chrootless', ...args],
          { stdio: 'ignore' },
        )
      dpkg('--install', deb)
      const orrery = join(target(), 'usr/bin/orrery')
      const run = (...args: string[]) =>
        spawnSync(orrery, args, { encoding: 'utf8', input: '', timeout: 30_000 })
      expect(run('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
      const server = run(
        'sandbox',
        '--addr',
        '127.0.0.1:0',
        '--exit-on-stdin-end',
        '--data',
        join(folder, 'data'),
        '--runtime',
        'process',
      )
      expect(JSON.parse(server.stdout)).toMatchObject({ event: 'listening' })
      expect(server.stderr).not.toContain('node-pty')
      dpkg('--purge', 'orrery')
      expect(existsSync(orrery)).toBe(false)
      expect(existsSync(join(target(), 'etc/apparmor.d/orrery'))).toBe(false)
    },
    120_000,
  )

  it.skipIf(spawnSync('apparmor_parser', ['--version']).status !== 0 && 'apparmor_parser is not installed')(
    'brings a profile that the parser takes',
    async () => {
      const version = Number(
        /version (\d+)/.exec(execFileSync('apparmor_parser', ['--version'], { encoding: 'utf8' }))?.[1],
      )
      const profile = readFileSync(join(root, 'electron/tooling/packaging/orrery.apparmor'), 'utf8')
      // Parsers before version 4 know neither the rule nor its ABI; the rest is the same language.
      const known = version >= 4 ? profile : profile.replace(/^abi .*$/m, '').replace(/^ {2}userns,$/m, '')
      const path = join(folder, 'profile')
      await writeFile(path, known)
      const { status, stderr } = spawnSync('apparmor_parser', ['-Q', '-K', path], { encoding: 'utf8' })
      expect(status, stderr).toBe(0)
      expect(stderr).not.toContain('error')
    },
  )
})
