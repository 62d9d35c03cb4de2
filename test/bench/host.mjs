/**
 * The built web host on a separate data folder and the system's Chromium without a GPU, for benchmarks of the
 * page.
 */
import { chromium } from '@playwright/test'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const built = join(root, process.env.ORRERY_DIST ?? 'dist')

/** @param {string[]} [more] further browser switches */
export function launch(more = []) {
  const executablePath = [process.env.ORRERY_CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path && existsSync(path),
  )
  const args = ['--disable-gpu', ...more, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args })
}

/** Opens a page of the standard size. */
export const openPage = (browser) => browser.newPage({ viewport: { width: 1440, height: 900 } })

/**
 * Starts a Node program and calls `use` with the address it prints. Fails as soon as the program ends,
 * whatever `use` is waiting for: a benchmark must not outlive what it measures.
 */
export async function withProgram(args, use) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const address = new Promise((resolve) => {
    const read = (chunk) => {
      // Later output is read and discarded, so that pipes never fill.
      if (said.length < 100_000) said += chunk
      const found = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(said)
      if (found) resolve(found[0])
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const died = ended.then((code) => {
    throw new Error(`What is measured ended with code ${code}: ${said.slice(-2000)}`)
  })
  try {
    return await Promise.race([address.then(use), died])
  } finally {
    // Its failure is no longer awaited.
    died.catch(() => undefined)
    child.kill('SIGINT')
    await ended
  }
}

/** A separate workbench on an empty data folder, optionally filled by `prepare`. */
export async function withHost({ prepare, dist = built }, use) {
  if (!existsSync(join(dist, 'web.mjs'))) throw new Error(`There is no build in ${dist}: npm run build`)
  const data = await mkdtemp(join(tmpdir(), 'orrery-bench-'))
  try {
    await prepare?.(data)
    return await withProgram([join(dist, 'web.mjs'), '--no-open', '--port', '0', '--data', data], use)
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}
