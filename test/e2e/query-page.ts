import type { Locator, Page } from '@playwright/test'
import { expect, type Workbench } from './workbench.ts'

/** Asks the sample what its checkout-api calls. */
export const CHECKOUT = `.topo | graph-call getNeighborNodes('sequence_out', 1, [(:"apm@apm.service" {__entity_id__: '3b90012aaf98b39aead200fb4ead0124'})]) | with(__relation_type__='calls')`

/** Page object of the query bench. */
export class QueryPage {
  readonly page: Page
  readonly editor: Locator

  private constructor(page: Page) {
    this.page = page
    this.editor = page.getByRole('textbox', { name: 'SPL editor' })
  }

  static async open(page: Page, workbench: Workbench): Promise<QueryPage> {
    await page.goto(`${workbench.url}#/query`)
    const query = new QueryPage(page)
    await expect(query.editor).toBeVisible()
    return query
  }

  /** Replaces the text of a new tab. */
  async write(text: string): Promise<void> {
    await this.page.getByRole('button', { name: 'New query' }).click()
    await expect(this.editor).toHaveText('')
    await expect(this.editor).toBeFocused()
    await this.page.keyboard.insertText(text)
  }

  async run(text: string): Promise<void> {
    await this.write(text)
    await this.page.keyboard.press('Control+Enter')
    await expect(this.status).toContainText(/Answered|Refused|Failed/)
  }

  get status(): Locator {
    return this.page.locator('#query-tab-panel footer')
  }

  get grid(): Locator {
    return this.page.getByRole('grid', { name: 'Rows' })
  }

  view(name: string): Locator {
    return this.page.getByRole('tablist', { name: 'Result views' }).getByRole('tab', { name, exact: true })
  }

  /** The rendered cells of a column, by its header. */
  async column(name: string): Promise<string[]> {
    const header = this.grid.getByRole('columnheader').filter({ hasText: new RegExp(`^${name}`) })
    const index = await header.getAttribute('aria-colindex')
    return this.grid.locator(`[role="gridcell"][aria-colindex="${index}"]`).allInnerTexts()
  }
}
