import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startWorkbench } from './workbench.ts'

test('an episode continues after Orrery was restarted', async ({ page, context }) => {
  const data = await mkdtemp(join(tmpdir(), 'orrery-restart-'))
  let workbench = await startWorkbench({ data })
  await page.setViewportSize({ width: 683, height: 900 })
  try {
    await workbench.admit(context)
    await page.goto(`${workbench.url}#/environments`)
    // In a narrow window the catalogue is a closed drawer: its games are offered, and its names shown, all the same.
    await page.getByRole('button', { name: 'Open Tower of Hanoi: Easy' }).click()
    await expect(page.getByRole('tab', { name: /^Tower of Hanoi, easy/ })).toBeVisible()
    const action = page.getByRole('textbox', { name: 'Action' })
    await action.fill('A C')
    await action.press('Enter')
    await expect(page.getByText('Turn 1 ·')).toBeVisible()
    await action.fill('a draft')
    await expect
      .poll(() => readFile(join(data, 'documents', 'gem', 'tabs.json'), 'utf8').catch(() => ''))
      .toContain('a draft')
    await workbench.stop()

    workbench = await startWorkbench({ data })
    await context.clearCookies()
    await workbench.admit(context)
    await page.goto(`${workbench.url}#/environments`)
    await expect(page.getByText('Turn 1 ·')).toBeVisible()
    await expect(action).toHaveValue('a draft')
    await action.fill('A B')
    await action.press('Enter')
    await expect(page.getByText('Turn 2 ·')).toBeVisible()
    await expect(page.getByRole('log')).toContainText('disk 2 moved from A to B')

    // A platform that is stopped is said so where the next action would go, and starts from there.
    await page.goto(`${workbench.url}#/console/embedded-platform`)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.goto(`${workbench.url}#/environments`)
    const away = page.getByRole('status').filter({ hasText: 'Local sandboxes isn’t connected (stopped).' })
    await expect(away).toBeVisible()
    await away.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(away).toBeHidden()
    await action.fill('C B')
    await action.press('Enter')
    await expect(page.getByText('Turn 3 ·')).toBeVisible()
  } finally {
    await workbench.stop()
    await rm(data, { recursive: true, force: true })
  }
})
