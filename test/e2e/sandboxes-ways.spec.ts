import type { Locator, Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { Bench, test } from './sandboxes-bench.ts'
import { expect } from './workbench.ts'

test.use({ actionTimeout: 10_000 })

test.describe('the ways of the bench', () => {
  test('splits, names, a broadcast, plain mode, a user and an environment of its own', async ({
    page,
    bench,
  }) => {
    // What is used most is said in words; the rest is in one menu, with words and keys.
    const bar = page.getByRole('toolbar', { name: 'Commands' })
    await expect(bar.getByText('Find', { exact: true })).toBeVisible()
    expect(await bar.getByRole('button').count()).toBeLessThanOrEqual(4)
    await page.getByRole('button', { name: 'More terminal actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'Next failed command' })).toContainText('Alt+Shift+↓')
    await page.keyboard.press('Escape')
    await bench.ways('Split right')
    const panes = page.getByRole('region', { name: /^Terminal bash/ })
    await expect(panes).toHaveCount(2)
    const [left, right] = [panes.first(), panes.last()]
    await expect(page.getByRole('tablist', { name: 'Terminals' })).toContainText('bash 1 | bash 2')
    const line = left.getByLabel(/^Command line of/)
    await left.getByRole('button', { name: 'Sends the line to every terminal of this sandbox (2)' }).click()
    await line.fill('echo to all $((40 + 2))')
    await line.press('Enter')
    for (const pane of [left, right]) await expect(pane.locator('.xterm-rows')).toContainText('to all 42')

    await bench.ways('New terminal with options…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('bare line')
    await dialog.getByLabel('Working directory').fill('/tmp')
    await dialog.getByLabel('Environment variables').fill('FLAVOUR=plum')
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Open' }).click()
    await expect(page.getByRole('tablist', { name: 'Terminals' })).toContainText('bare line')
    await expect(bench.line).toHaveCount(1)
    await bench.run('echo "$FLAVOUR in $PWD"', 'exit 0')
    await expect(bench.screen).toContainText('plum in /tmp')
    // Plain mode adds no prompts: an incomplete line is sent as is, and Bash reports it.
    await bench.type('if true; then')
    await expect(bench.commands).toHaveCount(2)
    await expect(bench.screen).toContainText('syntax error')

    await bench.ways('New terminal with options…')
    await dialog.getByLabel('Remote user').fill('no-such-user')
    await dialog.getByRole('button', { name: 'Open' }).click()
    await expect(page.getByRole('alert').filter({ hasText: /no-such-user/ })).toBeVisible()
  })

  test("the search opens by its keys from the line and from the screen, and by keys of one's own", async ({
    page,
    bench,
  }) => {
    await bench.run('seq 30 | sed "s/^/line /"', 'exit 0')
    const find = page.getByRole('search').getByRole('textbox')
    const opensBy = async (keys: string, from: Locator): Promise<void> => {
      await from.click()
      await page.keyboard.press(keys)
      await expect(find).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(find).toBeHidden()
    }
    await opensBy('Control+Shift+F', bench.line)
    await opensBy('Control+Shift+F', page.locator('.xterm-screen'))

    await page.getByRole('navigation').getByRole('button', { name: 'Settings' }).click()
    await page.getByLabel('Keys of Find in terminal').focus()
    await page.keyboard.press('Control+Shift+9')
    await page.getByRole('navigation').getByRole('button', { name: 'Sandboxes' }).click()
    await opensBy('Control+Shift+9', bench.line)
  })

  test('the search of the page names the keys that a shell leaves to it, and stays where it is', async ({
    page,
    bench,
  }) => {
    const search = page.getByRole('button', { name: 'Search' }).filter({ visible: true })
    await bench.line.click()
    await expect(search.locator('kbd')).toHaveText('Ctrl+Shift+P')
    const place = await search.boundingBox()
    await page.getByRole('tab', { name: 'Terminals', exact: true }).focus()
    expect(await search.boundingBox()).toEqual(place)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused()
    await page.keyboard.press('Escape')
  })

  test('snippets with parameters, and a script of this machine', async ({ page, bench }) => {
    await page.getByRole('button', { name: 'Snippets' }).click()
    await page.getByRole('menuitem', { name: 'Save snippet' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('greet')
    await page.getByRole('dialog').getByLabel('Commands').fill('echo "hello <<whom>>"')
    await page.getByRole('dialog').getByRole('button', { name: 'Save snippet' }).click()
    await page.getByRole('button', { name: 'Snippets' }).click()
    await page.getByRole('menuitem', { name: 'greet', exact: true }).click()
    await page.getByRole('dialog').getByLabel('whom').fill('orchard')
    await page.getByRole('dialog').getByRole('button', { name: 'Insert' }).click()
    await expect(bench.line).toHaveValue('echo "hello orchard"')
    await bench.line.press('Enter')
    await expect(bench.commands.last()).toContainText('exit 0')

    await page.getByLabel('Run a local script…').setInputFiles({
      name: 'count.py',
      mimeType: 'text/x-python',
      buffer: Buffer.from('#!/usr/bin/env python3\nprint("counted", sum(range(10)))\n'),
    })
    await expect(bench.screen).toContainText('counted 45')
  })

  test('a template brings files, variables and a script that runs as the first block', async ({
    page,
    workbench,
  }) => {
    const bench = new Bench(page)
    await page.goto(`${workbench.url}#/sandboxes`)
    await page.getByRole('button', { name: 'Start sandbox…' }).first().click()
    const template = page.getByRole('combobox', { name: 'Template' })
    await expect(page.getByText('Files and start script (no files, no script)')).toBeVisible()
    await template.selectOption('Python')
    await page.getByText('Files and start script (1 file, a script)').click()
    await page.getByRole('button', { name: 'Add a file' }).click()
    await page.getByLabel('Path of file 2').fill('notes/word.txt')
    await page.getByLabel('Text of notes/word.txt').fill('from the template\n')
    await page.getByLabel('Environment variables').fill('OWN=variable')
    await page.getByLabel('Start script').fill('python3 main.py\ncat notes/word.txt; echo "own $OWN"')
    const saveAs = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Save as template' }).click()
      await page.getByLabel('Template name').fill(name)
      await page.getByLabel('Template name').press('Enter')
      await expect(template).toHaveValue(name)
    }
    await saveAs('mine')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(bench.commands).toHaveCount(1)
    await expect(bench.commands.first()).toContainText('python3 main.py')
    for (const words of ['Hello from Python', 'from the template', 'own variable'])
      await expect(bench.screen).toContainText(words)
    // A second start with the changed template; variables are set for every process, including jobs.
    await page.getByRole('button', { name: 'Start sandbox…' }).first().click()
    await expect(template).toHaveValue('mine')
    await page.getByText('Files and start script').click()
    await page.getByRole('button', { name: 'Remove main.py' }).click()
    await page.getByLabel('Start script').fill('echo changed')
    await saveAs('mine')
    await template.selectOption('Empty')
    await expect(page.getByText('Files and start script (no files, no script)')).toBeVisible()
    await template.selectOption('mine')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(bench.screen).toContainText('changed')
    await expect(bench.commands).toHaveCount(1)
    await bench.run('ls main.py', 'exit 2')
    await page.getByRole('button', { name: 'Start sandbox…' }).first().click()
    await page.getByRole('button', { name: 'Delete template' }).click()
    await expect(template).toHaveValue('')
    await expect(template.getByRole('option')).toHaveText(['Empty', 'Python', 'Node'])
  })

  test('templates, attaching by id, and actions on several at once', async ({ page, workbench }) => {
    const bench = new Bench(page)
    await page.goto(`${workbench.url}#/sandboxes`)
    await page.getByRole('button', { name: 'Start sandbox…' }).first().click()
    await page.getByLabel('Image', { exact: true }).fill('local')
    await page.getByLabel('CPUs').fill('1')
    const template = page.getByRole('combobox', { name: 'Template' })
    const saveAs = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Save as template' }).click()
      await page.getByLabel('Template name').fill(name)
      await page.getByLabel('Template name').press('Enter')
      await expect(template).toHaveValue(name)
    }
    await saveAs('small')
    await page.getByLabel('CPUs').fill('2')
    await template.selectOption('Empty')
    await template.selectOption('small')
    await expect(page.getByLabel('CPUs')).toHaveValue('1')
    await page.keyboard.press('Escape')

    await bench.start('local')
    const list = page.getByRole('list', { name: 'Sandboxes' })
    const first = await list.locator('[aria-current="true"] code').innerText()
    await bench.start('local')
    const second = await list.locator('[aria-current="true"] code').innerText()

    const whole = await fullId(page, first)
    await page.getByRole('list', { name: 'Sandboxes' }).getByText(second).click()
    await page.getByRole('button', { name: 'Attach by ID…' }).click()
    await page.getByLabel('Sandbox ID').fill('nobody-knows-it')
    await page.getByRole('button', { name: 'Attach', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText(/not found/i)
    await page.getByLabel('Sandbox ID').fill(whole)
    await page.getByRole('button', { name: 'Attach', exact: true }).click()
    await expect(list.locator('[aria-current="true"] code')).toHaveText(first)

    for (const id of [first, second]) await list.getByLabel(`Select ${id}`).check()
    const bar = page.getByRole('toolbar', { name: '2 selected' })
    await bar.getByRole('button', { name: 'Stop' }).click()
    for (const id of [first, second])
      await expect(list.getByRole('listitem').filter({ hasText: id })).toContainText('Stopped')
    for (const id of [first, second]) await list.getByLabel(`Select ${id}`).check()
    await bar.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    for (const id of [first, second]) await expect(list.getByText(id)).toHaveCount(0)
  })

  test('a long command that ends out of sight is announced, and pasting several lines needs confirmation', async ({
    page,
    context,
    workbench,
  }) => {
    await context.grantPermissions(['notifications', 'clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => {
      // The system clipboard cannot be read here, but what is passed to it can.
      const told: string[] = []
      Object.assign(window, { told })
      const System = window.Notification
      window.Notification = class extends System {
        constructor(title: string, options?: NotificationOptions) {
          super(title, options)
          told.push(`${title}: ${options?.body}`)
        }
      }
    })
    const bench = new Bench(page)
    await bench.begin(workbench.url)
    await bench.type('sleep 11; (exit 4)')
    await bench.section('Overview')
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { told: string[] }).told))
      .toEqual(['bash 1: command failed: sleep 11; (exit 4)'])
    await bench.section('Terminals')

    await page.evaluate(() => navigator.clipboard.writeText('echo one\necho two'))
    await bench.line.press('Control+v')
    await expect(page.getByRole('alert').filter({ hasText: '2 lines pasted' })).toBeVisible()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(bench.line).toHaveValue('')
  })

  test('what a program prints opens no script, sets no clipboard and no title', async ({
    page,
    context,
    workbench,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const bench = new Bench(page)
    await bench.begin(workbench.url)
    await page.evaluate(() => navigator.clipboard.writeText('mine'))
    const title = await page.title()
    const before = context.pages().length
    await bench.run(
      String.raw`printf '\033]52;c;ZXZpbA==\007\033]0;evil title\007\033]8;;javascript:document.title=1\033\\click me\033]8;;\033\\\n'`,
      'exit 0',
    )
    const row = page.locator('.xterm-rows > div').filter({ hasText: 'click me' }).last()
    const box = await row.boundingBox()
    if (!box) throw new Error('The printed link is not shown.')
    await page.mouse.click(box.x + 20, box.y + box.height / 2)
    await bench.run('echo still well', 'exit 0')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('mine')
    expect(await page.title()).toBe(title)
    expect(context.pages()).toHaveLength(before)
  })

  test('images are a place: with an address, sizes, and a start from each', async ({ page, workbench }) => {
    await page.goto(`${workbench.url}#/sandboxes/images`)
    await expect(page.getByRole('heading', { name: 'Images', level: 2 })).toBeVisible()
    const images = page.getByRole('list', { name: 'Images' })
    await expect(images).toContainText('local')
    expect(await violations(page)).toEqual([])
    await images.getByRole('button', { name: 'Start a sandbox from local', exact: true }).click()
    await expect(page.getByRole('dialog').getByLabel('Image', { exact: true })).toHaveValue('local')
    await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page.getByText('What you run appears here.')).toBeVisible()
    await page.goBack()
    await expect(images).toBeVisible()
    await page.getByRole('list', { name: 'Sandboxes' }).getByRole('code').first().click()
    await expect(images).toHaveCount(0)
  })

  test('the images take the focus when a command opens them', async ({ page, workbench }) => {
    await page.goto(`${workbench.url}#/query`)
    await expect(page.locator('.cm-content').first()).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Images')
    await expect(page.getByRole('option', { name: 'Images' }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Images', level: 2 })).toBeFocused()
  })
})

/** The full id for the short one shown in a row. */
async function fullId(page: Page, short: string): Promise<string> {
  await page.getByRole('list', { name: 'Sandboxes' }).getByText(short).click()
  await page.getByRole('tab', { name: 'Overview', exact: true }).click()
  const id = page.locator('dd').filter({ hasText: short }).first()
  const text = await id.innerText()
  await page.getByRole('tab', { name: 'Terminals', exact: true }).click()
  return text
}
