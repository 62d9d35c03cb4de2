import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
// @ts-expect-error a plain module without declarations
import { ACCEPTED } from '../../../electron/tooling/notices.mjs'
// @ts-expect-error a plain module without declarations
import { WEB_HOST } from '../../../electron/tooling/packaging/contents.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const MAX_BYTES = 10 * 1000 ** 2

/** The package as a user installs it, without install scripts and native parts. `npm test` builds before. */
describe.skipIf(!existsSync(join(root, 'dist/orrery.mjs')) && 'nothing is built: npm run build')(
  'the package',
  () => {
    let folder: string
    let tarball: string
    const installed = (path: string) => join(folder, 'node_modules/orrery-workbench', path)
    const orrery = (args: readonly string[], input = '') =>
      spawnSync(join(folder, 'node_modules/.bin/orrery'), [...args], {
        encoding: 'utf8',
        input,
        timeout: 30_000,
      })

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'orrery-package-'))
      const pack = ['pack', '--ignore-scripts', '--pack-destination', folder]
      execFileSync('npm', pack, { cwd: root, stdio: 'ignore' })
      tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')
      await writeFile(join(folder, 'package.json'), '{"private":true}')
      const install = ['install', '--ignore-scripts', '--omit=optional', '--offline', '--no-audit', tarball]
      execFileSync('npm', install, { cwd: folder, stdio: 'ignore' })
    }, 120_000)
    afterAll(() => rm(folder, { recursive: true, force: true }))

    it('is small, and holds neither Electron nor anybody else’s package', () => {
      expect(statSync(tarball).size).toBeLessThan(MAX_BYTES)
      expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
        'orrery-workbench',
      ])
      expect(readdirSync(installed('dist')).sort()).toEqual(
        [...(WEB_HOST as string[]), 'main.mjs', 'THIRD-PARTY-NOTICES.txt'].sort(),
      )
    })

    it('names every package in it, with a licence that allows it and the licence’s text', () => {
      const text = readFileSync(installed('dist/THIRD-PARTY-NOTICES.txt'), 'utf8')
      const parts = text.split(/^-{80}$/m).slice(1)
      expect(parts.length).toBeGreaterThan(50)
      for (const part of parts) {
        const [, head = '', licence = ''] = /^\n(\S+ \S+) \(([^)]*)\)/.exec(part) ?? []
        const names = licence.split(' OR ')
        expect(
          names.some((name) => (ACCEPTED as Set<string>).has(name)),
          `${head}: ${licence}`,
        ).toBe(true)
      }
      for (const name of ['react', 'zod', 'hono', '@xterm/xterm', 'elkjs']) {
        expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'))
      }
    })

    it('has programs and a page that are the same, byte for byte, when they are built again', () => {
      const [one, two] = [join(folder, 'one'), join(folder, 'two')]
      for (const dist of [one, two]) {
        const build = [join(root, 'electron/tooling/build.mjs')]
        execFileSync(process.execPath, build, { env: { ...process.env, ORRERY_DIST: dist }, stdio: 'ignore' })
      }
      const files = (dist: string): string[] =>
        readdirSync(dist, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => relative(dist, join(entry.parentPath, entry.name)))
          .toSorted()
      expect(files(one)).toEqual(expect.arrayContaining(['orrery.mjs', 'page/index.html']))
      expect(files(two)).toEqual(files(one))
      for (const name of files(one)) {
        expect(readFileSync(join(two, name)).equals(readFileSync(join(one, name))), name).toBe(true)
      }
    }, 240_000)

    it('answers for itself', () => {
      expect(orrery(['--help']).stdout).toContain('orrery model [options]')
      expect(orrery(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
      expect(orrery(['modle'])).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('no command "modle"'),
      })
    })

    it('serves the model to an MCP host over stdio', () => {
      const message = (id: number, method: string, params: object) =>
        `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
      const clientInfo = { name: 'test', version: '1' }
      const input =
        message(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }) +
        message(2, 'tools/list', {})
      const answers = orrery(['model', '--quickstart'], input).stdout.trim().split('\n')
      expect(answers.map((line) => (JSON.parse(line) as { id: number }).id).sort((a, b) => a - b)).toEqual([
        1, 2,
      ])
    })

    it('asks an MCP server for a script', () => {
      const ask = (...words: string[]) => orrery(['mcp', ...words, '--data', join(folder, 'nothing')])
      const listed = JSON.parse(ask('sample', 'tools', 'list').stdout) as { tools: { name: string }[] }
      expect(listed.tools.map(({ name }) => name)).toContain('query_spl_execute')
      expect(ask('nobody', 'tools', 'list')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('there is no connection "nobody"'),
      })
    })

    it('serves sandboxes, and says once that terminals need a package', async () => {
      const data = join(folder, 'data')
      const args = ['--addr', '127.0.0.1:0', '--data', data, '--exit-on-stdin-end', '--runtime', 'process']
      const { stdout, stderr } = orrery(['sandbox', ...args])
      expect(JSON.parse(stdout)).toMatchObject({ event: 'listening', runtime: 'process' })
      expect(stderr.match(/@lydell\/node-pty/g)).toHaveLength(1)
    })

    it('says in a sandbox without them how to get terminals', async () => {
      const args = ['--addr', '127.0.0.1:0', '--data', join(folder, 'silent'), '--no-auth']
      const child = spawn(join(folder, 'node_modules/.bin/orrery'), [
        'sandbox',
        ...args,
        '--runtime',
        'process',
      ])
      const ended = new Promise((resolve) => child.once('exit', resolve))
      try {
        const line = await new Promise<Buffer>((resolve) => child.stdout.once('data', resolve))
        const { url } = JSON.parse(line.toString()) as { url: string }
        const headers = { 'content-type': 'application/json' }
        const ask = async (path: string, body: object): Promise<unknown> => {
          const options = { method: 'POST', headers, body: JSON.stringify(body) }
          return (await fetch(`${url}/apis/envs/sandbox/v1/${path}`, options)).json()
        }
        await ask('start', { sandbox_id: 'plain', image: 'local' })
        expect(await ask('create_session', { sandbox_id: 'plain', session: 'main' })).toMatchObject({
          status: 'Failed',
          error: expect.stringContaining(
            "(Cannot find module '@lydell/node-pty'). Install it where Orrery is: npm install @lydell/node-pty.",
          ),
        })
      } finally {
        child.kill('SIGTERM')
        await ended
      }
    })

    it('serves the workbench to the browser', async () => {
      const args = ['--no-open', '--port', '0', '--data', join(folder, 'workbench')]
      const child = spawn(join(folder, 'node_modules/.bin/orrery'), args, {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = new Promise((resolve) => child.once('exit', resolve))
      try {
        const address = await new Promise<string>((resolve) => {
          let text = ''
          child.stdout.on('data', (chunk) => {
            text += String(chunk)
            const match = /http:\/\/\S+/.exec(text)
            if (match) resolve(match[0])
          })
        })
        const first = await fetch(address, { redirect: 'manual' })
        const cookie = first.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
        const page = await fetch(new URL('/', address), { headers: { cookie: cookie.join('; ') } })
        expect(await page.text()).toContain('<title>')
      } finally {
        child.kill('SIGTERM')
        await ended
      }
    })
  },
)
