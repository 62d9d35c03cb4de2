import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { type Bench, test } from './sandboxes-bench.ts'
import { expect } from './workbench.ts'

const HOSTILE = fileURLToPath(new URL('../fixtures/terminal/hostile-page.py', import.meta.url))

/** Starts a server in a sandbox, forwards its port, and shows its page in the panel. */
async function showHostilePage(bench: Bench, page: Page, port: number): Promise<void> {
  await bench.run(`cat > /tmp/hostile-${port}.py <<'PY'\n${await readFile(HOSTILE, 'utf8')}\nPY`, 'exit 0')
  await bench.type(`python3 /tmp/hostile-${port}.py ${port}`)
  await expect(bench.commands.last()).toContainText('Running')
  await bench.section('Ports')
  await page.getByLabel('Port in the sandbox').fill(String(port))
  await page.getByRole('button', { name: 'Forward', exact: true }).click()
  await page.getByRole('button', { name: 'Show in a panel' }).click()
}

test.describe('a page of a sandbox in a panel', () => {
  test('is shown, and gets at nothing around it', async ({ page, workbench, bench }) => {
    await showHostilePage(bench, page, 8931)
    const panel = page.getByRole('region', { name: 'Page of port 8931' })
    const frame = panel.frameLocator('iframe')
    await expect(frame.getByRole('heading', { name: 'Served by the sandbox' })).toBeVisible()
    const reached = (): Promise<string[]> =>
      frame
        .getByRole('listitem')
        .allInnerTexts()
        .then((lines) => lines.toSorted())
    const closed = ['a window', 'the channel', 'the page around it', 'the page on top', 'the workbench']
    await expect
      .poll(reached)
      .toEqual([...closed, 'its server', 'its storage'].toSorted().map((what) => `${what}: closed`))
    for (const nothing of ['cookie: none', 'referrer: none'])
      await expect(frame.getByText(nothing)).toBeVisible()

    // With its own origin it can reach its server (and its storage, except in a private window like this
    // one), and nothing else.
    await panel.getByRole('button', { name: 'Allow the page its own server and storage' }).click()
    await expect
      .poll(async () => (await reached()).filter((line) => !line.startsWith('its storage')))
      .toEqual([...closed.map((what) => `${what}: closed`), 'its server: open'].toSorted())
    await expect(frame.getByText('cookie: none')).toBeVisible()

    // It cannot navigate: neither to the workbench nor elsewhere.
    for (const way of ['Go to the workbench', 'Go elsewhere']) {
      await frame.getByRole('button', { name: way }).click()
      await expect(frame.getByRole('heading', { name: 'Served by the sandbox' })).toHaveCount(0)
      const framed = page.frames().filter((one) => one !== page.mainFrame())
      expect(framed.map((one) => one.url()).join()).not.toMatch(/example|token|#\/sandboxes/)
      await panel.getByRole('button', { name: 'Reload' }).click()
      await expect(frame.getByRole('heading', { name: 'Served by the sandbox' })).toBeVisible()
    }
    // The workbench still accepts messages only from its own core.
    await expect(page).toHaveURL(new RegExp(`^${workbench.url}#/sandboxes`))
    await panel.getByLabel('Path of the page').fill('deep/page')
    await panel.getByLabel('Path of the page').press('Enter')
    await expect(panel.locator('iframe')).toHaveAttribute('src', /^http:\/\/localhost:\d+\/deep\/page$/)

    // Switching views and back restores the page; the palette lists it; stopping the forward removes it.
    await bench.section('Overview')
    await bench.section('Ports')
    await expect(frame.getByRole('heading', { name: 'Served by the sandbox' })).toBeVisible()
    await panel.getByRole('button', { name: 'Close the panel' }).click()
    await expect(panel).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('Show in a panel: 8931')
    await page.keyboard.press('Enter')
    await expect(panel).toBeVisible()
    await page.getByRole('button', { name: 'Stop forwarding' }).click()
    await expect(panel).toHaveCount(0)
    await bench.section('Terminals')
    await bench.line.press('Control+c')
    await expect(bench.commands.last()).not.toContainText('Running')
  })
})
