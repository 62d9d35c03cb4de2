import { execFile, execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Bench, test } from './sandboxes-bench.ts'
import { expect } from './workbench.ts'

test.describe('a bench that loses nothing', () => {
  test('a page that is closed finds its running command again, with what it printed and how it ended', async ({
    page,
    bench,
  }) => {
    await bench.type('for n in one two three four; do echo "step $n"; sleep 3; done; (exit 5)')
    await expect(bench.screen).toContainText('step one')
    await page.reload()
    await expect(bench.commands.last()).toContainText('Running')
    await expect(bench.screen).toContainText('step one')
    await expect(bench.commands.last()).toContainText('exit 5')
    await expect(bench.screen).toContainText('step four')
    await expect(bench.commands).toHaveCount(1)
    await bench.run('echo afterwards', 'exit 0')
  })

  test('a running command moves to the background, is followed there, and returns', async ({
    page,
    bench,
  }) => {
    await bench.run('cd /tmp', 'exit 0')
    await bench.type('echo begun; sleep 6; echo "all done"; (exit 7)')
    await expect(bench.screen).toContainText('begun')
    await page.getByRole('button', { name: 'Continue in the background' }).click()
    const jobs = page.getByRole('region', { name: 'Jobs' })
    await expect(jobs).toContainText('Running')
    await expect(bench.screen).not.toContainText('begun')
    await bench.ready()
    await bench.run('echo "free in $PWD"', 'exit 0')
    await expect(bench.screen).toContainText('free in /tmp')
    await expect(jobs).toContainText('exit 7')
    await jobs.getByRole('button', { name: 'Show the terminal bash 1' }).last().click()
    await expect(bench.screen).toContainText('all done')
    await expect(jobs).toHaveCount(0)
  })

  test('a shell asked for again takes what is typed; a sandbox that does not exist is named', async ({
    page,
    workbench,
    bench,
  }) => {
    await bench.run('true', 'exit 0')
    await page.goto(`${workbench.url}#/start`)
    await page.getByRole('button', { name: 'Open a shell' }).click()
    await expect(bench.line).toBeFocused()
    await page.keyboard.type('echo typed at once\n')
    await expect(bench.screen).toContainText('typed at once')
    await page.goto(`${workbench.url}#/sandboxes/platform.embedded%2F0123/terminals`)
    await expect(page.getByRole('heading', { name: 'There is no sandbox 0123' })).toBeVisible()
  })

  test('a search says what it does not cover: older lines, and how many matches there are', async ({
    page,
    bench,
  }) => {
    await bench.run('seq 20001 60000', 'exit 0')
    await expect(bench.screen).toContainText('60000')
    await page.getByRole('button', { name: 'Find in terminal' }).click()
    for (const [needle, says] of [
      ['30000', 'No matches in the last 10,000 lines. Filter the list of commands to search all.'],
      ['5', '1,000 or more'],
      ['55555', '1 of 1'],
    ] as const) {
      await page.getByRole('search').getByRole('textbox').fill(needle)
      await expect(page.getByRole('search')).toContainText(says)
    }
  })

  test('network access is changed where it is shown, immediately', async ({ page, bench }) => {
    const ask =
      'exec 3<>/dev/tcp/127.0.0.1/${HTTP_PROXY##*:}; printf "CONNECT 10.255.1.1:9 HTTP/1.0\\r\\n\\r\\n" >&3; head -1 <&3'
    await bench.run(ask, 'exit 0')
    await expect(bench.screen).toContainText('403')
    await bench.section('Overview')
    const refused = page.getByRole('list', { name: 'Connections' }).getByRole('listitem')
    await expect(refused.first()).toContainText('10.255.1.1:9')
    await expect(page.getByText(/^Only HTTP and HTTPS get out|connect directly/)).toBeVisible()
    await refused.first().getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByText(/only reach \*, 10\.255\.1\.1:9/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Change network…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change network' })
    await dialog.getByLabel('Network').selectOption('none')
    await dialog.getByRole('button', { name: 'Change network' }).click()
    await expect(page.getByText('No network access.').first()).toBeVisible()
  })

  test('a line for a stopped sandbox waits, and runs with its restart', async ({ page, bench }) => {
    await bench.run('cd ~', 'exit 0')
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(page.getByText('This sandbox is stopped')).toBeVisible()
    await bench.type('echo it ran $((6*7)) times')
    await page.getByRole('button', { name: 'Restart and run 1 line' }).click()
    await expect(bench.commands.last()).toContainText('exit 0')
    await expect(bench.screen).toContainText('it ran 42 times')
    await expect(bench.commands).toHaveCount(2)
  })

  test('lines that wait survive a killed server, and each runs once', async ({ page, workbench, bench }) => {
    await bench.run('cd ~', 'exit 0')
    await bench.type('echo begun >> log; sleep 120')
    await expect(bench.commands.last()).toContainText('Running')
    for (const word of ['first', 'second', 'third']) await bench.type(`echo ${word} >> log`)
    await expect(page.getByRole('list', { name: '3 lines wait' })).toBeVisible()

    const ofHost = ['-P', String(workbench.process.pid), '-f', 'sandbox-server']
    process.kill(Number(execFileSync('pgrep', ofHost, { encoding: 'utf8' })), 'SIGKILL')
    await page.getByRole('button', { name: 'Restart and run 3 lines' }).click()
    await expect(bench.commands).toHaveCount(5, { timeout: 40_000 })
    await expect(bench.commands.last()).toContainText('exit 0')
    await bench.run('echo "log: $(paste -sd, log)"', 'exit 0')
    await expect(bench.screen).toContainText('log: begun,first,second,third')
    // Commands running when the server was killed are reported as lost, and not retried.
    await expect(bench.commands.nth(1)).not.toContainText(/running|exit/i)
  })

  test('lines that wait survive a killed page, and each runs once', async ({ page, workbench, bench }) => {
    await bench.run('cd ~', 'exit 0')
    // Long enough to type three lines behind it on a busy machine.
    await bench.type('echo begun >> log; sleep 15')
    await expect(bench.commands.last()).toContainText('Running')
    for (const word of ['first', 'second', 'third']) await bench.type(`echo ${word} >> log; sleep 1`)
    await expect(page.getByRole('list', { name: '3 lines wait' })).toBeVisible()
    // The page is killed just as the second of them was accepted.
    await expect(bench.commands).toHaveCount(4)
    const devtools = await page.context().newCDPSession(page)
    const crashed = page.waitForEvent('crash')
    // A crashed page never answers.
    void devtools.send('Page.crash').catch(() => undefined)
    await crashed

    const again = await page.context().newPage()
    const other = new Bench(again)
    await again.goto(`${workbench.url}#/sandboxes`)
    await expect(other.commands).toHaveCount(5)
    await expect(other.commands.last()).toContainText('exit 0')
    await other.run('echo "log: $(paste -sd, log)"', 'exit 0')
    await expect(other.screen).toContainText('log: begun,first,second,third')
    await again.close()
  })

  test('folders are dropped whole, empty ones too, and an upload can be stopped', async ({
    page,
    workbench,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'orrery-drop-'))
    try {
      await mkdir(join(folder, 'repo/src/empty'), { recursive: true })
      await writeFile(join(folder, 'repo/read me.txt'), 'hello\n')
      await writeFile(join(folder, 'repo/src/deep.txt'), 'deep\n')
      const bench = new Bench(page)
      await bench.begin(workbench.url)
      await bench.run('mkdir -p ~/dropped && cd ~/dropped', 'exit 0')
      await bench.section('Files')
      await expect(page.getByRole('navigation', { name: 'Folder' })).toContainText('dropped')
      await bench.drop(page.getByText('This folder is empty.'), [join(folder, 'repo')])
      await expect(page.getByRole('treeitem', { name: /repo/ })).toBeVisible()
      await bench.section('Terminals')
      await bench.run('find . | sort | paste -sd,', 'exit 0')
      await expect(bench.screen).toContainText(
        '.,./repo,./repo/read me.txt,./repo/src,./repo/src/deep.txt,./repo/src/empty',
      )

      await writeFile(join(folder, 'large.bin'), Buffer.alloc(150_000_000, 1))
      // Throttled, so that there is time to cancel: locally it would take a second.
      const network = await page.context().newCDPSession(page)
      await network.send('Network.enable')
      const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 3_000_000 }
      await network.send('Network.emulateNetworkConditions', slow)
      await bench.drop(bench.screen, [join(folder, 'large.bin')])
      const transfers = page.getByRole('list', { name: 'Transfers' })
      await expect(transfers).toContainText('large.bin')
      await transfers.getByRole('button', { name: 'Cancel' }).click()
      await expect(transfers).toHaveCount(0)
      await network.detach()
      await bench.run('ls', 'exit 0')
      await expect(bench.screen).not.toContainText('large.bin')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('every action can be copied as a program', async ({ page, context, workbench }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const bench = new Bench(page)
    await bench.begin(workbench.url)
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
    const choose = async (action: string, entry: string): Promise<void> => {
      await page.locator('header').getByRole('button', { name: 'More', exact: true }).last().click()
      await page.getByRole('menuitem', { name: 'Copy as code' }).press('ArrowRight')
      await page.getByRole('menuitem', { name: action, exact: true }).last().press('ArrowRight')
      await page.getByRole('menuitem', { name: entry }).press('Enter')
    }
    for (const [action, words] of [
      ['Get status', '/get_status'],
      ['Stop', '/stop'],
      ['Restart', '/restart'],
      ['Delete', '/delete'],
      ['Commit as image', '/commit'],
      ['Run a program', '/execute'],
      ['Upload a file', '/upload'],
      ['Forward a port', '/portforward'],
    ] as const) {
      await choose(action, 'Copy as curl')
      await expect.poll(copied, action).toContain(words)
    }
    // With the token it runs as copied.
    await choose('Get status', 'Copy as TypeScript')
    await expect.poll(copied).toContain('await fetch')
    const program = await copied()
    await choose('Get status', 'Copy the token for the shell')
    await expect.poll(copied).toMatch(/^export ORRERY_SANDBOX_TOKEN=/)
    const script = `${await copied()}\nnode --input-type=module -e "$0"`
    const env = { ...process.env, FORCE_COLOR: '0' }
    const { stdout } = await promisify(execFile)('bash', ['-c', script, program], { env })
    expect(stdout).toContain("state: 'running'")
  })
})
