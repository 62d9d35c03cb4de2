import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron as electron, expect, test } from '@playwright/test'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The binary downloaded by Electron's package, if any. */
function binary(): string | undefined {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(root, 'node_modules/electron/dist')
  const marker = join(root, 'node_modules/electron/path.txt')
  if (!existsSync(marker)) return undefined
  const path = join(folder, readFileSync(marker, 'utf8').trim())
  return existsSync(path) ? path : undefined
}

test.describe('the desktop app', () => {
  test.skip(
    binary() === undefined,
    'No Electron binary: node_modules/electron/path.txt names none. `npx install-electron` fetches it where GitHub can be reached.',
  )
  test.skip(
    process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'],
    'No display: DISPLAY and WAYLAND_DISPLAY are unset. Run under xvfb-run.',
  )

  test('opens one sandboxed window with both servers ready, and quits without orphans', async () => {
    const data = await mkdtemp(join(tmpdir(), 'orrery-electron-'))
    const args = [root, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
    const app = await electron.launch({
      executablePath: binary(),
      args,
      env: { ...process.env, ORRERY_DATA: data } as Record<string, string>,
    })
    const page = await app.firstWindow()
    await expect(
      page.getByRole('contentinfo').getByRole('button', { name: /Sample model\s*Ready/ }),
    ).toBeVisible()
    await expect(
      page.getByRole('contentinfo').getByRole('button', { name: /Local sandboxes\s*Ready/ }),
    ).toBeVisible()
    expect(page.url()).toMatch(/^app:\/\/orrery\//)
    expect(
      await page.evaluate(() => [
        typeof (globalThis as Record<string, unknown>)['require'],
        typeof (globalThis as Record<string, unknown>)['process'],
      ]),
    ).toEqual(['undefined', 'undefined'])
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0]
      return { windows: BrowserWindow.getAllWindows().length, url: window?.webContents.getURL() }
    })
    expect(preferences).toEqual({ windows: 1, url: expect.stringContaining('app://orrery/') })
    await app.close()
    await rm(data, { recursive: true, force: true })
  })
})
