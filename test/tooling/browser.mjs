import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { install, mayInstall } from './prepare.mjs'

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

/** As root on Debian the package manager is used; elsewhere Playwright's own download. */
function bring() {
  if (process.env.ORRERY_NO_INSTALL === '1') return
  if (mayInstall() && install(['chromium']) && installed()) return
  try {
    execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  } catch {
    // The advice says what to do.
  }
}

/**
 * A Chromium for the end-to-end tests: from ORRERY_CHROMIUM, the system, or Playwright; installed if
 * possible.
 * @returns {Promise<{ path: string | undefined, advice: string }>}
 */
export async function findBrowser() {
  if (!installed()) bring()
  return {
    path: installed(),
    advice:
      'The end-to-end tests are skipped: no Chromium was found and none could be installed. Install one (Debian: apt-get install chromium), or set ORRERY_CHROMIUM to its path.',
  }
}
