import { expect, test } from '@playwright/test'
import { model } from '../bench/explorer/explorer.bench.mjs'
import { withHost } from '../bench/host.mjs'
import { ours } from '../bench/terminal/flood.bench.mjs'

/* Runs the page interactions of `npm run bench` on a small scale, so that UI changes cannot break the
   benchmarks unnoticed. */

test('the explorer is measured', async ({ browser }) => {
  const rows = await model(browser, 500, 200)
  expect(rows.length).toBeGreaterThan(4)
  for (const { name, value } of rows) expect(value, name).toBeGreaterThan(0)
})

test('a flood of a terminal is measured', async ({ browser }) => {
  const flood = await withHost({}, (address) => ours(browser, address, 100_000))
  expect(flood.seconds).toBeGreaterThan(0)
  expect(flood.keys.length).toBeGreaterThan(10)
})
