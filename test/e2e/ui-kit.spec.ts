import type { Page } from '@playwright/test'
import { violations } from './accessibility.ts'
import { expect, test } from './workbench.ts'

test.beforeEach(async ({ page, workbench }) => {
  await page.goto(`${workbench.url}#/design`)
  await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible()
})

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** Presses keys in sequence. */
async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key)
    // Radix moves the focus in a timer of its own, before this one.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  }
}

test.describe('tips', () => {
  for (const { role, name, says } of [
    { role: 'button', name: 'Settings', says: 'Settings Ctrl+,' },
    { role: 'button', name: 'Search', says: 'Command palette Ctrl+K' },
    { role: 'button', name: 'Help', says: 'Help F1' },
  ] as const)
    test(`the keyboard reaches “${says}”, with the pointer or without`, async ({ page }) => {
      const control = page.getByRole(role, { name, exact: true })
      const tip = page.getByRole('tooltip')
      await control.focus()
      await expect(tip).toHaveText(says.replace(/ (?=\S+$)/, ''))
      await press(page, 'Escape')
      await expect(tip).toBeHidden()
      await expect(control).not.toHaveAttribute('title')
    })
})

test.describe('a control is described once, by what its name does not say', () => {
  for (const { name, says } of [
    { name: 'Explorer', says: '' },
    { name: 'Settings', says: 'Ctrl+,' },
    { name: 'Search', says: 'Command palette Ctrl+K' },
  ])
    test(`${name}: “${says}”, before the tip is shown and while it is`, async ({ page }) => {
      const control = page.getByRole('button', { name, exact: true })
      await expect(control).toHaveAccessibleDescription(says)
      await control.focus()
      await expect(page.getByRole('tooltip')).toBeVisible()
      await expect(control).toHaveAccessibleDescription(says)
    })
})

test('the bench that a command opens takes the focus that its predecessor leaves behind', async ({
  page,
}) => {
  await tab(page, 'One').focus()
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: 'Command palette' }).fill('go to query')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Query', exact: true })).toBeFocused()
})

test('a title is shown by the kit, and is there again afterwards', async ({ page }) => {
  const heading = page.getByRole('heading', { name: 'Components' })
  await heading.evaluate((element) => element.setAttribute('title', 'More about them'))
  await heading.hover()
  await expect(page.getByRole('tooltip')).toHaveText('More about them')
  await expect(heading).not.toHaveAttribute('title')
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expect(heading).toHaveAttribute('title', 'More about them')
})

test('a title that comes under a resting pointer is not shown until the pointer moves', async ({ page }) => {
  const heading = page.getByRole('heading', { name: 'Components' })
  const box = (await heading.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  // What a press shows in its place.
  await heading.evaluate((element) =>
    addEventListener(
      'click',
      () => {
        const copy = element.cloneNode(true) as HTMLElement
        copy.title = 'Not pointed at'
        element.replaceWith(copy)
      },
      { once: true },
    ),
  )
  await page.mouse.click(x, y)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(heading).toHaveAttribute('title', 'Not pointed at')
  await page.mouse.move(x + 2, y)
  await expect(page.getByRole('tooltip')).toHaveText('Not pointed at')
})

test.describe('tabs', () => {
  for (const { keys, to } of [
    { keys: ['ArrowRight'], to: 'Two' },
    { keys: ['ArrowLeft'], to: 'Three' },
    { keys: ['End'], to: 'Three' },
    { keys: ['End', 'ArrowRight'], to: 'One' },
    { keys: ['End', 'Home'], to: 'One' },
  ]) {
    test(`walk with ${keys.join(', ')} to ${to}`, async ({ page }) => {
      await tab(page, 'One').focus()
      await press(page, ...keys)
      await expect(tab(page, to)).toBeFocused()
      await expect(tab(page, to)).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('tabpanel', { name: to })).toHaveText(`This is ${to}`)
    })
  }

  test('are reached by the Tab key before any was pressed', async ({ page }) => {
    await page.getByRole('button', { name: 'Last' }).focus()
    await press(page, 'Tab')
    await expect(page.getByRole('tab', { selected: true })).toBeFocused()
  })

  test('are one stop of the Tab key, which shows where it is, though the pointer chose', async ({ page }) => {
    await tab(page, 'Two').click()
    await expect(tab(page, 'Two')).toHaveCSS('outline-style', 'none')
    await page.getByRole('button', { name: 'Last' }).focus()
    await press(page, 'Tab')
    await expect(tab(page, 'Two')).toBeFocused()
    await expect(tab(page, 'Two')).toHaveCSS('outline-style', 'solid')
    await press(page, 'Tab')
    await expect(page.getByRole('button', { name: 'Close the tab' })).toBeFocused()
  })

  test('move with Alt, and keep the focus', async ({ page }) => {
    await tab(page, 'One').focus()
    await press(page, 'Alt+ArrowRight')
    await expect(page.getByRole('tab')).toHaveText(['Two', 'One', 'Three'])
    await expect(tab(page, 'One')).toBeFocused()
  })

  test('are renamed with F2, and not by Escape', async ({ page }) => {
    await tab(page, 'One').focus()
    const name = page.locator('input:focus')
    await press(page, 'F2')
    await expect(name).toHaveValue('One')
    await page.keyboard.type('First')
    await press(page, 'Enter')
    await expect(tab(page, 'First')).toBeVisible()
    await tab(page, 'Two').dblclick()
    await expect(name).toHaveValue('Two')
    await page.keyboard.type('Second')
    await press(page, 'Escape')
    await expect(page.getByRole('tab')).toHaveText(['First', 'Two', 'Three'])
  })

  test('are closed with Delete, the button and the middle button, down to the last', async ({ page }) => {
    await tab(page, 'One').focus()
    await press(page, 'Delete')
    await expect(tab(page, 'Two')).toBeFocused()
    await tab(page, 'Three').click({ button: 'middle' })
    await expect(page.getByRole('tab')).toHaveText(['Two'])
    await page.getByRole('button', { name: 'Close the tab' }).click()
    await expect(page.getByText('Nothing is open')).toBeVisible()
  })

  test('that do not fit stay in reach', async ({ page }) => {
    for (let i = 0; i < 4; i++) await page.getByRole('button', { name: 'New' }).click()
    await expect(tab(page, 'Document number 7')).toBeInViewport()
    // None that is seen is cut at its beginning.
    const cut = tab(page, 'Document number 7').evaluate((chosen) => {
      const all = [...(chosen.parentElement?.querySelectorAll('[role="tab"]:not([data-sliver])') ?? [])]
      const left = chosen.parentElement?.parentElement?.getBoundingClientRect().left ?? 0
      return all.filter((one) => one.getBoundingClientRect().left < left - 1).map((one) => one.textContent)
    })
    expect(await cut).toEqual([])
    const all = page.getByRole('button', { name: /^All tabs/ })
    // It says how many are out of view.
    await expect(all).toHaveText(/^\+\d+$/)
    await all.click()
    await page.getByRole('menuitemcheckbox', { name: 'One' }).click()
    await expect(tab(page, 'One')).toHaveAttribute('aria-selected', 'true')
    await expect(tab(page, 'One')).toBeInViewport()
  })
})

test('a segment is walked with the arrows, and one of its modes always holds', async ({ page }) => {
  await page.getByRole('radio', { name: 'List' }).click()
  await expect(page.getByRole('radio', { name: 'List' })).toBeChecked()
  await page.getByRole('button', { name: 'First' }).focus()
  await press(page, 'Tab')
  await expect(page.getByRole('radio', { name: 'List' })).toBeFocused()
  await press(page, 'ArrowRight', 'Space')
  await expect(page.getByRole('radio', { name: 'Graph' })).toBeChecked()
})

test('a toolbar is walked with the arrows', async ({ page }) => {
  await page.getByRole('button', { name: 'First' }).focus()
  await press(page, 'ArrowRight')
  await expect(page.getByRole('radio', { name: 'List' })).toBeFocused()
})

test.describe('a menu', () => {
  test('acts, says why it cannot, and gives the focus back', async ({ page }) => {
    const button = page.getByRole('button', { name: 'Actions' })
    await button.focus()
    await press(page, 'Enter')
    await expect(page.getByRole('menuitem', { name: 'Rename' })).toContainText('It is read-only')
    await press(page, 'Enter')
    await expect(page.locator('output')).toHaveText('opened')
    await expect(button).toBeFocused()
  })

  test('opens the menu inside it, and leaves both with Escape', async ({ page }) => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.type('More')
    await expect(page.getByRole('menuitem', { name: 'More' })).toBeFocused()
    await press(page, 'ArrowRight')
    await expect(page.getByRole('menu')).toHaveCount(2)
    // The focus follows the menu a moment after it is there.
    await expect(page.getByRole('menuitem', { name: 'Deep' })).toBeFocused()
    await press(page, 'Enter')
    await expect(page.locator('output')).toHaveText('deep')
    await page.getByRole('button', { name: 'Actions' }).click()
    await press(page, 'Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  })

  test('leaves the focus to what it opened', async ({ page }) => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Name…' }).click()
    await expect(page.getByLabel('Field')).toBeFocused()
  })

  test('opens at a point', async ({ page }) => {
    await page.getByRole('button', { name: 'Here' }).click()
    await expect(page.getByRole('menu', { name: 'At a point' })).toBeVisible()
    await press(page, 'ArrowDown', 'Enter')
    await expect(page.locator('output')).toHaveText('opened')
  })
})

test.describe('a list', () => {
  for (const { keys, to } of [
    { keys: ['ArrowDown'], to: 1 },
    { keys: ['ArrowDown', 'ArrowUp', 'ArrowUp'], to: 0 },
    { keys: ['PageDown', 'PageDown', 'PageUp'], to: 10 },
    { keys: ['End'], to: 999 },
    { keys: ['End', 'Home'], to: 0 },
  ]) {
    test(`walks with ${keys.join(', ')} to ${to}`, async ({ page }) => {
      await page.getByRole('button', { name: 'Item 0', exact: true }).focus()
      for (const key of keys) {
        await press(page, key)
        // The row is rendered before it is focused.
        await expect(page.locator('li :focus')).toBeInViewport()
      }
      await expect(page.getByRole('button', { name: `Item ${to}`, exact: true })).toBeFocused()
    })
  }

  test('draws what is in sight, and is one stop with the controls of its row', async ({ page }) => {
    expect(await page.getByRole('list', { name: 'Long' }).getByRole('listitem').count()).toBeLessThan(60)
    await page.getByRole('button', { name: 'Item 1', exact: true }).click()
    await press(page, 'Tab')
    await expect(page.getByRole('button', { name: 'Copy Item 1', exact: true })).toBeFocused()
    await press(page, 'Tab')
    await expect(page.getByRole('button', { name: 'Go to 500' })).toBeFocused()
  })

  test('brings the current item into sight', async ({ page }) => {
    await page.getByRole('button', { name: 'Go to 500' }).click()
    const row = page.getByRole('button', { name: 'Item 500', exact: true })
    await expect(row).toBeInViewport()
    await expect(row).toHaveAttribute('aria-current', 'true')
  })
})

test('a side column has the width for its window, unless somebody chose another', async ({ page }) => {
  await page.evaluate(() => void (location.hash = '#/console'))
  const list = page.getByRole('list', { name: 'Connections' })
  await expect(list).toBeVisible()
  const width = async (): Promise<number> => Math.round((await list.boundingBox())?.width ?? 0)
  const usual = page.viewportSize() ?? { width: 1440, height: 900 }
  const before = await width()
  await page.setViewportSize({ width: 3840, height: 2160 })
  await expect.poll(width).toBeGreaterThan(before * 1.5)
  await page.setViewportSize(usual)
  await expect.poll(width).toBe(before)
  await page.getByRole('separator').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(width).toBeGreaterThan(before)
  const chosen = await width()
  await page.setViewportSize({ ...usual, width: usual.width * 2 })
  await expect.poll(width).toBeGreaterThan(chosen * 1.8)
})

test('a tree is walked, opened and closed with the arrows', async ({ page }) => {
  const active = page.getByRole('treeitem', { selected: true })
  await page.getByRole('tree', { name: 'Files' }).focus()
  await press(page, 'ArrowRight')
  await expect(page.getByRole('treeitem')).toHaveText(['src', 'src/a', 'src/b', 'docs'])
  await press(page, 'ArrowRight', 'ArrowDown')
  await expect(active).toHaveText('src/b')
  await press(page, 'ArrowLeft')
  await expect(active).toHaveText('src')
  await press(page, 'ArrowLeft')
  await expect(page.getByRole('treeitem')).toHaveText(['src', 'docs'])
  await press(page, 'End')
  await expect(active).toHaveText('docs')
})

test('a drawer begins in its first field and gives the focus back', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Open the drawer' })
  await button.click()
  await expect(page.getByRole('dialog', { name: 'Side' }).getByLabel('Within')).toBeFocused()
  await press(page, 'Escape')
  await expect(button).toBeFocused()
})

for (const theme of ['light', 'dark', 'contrast']) {
  test(`tokens and components in ${theme} are pictured, and break no rule of accessibility`, async ({
    page,
  }, info) => {
    await page.evaluate((chosen) => {
      document.documentElement.dataset['theme'] = chosen
    }, theme)
    expect(await violations(page)).toEqual([])
    // As tall as the page, to capture all of it.
    await page.setViewportSize({ width: 1280, height: 2200 })
    const path = info.outputPath(`design-${theme}.png`)
    await page.screenshot({ path })
    await info.attach(`design-${theme}`, { path, contentType: 'image/png' })
  })
}
