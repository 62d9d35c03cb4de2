import type { Locator, Page } from '@playwright/test'
import { expect, test as withWorkbench } from './workbench.ts'

/** Page object of the sandboxes bench. */
export class Bench {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get line() {
    return this.page.getByLabel(/^Command line of/)
  }

  get commands() {
    return this.page.getByRole('complementary', { name: 'Commands' }).getByRole('listitem')
  }

  /** The terminal's text. */
  get screen() {
    return this.page.locator('.xterm-rows')
  }

  async start(image: string): Promise<void> {
    const current = this.page.locator('[aria-current="true"] code').first()
    await expect(this.page.getByText('No sandbox yet').or(current)).toBeVisible()
    const known = await this.page.getByRole('list', { name: 'Sandboxes' }).getByRole('code').allInnerTexts()
    await this.page.getByRole('button', { name: 'Start sandbox…' }).first().click()
    await this.page.getByLabel('Image', { exact: true }).fill(image)
    await this.page.getByRole('button', { name: 'Start', exact: true }).click()
    // The bench shows the new sandbox once it runs; its first terminal is empty, and without a command list
    // on a narrow page.
    await expect
      .poll(async () => known.includes(await current.innerText({ timeout: 500 }).catch(() => known[0] ?? '')))
      .toBe(false)
    await expect(this.commands).toHaveCount(0)
    await this.ready()
  }

  async ready(): Promise<void> {
    await expect(
      this.page.getByRole('tablist', { name: 'Terminals' }).getByText('Ready').first(),
    ).toBeVisible()
  }

  async type(command: string): Promise<void> {
    await this.line.fill(command)
    await this.line.press('Enter')
  }

  async run(command: string, outcome: string): Promise<void> {
    const before = await this.commands.count()
    await this.type(command)
    await expect(this.commands).toHaveCount(before + 1)
    await expect(this.commands.last()).toContainText(outcome)
  }

  /** Chooses a way to open a terminal other than in a new tab. */
  async ways(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'More ways to open a terminal' }).click()
    await this.page.getByRole('menuitem', { name }).click()
  }

  section(name: string) {
    return this.page.getByRole('tab', { name, exact: true }).click()
  }

  /** Opens the bench and starts a sandbox. */
  async begin(url: string, image = 'local'): Promise<void> {
    await this.page.goto(`${url}#/sandboxes`)
    await this.start(image)
  }

  /** Drops local files and folders, as a file manager does. */
  async drop(target: Locator, paths: readonly string[]): Promise<void> {
    const box = await target.boundingBox()
    if (!box) throw new Error('Nothing is there to drop on.')
    const devtools = await this.page.context().newCDPSession(this.page)
    const event = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const data = { items: [], files: [...paths], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, ...event, data })
    await devtools.detach()
  }
}

/** `test` with a new sandbox whose first terminal is ready. */
export const test = withWorkbench.extend<{ bench: Bench }>({
  bench: async ({ page, workbench }, use) => {
    const bench = new Bench(page)
    await bench.begin(workbench.url)
    await use(bench)
  },
})
