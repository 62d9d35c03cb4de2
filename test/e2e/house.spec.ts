import { execFileSync, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, startWorkbench, test } from './workbench.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, process.env['ORRERY_DIST'] ?? 'dist')

/** Waits until the status bar shows both embedded servers as ready. */
async function bothReady(page: Page): Promise<void> {
  const bar = page.getByRole('contentinfo', { name: 'Status' })
  await expect(bar.getByRole('button', { name: /Sample model\s*Ready/ })).toBeVisible()
  await expect(bar.getByRole('button', { name: /Local sandboxes\s*Ready/ })).toBeVisible()
}

/** The process id in a connection's popover. */
async function pidOf(page: Page, name: string): Promise<number> {
  await page
    .getByRole('contentinfo')
    .getByRole('button', { name: new RegExp(name) })
    .click()
  const text = await page.getByRole('dialog', { name }).innerText()
  await page.keyboard.press('Escape')
  return Number(/Process (\d+)/.exec(text)?.[1])
}

/** Every living descendant of a process. */
function descendants(pid: number): number[] {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
  const below = (parent: number): number[] =>
    pairs.filter(([, ppid]) => ppid === parent).flatMap(([child]) => [child, ...below(child)])
  return below(pid)
}

/**
 * Whether it runs: an ended process may remain as a zombie if init does not reap orphans, as in many
 * containers.
 */
const isAlive = (pid: number): boolean => {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
    return !state.startsWith('Z')
  } catch {
    return false
  }
}

test('the places, and a status bar with both connections', async ({ page, workbench }) => {
  await page.goto(workbench.url)
  const places = page.getByRole('navigation', { name: 'Benches' }).getByRole('button')
  await expect(places).toHaveText([
    'Start',
    'Explorer',
    'Query',
    'Sandboxes',
    'Environments',
    'Console',
    'Investigations',
    'Settings',
  ])
  await bothReady(page)
})

test('the command palette opens a place by keyboard alone', async ({ page, workbench }) => {
  await page.goto(workbench.url)
  await bothReady(page)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search commands, elements, environments, settings…').fill('go to settings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
})

test('the command palette, left by Escape, gives the keyboard back to where it was', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/query`)
  await bothReady(page)
  const editor = page.getByRole('textbox', { name: 'SPL editor' })
  await editor.click()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(editor).toBeFocused()
})

test('the command palette finds what a bench can do before the bench was opened', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/settings`)
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search commands, elements, environments, settings…').fill('start sandbox')
  await expect(page.getByRole('option', { name: 'Start sandbox…' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Start a sandbox' })).toBeVisible()
})

for (const name of ['Sample model', 'Local sandboxes']) {
  test(`${name} killed by its process id comes back, and says what happened`, async ({ page, workbench }) => {
    await page.goto(`${workbench.url}#/settings`)
    await bothReady(page)
    const pid = await pidOf(page, name)
    process.kill(pid, 'SIGKILL')
    const chip = page.getByRole('contentinfo').getByRole('button', { name: new RegExp(name) })
    await expect(chip).toContainText('Restarting')
    await expect(chip).toHaveText(new RegExp(`${name}\\s*Ready`))
    expect(await pidOf(page, name)).not.toBe(pid)
    await chip.click()
    await expect(page.getByLabel('Log', { exact: true })).toContainText('was killed by SIGKILL')
  })
}

test('the editor keeps its text while the model server is killed, and the query runs when it is back', async ({
  page,
  workbench,
}) => {
  await page.goto(`${workbench.url}#/query`)
  await bothReady(page)
  const editor = page.getByRole('textbox', { name: 'SPL editor' })
  await editor.click()
  // Tabs are stored, so this one may contain text of another test of this worker.
  await page.keyboard.press('Control+a')
  await page.keyboard.type(".model with(kind='log_set') | project domain, name")
  await page.keyboard.press('Escape')
  process.kill(await pidOf(page, 'Sample model'), 'SIGKILL')
  await expect(page.getByRole('contentinfo').getByRole('button', { name: /Sample model/ })).toContainText(
    'Restarting',
  )
  await expect(editor).toContainText("kind='log_set'")
  await editor.click()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('devops.log.service')).toBeVisible()
})

test('settings survive a restart of the host; the theme is applied at once', async ({ browser }) => {
  const data = await mkdtemp(join(tmpdir(), 'orrery-house-'))
  try {
    for (const round of [1, 2]) {
      const workbench = await startWorkbench({ data })
      const context = await browser.newContext({ colorScheme: 'light' })
      await workbench.admit(context)
      const page = await context.newPage()
      await page.goto(`${workbench.url}#/settings`)
      if (round === 1) await page.getByLabel('Theme', { exact: true }).selectOption('contrast')
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast')
      await context.close()
      await workbench.stop()
    }
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})

test('a corrupt settings file is renamed with a notice, without a crash', async ({ browser }) => {
  const workbench = await startWorkbench({
    prepare: async (data) => {
      await mkdir(join(data, 'documents', 'workbench'), { recursive: true })
      await writeFile(join(data, 'documents', 'workbench', 'settings.json'), '{ "app.theme": ')
      await writeFile(join(data, 'connections.json'), '{\n  "mcpServers": oops\n}')
    },
  })
  const context = await browser.newContext()
  await workbench.admit(context)
  const page = await context.newPage()
  await page.goto(workbench.url)
  await bothReady(page)
  await expect(page.getByText(/settings\.json isn’t valid JSON, so Orrery uses defaults/)).toBeVisible()
  await expect(page.getByText(/connections\.json isn’t valid JSON: .* at line 2, column 17/)).toBeVisible()
  expect(
    (await readdir(join(workbench.data, 'documents', 'workbench'))).some((name) =>
      name.includes('.corrupt-'),
    ),
  ).toBe(true)
  await page.getByRole('button', { name: 'Dismiss' }).first().click()
  await context.close()
  await workbench.stop()
})

test('an entry that cannot be used is left out with a notice; the others open', async ({ browser }) => {
  const workbench = await startWorkbench({
    prepare: (data) =>
      writeFile(
        join(data, 'connections.json'),
        '{ "mcpServers": { "half": { "type": "sse" }, "wrong": { "command": 7 }, "fine": { "command": "x" } } }',
      ),
  })
  const context = await browser.newContext()
  await workbench.admit(context)
  const page = await context.newPage()
  await page.goto(`${workbench.url}#/console`)
  await expect(
    page.getByText('Connection half was not loaded: A server of type sse needs a URL.'),
  ).toBeVisible()
  await expect(page.getByText(/Connection wrong was not loaded: command: .*expected string/)).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Connections' }).getByRole('button', { name: /^fine/ }),
  ).toBeVisible()
  await context.close()
  await workbench.stop()
})

test('Ctrl+C ends everything that was started', async () => {
  const workbench = await startWorkbench()
  const pid = workbench.process.pid ?? 0
  await expect.poll(() => descendants(pid).length).toBeGreaterThan(1)
  const started = descendants(pid)
  await workbench.stop()
  await expect.poll(() => started.filter(isAlive)).toEqual([])
})

test('a host that is killed outright leaves no server behind', async () => {
  const workbench = await startWorkbench()
  const pid = workbench.process.pid ?? 0
  await expect.poll(() => descendants(pid).length).toBeGreaterThan(1)
  const started = descendants(pid)
  workbench.process.kill('SIGKILL')
  await expect.poll(() => started.filter(isAlive)).toEqual([])
  await rm(workbench.data, { recursive: true, force: true })
})

test.describe('on the command line', () => {
  const run = (args: readonly string[]): Promise<{ code: number | null; text: string }> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [join(dist, 'web.mjs'), ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let text = ''
      child.stdout.on('data', (chunk) => (text += chunk))
      child.stderr.on('data', (chunk) => (text += chunk))
      child.once('close', (code) => resolve({ code, text }))
    })

  test('a port in use is said in one sentence', async ({ workbench }) => {
    const { port } = new URL(workbench.url)
    const data = await mkdtemp(join(tmpdir(), 'orrery-port-'))
    const { code, text } = await run(['--port', port, '--no-open', '--data', data])
    expect([code, text.trim()]).toEqual([
      1,
      `Port ${port} is in use by another program. Choose another one with --port, or leave it out.`,
    ])
    await rm(data, { recursive: true, force: true })
  })

  test('a wrong option is refused', async () => {
    expect(await run(['--port', 'nine'])).toEqual({
      code: 2,
      text: '--port wants a number from 0 to 65535, not nine. See --help.\n',
    })
    expect((await run(['--nonsense'])).code).toBe(2)
    const { code, text } = await run(['--runtime', 'jail'])
    expect([code, text]).toEqual([2, expect.stringMatching(/^--runtime wants one of auto, .*, not "jail"\./)])
  })

  test('--help says what there is', async () => {
    const { code, text } = await run(['--help'])
    expect(code).toBe(0)
    for (const option of ['--port', '--no-open', '--data', '--runtime']) expect(text).toContain(option)
  })
})

test('where no backend works no shell is begun: the bench says why and what helps, and environments play', async ({
  page,
  context,
}) => {
  const before = process.env['DOCKER_HOST']
  process.env['DOCKER_HOST'] = 'unix:///nowhere/docker.sock'
  const workbench = await startWorkbench({ args: ['--runtime', 'docker'] })
  if (before === undefined) delete process.env['DOCKER_HOST']
  else process.env['DOCKER_HOST'] = before
  try {
    await workbench.admit(context)
    await page.goto(`${workbench.url}#/start`)
    await bothReady(page)
    await page.getByRole('button', { name: 'Open a shell' }).click()
    const why = page.getByRole('region', { name: 'Sandboxes can’t run on this computer yet' })
    await expect(why.getByRole('listitem')).toContainText('docker')
    await expect(why.getByRole('button', { name: /^Copy “/ }).first()).toBeVisible()
    await page.getByRole('navigation').getByRole('button', { name: 'Start' }).click()
    await page.getByRole('button', { name: 'Watch a solver play Wordle' }).click()
    await expect(page.getByText('Solved').first()).toBeVisible()
    await page.getByRole('navigation').getByRole('button', { name: 'Sandboxes' }).click()
    await expect(why).toBeVisible()
    await expect(page.getByText('not started')).toHaveCount(0)
  } finally {
    await workbench.stop()
  }
})
