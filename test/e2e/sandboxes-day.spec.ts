import { execFileSync } from 'node:child_process'
import { test } from './sandboxes-bench.ts'
import { expect } from './workbench.ts'

const PROJECT = [
  'git init -q -b main /tmp/origin && cd /tmp/origin',
  'git config user.email dev@example.com && git config user.name Dev',
  `printf 'def add(a, b):\\n    return a - b\\n' > calc.py`,
  `printf 'import unittest\\nfrom calc import add\\nclass T(unittest.TestCase):\\n    def test_add(self):\\n        self.assertEqual(add(2, 3), 5)\\n' > test_calc.py`,
  'git add . && git commit -qm first',
].join(' && ')

const hasVim = (): boolean => {
  try {
    execFileSync('vim', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test('a project is cloned, edited, debugged, tested, served and looked at without a pointer', async ({
  page,
  bench,
}) => {
  test.skip(!hasVim(), 'vim is not installed.')
  const { keyboard } = page
  const enter = async (text: string): Promise<void> => {
    await keyboard.insertText(text)
    await keyboard.press('Enter')
  }
  /** Types a line at the focus and waits for its outcome. */
  const line = async (command: string, outcome: string): Promise<void> => {
    await expect(bench.line).toBeFocused()
    const before = await bench.commands.count()
    await enter(command)
    await expect(bench.commands).toHaveCount(before + 1)
    await expect(bench.commands.last()).toContainText(outcome)
  }
  await bench.line.focus()
  await line(PROJECT, 'exit 0')
  await line('cd ~ && git clone -q /tmp/origin shop && cd shop', 'exit 0')
  await line('python3 -m unittest test_calc', 'exit 1')

  // A debugger takes the keyboard while it prompts, and the line gets it back.
  await enter('python3 -m pdb -c "b calc.add" -c c -m unittest test_calc')
  await expect(bench.screen).toContainText('(Pdb)')
  await expect(page.getByRole('textbox', { name: 'Terminal input' })).toBeFocused()
  await enter('p a, b')
  await expect(bench.screen).toContainText('(2, 3)')
  await enter('c')
  await expect(bench.screen).toContainText('The program exited')
  await enter('q')
  await expect(bench.commands.last()).toContainText('exit 0')

  await expect(bench.line).toBeFocused()
  await enter('vim -u NONE calc.py')
  await expect(page.getByRole('textbox', { name: 'Terminal input' })).toBeFocused()
  await expect(bench.screen).toContainText('return a - b')
  // While a program has the keyboard, a bench's keys are not ours.
  await keyboard.press('Control+1')
  await expect(bench.screen).toBeVisible()
  await enter(':%s/a - b/a + b/')
  await expect(bench.screen).toContainText('return a + b')
  await enter(':wq')
  await expect(bench.commands.last()).toContainText('exit 0')
  await line('python3 -m unittest test_calc', 'exit 0')

  // Its served page is one command away, and so is the way back.
  await line('python3 -m http.server 8471 >/dev/null 2>&1 &', 'exit 0')
  await expect(page.getByRole('button', { name: /^Open 8471/ })).toBeVisible()
  await keyboard.press('Control+Shift+P')
  await keyboard.insertText('open port 8471')
  await expect(page.getByRole('option', { name: 'Open port: 8471 · http.server' })).toBeVisible()
  await keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Page of port 8471' })
  await expect(panel.frameLocator('iframe').getByRole('link', { name: 'test_calc.py' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Ports' })).toBeFocused()
  await keyboard.press('Control+`')
  await line('git diff --stat', 'exit 0')
})
