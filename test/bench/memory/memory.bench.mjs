/**
 * Memory of the whole application by process: idle on the explorer with the sample model, and with fifty
 * terminals of one sandbox. Proportional set sizes, so that shared pages count once; and without the files of
 * programs, whose share depends on who else runs them. The baseline is the browser with an empty page.
 */
import { readdir, readFile } from 'node:fs/promises'
import { launch, openPage, withHost } from '../host.mjs'

const TERMINALS = 50
/** Target in megabytes for what is not programs' files, at rest, and for each terminal. */
const AIM = 270
const AIM_TERMINAL = 3
/** Until garbage from the start is collected. */
const SETTLE_MS = 8_000

const BARE = 'bare page'
const OWN = 'without programs'

/** @returns {Promise<Map<number, { parent: number, command: string }>>} */
async function processes() {
  const found = new Map()
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const status = await readFile(`/proc/${entry}/status`, 'utf8').catch(() => '')
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
    found.set(Number(entry), { parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]), command })
  }
  return found
}

function roleOf(command) {
  if (command.includes('model-server.mjs')) return 'model server'
  if (command.includes('sandbox-server.mjs')) return 'sandbox server'
  if (command.includes('web.mjs')) return 'workbench'
  if (command.includes('--type=renderer')) return 'page'
  if (/chrom/.test(command.split('\0')[0])) return 'browser'
  return 'sandboxes'
}

/** Megabytes of all processes started by this one, by role. */
async function held() {
  const all = await processes()
  const isOurs = (pid) => pid === process.pid || (all.has(pid) && isOurs(all.get(pid).parent))
  const sums = {}
  let own = 0
  for (const [pid, { parent, command }] of all) {
    if (!isOurs(parent)) continue
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    const role = roleOf(command)
    const megabytes = (kind) => Number(new RegExp(`^${kind}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) / 1024
    sums[role] = (sums[role] ?? 0) + megabytes('Pss')
    own += megabytes('Pss_Anon') + megabytes('Pss_Shmem')
  }
  return { all: Object.values(sums).reduce((sum, one) => sum + one, 0), [OWN]: own, ...sums }
}

const rows = (when, sums, most) =>
  Object.entries(sums).map(([role, value]) => ({
    name: `${when}: ${role}`,
    value,
    unit: 'MB',
    ...(most && (role === 'all' || role === OWN) ? { baseline: `${BARE}: ${role}` } : {}),
    ...(most && role === OWN ? { aim: { most } } : {}),
  }))

async function openTerminals(page, address) {
  await page.goto(new URL('/#/sandboxes', address).href)
  await page.getByRole('button', { name: 'Start sandbox…' }).first().click()
  await page.getByLabel('Image', { exact: true }).fill('local')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const terminals = page.getByRole('tablist', { name: 'Terminals' })
  await terminals.getByText('Ready').first().waitFor()
  for (let count = 1; count < TERMINALS; count++) {
    await page.getByRole('button', { name: 'New terminal', exact: true }).click()
    await terminals.getByRole('tab').nth(count).waitFor()
  }
}

export async function bench() {
  const browser = await launch()
  try {
    const empty = await openPage(browser)
    await empty.waitForTimeout(SETTLE_MS)
    const bare = rows(BARE, await held())
    await empty.close()
    return await withHost({}, async (address) => {
      const page = await openPage(browser)
      await page.goto(address)
      await page.goto(new URL('/#/explorer', address).href)
      await page.waitForTimeout(SETTLE_MS)
      const rest = rows('at rest', await held(), AIM)
      await openTerminals(page, address)
      await page.waitForTimeout(SETTLE_MS)
      return [
        ...bare,
        ...rest,
        ...rows(`${TERMINALS} terminals`, await held(), AIM + TERMINALS * AIM_TERMINAL),
      ]
    })
  } finally {
    await browser.close()
  }
}
