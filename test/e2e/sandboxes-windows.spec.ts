import { Bench } from './sandboxes-bench.ts'
import { expect, test } from './workbench.ts'

test('two windows show the same terminals, and neither writes over what the other one did', async ({
  page,
  context,
  workbench,
}) => {
  const one = new Bench(page)
  await one.begin(workbench.url)
  await one.run('echo first', 'exit 0')
  const two = new Bench(await context.newPage())
  await two.page.goto(`${workbench.url}#/sandboxes`)
  await two.ready()
  await one.run('echo from one', 'exit 0')
  await expect(two.screen).toContainText('from one')
  await two.run('echo from two', 'exit 0')
  await expect(one.commands).toHaveCount(3)

  // A command running in one window is followed in the other, whose line is queued until it ends.
  await one.type('for n in 1 2 3 4; do echo "live $n"; sleep 0.5; done')
  await expect(two.screen).toContainText('live 2')
  await two.type('echo afterwards')
  await expect(two.commands).toHaveCount(5)
  await expect(two.commands.last()).toContainText('exit 0')
  await expect(one.commands).toHaveCount(5)
  const commands = [/^echo first/, /^echo from one/, /^echo from two/, /^for n/, /^echo afterwards/]
  await expect(one.commands).toContainText(commands)

  // Each opens a terminal; one is closed in the other window.
  const tabs = (bench: Bench) => bench.page.getByRole('tablist', { name: 'Terminals' }).getByRole('tab')
  await one.page.getByRole('button', { name: 'New terminal', exact: true }).click()
  await expect(tabs(two)).toHaveCount(2)
  await two.page.getByRole('button', { name: 'New terminal', exact: true }).click()
  await expect(tabs(one)).toHaveCount(3)
  await tabs(two).filter({ hasText: 'bash 2' }).press('Delete')
  await expect(tabs(one)).toHaveCount(2)

  // The stored state contains both windows' changes.
  for (const { page: window } of [one, two]) await window.reload()
  for (const bench of [one, two]) await expect(tabs(bench)).toContainText(['bash 1', 'bash 3'])
  await tabs(one).first().click()
  await expect(one.commands).toContainText(commands)
})

test('lines that wait are those of every window, and outlive the one they were typed in', async ({
  page,
  context,
  workbench,
}) => {
  const one = new Bench(page)
  await one.begin(workbench.url)
  await one.run('cd ~', 'exit 0')
  await one.type('echo begun >> log; until test -e go; do sleep 0.2; done')
  await expect(one.commands.last()).toContainText('Running')
  for (const word of ['first', 'second']) await one.type(`echo ${word} >> log`)
  await expect(page.getByRole('list', { name: '2 lines wait' })).toBeVisible()

  const two = new Bench(await context.newPage())
  await two.page.goto(`${workbench.url}#/sandboxes`)
  await expect(two.commands).toHaveCount(2)
  await expect(two.commands.last()).toContainText('Running')
  await expect(two.page.getByRole('list', { name: '2 lines wait' })).toBeVisible()
  await two.type('echo third >> log')
  for (const window of [page, two.page])
    await expect(window.getByRole('list', { name: '3 lines wait' })).toBeVisible()

  await page.close()
  const three = new Bench(await context.newPage())
  await three.page.goto(`${workbench.url}#/sandboxes`)
  await expect(three.page.getByRole('list', { name: '3 lines wait' })).toBeVisible()
  await three.page.getByRole('button', { name: 'New terminal', exact: true }).click()
  const tabs = three.page.getByRole('tablist', { name: 'Terminals' }).getByRole('tab')
  await expect(tabs).toHaveCount(2)
  await three.run('touch ~/go', 'exit 0')
  await tabs.first().click()
  await expect(three.commands).toHaveCount(5)
  await expect(three.commands.last()).toContainText('exit 0')
  await three.run('echo "log: $(sort log | paste -sd,)"', 'exit 0')
  await expect(three.screen).toContainText('log: begun,first,second,third')
})
