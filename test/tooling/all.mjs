/**
 * Runs everything after installing what the suites need (prepare.mjs): types, lint, format, build, rules,
 * units, real servers, slow suites, end to end. The last line sums up all suites, `N passed, N failed, N
 * skipped`; fails if anything failed or a suite ran nothing.
 */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import {
  addSkipped,
  failuresOfPlaywright,
  failuresOfVitest,
  linesOfSkipped,
  skippedOfPlaywright,
} from './failures.mjs'
import { prepare } from './prepare.mjs'
import { root, run, steps } from './run.mjs'

const total = { passed: 0, failed: 0, skipped: 0 }
/** Failure messages, repeated at the end of the long log. */
const failures = []
/** Number of skipped tests by reason. */
const skipped = {}

/** @param {string} name @param {boolean} ok */
function note(name, ok, seconds = 0, mend = '') {
  console.log(`\n${ok ? 'ok' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)${ok ? '' : ` — ${mend}`}\n`)
}

prepare()

for (const [name, { command, mend }] of Object.entries(steps)) {
  const [program, ...args] = command
  const { ok, seconds } = await run(program, args)
  note(name, ok, seconds, mend)
  total[ok ? 'passed' : 'failed']++
}

const built = await run(process.execPath, ['electron/tooling/build.mjs'])
note('build', built.ok, built.seconds, 'The bundler names the file.')
total[built.ok ? 'passed' : 'failed']++

for (const project of ['rules', 'unit*', 'server', 'slow']) {
  const name = project.replace('*', '')
  const report = join(root, 'test-results', `${name}.json`)
  const notes = join(root, 'test-results', `${name}-notes.json`)
  for (const file of [report, notes]) await rm(file, { force: true })
  const isOutside = project === 'server' || project === 'slow'
  const suite = ['vitest', 'run', '-c', 'test/vitest.config.ts', '--project', project]
  const { ok, seconds } = await run(
    'npx',
    [
      ...suite,
      ...(isOutside ? ['--maxWorkers=2'] : []),
      // As for end to end: a shared machine may stall a thread or process once; a second failure is real.
      ...(project !== 'rules' && process.env.CI ? ['--retry=1'] : []),
    ],
    { ORRERY_REPORT: report, ORRERY_NOTES: notes },
  )
  const counts = JSON.parse(await readFile(report, 'utf8').catch(() => '{}'))
  total.passed += counts.numPassedTests ?? 0
  total.failed += counts.numFailedTests ?? 0
  total.skipped += (counts.numPendingTests ?? 0) + (counts.numTodoTests ?? 0)
  if (!ok && !counts.numFailedTests) total.failed++
  const noted = JSON.parse(await readFile(notes, 'utf8').catch(() => '{}'))
  failures.push(...failuresOfVitest(counts), ...(noted.retried ?? []))
  addSkipped(skipped, noted.skipped ?? {})
  note(name, ok, seconds, 'Read the failing test; it names the behaviour.')
}

const browser = await findBrowser()
if (browser.path === undefined) {
  console.log(browser.advice)
  total.skipped++
  addSkipped(skipped, { [browser.advice]: 1 })
} else {
  const { ok, seconds } = await run('npx', ['playwright', 'test', '-c', 'test/e2e/playwright.config.ts'], {
    ORRERY_CHROMIUM: browser.path,
  })
  const report = JSON.parse(await readFile(join(root, 'test-results', 'e2e.json'), 'utf8').catch(() => '{}'))
  total.passed += (report.stats?.expected ?? 0) + (report.stats?.flaky ?? 0)
  total.failed += report.stats?.unexpected ?? 0
  total.skipped += report.stats?.skipped ?? 0
  if (!ok && !report.stats?.unexpected) total.failed++
  failures.push(...failuresOfPlaywright(report))
  addSkipped(skipped, skippedOfPlaywright(report))
  note(
    'end to end',
    ok,
    seconds,
    'npx playwright show-trace test-results/…/trace.zip shows what the page did.',
  )
}

if (total.skipped > 0) console.log(`${linesOfSkipped(skipped).join('\n')}\n`)
if (failures.length > 0) console.log(`${failures.join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed > 0 ? 1 : 0)
