import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** The browser: from the environment, the system's, or Playwright's own if installed. */
const system = [
  process.env['ORRERY_CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const executablePath = system.find((path) => path !== undefined && existsSync(path))
const asRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: '.',
  // A separate build has separate results, so that parallel runs do not overwrite each other's.
  outputDir: `../../test-results/${process.env['ORRERY_DIST']?.replaceAll('/', '-') ?? 'e2e'}`,
  // For machines several times slower than a developer's: no test waits for a fixed time, so only a failure
  // takes this long.
  timeout: 150_000,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  workers: process.env['ORRERY_E2E_WORKERS'] ? Number(process.env['ORRERY_E2E_WORKERS']) : 2,
  // A shared machine may stall a test for minutes; a third failure is real, and the report lists tests that
  // needed more than one attempt.
  retries: process.env['CI'] ? 2 : 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: '../../test-results/e2e.json' }]],
  use: {
    // So that a control that is not there costs what a missing text costs, not the whole test's time.
    actionTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    // Recording takes a sixth of every test's time. In CI a test that runs again is recorded; elsewhere
    // `--trace retain-on-failure` is for the one that failed.
    trace: process.env['CI'] ? 'on-first-retry' : 'off',
    reducedMotion: 'reduce',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
