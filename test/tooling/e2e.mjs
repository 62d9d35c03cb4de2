/** End-to-end tests alone, on a fresh build: `npm run e2e -- test/e2e/query` runs those of one bench. */
import { findBrowser } from './browser.mjs'
import { run } from './run.mjs'

const browser = await findBrowser()
if (browser.path === undefined) {
  console.error(browser.advice)
  process.exit(1)
}
const built = await run(process.execPath, ['electron/tooling/build.mjs'])
if (!built.ok) process.exit(1)
const { ok } = await run(
  'npx',
  ['playwright', 'test', '-c', 'test/e2e/playwright.config.ts', ...process.argv.slice(2)],
  { ORRERY_CHROMIUM: browser.path },
)
process.exit(ok ? 0 : 1)
