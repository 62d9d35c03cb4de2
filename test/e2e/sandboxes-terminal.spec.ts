import { Bench, test } from './sandboxes-bench.ts'
import { expect } from './workbench.ts'

test.describe('a terminal whose platform has one', () => {
  test('a new one has commands that run on a press, and a free screen as soon as one runs', async ({
    page,
    bench,
  }) => {
    const offer = page.getByRole('heading', { name: 'Run your first command' })
    await expect(offer).toBeVisible()
    // The screen keeps its own menu beside the examples.
    await page
      .getByRole('group', { name: 'Output of bash 1' })
      .click({ button: 'right', position: { x: 30, y: 30 } })
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'uname -a' }).click()
    await expect(offer).toBeHidden()
    await expect(bench.screen).toContainText('Linux')
    await expect(bench.commands.last()).toContainText('exit 0')
    await expect(bench.line).toBeFocused()
    // Nor does it come back while a program has the screen of another new one.
    await page.getByRole('button', { name: 'New terminal' }).click()
    await expect(offer).toBeVisible()
    await bench.type('vim -u NONE')
    await expect(page.locator('.xterm-helper-textarea').last()).toBeFocused()
    await expect(offer).toBeHidden()
  })

  test('programs get the keyboard at once, and the line has it back at their end', async ({
    page,
    bench,
  }) => {
    await bench.run('cd /tmp', 'exit 0')

    // An editor, by keyboard alone.
    await bench.type('vim -u NONE note.txt')
    await expect(bench.screen).toContainText('note.txt')
    await expect(page.locator('.xterm-helper-textarea')).toBeFocused()
    await page.keyboard.type('ihello from vim')
    await expect(bench.screen).toContainText('hello from vim')
    // The chord toggles between line and program, and no other key is withheld from the program.
    await page.keyboard.press('Control+`')
    await expect(bench.line).toBeFocused()
    await page.keyboard.press('Control+`')
    await expect(page.locator('.xterm-helper-textarea')).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.type(':wq\n')
    await expect(bench.commands.last()).toContainText('exit 0')
    await expect(bench.line).toBeFocused()
    await bench.run('cat note.txt', 'exit 0')
    await expect(bench.screen).toContainText('hello from vim')

    // A REPL that edits its own lines, with echo.
    await bench.type('python3 -q')
    await expect(page.locator('.xterm-helper-textarea')).toBeFocused()
    await page.keyboard.type('6*7\n')
    await expect(bench.screen).toContainText('>>> 6*7')
    await expect(bench.screen).toContainText('42')
    await page.keyboard.press('Control+d')
    await expect(bench.commands.last()).toContainText('exit 0')
  })

  test('answers go to the asking program, never to the shell, and passwords are not shown', async ({
    page,
    bench,
  }) => {
    await bench.type('read -p "Your name: " name; echo "hello $name"')
    await expect(page.getByPlaceholder(/is waiting for input/)).toBeVisible()
    await bench.line.pressSequentially('bob')
    await bench.line.press('Enter')
    await expect(bench.screen).toContainText('Your name: bob')
    await expect(bench.screen).toContainText('hello bob')
    await expect(bench.commands).toHaveCount(1)
    // The program's last output is there before its end; until then the line is its input.
    await expect(bench.commands.last()).toContainText('exit 0')

    await bench.type('read -s -p "Password: " word; echo "${#word} letters"')
    await expect(page.getByPlaceholder(/waiting for hidden input/)).toBeVisible()
    await bench.line.pressSequentially('geheim')
    await expect(bench.line).toHaveAttribute('data-secret', 'true')
    await bench.line.press('Enter')
    await expect(bench.screen).toContainText('6 letters')
    await expect(bench.screen).not.toContainText('geheim')
    await expect(bench.commands.last()).toContainText('exit 0')
    await bench.line.press('ArrowUp')
    await expect(bench.line).toHaveValue(/^read -s/)
    await bench.line.fill('')

    // A line sent too early is queued, and given to the program manually.
    await bench.type('until [ -e go ]; do sleep 0.2; done; read -p "And now? " what; echo "then $what"')
    await expect(page.getByPlaceholder(/is running/)).toBeVisible()
    await bench.type('this')
    await page.getByRole('button', { name: 'New terminal', exact: true }).click()
    await bench.ready()
    await bench.type('touch ~/go go')
    await page.getByRole('tablist', { name: 'Terminals' }).getByRole('tab').first().click()
    await page.getByRole('button', { name: 'Send as the answer' }).click()
    await expect(bench.screen).toContainText('then this')
    await expect(bench.commands).toHaveCount(3)
  })

  test('completes a word from a list, by keys and by a press', async ({ page, bench }) => {
    await bench.run('mkdir -p /tmp/fruit/apple /tmp/fruit/apricot && cd /tmp/fruit', 'exit 0')
    const choices = page.getByRole('listbox', { name: 'Completions' }).getByRole('option')
    const chosen = choices.and(page.locator('[aria-selected="true"]'))
    await bench.line.pressSequentially('cd ap')
    await bench.line.press('Tab')
    await expect(choices).toHaveText([/^apple/, /^apricot/])
    await expect(chosen).toHaveText(/^apple/)
    await bench.line.press('ArrowDown')
    await expect(chosen).toHaveText(/^apricot/)
    await bench.line.press('Enter')
    await expect(bench.line).toHaveValue(/^cd apricot/)

    await bench.line.fill('cd ap')
    await bench.line.press('Tab')
    await choices.first().click()
    await expect(bench.line).toHaveValue(/^cd apple/)
    await expect(bench.line).toBeFocused()
    await expect(choices).toHaveCount(0)
  })

  test('what jobs print is a block of its own, and what is selected is copied', async ({
    page,
    context,
    workbench,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const bench = new Bench(page)
    await bench.begin(workbench.url)
    await bench.run('(sleep 3; for i in 1 2 3; do sleep 0.5; echo tick$i; done) &', 'exit 0')
    await expect(bench.commands.filter({ hasText: 'Output of a background job' })).toHaveCount(1)
    await expect(bench.screen).toContainText('tick3')

    // Typing on the output goes to the line; a selection is copied with the terminal's keys.
    await page.locator('.xterm-screen').click()
    await page.keyboard.type('echo typed')
    await expect(bench.line).toHaveValue('echo typed')
    await page.keyboard.press('Enter')
    await expect(bench.commands.filter({ hasText: 'echo typed' })).toContainText('exit 0')
    const word = page.locator('.xterm-rows > div').filter({ hasText: 'tick2' }).last()
    const place = await word.boundingBox()
    if (!place) throw new Error('The line is not there.')
    for (const keys of ['Control+c', 'Control+Shift+C']) {
      await page.evaluate(() => navigator.clipboard.writeText('before'))
      await page.mouse.dblclick(place.x + 12, place.y + place.height / 2)
      await page.keyboard.press(keys)
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('tick2')
    }
    await page.mouse.click(place.x + 12, place.y + place.height / 2, { button: 'right' })
    // The menu opens at the pointer, once it has been placed, and restores the focus.
    const distance = async (): Promise<number> =>
      Math.abs(((await page.getByRole('menu').boundingBox())?.x ?? Infinity) - place.x - 12)
    await expect.poll(distance).toBeLessThan(10)
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Terminal input')).toBeFocused()
    await page.mouse.click(place.x + 12, place.y + place.height / 2, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Select all' }).click()
    await page.mouse.click(place.x + 12, place.y + place.height / 2, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Copy' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('tick3')
  })

  test('what was printed is found by letter case, by whole words and by an expression', async ({
    page,
    bench,
  }) => {
    await bench.run('for i in 1 2 3; do echo "Total total$i"; done', 'exit 0')
    // The screen may still be drawing: the current match would be the last of what is there.
    await expect(bench.screen).toContainText('total3')
    const find = page.getByRole('button', { name: 'Find in terminal' })
    const bar = page.getByRole('search')
    const looks: readonly (readonly [needle: string, way: string | undefined, says: string])[] = [
      ['total', undefined, '8 of 8'],
      ['total', 'Match case', '4 of 4'],
      ['total1', 'Whole words', '1 of 1'],
      ['tot', 'Whole words', 'No matches'],
      ['total\\d', 'Regular expression', '3 of 3'],
      ['total(', 'Regular expression', 'Not a valid expression'],
    ]
    for (const [needle, way, says] of looks) {
      await find.click()
      await expect(bar.getByRole('textbox')).toBeFocused()
      await page.keyboard.type(needle)
      if (way !== undefined) await bar.getByRole('button', { name: way }).click()
      await expect(bar.getByText(says), `${needle}, ${way}`).toBeVisible()
      if (way !== undefined) await bar.getByRole('button', { name: way }).click()
    }
  })

  test('a silent command takes one row, and its outcome covers no text of a narrower terminal', async ({
    page,
    bench,
  }) => {
    await bench.run('false', 'exit 1')
    await bench.run('true', 'exit 0')
    await bench.run(`: ${'x'.repeat(60)}`, 'exit 0')
    const rows = bench.screen.locator('> div')
    await expect(rows.nth(0)).toHaveText(/❯ false$/)
    await expect(rows.nth(1)).toHaveText(/❯ true$/)
    await expect(rows.nth(2)).toHaveText(/❯ : x{60}$/)
    const outcomes = page.locator('.xterm-decoration')
    await expect(outcomes.filter({ visible: true })).toHaveText([/✗ 1/, /✓/, /✓/])
    const tops = await Promise.all([rows, outcomes].map((each) => each.nth(0).boundingBox()))
    expect(tops[1]?.y).toBeCloseTo(tops[0]?.y ?? 0, 0)
    // The long command now wraps to a second line.
    await page.setViewportSize({ width: 600, height: 700 })
    await expect(outcomes.filter({ visible: true })).toHaveText([/✗ 1/, /✓/])
  })

  test('reversed text has the colours of the ground and of text, changed places', async ({ page, bench }) => {
    await bench.run("printf '\\e[7mreversed\\e[0m\\n'", 'exit 0')
    const coloursOf = (what: string): Promise<string[]> =>
      page.evaluate((text) => {
        const found = [...document.querySelectorAll('.xterm-rows span')].find(
          (span) => span.textContent === text,
        )
        const { color, backgroundColor } = getComputedStyle(found ?? document.body)
        const { color: ink } = getComputedStyle(document.body)
        return [color, backgroundColor, ink]
      }, what)
    // The command contains the word as well; its output is drawn later.
    await expect(page.locator('.xterm-rows span').filter({ hasText: /^reversed$/ })).toHaveCount(1)
    const [color, ground, ink] = await coloursOf('reversed')
    expect(ground).toBe(ink)
    expect(color).toBe('rgb(255, 255, 255)')
  })
})
