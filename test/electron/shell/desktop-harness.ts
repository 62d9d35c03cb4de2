import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { fakeElectron } from './fake-electron.ts'
import type { FakeElectron, FakeOptions } from './fake-shapes.ts'

/** Runs the desktop's main file on a fake Electron with the real core and servers, for the suite that imports this. */

let root: string
let dist: string
/** The data folder and Electron of the current test. */
export let data: string
export let electron: FakeElectron
const argv = process.argv
const { ORRERY_DATA } = process.env
const listeners = (['SIGINT', 'SIGTERM', 'exit'] as const).map(
  (name) => [name, process.listeners(name as 'SIGINT')] as const,
)

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'orrery-desktop-'))
  dist = join(root, 'dist')
  await mkdir(join(dist, 'page'), { recursive: true })
  await writeFile(join(dist, 'page', 'index.html'), '<title>Orrery</title>')
  await writeFile(join(dist, 'preload.cjs'), '')
  // The servers resolve their native packages from there.
  await symlink(fileURLToPath(new URL('../../../node_modules', import.meta.url)), join(root, 'node_modules'))
  process.env['ORRERY_DIST'] = dist
  // @ts-expect-error a plain script without declarations
  const { buildServers } = (await import('../../../electron/tooling/build.mjs')) as {
    buildServers(): Promise<void>
  }
  await buildServers()
  delete process.env['ORRERY_DIST']
})
afterAll(() => rm(root, { recursive: true, force: true }))

beforeEach(async () => {
  data = join(await mkdtemp(join(root, 'data-')), 'not yet there')
  process.env['ORRERY_DATA'] = data
})

afterEach(async () => {
  electron.module.app.quit()
  await vi.waitUntil(() => electron.hasQuit, { timeout: 20_000 })
  vi.doUnmock('electron')
  vi.resetModules()
  process.argv = argv
  if (ORRERY_DATA === undefined) delete process.env['ORRERY_DATA']
  else process.env['ORRERY_DATA'] = ORRERY_DATA
  for (const [name, known] of listeners) {
    for (const listener of process.listeners(name as 'SIGINT')) {
      if (!known.includes(listener)) process.off(name, listener)
    }
  }
})

interface StartOptions extends Partial<FakeOptions> {
  readonly args?: readonly string[]
  /** Called between the main file and `ready`. */
  early?(electron: FakeElectron): void
}

/** Runs the main file up to its first window. */
export async function start({ args = [], early, ...options }: StartOptions = {}): Promise<FakeElectron> {
  electron = fakeElectron({ userData: join(root, 'default'), ...options })
  vi.doMock('electron', () => electron.module)
  process.argv = ['electron', 'app', ...args]
  const { startDesktop } = await import('../../../electron/shell/desktop.ts')
  startDesktop(dist)
  early?.(electron)
  electron.becomeReady()
  return electron
}

export async function pageOf(index: number) {
  return vi.waitFor(() => {
    const page = electron.windows[index]?.webContents.page
    if (!page) throw new Error(`Window ${index} has no page yet.`)
    return page
  })
}

/** The stored window bounds. */
export const kept = async () =>
  JSON.parse(await readFile(join(data, 'windows.json'), 'utf8')) as Record<string, unknown>[]
