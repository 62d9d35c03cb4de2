import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { violations } from './accessibility.ts'
import { Bench } from './sandboxes-bench.ts'
import { expect, startWorkbench, test } from './workbench.ts'

/** A small project with a test that fails until one line is fixed, and a server. */
const REPOSITORY = {
  'calc.py': 'def add(a, b):\n    return a - b\n',
  'test_calc.py': [
    'import time, unittest',
    'from calc import add',
    '',
    'class Adding(unittest.TestCase):',
    '    def test_slowly(self):',
    '        for n in range(3):',
    '            print(f"step {n}", flush=True)',
    '            time.sleep(0.4)',
    '    def test_sum(self):',
    '        self.assertEqual(add(2, 2), 4)',
    '',
  ].join('\n'),
  'install.sh': 'mkdir -p ~/.lib && cp calc.py ~/.lib/ && echo installed\n',
}

test.describe('the developer’s bench', () => {
  test.setTimeout(150_000)

  test('carries a repository from upload to a second sandbox, over a restart of the host', async ({
    browser,
  }) => {
    const data = await mkdtemp(join(tmpdir(), 'orrery-story-'))
    let workbench = await startWorkbench({ data })
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    try {
      await workbench.admit(context)
      const page = await context.newPage()
      const bench = new Bench(page)
      await page.goto(`${workbench.url}#/sandboxes`)
      await bench.start('python:3.11')

      // The repository is uploaded.
      const source = join(data, 'clone/repo')
      await mkdir(join(source, 'logs'), { recursive: true })
      for (const [name, text] of Object.entries(REPOSITORY)) await writeFile(join(source, name), text)
      await bench.run('cd ~ && pwd', 'exit 0')
      await bench.drop(bench.screen, [source])
      await bench.section('Files')
      await page.getByRole('button', { name: 'Refresh', exact: true }).click()
      await page.getByRole('button', { name: 'Type a folder' }).click()
      const home = page.getByLabel('Folder', { exact: true })
      const folder = `${await home.inputValue()}/repo`
      await expect(page.getByRole('list', { name: 'Transfers' })).toHaveCount(0)
      await home.fill(folder)
      await home.press('Enter')
      await expect(page.getByRole('treeitem')).toHaveCount(4)

      // It is installed, and its tests run with live output.
      await bench.section('Terminals')
      await bench.run('cd repo && bash install.sh', 'exit 0')
      const tests = 'python3 -u -m unittest -v 2>&1'
      await bench.type(tests)
      await expect(bench.screen).toContainText('step 0')
      await expect(bench.commands.last()).toContainText('Running')
      // The page is reloaded meanwhile; output and outcome are there afterwards.
      await page.reload()
      await expect(bench.commands.last()).toContainText('exit 1')
      await expect(bench.screen).toContainText('step 0')
      await expect(bench.screen).toContainText('FAILED')

      // A command that takes too long is interrupted; the session is unchanged.
      await bench.run('export KEPT=yes', 'exit 0')
      await bench.type('sleep 300')
      await expect(bench.commands.last()).toContainText('Running')
      await bench.line.press('Control+c')
      await expect(bench.commands.last()).toContainText('exit 130')
      await bench.run('echo "kept: $KEPT"', 'exit 0')
      await expect(bench.screen).toContainText('kept: yes')
      // A screen reader hears the outcome and the output; xterm.js hides its screen from it.
      await expect(page.getByRole('log', { name: /^Last output of/ })).toHaveText(/^exit 0\s+kept: yes$/)

      // The file is fixed in the editor.
      await bench.section('Files')
      await page.getByRole('treeitem', { name: /^calc\.py/ }).click()
      const editor = page.getByLabel('Text of calc.py')
      await expect(editor).toContainText('return a - b')
      await editor.click()
      await page.keyboard.press('Control+End')
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText('def add(a, b):\n    return a + b\n')
      await page.keyboard.press('Control+s')
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()

      // The host is stopped, and restarted with the same data.
      await workbench.stop()
      workbench = await startWorkbench({ data })
      await workbench.admit(context)
      await page.goto(`${workbench.url}#/sandboxes`)
      await expect(page.getByText('python:3.11').first()).toBeVisible()
      await expect(bench.screen).toContainText('kept: yes')
      const restart = page.getByRole('button', { name: 'Restart' }).first()
      if (await restart.isVisible()) await restart.click()
      await bench.ready()

      // The failed command runs again, in its directory.
      await page.getByLabel('Failed only').check()
      await bench.commands.filter({ hasText: 'unittest' }).getByRole('button').first().click()
      await page.getByLabel('Failed only').uncheck()
      await page.getByRole('button', { name: 'Run again' }).click()
      await expect(bench.commands.last()).toContainText('exit 0')
      await expect(bench.screen).toContainText('OK')

      // A port is forwarded to this machine.
      await bench.type(`cd ${folder} && python3 -m http.server 8765 --bind 127.0.0.1`)
      await expect(bench.commands.last()).toContainText('Running')
      await bench.section('Ports')
      await page.getByLabel('Port in the sandbox').fill('8765')
      await page.getByRole('button', { name: 'Forward', exact: true }).click()
      const address = await page.locator('code', { hasText: 'http://localhost' }).innerText()
      await expect
        .poll(() => fetch(`${address}calc.py`).then((answer) => answer.text(), String))
        .toContain('return a + b')
      // Opened in the same browser, the sandbox's page receives none of the workbench's session.
      const opened = await context.newPage()
      const asked = opened.waitForRequest(address)
      await opened.goto(address)
      expect((await (await asked).allHeaders())['cookie'] ?? '').not.toContain('orrery-session')
      await opened.close()
      await page.getByRole('button', { name: 'Stop forwarding' }).click()
      await bench.section('Terminals')
      await bench.line.press('Control+c')
      await expect(bench.commands.last()).not.toContainText('Running')

      // The sandbox is committed to an image, and a second one started from it.
      await page.getByRole('button', { name: 'Commit image…' }).click()
      await page.getByLabel('Image tag').fill('story:1')
      await page.getByRole('button', { name: 'Commit', exact: true }).click()
      await expect(page.getByText('Committed story:1.')).toBeVisible({ timeout: 60_000 })
      await bench.start('story:1')
      await bench.run(`cat ${folder}/calc.py`, 'exit 0')
      await expect(bench.screen).toContainText('return a + b')
    } finally {
      await context.close()
      await workbench.stop()
      await rm(data, { recursive: true, force: true })
    }
  })

  test('edits, completes, recalls and warns in the command line', async ({ page, workbench }) => {
    const bench = new Bench(page)
    await page.goto(`${workbench.url}#/sandboxes`)
    await bench.start('local')
    await bench.run('cd /tmp && mkdir -p one-folder && touch one-folder/a.txt', 'exit 0')
    // The list and the screen say how it ended; the bar says which command it is.
    const bar = bench.page.getByRole('toolbar', { name: 'Commands', exact: true })
    await expect(bar).toContainText('mkdir -p one-folder')
    await expect(bar).not.toContainText('exit')

    // A path relative to the session's directory.
    await bench.line.fill('ls one-f')
    await bench.line.press('Tab')
    await expect(bench.line).toHaveValue('ls one-folder/')
    // A function defined only in this session.
    await bench.run('my_own_function() { echo from the function; }', 'exit 0')
    await bench.line.fill('my_own_f')
    await bench.line.press('Tab')
    await expect(bench.line).toHaveValue('my_own_function ')
    await bench.line.press('Enter')
    await expect(bench.screen).toContainText('from the function')

    // Several lines until Bash would accept them.
    await bench.line.fill('for n in 1 2; do')
    await bench.line.press('Enter')
    await expect(bench.line).toHaveValue('for n in 1 2; do\n')
    await bench.line.pressSequentially('echo "n is $n"; done')
    await bench.line.press('Enter')
    await expect(bench.screen).toContainText('n is 2')

    // Readline's keys.
    await bench.line.fill('one two three')
    await bench.line.press('Control+w')
    await bench.line.press('Control+a')
    await bench.line.press('Control+y')
    await expect(bench.line).toHaveValue('threeone two ')
    await bench.line.press('Control+c')
    await expect(bench.line).toHaveValue('')

    // History.
    await bench.line.fill('')
    await bench.line.press('Control+r')
    await page.getByRole('combobox', { name: 'Search history' }).fill('mkdir one')
    await page.keyboard.press('Enter')
    await expect(bench.line).toHaveValue(/^cd \/tmp && mkdir/)
  })

  test('offers a shell that ended again, and says why', async ({ page, workbench }) => {
    const bench = new Bench(page)
    await page.goto(`${workbench.url}#/sandboxes`)
    await bench.start('local')
    await bench.type('exit 7')
    const said = page.getByText('The shell ended with exit code 7.')
    await expect(said).toBeVisible()
    await expect(bench.commands.last()).toContainText('exit 7')
    expect(await said.count()).toBe(1)
    await expect(bench.screen).not.toContainText('session')
    await page.getByRole('button', { name: 'Start a new one' }).click()
    await bench.ready()
    await bench.run('echo back again', 'exit 0')
  })

  test('shows what a command printed while no window was open', async ({ page, workbench }) => {
    const bench = new Bench(page)
    await page.goto(`${workbench.url}#/sandboxes`)
    await bench.start('local')
    await bench.type('for n in first second third fourth; do echo "the $n line"; sleep 1; done')
    await expect(bench.screen).toContainText('the first line')
    await bench.section('Files')
    await bench.section('Overview')
    await bench.section('Terminals')
    await expect(bench.screen).toContainText('the first line')
    await expect(bench.screen).toContainText('the fourth line')
    await expect(bench.commands.last()).toContainText('exit 0')
    await bench.section('Overview')
    await bench.section('Terminals')
    await expect(bench.screen).toContainText('the first line')
  })

  test('continues after the platform was killed', async ({ page, workbench }) => {
    const bench = new Bench(page)
    await page.goto(`${workbench.url}#/sandboxes`)
    await bench.start('local')
    await bench.run('echo it was kept > ~/note.txt', 'exit 0')
    // The sandbox server is killed; the workbench restarts it.
    const pid = Number(
      execFileSync('pgrep', ['-P', String(workbench.process.pid), '-f', 'sandbox-server'], {
        encoding: 'utf8',
      }),
    )
    process.kill(pid, 'SIGKILL')
    const restart = page.getByRole('button', { name: 'Restart', exact: true }).first()
    await expect(restart).toBeVisible()
    await restart.click()
    await bench.ready()
    await bench.run('rev ~/note.txt', 'exit 0')
    await expect(bench.screen).toContainText('tpek saw ti')
  })

  test('keeps a flood bounded and itself usable', async ({ page, workbench }) => {
    const bench = new Bench(page)
    await page.goto(`${workbench.url}#/sandboxes`)
    await bench.start('local')
    await bench.type('seq 1 700000')
    await bench.line.fill('typed during the flood')
    await expect(bench.line).toHaveValue('typed during the flood')
    await expect(bench.commands.last()).toContainText('exit 0', { timeout: 40_000 })
    await expect(bench.screen).toContainText('700000')
  })

  for (const section of ['Terminals', 'Files', 'Ports', 'Overview']) {
    test(`has no accessibility violation in ${section}`, async ({ page, workbench }) => {
      const bench = new Bench(page)
      await page.goto(`${workbench.url}#/sandboxes`)
      await bench.start('local')
      await bench.run('echo something; false', 'exit 1')
      await bench.section(section)
      await page.waitForLoadState('networkidle')
      expect(await violations(page)).toEqual([])
    })
  }
})
