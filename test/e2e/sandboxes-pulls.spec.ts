import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, startWorkbench, test } from './workbench.ts'

/** Stands in for podman's client: reports a download as podman does, for as long as the test needs. */
const CLIENT = `#!/bin/sh
case "$1 $2" in
  info*) echo 5.0.0 false ;;
  image\\ inspect) exit 1 ;;
  pull*)
    for last; do :; done
    case $last in
      private*) echo "Error: reading manifest 1: unauthorized: authentication required"; exit 125 ;;
    esac
    echo "$@" > "$0.asked"
    for n in $(seq 1 100); do
      printf 'Copying blob d5ad41987961 [==>-----] %s.0MB / 120.0MB\\r\\n\\033[1A\\033[J' "$n"
      sleep 0.3
    done ;;
esac
`

test('a start shows the image’s progress, can be cancelled, and explains a failed pull', async ({
  browser,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-client-'))
  await writeFile(join(folder, 'podman'), CLIENT, { mode: 0o755 })
  const path = process.env['PATH'] ?? ''
  process.env['PATH'] = [folder, path].join(delimiter)
  const own = await startWorkbench({ args: ['--runtime', 'podman'] })
  process.env['PATH'] = path
  const context = await browser.newContext()
  await own.admit(context)
  const page = await context.newPage()
  try {
    await page.goto(`${own.url}#/sandboxes`)
    const start = async (image: string, fill = async (): Promise<void> => undefined): Promise<void> => {
      await page.getByRole('button', { name: 'Start sandbox…' }).first().click()
      await page.getByLabel('Image', { exact: true }).fill(image)
      await fill()
      await page.getByRole('button', { name: 'Start', exact: true }).click()
    }
    await start('python:3.11', async () => {
      await page.getByText('Registry and platform').click()
      const platform = page.getByLabel('Platform of the image')
      await platform.fill('arm')
      await expect(page.getByText('Write it as linux/amd64 or linux/arm64.')).toBeVisible()
      await platform.fill('linux/arm64')
      await page.getByLabel('Registry user').fill('reader')
      await page.getByLabel('Registry password').fill('not to be seen')
    })
    const row = page.getByRole('status').filter({ hasText: 'Starting python:3.11' })
    await expect(row).toContainText(/Downloading python:3\.11, \d+ of 120 MB/)
    const bar = row.getByRole('progressbar')
    await expect(bar).toHaveAttribute('max', '120000000')
    const before = Number(await bar.getAttribute('value'))
    await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(before)
    const asked = await readFile(join(folder, 'podman.asked'), 'utf8')
    expect(asked).toMatch(/^pull --authfile \S+ --platform=linux\/arm64 python:3\.11$/m)
    await row.getByRole('button', { name: 'Cancel' }).click()
    await expect(row).toHaveCount(0)

    await start('private:1', async () => {
      await page.getByText('Registry and platform').click()
      // The platform is remembered, the login is not.
      await expect(page.getByLabel('Platform of the image')).toHaveValue('linux/arm64')
      await expect(page.getByLabel('Registry user')).toHaveValue('')
    })
    const failed = page.getByRole('alert').filter({ hasText: 'Could not start private:1' })
    await expect(failed).toContainText('its registry needs a sign-in, or another one')
  } finally {
    await context.close()
    await own.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
