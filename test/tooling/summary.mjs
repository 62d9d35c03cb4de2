/** Counts the results of all suites and prints the summary. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addSkipped, failuresOfVitest, linesOfSkipped } from './failures.mjs'
import { root } from './run.mjs'

export const total = { passed: 0, failed: 0, skipped: 0 }
/** Failure messages, repeated at the end of the long log. */
export const failures = []
/** Number of skipped tests by reason. */
export const skipped = {}

/** @param {string} name @param {boolean} ok */
export function note(name, ok, seconds = 0, mend = '') {
  console.log(`\n${ok ? 'ok' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)${ok ? '' : ` — ${mend}`}\n`)
}

/** @param {string} reason */
export function skip(reason) {
  total.skipped++
  addSkipped(skipped, { [reason]: 1 })
}

/**
 * Paths where a vitest run writes its report and notes (test/vitest.config.ts); removes earlier ones.
 * @param {string} name
 */
export async function reportsOf(name) {
  const report = join(root, 'test-results', `${name}.json`)
  const notes = join(root, 'test-results', `${name}-notes.json`)
  for (const file of [report, notes]) await rm(file, { force: true })
  return { ORRERY_REPORT: report, ORRERY_NOTES: notes }
}

/** @param {string} file @returns {Promise<any>} an empty object if the file does not exist */
export const readReport = async (file) => JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))

/**
 * Adds the report of a vitest run. A run that failed without a failed test counts as one failure.
 * @param {{ ORRERY_REPORT: string, ORRERY_NOTES: string }} reports @param {boolean} ok
 */
export async function addVitest(reports, ok) {
  const counts = await readReport(reports.ORRERY_REPORT)
  total.passed += counts.numPassedTests ?? 0
  total.failed += counts.numFailedTests ?? 0
  total.skipped += (counts.numPendingTests ?? 0) + (counts.numTodoTests ?? 0)
  if (!ok && !counts.numFailedTests) total.failed++
  const noted = await readReport(reports.ORRERY_NOTES)
  failures.push(...failuresOfVitest(counts), ...(noted.retried ?? []))
  addSkipped(skipped, noted.skipped ?? {})
}

/** Prints the summary, whose last line is the sum, and exits. @returns {never} */
export function finish() {
  if (total.skipped > 0) console.log(`${linesOfSkipped(skipped).join('\n')}\n`)
  if (failures.length > 0) console.log(`${failures.join('\n')}\n`)
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  process.exit(total.failed > 0 ? 1 : 0)
}
