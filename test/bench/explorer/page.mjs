/** A workbench over a synthetic model and a page of it in the system's Chromium, for measuring the explorer. */
import { chromium } from '@playwright/test'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../..', import.meta.url))
const dist = join(root, process.env.ORRERY_DIST ?? 'dist')

/** The system's Chromium, without a GPU. */
export function launch() {
  if (!existsSync(join(dist, 'web.mjs')))
    throw new Error(`There is no build in ${dist}; run npm run build first.`)
  const executablePath = [process.env.ORRERY_CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path && existsSync(path),
  )
  const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args })
}

/** A workbench whose only own model server is the synthetic one, with a page that is let in. */
export async function withPage(browser, sizes, work) {
  const data = await mkdtemp(join(tmpdir(), 'orrery-explorer-bench-'))
  const args = [
    join(root, 'test/bench/explorer/sample-server.mjs'),
    ...Object.entries(sizes).flatMap(([name, value]) => [`--${name}`, String(value)]),
  ]
  await allow(data, { command: process.execPath, args })
  const child = spawn(process.execPath, [join(dist, 'web.mjs'), '--no-open', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    const address = await addressOf(child)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    try {
      await page.goto(address)
      return await work(page)
    } finally {
      await page.close()
    }
  } finally {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    await gone
    await rm(data, { recursive: true, force: true })
  }
}

/** Writes the connection and the consent to it, as the page would have. */
async function allow(data, definition) {
  const exact = JSON.stringify([definition.command, definition.args, '', []])
  const print = createHash('sha256').update(exact).digest('hex')
  await writeFile(join(data, 'connections.json'), JSON.stringify({ mcpServers: { synthetic: definition } }))
  await mkdir(join(data, 'documents/workbench'), { recursive: true })
  await writeFile(
    join(data, 'documents/workbench/consents.json'),
    JSON.stringify({ [print]: { at: Date.now(), commandLine: '' } }),
  )
}

async function addressOf(child) {
  let text = ''
  return new Promise((resolve, reject) => {
    const read = (chunk) => {
      text += chunk
      const found = /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/.exec(text)
      if (found) resolve(found[0])
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`The web host ended with ${code}: ${text}`)))
  })
}
