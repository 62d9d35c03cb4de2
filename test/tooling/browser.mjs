import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** @returns {string | undefined} */
function installed() {
  const own = chromium.executablePath()
  return [process.env.ORRERY_CHROMIUM, ...SYSTEM, own].find((path) => path && existsSync(path))
}

/** As root on a Debian system the package manager may be asked; elsewhere Playwright's own download is tried. */
function install() {
  const attempts = [
    process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
      ? ['sh', ['-c', 'apt-get update && apt-get install -y --no-install-recommends chromium']]
      : undefined,
    ['npx', ['playwright', 'install', 'chromium']],
  ]
  for (const attempt of attempts) {
    if (!attempt) continue
    try {
      execFileSync(attempt[0], attempt[1], { stdio: 'inherit' })
      if (installed()) return
    } catch {
      // The next way is tried; when none works, the advice says what a person can do.
    }
  }
}

/**
 * A Chromium for the end-to-end tests: from ORRERY_CHROMIUM, the system, or Playwright; installed where that is possible.
 * @returns {Promise<{ path: string | undefined, advice: string }>}
 */
export async function findBrowser() {
  if (!installed()) install()
  return {
    path: installed(),
    advice:
      'FAILED end to end — no Chromium was found and none could be installed. Install one (Debian: apt-get install chromium), or set ORRERY_CHROMIUM to its path.',
  }
}
