import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { startWorkbench } from './workbench.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const server = join(root, process.env['ORRERY_DIST'] ?? 'dist', 'sandbox-server.mjs')
const recording = fileURLToPath(new URL('../fixtures/gem/hanoi-illegal-move.jsonl', import.meta.url))

/** A second platform, not supervised by the workbench: a standalone sandbox server. */
async function startPlatform(data: string): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(
    process.execPath,
    [server, '--addr', '127.0.0.1:0', '--no-auth', '--runtime', 'process', '--data', data],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = /"url":\s*"([^"]+)"/.exec(text)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`The sandbox server ended with ${code}.`)))
  })
  return {
    url,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}

test('a remote platform is played, replayed against, lost and left closed', async ({ page, context }) => {
  const data = await mkdtemp(join(tmpdir(), 'orrery-remote-'))
  const platform = await startPlatform(join(data, 'platform'))
  await writeFile(
    join(data, 'connections.json'),
    JSON.stringify({ mcpServers: {}, platforms: { 'Far away': { url: platform.url } } }),
  )
  const workbench = await startWorkbench({ data })
  let running = true
  try {
    await workbench.admit(context)
    await page.goto(`${workbench.url}#/environments`)
    await page.getByRole('combobox', { name: 'Platform' }).selectOption({ label: 'Far away' })
    await page.getByRole('combobox', { name: 'Search or enter an ID' }).fill('game:TowerofHanoi-v0-easy')
    await page.getByRole('combobox', { name: 'Search or enter an ID' }).press('Enter')
    await expect(page.getByText('Turn 0 · return 0')).toBeVisible()
    await expect(page.getByText('1 environment is open on a remote platform')).toBeVisible()

    await page.getByRole('radio', { name: 'Library' }).click()
    await page.getByLabel('Open files…').setInputFiles(recording)
    await expect(page.getByText('from a file', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Platform: Far away' }).click()
    await expect(page.getByRole('menuitem', { name: 'Add a platform…' })).toBeVisible()
    await page.getByRole('menuitemcheckbox', { name: 'Local sandboxes' }).click()
    await expect(page.getByRole('alert')).toContainText('Step 7')
    await page.getByRole('button', { name: 'Close this tab' }).click()
    await expect(page.getByRole('tablist', { name: 'Open environments' }).getByRole('tab')).toHaveCount(1)
    await expect(page.getByText('Turn 0 · return 0')).toBeVisible()

    await platform.stop()
    running = false
    await page.getByRole('textbox', { name: 'Action' }).fill('A C')
    await page.getByRole('textbox', { name: 'Action' }).press('Enter')
    await expect(page.getByRole('alert')).toContainText('could not be reached')
    await expect(page.getByText('Turn 0 · return 0')).toBeVisible()

    // A sandbox that cannot be ended can be left to its platform, and is not asked about again.
    await page.getByRole('button', { name: 'End it' }).click()
    const note = page.getByText('1 environment was not ended; its platform may keep running it.')
    await expect(note).toBeVisible()
    await page.getByRole('status').filter({ has: note }).getByRole('button', { name: 'Dismiss' }).click()
    await expect(note).toBeHidden()
    await expect(page.getByText('is open on a remote platform')).toBeHidden()

    // At 200 % zoom every button of the episode bar is within the window.
    await page.setViewportSize({ width: 720, height: 450 })
    await page.getByRole('combobox', { name: 'Seed for the next reset' }).selectOption('none')
    await expect(page.getByRole('button', { name: 'End the environment on its platform' })).toBeInViewport({
      ratio: 1,
    })
    await page.getByRole('button', { name: 'Close this tab' }).click()
    await expect(page.getByText('No environment is open')).toBeVisible()
  } finally {
    await workbench.stop()
    if (running) await platform.stop()
    await rm(data, { recursive: true, force: true })
  }
})
